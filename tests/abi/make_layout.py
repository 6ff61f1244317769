#!/usr/bin/env python3
"""Prints the layout of benchlab.h as static assertions: make_layout.py HEADER COMPILER.

For a new minor version: run it on the new header, for each target; the outputs must be equal.
The layout files of released versions are never written again.
"""
import os
import re
import subprocess
import sys
import tempfile


def structs(text):
    """(struct, [member]) in the order of the header."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^#.*$", "", text, flags=re.M)  # members of a later minor are between #if and #endif
    for name, body in re.findall(r"struct (bl_\w+)\s*\{(.*?)\n\}", text, flags=re.S):
        members = []
        for declaration in body.split(";"):
            call = re.search(r"\(BL_CALL \*(\w+)\)", declaration)
            plain = re.search(r"(\w+)\s*$", declaration)
            if call or plain:
                members.append((call or plain).group(1))
        yield name, members


def constants(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    for body in re.findall(r"enum \{(.*?)\}", text, flags=re.S):
        yield from re.findall(r"(BL_\w+)\s*=", body)
    yield from re.findall(r"#define (BL_(?:NO_ROW|NO_TIME|ABI_MAJOR))\b", text)


def main():
    header, compiler = sys.argv[1:3]
    with open(header, encoding="utf-8") as file:
        text = file.read()
    lines = []
    for name, members in structs(text):
        lines.append(f"LAYOUT_STRUCT({name}, 0, sizeof({name}))")
        for member in members:
            offset, size = f"offsetof({name}, {member})", f"sizeof((({name} *)0)->{member})"
            lines.append(f"LAYOUT_MEMBER({name}, {member}, {offset}, {size})")
    lines += [f"LAYOUT_CONSTANT({name}, (long long){name}, 0)" for name in constants(text)]

    # The numbers are read out of the object's assembly, so that nothing needs to run.
    source = f'#include "{os.path.abspath(header)}"\n'
    for index, line in enumerate(lines):
        first, second = split(line)
        source += f"const long long layout_{index}[2] = {{(long long)({first}), (long long)({second})}};\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "layout.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        assembly = subprocess.run([compiler, "-std=c11", "-S", "-o", "-", path], check=True,
                                  capture_output=True, text=True).stdout
    for index, line in enumerate(lines):
        first, second = numbers(assembly, index)
        print(rewritten(line, first, second))


def split(line):
    arguments = line[line.index("(") + 1:-1]
    parts, depth, start = [], 0, 0
    for at, character in enumerate(arguments):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(arguments[start:at].strip())
            start = at + 1
    parts.append(arguments[start:].strip())
    return parts[-2:]


def numbers(assembly, index):
    found = re.search(rf"^layout_{index}:\n((?:\s+\..*\n)+)", assembly, flags=re.M).group(1)
    values = []
    for word, value in re.findall(r"\.(quad|zero|space)\s+(-?\d+)", found):
        values += [int(value)] if word == "quad" else [0] * (int(value) // 8)
    return values


def rewritten(line, first, second):
    kind, rest = line.split("(", 1)
    name = rest.split(",")[0]
    if kind == "LAYOUT_STRUCT":
        return f"LAYOUT_STRUCT({name}, {second})"
    if kind == "LAYOUT_MEMBER":
        member = rest.split(",")[1].strip()
        return f"LAYOUT_MEMBER({name}, {member}, {first}, {second})"
    if first == -2**63:
        return f"LAYOUT_CONSTANT({name}, INT64_MIN)"
    return f"LAYOUT_CONSTANT({name}, {first})"


main()
