"""Writes the types of the classes that podium.sklearn generates: make_algorithm_stub.py FOLDER OUTPUT.

FOLDER holds the compiled module _core; neither NumPy nor scikit-learn is needed."""

import ast
import pathlib
import runpy
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent / "podium"


def constructor_of_ranker() -> ast.arguments:
    tree = ast.parse((PACKAGE / "sklearn.py").read_text())
    ranker = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Ranker")
    return next(node for node in ranker.body if isinstance(node, ast.FunctionDef) and node.name == "__init__").args


def type_of(value: object) -> str:
    """Whole numbers may be given where a number with a point may."""
    return {bool: "bool", int: "float", float: "float", str: "str"}.get(type(value), "Any")


def main() -> None:
    folder, output = sys.argv[1:]
    sys.path.insert(0, folder)
    import _core  # type: ignore[import-not-found]

    rules = runpy.run_path(str(PACKAGE / "_options.py"))
    arguments = constructor_of_ranker()
    every = [argument.arg for argument in [*arguments.args, *arguments.kwonlyargs]]
    lines = ["from typing import Any", "", "from .sklearn import Ranker"]
    for row in _core.algorithms():
        options = {}
        for option in row["options"]:
            name = rules["parameter_name"](option["name"], every)
            # A loss may be a function.
            options[name] = "Any" if name == "loss" else type_of(rules["option_value"](option["default"]))
        for argument in arguments.kwonlyargs:
            if argument.annotation is not None and argument.arg != "options":
                options.setdefault(argument.arg, ast.unparse(argument.annotation))
        options |= {alias: "Any" for alias, name in rules["ALIASES"].items() if name in options}
        listed = ", ".join(f"{name}: {kind} = ..." for name, kind in options.items())
        lines += ["", f"class {rules['class_name'](row['name'])}(Ranker):", f"    def __init__(self, *, {listed}) -> None: ..."]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
