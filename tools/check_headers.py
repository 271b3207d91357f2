#!/usr/bin/env python3
"""Fails when a header does not compile alone.

A header that its own source (or test) includes first is proved by the build, as long as that build uses no precompiled
headers; the others are compiled here with the flags of build/compile_commands.json."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def is_first_include(header, root):
    for source in (header.with_suffix(".cpp"), header.with_name(header.stem + "_test.cpp")):
        if source.exists():
            first = re.search(r"^#include (.*)$", source.read_text(), re.M)
            if first and first[1] == f'"{header.relative_to(root)}"':
                return True
    return False


def flags_of(commands, header):
    """The flags of a source of the same folder, preferably of a test: that one sees the test libraries too."""
    near = [c for c in commands if pathlib.Path(c["file"]).parent == header.parent] or commands
    chosen = max(near, key=lambda c: c["file"].endswith("_test.cpp"))
    words = shlex.split(chosen["command"])
    flags = [word for word in words if re.match(r"-(I|D|std|W)", word)]
    flags += [f"-isystem{words[at + 1]}" for at, word in enumerate(words) if word == "-isystem"]
    compiler = next(word for word in words if re.search(r"(clang|g)\+\+", word))
    return [compiler, *flags]


def complaint(command, header, root):
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
        source.write(f'#include "{header.relative_to(root)}"\n#include "{header.relative_to(root)}"\n')
        source.flush()
        done = subprocess.run([*command, "-fsyntax-only", source.name], capture_output=True, text=True, check=False)
    return f"{header} does not compile alone:\n{done.stderr}" if done.returncode else ""


def main():
    root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    commands = json.loads((build / "compile_commands.json").read_text())
    # Highway's "-inl" headers are meant to be included once for each target.
    headers = [header for header in sorted(root.rglob("*.hpp"))
               if not header.stem.endswith("-inl") and not is_first_include(header, root)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(lambda h: complaint(flags_of(commands, h), h, root), headers) if text]
    print("\n".join(found) or f"{len(headers)} headers compiled alone")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
