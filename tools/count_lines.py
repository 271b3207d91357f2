#!/usr/bin/env python3
"""Prints the lines of C++ without tests: a row for each folder of src/podium with the modules inside it, and the totals. With --check, fails if a total
is larger than its limit."""
import collections
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A fix or a refactoring does not raise the limits; a new capability raises them by its own lines.
LIMITS = {"product": 129_870, "total": 139_289}  # the product is all but research


def is_test(path):
    return path.name.endswith(("_test.cpp", "_fixture.hpp")) or path.name.startswith("test_")


def module_of(path):
    """The nearest folder that CMake knows as a module, below src/podium."""
    folder = next(up for up in path.parents if (up / "CMakeLists.txt").exists())
    return folder.relative_to(ROOT / "src/podium").as_posix()


def main():
    modules = collections.Counter()
    for path in (ROOT / "src/podium").rglob("*.?pp"):
        if not is_test(path):
            modules[module_of(path)] += path.read_text().count("\n")
    areas = collections.Counter()
    for module, lines in modules.items():
        areas[module.split("/")[0]] += lines
    for area, lines in areas.most_common():
        inside = [f"{name.removeprefix(area + '/')} {count:,}" for name, count in modules.most_common() if name.startswith(area + "/")]
        print(f"{area:12}{lines:8,}{'   ' if inside else ''}{', '.join(inside)}")
    totals = {"product": modules.total() - areas["research"], "total": modules.total()}
    for name, lines in totals.items():
        print(f"{name:12}{lines:8,}   limit {LIMITS[name]:,}")
    if "--check" in sys.argv and any(lines > LIMITS[name] for name, lines in totals.items()):
        sys.exit("more lines than LIMITS in tools/count_lines.py allows: remove what the change makes superfluous")


if __name__ == "__main__":
    main()
