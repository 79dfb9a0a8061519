#!/bin/sh
# Fails when twice as much of a hostile input takes more than 2.2 times the instructions: work must be linear in the bytes.
#
#   benches/adversarial.sh
#
# Counts instructions, so the load of the machine does not matter. Without valgrind nothing can be counted, which is said,
# and passes.
set -eu
cd "$(dirname "$0")/.."

limit=2.2
if ! command -v valgrind >/dev/null; then
    echo "adversarial: no valgrind here, nothing counted"
    exit 0
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cargo build --release --quiet -p runlex-benches --bin count
# Where cargo puts the binary, whatever is set.
target=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
count="$target/release/count"

# repeat TEXT TIMES: without a newline but for those in TEXT
repeat() {
    awk -v text="$1" -v times="$2" 'BEGIN { for (i = 0; i < times; i++) printf "%s", text }'
}

# make NAME N: the input of that name, of a size that is N times some constant
make() {
    case "$1" in
        quotes) repeat '"' $((200000 * $2)); echo ;;
        backslashes) repeat '\\' $((200000 * $2)); echo ;;
        backslashes-in-text) printf '{"a":"'; repeat '\\' $((200000 * $2)); echo '"}' ;;
        braces) repeat '{}' $((100000 * $2)); echo ;;
        open-braces) repeat '{' $((200000 * $2)); echo ;;
        open-names) repeat '{"a":' $((40000 * $2)); echo ;;
        deep-arrays) repeat '[' $((100000 * $2)); repeat ']' $((100000 * $2)); echo ;;
        deep-in-object) printf '{"a":'; repeat '[' $((100000 * $2)); repeat ']' $((100000 * $2)); echo '}' ;;
        # as deep as is allowed, line after line
        deepest) i=0; while [ $i -lt $((50 * $2)) ]; do
            printf '{"a":'; repeat '[' 1023; repeat ']' 1023; echo '}'; i=$((i + 1)); done ;;
        # deeper than the vector kernels go
        middling) i=0; while [ $i -lt $((200 * $2)) ]; do
            printf '{"a":'; repeat '[' 70; repeat ']' 70; echo '}'; i=$((i + 1)); done ;;
        short-lines) repeat '{}\n' $((20000 * $2)) ;;
        blank-lines) repeat '\n' $((100000 * $2)) ;;
        bad-and-good) repeat '{"a":1\n{"type":"b"}\n' $((10000 * $2)) ;;
        # bad in the last byte, in lines much longer than a block
        bad-ends) i=0; while [ $i -lt $((50 * $2)) ]; do
            printf '{"type":"'; repeat 'x' 4000; echo '"]'; i=$((i + 1)); done ;;
        long-names) repeat '{"a name of rather many bytes, to be gone back over":  {"type":1}}\n' $((3000 * $2)) ;;
        spaces-behind-names) printf '{'; repeat '"type"                                                  :1,' \
            $((4000 * $2)); echo '"b":2}' ;;
        escapes) printf '{"a":"'; repeat '\\ud800' $((40000 * $2)); echo '"}' ;;
        many-notes) printf '{"a":['; repeat '{},' $((60000 * $2)); echo '0]}' ;;
        torn) repeat '{"a":"' $((30000 * $2)); echo '{"b":1}' ;;
    esac
}

# instructions FILE KERNEL MODE
instructions() {
    out="$scratch/callgrind.out"
    if ! valgrind --tool=callgrind --callgrind-out-file="$out" --collect-atstart=no \
        --toggle-collect='*runlex_counted*' \
        "$count" --data "$1" --bytes "$(wc -c <"$1")" --kernel "$2" --mode "$3" >"$scratch/log" 2>&1; then
        cat "$scratch/log" >&2
        exit 1
    fi
    sed -n 's/^\(totals\|summary\): *\([0-9]*\).*/\2/p' "$out" | tail -1
}

# Kernels that the (simulated) processor has under valgrind.
kernels=$(valgrind -q --tool=none "$count" --list-kernels)
failed=0
for name in quotes backslashes backslashes-in-text braces open-braces open-names deep-arrays deep-in-object deepest middling \
    short-lines blank-lines bad-and-good bad-ends long-names spaces-behind-names escapes many-notes torn; do
    make "$name" 1 >"$scratch/once"
    make "$name" 2 >"$scratch/twice"
    for kernel in $kernels; do
        for mode in checked skim; do
            once=$(instructions "$scratch/once" "$kernel" "$mode")
            twice=$(instructions "$scratch/twice" "$kernel" "$mode")
            awk -v once="$once" -v twice="$twice" -v bytes="$(wc -c <"$scratch/once")" -v limit="$limit" \
                -v what="$name $kernel $mode" 'BEGIN {
                    bad = once < 1 || twice / once > limit
                    printf "%-36s %.3f  (%.1f instructions a byte)%s\n", what, once < 1 ? 0 : twice / once, once / bytes,
                        bad ? "  NOT LINEAR" : ""
                    exit bad
                }' || failed=1
        done
    done
done
exit $failed
