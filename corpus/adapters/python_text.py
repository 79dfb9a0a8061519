"""Python's json as it is mostly used: a text file, its lines, nothing said of encodings. Prints the verdicts that run.py asks for."""
import json
import sys


def verdict(line):
    if not line.strip():
        return "b"
    try:
        return "e" if isinstance(json.loads(line), dict) else "f"
    except (ValueError, RecursionError):
        return "f"


with open(sys.argv[1], encoding="utf-8") as f:
    print(json.dumps({"verdicts": "".join(map(verdict, f))}))
