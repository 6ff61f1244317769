"""check_schema.py SCHEMA FOLDER-OR-FILE...: do reports conform to the schema, and do damaged ones not?

Exit status 77 (skipped) when the Python package jsonschema is missing or too old.
"""

import copy
import json
import pathlib
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError as problem:
    print(f"skipped: needs the Python package jsonschema 4 or later ({problem})")
    sys.exit(77)


def elements(node, path=()):
    """The paths of all elements below a content object."""
    for key, child in node.items():
        if isinstance(child, dict) and not key == "_args":
            if "_element" in child:
                yield path + (key,), child["_element"]
            else:
                yield from elements(child, path + (key,))


def at(node, path):
    for key in path:
        node = node[key]
    return node


# For each kind what makes an element of it invalid.
DAMAGE = {
    "value": lambda e: e.pop("value"),
    "table": lambda e: e["columns"].append({"id": "x", "title": "x", "type": "u16"}),
    "series": lambda e: e.update(chart="pie"),
    "histogram": lambda e: e["counts"].append(-1),
    "spans": lambda e: e["lane"].append("one"),
    "flame": lambda e: e.pop("weight"),
}


def damaged(report):
    """Copies of the report with one fault each."""
    for member in ("schema", "kind", "complete", "sections"):
        changed = copy.deepcopy(report)
        del changed[member]
        yield f"without {member}", changed
    changed = copy.deepcopy(report)
    changed["schema"] = 3
    yield "schema 3", changed
    for name, section in report["sections"].items():
        changed = copy.deepcopy(report)
        changed["sections"][name]["content"]["plain"] = 5
        yield f"{name}: a number for an element", changed
        if section["findings"]:
            changed = copy.deepcopy(report)
            changed["sections"][name]["findings"][0]["severity"] = "fatal"
            yield f"{name}: unknown severity", changed
        for path, kind in elements(section["content"]):
            changed = copy.deepcopy(report)
            DAMAGE[kind](at(changed["sections"][name]["content"], path))
            yield f"{name}/{'/'.join(path)}: damaged {kind}", changed


def main(schema_path, places):
    schema = json.loads(pathlib.Path(schema_path).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    files = []
    for place in map(pathlib.Path, places):
        files += sorted(place.glob("*.json")) if place.is_dir() else [place]
    failures = [] if files else ["there are no reports to check"]
    kinds = set()
    refused = 0
    for file in files:
        report = json.loads(file.read_text(encoding="utf-8"))
        for error in validator.iter_errors(report):
            failures.append(f"{file.name}: {error.json_path}: {error.message[:200]}")
        for section in report["sections"].values():
            kinds |= {kind for _, kind in elements(section["content"])}
        for what, changed in damaged(report):
            if validator.is_valid(changed):
                failures.append(f"{file.name}: {what}: was not noticed")
            refused += 1
    if any(pathlib.Path(place).is_dir() for place in places):
        for kind in sorted(DAMAGE.keys() - kinds):
            failures.append(f"no report has an element of the kind {kind}")
    for failure in failures:
        print(failure)
    print(f"{len(files)} reports conform, {refused} damaged ones were refused" if not failures
          else f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
