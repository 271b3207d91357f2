#!/usr/bin/env python3
"""Writes the generated documents and estimators of the Python package; with --check, fails if they are out of date.

python/podium/_algorithms.py, a class for each algorithm, comes from the table of algorithms. docs/python-api.md comes from the docstrings and the table of algorithms. The notebooks docs/*.ipynb are run, and their outputs are kept
without times; each becomes a page of the same name. Needs the package, and for notebooks nbclient, ipykernel and matplotlib.
"""
import argparse
import inspect
import json
import keyword
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
API = ROOT / "docs/python-api.md"
ESTIMATORS = ROOT / "python/podium/_algorithms.py"
NOTEBOOKS = sorted((ROOT / "docs").glob("*.ipynb"))
SECTIONS = ("Parameters", "Attributes", "Returns", "Yields", "Raises", "Notes", "Examples")

# --- the estimators ---

SPELLINGS = {"svm": "SVM", "svmmap": "SVMMAP", "ndcg": "NDCG", "map": "MAP", "mle": "MLE", "ranksvm": "RankSVM",
             "listmle": "ListMLE", "listnet": "ListNet", "ranknet": "RankNet", "rankboost": "RankBoost",
             "rankcosine": "RankCosine", "lambdarank": "LambdaRank", "lambdamart": "LambdaMART", "mart": "MART",
             "adarank": "AdaRank", "focusednet": "FocusedNet", "focusedsvm": "FocusedSVM", "approxndcg": "ApproxNDCG",
             "focusedboost": "FocusedBoost", "topmargin": "TopMargin", "topslack": "TopSlack", "frank": "FRank",
             "toprank": "TopRank"}
EXAMPLE = {"focusedboost": 'normalise="query-minmax"'}  # it refuses features that are not scaled


def class_name(algorithm):
    """The name of an algorithm's estimator."""
    return "".join(SPELLINGS.get(part, part.capitalize()) for part in algorithm.split("-"))


def shared_parameters():
    """The parameters of all estimators."""
    from podium._ranker import Ranker

    return inspect.signature(Ranker.__init__).parameters


def parameter_name(option):
    """The parameter that sets an option; words of Python and names that all estimators have get a prefix."""
    name = option.replace("-", "_")
    # A text is the option `loss`, a function the loss.
    is_taken = keyword.iskeyword(name) or (name in shared_parameters() and name != "loss")
    return f"option_{name}" if is_taken else name


def wrapped(parts, indent):
    """Parts of a list of arguments in lines of 120 characters."""
    lines = [""]
    for part in parts:
        if lines[-1] and indent + len(lines[-1]) + len(part) + 2 > 120:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{part},"
    return [" " * indent + line for line in lines]


def estimator_lines(row):
    """The class of one algorithm: each option is a parameter."""
    from podium._options import ALIASES, option_value

    options = {parameter_name(option["name"]): option for option in row["options"]}
    shared = {name: parameter for name, parameter in shared_parameters().items() if name not in ("self", "algorithm", "options")}
    aliases = {alias: name for alias, name in ALIASES.items() if name in options}
    arguments = []
    for name, option in options.items():
        default = option_value(option["default"])
        # Whole numbers may be given where a number with a point may; a loss may be a function.
        kind = {bool: "bool", int: "float", float: "float", str: "str"}.get(type(default), "Any") if name != "loss" else "Any"
        arguments.append(f"{name}: {kind} = {literal(default)}")
    arguments += [f"{name}: {parameter.annotation} = {literal(parameter.default)}" for name, parameter in shared.items() if name not in options]
    arguments += [f"{alias}: float | None = None" for alias in aliases]
    name = class_name(row["name"])
    text = [f"{row['summary'][0].upper()}{row['summary'][1:]}.", "", "Parameters", "----------"]
    for parameter, option in options.items():
        text += [f"{parameter} : {option['range']}, default {option['default'] or 'empty'}", f"    {option['help']}"]
    for alias, parameter in aliases.items():
        text += [f"{alias} : optional", f"    Alias of `{parameter}`."]
    text += ["**others", "    As in `Ranker`.", "", "Examples", "--------", ">>> import podium", f">>> from podium.sklearn import {name}",
             ">>> data = podium.synth(queries=20, documents=8, features=4)", f">>> ranker = {name}({EXAMPLE.get(row['name'], '')})",
             ">>> X, y, qid = data.features(), data.labels, data.qid",
             ">>> ranker.fit(X, y, qid=qid).predict(X, qid=qid).shape == y.shape", "True"]
    lines = ["", "", f"class {name}(AlgorithmRanker):", f'    """{text[0]}', *(f"    {line}".rstrip() for line in text[1:]), '    """', ""]
    lines += ["    def __init__(", *wrapped(["self", "*", *arguments], 8), "    ) -> None:"]
    lines += ["        super().__init__(", *wrapped([f'"{row["name"]}"', *(f"{one}={one}" for one in shared)], 12), "        )"]
    return [*lines, *(f"        self.{one} = {one}" for one in [*options, *aliases] if one not in shared)]


def literal(value):
    return json.dumps(value) if isinstance(value, str) else repr(value)


def estimators():
    """The source of all classes of algorithms."""
    from podium import _core

    rows = _core.algorithms()
    names = {row["name"]: class_name(row["name"]) for row in rows}
    lines = ['"""One estimator for each algorithm. Generated by tools/make_python_docs.py: do not edit, run ./dev python-docs."""', "",
             "from __future__ import annotations", "", "from typing import Any", "", "from ._ranker import AlgorithmRanker", "",
             "__all__ = [", '    "CLASSES",', *(f'    "{name}",' for name in sorted(names.values())), "]"]
    for row in rows:
        lines += estimator_lines(row)
    lines += ["", "", "CLASSES: dict[str, type[AlgorithmRanker]] = {", *(f'    "{name}": {made},' for name, made in names.items()), "}",
              '"""The class of each algorithm, by its name."""']
    return "\n".join(lines) + "\n"


# --- the reference ---


def sections_of(docstring):
    """A docstring in NumPy's form as {"": text, "Parameters": text, ...}."""
    lines = inspect.cleandoc(docstring).splitlines()
    found, title = {"": []}, ""
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if line and set(following) == {"-"} and len(following) == len(line):
            title = line
            found[title] = []
        elif title and set(line) == {"-"} and lines[number - 1] == title:
            continue
        else:
            found[title].append(line)
    return {name: "\n".join(text).strip("\n") for name, text in found.items()}


def entries_of(text):
    """The entries of a section: (names, type, meaning)."""
    found = []
    for line in text.splitlines():
        if line and not line.startswith(" "):
            names, _, kind = line.partition(" : ")
            found.append([names, kind, []])
        elif found and line.strip():
            found[-1][2].append(line.strip())
    return [(names, kind, " ".join(meaning)) for names, kind, meaning in found]


def documented_names(docstring):
    """The parameters that a docstring explains, without stars."""
    rows = entries_of(sections_of(docstring).get("Parameters", ""))
    return {name.strip().lstrip("*") for names, _, _ in rows for name in names.split(",")}


def public_names():
    """(name, object) of everything that the package shows, without the classes of algorithms."""
    import podium
    import podium.sklearn

    yield from ((f"podium.{name}", getattr(podium, name)) for name in sorted([*podium.__all__, "list"]))
    yield "podium.sklearn.Ranker", podium.sklearn.Ranker


def members_of(cls):
    """(name, object) of the public methods and properties that belong to the package."""
    for name, member in inspect.getmembers(cls):
        if name.startswith("_") or name in ("count", "index"):
            continue
        held = inspect.getattr_static(cls, name)
        if isinstance(held, property):
            yield name, held
        elif callable(member) and (getattr(member, "__module__", "") or "").startswith("podium"):
            yield name, member


def signature_of(function):
    try:
        text = str(inspect.signature(function))
    except (TypeError, ValueError):
        return "(...)"
    text = re.sub(r" -> .*$", "", text)
    text = re.sub(r": '[^']*'", "", text).replace(" = ", "=")
    return re.sub(r"\(self(, )?", "(", text).replace("(cls, ", "(").replace("(cls)", "()")


def entries_text(title, text):
    rows = [f"*{title}*", ""]
    for names, kind, meaning in entries_of(text):
        what = f" ({kind})" if kind else ""
        rows.append(f"- `{names}`{what}" + (f": {meaning}" if meaning else ""))
    return [*rows, ""]


def docstring_text(docstring):
    lines = []
    for title, text in sections_of(docstring).items():
        if not text:
            continue
        if title in ("Parameters", "Attributes", "Returns"):
            lines += entries_text(title, text)
        elif title == "Examples":
            lines += ["```python", text, "```", ""]
        else:
            lines += [text, ""]
    return lines


def member_lines(cls):
    rows = []
    for name, member in members_of(cls):
        first = (inspect.getdoc(member) or "").partition("\n\n")[0].replace("\n", " ")
        call = "" if isinstance(member, property) else signature_of(member)
        rows.append(f"- `.{name}{call}`: {first}")
    return [*rows, ""] if rows else []


def class_line(cls):
    bases = [base.__name__ for base in cls.__mro__[1:] if base in (ValueError, ArithmeticError, OSError, KeyboardInterrupt)]
    return f" (a `{'`, a `'.join(bases)}`)" if bases else ""


def object_text(name, thing):
    lines = [f"### `{name}`", ""]
    if inspect.isclass(thing):
        constructed = "Parameters" in sections_of(thing.__doc__)
        lines += [f"*class*{class_line(thing)}" + (f" `{name}{signature_of(thing.__init__)}`" if constructed else ""), ""]
    else:
        lines += [f"`{name}{signature_of(thing)}`", ""]
    lines += docstring_text(thing.__doc__)
    return lines + (member_lines(thing) if inspect.isclass(thing) else [])


def algorithm_lines():
    """The classes of algorithms, and their options: a row for each option, with the classes that have it."""
    from podium import _core

    rows = _core.algorithms()
    names = {row["name"]: class_name(row["name"]) for row in rows}
    lines = ["## The estimators of algorithms", "",
             "Each algorithm has a class in `podium.sklearn` with its options as parameters, besides those of `Ranker`.", "",
             "| class | algorithm | what it does |", "|---|---|---|"]
    lines += [f"| `{names[row['name']]}` | `{row['name']}` | {row['summary']} |" for row in rows]
    options = {}
    for row in rows:
        for option in row["options"]:
            key = (parameter_name(option["name"]), option["range"], option["help"])
            options.setdefault(key, {}).setdefault(option["default"] or "empty", []).append(names[row["name"]])
    lines += ["", "| parameter | values | meaning | default |", "|---|---|---|---|"]
    for (name, values, meaning), defaults in sorted(options.items(), key=lambda item: item[0][0]):
        told = "; ".join(f"{default}: {', '.join(classes)}" if len(classes) < len(rows) else default
                         for default, classes in defaults.items())
        cells = (f"`{name}`", values, meaning, told)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return [*lines, ""]


def reference():
    lines = ["# Python reference", "",
             "Written by `tools/make_python_docs.py` from the docstrings; `help(podium.train)` shows the same. [python.md](python.md) is the",
             "introduction.", ""]
    names = sorted(public_names(), key=lambda item: (inspect.isclass(item[1]), item[0].lower()))
    functions = [(name, thing) for name, thing in names if not inspect.isclass(thing)]
    classes = [(name, thing) for name, thing in names if inspect.isclass(thing)]
    for title, things in (("Functions", functions), ("Classes", classes)):
        lines += [f"## {title}", ""]
        for name, thing in things:
            lines += object_text(name, thing)
    return "\n".join(lines + algorithm_lines()).rstrip("\n") + "\n"


# --- the notebooks ---


def executed(path):
    """The notebook with fresh outputs, without times and other things that differ from run to run."""
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": folder}},
                                record_timing=False).execute()
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                output.pop("execution_count", None)
                if output.output_type == "execute_result":
                    output.execution_count = None
                output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                         "language_info": {"name": "python"}}
    return notebook


def as_text(notebook):
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def texts_of(notebook):
    """The outputs of each cell as text; pictures differ between versions of matplotlib and are left out."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if output["output_type"] == "stream":
                found.append(joined(output["text"]))
            elif not any(kind.startswith("image/") for kind in data):
                found += [joined(data[kind]) for kind in ("text/plain", "text/html") if kind in data]
    return found


def joined(text):
    return "".join(text)


def page_of(path):
    """A notebook as Markdown, and its pictures by name."""
    notebook = json.loads(path.read_text())
    lines, pictures = [], {}
    for cell in notebook["cells"]:
        source = joined(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
            continue
        lines += ["```python", source, "```", ""]
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/svg+xml" in data:
                name = f"{path.stem}-{len(pictures) + 1}.svg"
                pictures[name] = joined(data["image/svg+xml"])
                lines += [f"![{source.splitlines()[-1].strip()}](figures/{name})", ""]
            else:
                text = joined(output.get("text", data.get("text/plain", ""))).rstrip("\n")
                lines += ["```text", text, "```", ""] if text else []
    note = f"*This page is the notebook [{path.name}]({path.name}), written by `tools/make_python_docs.py`.*"
    return "\n".join([*lines, note]) + "\n", pictures


def write_notebook(path):
    path.write_text(as_text(executed(path)))
    page, pictures = page_of(path)
    path.with_suffix(".md").write_text(page)
    for name, picture in pictures.items():
        (ROOT / "docs/figures" / name).write_text(picture)


def stale():
    """The documents that are not what they should be."""
    for path, made in ((ESTIMATORS, estimators), (API, reference)):
        if path.read_text() != made():
            yield path
    for path in NOTEBOOKS:
        if texts_of(json.loads(path.read_text())) != texts_of(json.loads(as_text(executed(path)))):
            yield path
        if path.with_suffix(".md").read_text() != page_of(path)[0]:
            yield path.with_suffix(".md")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--api-only", action="store_true", help="leave the notebooks alone")
    arguments = parser.parse_args()
    if arguments.check:
        found = list(stale())
        print("\n".join(f"{path.relative_to(ROOT)} is out of date; run ./dev python-docs" for path in found), end="")
        return bool(found)
    ESTIMATORS.write_text(estimators())
    API.write_text(reference())
    for path in () if arguments.api_only else NOTEBOOKS:
        write_notebook(path)
    return False


if __name__ == "__main__":
    sys.exit(main())
