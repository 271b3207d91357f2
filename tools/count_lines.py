#!/usr/bin/env python3
"""Prints the lines of C++ without tests: a row for each folder of src/podium with the modules inside it, and the total."""
import collections
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent


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
    print(f"{'total':12}{modules.total():8,}")


if __name__ == "__main__":
    main()
