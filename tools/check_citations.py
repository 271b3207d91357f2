#!/usr/bin/env python3
"""Fails if a source or document cites a key that is not in docs/references.bib, or if an entry of that
file is never cited."""
import pathlib
import re
import sys

KEY = r"[A-Z][A-Za-z]+[0-9]{2}[a-z]?"


def main():
    root = pathlib.Path(sys.argv[1])
    known = set(re.findall(r"^@\w+\{(\w+),", (root / "docs/references.bib").read_text(), re.M))
    cited = {}
    for folder in ("src", "docs", "tests", "bench"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in {".hpp", ".cpp", ".md"}:
                continue
            text = path.read_text()
            for group in re.findall(rf"\[({KEY}(?:,[^\]]*)?)\]", text):
                for key in re.findall(KEY, group):
                    cited.setdefault(key, path.relative_to(root))
            for key in re.findall(rf'\.reference = "({KEY})"', text):
                cited.setdefault(key, path.relative_to(root))
    bad = [f"{path}: cites {key}, which is not in docs/references.bib"
           for key, path in sorted(cited.items()) if key not in known]
    bad += [f"docs/references.bib: {key} is never cited" for key in sorted(known - set(cited))]
    print("\n".join(bad), end="\n" if bad else "")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
