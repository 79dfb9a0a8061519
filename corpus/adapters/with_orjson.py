"""orjson, line by line: bytes cut at 0A. Prints the verdicts that run.py asks for."""
import json
import sys

import orjson


def verdict(line):
    if not line.strip(b" \t\r\n"):
        return "b"
    try:
        return "e" if isinstance(orjson.loads(line), dict) else "f"
    except ValueError:
        return "f"


with open(sys.argv[1], "rb") as f:
    print(json.dumps({"verdicts": "".join(map(verdict, f))}))
