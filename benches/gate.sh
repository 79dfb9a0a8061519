#!/bin/sh
# Counts the instructions that runlex executes on fixed inputs, and fails when there are 5 % more than the baseline says:
# the index task, what `runlex stats` does to a file, and the start of the program.
#
#   benches/gate.sh            compare with benches/baseline/<rustc version>.txt
#   benches/gate.sh --write    write that file
#
# Counts do not depend on the load of the machine; they do on the compiler, so there is a baseline for each. Without
# valgrind or a baseline for this compiler there is nothing to compare, which is said, and passes.
# Rows of s1 and s2 need RUNLEX_DATA.
set -eu
cd "$(dirname "$0")/.."

limit=5
write=no
case "${1-}" in
    '') ;;
    --write) write=yes ;;
    *) sed -n '2,10s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac

version=$(rustc -V | cut -d' ' -f2)
baseline="benches/baseline/$version.txt"
if ! command -v valgrind >/dev/null; then
    echo "gate: no valgrind here, nothing counted"
    exit 0
fi
if [ "$write" = no ] && [ ! -f "$baseline" ]; then
    echo "gate: no baseline for rustc $version; 'gate.sh --write' makes one"
    exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Where cargo puts the binary, whatever is set.
cargo build --release --quiet -p runlex-benches -p runlex-cli --bin count --bin runlex
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
count="$target/release/count"
runlex="$target/release/runlex"

sets="g t p"
[ -n "${RUNLEX_DATA-}" ] && sets="$sets s1 s2"
# Kernels that the (simulated) processor has under valgrind.
kernels=$(valgrind -q --tool=none "$count" --list-kernels)

# instructions SET KERNEL WHAT COMMAND...: counts the instructions of the command; options of callgrind may stand before it
instructions() {
    row="$1 $2 $3"
    shift 3
    out="$scratch/callgrind.out"
    if ! valgrind --tool=callgrind --callgrind-out-file="$out" "$@" >"$scratch/log" 2>&1; then
        cat "$scratch/log" >&2
        exit 1
    fi
    total=$(sed -n 's/^\(totals\|summary\): *\([0-9]*\).*/\2/p' "$out" | tail -1)
    if [ -z "$total" ] || [ "$total" -eq 0 ]; then
        echo "gate: nothing was collected for $row" >&2
        exit 1
    fi
    echo "$row $total" | tee -a "$scratch/now.txt"
}

echo "# instructions of one run over 4 MB, and of the program's start; rustc $version" >"$scratch/now.txt"
within='*runlex_counted*'
for set in $sets; do
    for kernel in $kernels; do
        for mode in checked skim; do
            instructions "$set" "$kernel" "$mode" --collect-atstart=no --toggle-collect="$within" \
                "$count" --data "$set" --bytes 4M --kernel "$kernel" --mode "$mode"
        done
        instructions "$set" "$kernel" stats --collect-atstart=no --toggle-collect="$within" \
            "$count" --task stats --data "$set" --bytes 4M --kernel "$kernel"
    done
done
# All of the process, the loader's work as well.
instructions start - version "$runlex" --version
instructions start - stats "$runlex" stats --quiet --threads 1 corpus/streams/amp/amp-simple.jsonl

if [ "$write" = yes ]; then
    if [ -f "$baseline" ]; then
        # Rows that could not be counted here are kept.
        awk 'NR == FNR { if (!/^#/) seen[$1, $2, $3] = 1; print; next } !/^#/ && !(($1, $2, $3) in seen)' \
            "$scratch/now.txt" "$baseline" >"$scratch/all.txt"
        mv "$scratch/all.txt" "$baseline"
    else
        mkdir -p benches/baseline
        cp "$scratch/now.txt" "$baseline"
    fi
    echo "gate: wrote $baseline"
    exit 0
fi

awk -v limit="$limit" '
    /^#/ { next }
    NR == FNR { base[$1, $2, $3] = $4; next }
    !(($1, $2, $3) in base) { printf "gate: %s %s %s has no baseline\n", $1, $2, $3; next }
    {
        change = ($4 / base[$1, $2, $3] - 1) * 100
        word = change >= limit ? "TOO MANY" : "fine"
        if (change >= limit) failed = 1
        printf "gate: %s %s %s %+.2f %% %s\n", $1, $2, $3, change, word
    }
    END { exit failed }
' "$baseline" "$scratch/now.txt"
