#!/bin/sh
# jq line by line, the way around a line that it cannot read. Prints the verdicts that run.py asks for.
exec jq -Rnc '{verdicts: ([inputs
  | if test("^[ \\t\\r]*$") then "b" else (try (fromjson | if type == "object" then "e" else "f" end) catch "f") end]
  | add // "")}' "$1"
