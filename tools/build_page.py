#!/usr/bin/env python3
"""Builds the pages of web/ and writes them as C++ sources, or runs a command in the folder of their npm packages.

Packages and results are kept in a cache folder, not beside the sources. Build folders share it under a lock. npm runs only if
its inputs have changed."""
import argparse
import fcntl
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

LEFT_OUT = {"node_modules", "dist"}
CHUNK = 15_000  # characters; compilers must accept literals of 65,536

REPORT = """// Written by tools/build_page.py from web/.
#include "podium/core/report/page_template.hpp"

#include <string_view>

namespace podium {

std::string page_template() {
  constexpr std::string_view parts[] = {
@PARTS@  };
  std::string page;
  for (const std::string_view part : parts) page += part;
  return page;
}

}  // namespace podium
"""

SERVED = """// Written by tools/build_page.py from web/.
#include "@HEADER@"

#include <initializer_list>
#include <string>

namespace @NAMESPACE@ {
namespace {

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

}  // namespace

std::span<const Asset> @PAGE@_page() {
@TEXTS@  static const std::array<Asset, 3> assets = {{
@ASSETS@  }};
  return assets;
}

}  // namespace @NAMESPACE@
"""
COMPRESS = """
const fs = require("fs"), zlib = require("zlib"), file = process.argv[1], content = fs.readFileSync(file);
fs.writeFileSync(file + ".gz", zlib.gzipSync(content, { level: 9 }));
fs.writeFileSync(file + ".br", zlib.brotliCompressSync(content));
"""
# The pages that services send: the headers that declare them, and their namespaces.
SERVED_PAGES = {"label": ("podium/labelling/service/assets.hpp", "podium::labelling"), "serve": ("podium/serving/assets.hpp", "podium::serving")}
PAGE_FILES = ("index.html", *(f"{page}/{page}.{ending}" for page in SERVED_PAGES for ending in ("html", "js", "css")))
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


def files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*")
                  if path.is_file() and path.relative_to(folder).parts[0] not in LEFT_OUT)


def digest(folder, names):
    total = hashlib.sha256()
    for name in names:
        content = (folder / name).read_bytes()
        total.update(f"{name} {len(content)}\n".encode() + content)
    return total.hexdigest()


def write_if_changed(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def mirror(source, work):
    names = files(source)
    for name in names:
        write_if_changed(work / name, (source / name).read_bytes())
    for name in set(files(work)) - set(names):
        (work / name).unlink()


def npm(work, *arguments):
    done = subprocess.run(["npm", *arguments], cwd=work, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"npm {' '.join(arguments)} failed in {work}\n{done.stdout}{done.stderr}")


def install(work):
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    wanted = node + " " + digest(work, [".npmrc", "package.json", "package-lock.json"])
    stamp = work / "node_modules" / ".podium-stamp"
    if not stamp.exists() or stamp.read_text() != wanted:
        npm(work, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(wanted)


def pages(source, cache, work):
    """Returns the folder of the built pages; builds them unless the same sources were built before."""
    names = [name for name in files(source) if name.parts[0] != "test" and not name.name.endswith(".test.ts")]
    built = cache / "pages" / digest(source, names)
    if not built.exists():
        install(work)
        npm(work, "run", "build")
        whole = cache / "pages" / "new"
        shutil.rmtree(whole, ignore_errors=True)
        for name in PAGE_FILES:
            (whole / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(work / "dist" / name, whole / name)
        whole.rename(built)
    return built


def literals(text, indent):
    chunks = (text[at:at + CHUNK] for at in range(0, len(text), CHUNK))
    return "".join(f'{indent}R"podium_page({chunk})podium_page",\n' for chunk in chunks)


def report_cpp(built):
    return REPORT.replace("@PARTS@", literals((built / "index.html").read_text(), " " * 6))


def byte_literals(content, indent):
    """The bytes as literals with their lengths: three octal digits never swallow what follows."""
    chunks = (content[at:at + CHUNK] for at in range(0, len(content), CHUNK))
    return "".join(f'{indent}{{"{"".join(f"{chr(92)}{byte:03o}" for byte in chunk)}", {len(chunk)}}},\n' for chunk in chunks)


def compressed(path):
    """The file as browsers take it: brotli and gzip at their best, by Node.js, which the build needs anyway."""
    if not path.with_name(path.name + ".br").exists():
        subprocess.run(["node", "-e", COMPRESS, path], check=True)
    return [("br", path.with_name(path.name + ".br").read_bytes()), ("gzip", path.with_name(path.name + ".gz").read_bytes())]


def asset_cpp(path):
    """A file in each of its forms: the texts, and its row of the table."""
    name = path.suffix[1:]
    texts = f'  static const std::string {name} = joined({{\n{literals(path.read_text(), " " * 6)}  }});\n'
    tag = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    forms = ""
    for coding, content in compressed(path):
        texts += f'  static const std::string {name}_{coding} = joined({{\n{byte_literals(content, " " * 6)}  }});\n'
        forms += f'{{"{coding}", R"("{tag}-{coding}")", {name}_{coding}}}, '
    # Every address that is not a file returns the page itself.
    address = "/" if path.suffix == ".html" else "/" + path.name
    return texts, f'      {{"{address}", "{TYPES[path.suffix]}", {{{{{forms}{{"", R"("{tag}")", {name}}}}}}}}},\n'


def served_cpp(built, page):
    texts, assets = zip(*(asset_cpp(built / name) for name in PAGE_FILES if name.startswith(page + "/")))
    header, namespace = SERVED_PAGES[page]
    frame = SERVED.replace("@HEADER@", header).replace("@NAMESPACE@", namespace).replace("@PAGE@", page)
    return frame.replace("@TEXTS@", "".join(texts)).replace("@ASSETS@", "".join(assets))


def page_cpp(built, page):
    return report_cpp(built) if page == "report" else served_cpp(built, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="web/")
    parser.add_argument("--cache", type=pathlib.Path, required=True, help="folder for packages and built pages")
    parser.add_argument("--report", type=pathlib.Path, help="C++ source to write with the report page")
    parser.add_argument("--label", type=pathlib.Path, help="C++ source to write with the labelling page")
    parser.add_argument("--serve", type=pathlib.Path, help="C++ source to write with the page of the scoring service")
    parser.add_argument("command", nargs="*", help="a command to run in the folder of the packages")
    args = parser.parse_args()
    args.cache.mkdir(parents=True, exist_ok=True)
    work = args.cache / "work"
    with open(args.cache / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mirror(args.source, work)
        for page in ("report", *SERVED_PAGES):
            output = getattr(args, page)
            if output:
                write_if_changed(output, page_cpp(pages(args.source, args.cache, work), page).encode())
        if args.command:
            install(work)
    if args.command:
        os.chdir(work)
        os.execvp(args.command[0], args.command)


if __name__ == "__main__":
    main()
