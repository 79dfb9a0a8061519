"""The part of JSON Schema that manifest.schema.json is written in. A word that is not known here is an error, not passed over."""
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "null": type(None)}
SILENT = ("$schema", "$defs", "title", "description")


def breaches(schema, value, root=None, where="$"):
    """What is wrong with a value, as a list of texts."""
    root = root or schema
    found = []
    for word, rule in schema.items():
        if word in SILENT or (word == "additionalProperties" and "properties" in schema):
            continue
        if word == "$ref":
            found += breaches(root["$defs"][rule.removeprefix("#/$defs/")], value, root, where)
        elif word == "anyOf":
            tried = [breaches(one, value, root, where) for one in rule]
            if all(tried):
                found.append(f"{where}: fits none of {len(rule)} forms: {tried[-1][0]}")
        elif word == "enum":
            if value not in rule:
                found.append(f"{where}: {value!r} is none of {rule}")
        elif word == "type":
            if not isinstance(value, TYPES[rule]) or (rule == "integer" and isinstance(value, bool)):
                found.append(f"{where}: no {rule}")
        elif word == "minimum":
            if isinstance(value, int) and value < rule:
                found.append(f"{where}: {value} is below {rule}")
        elif word == "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                found.append(f"{where}: {value!r} does not fit {rule}")
        elif word in ("minItems", "maxItems"):
            if isinstance(value, list) and (len(value) < rule if word == "minItems" else len(value) > rule):
                found.append(f"{where}: {len(value)} elements")
        elif word == "items":
            if isinstance(value, list):
                for n, one in enumerate(value):
                    found += breaches(rule, one, root, f"{where}[{n}]")
        elif word == "required":
            if isinstance(value, dict):
                found += [f"{where}: no {name}" for name in rule if name not in value]
        elif word in ("properties", "additionalProperties"):
            if isinstance(value, dict):
                found += members(schema, value, root, where)
        else:
            raise ValueError(f"a word that is not known here: {word}")
    return found


def members(schema, value, root, where):
    known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    found = []
    for name, one in value.items():
        if name in known:
            found += breaches(known[name], one, root, f"{where}.{name}")
        elif others is False:
            found.append(f"{where}: {name} is no key of it")
        elif others is not True:
            found += breaches(others, one, root, f"{where}.{name}")
    return found
