"""Measures time and memory of `podium collect build` on a generated web, from raw text to the finished collection."""
import shutil

from harness import run_limited

# Pages of about 2,180 bytes: 100 MB and 1 GB of JSON lines.
PAGES = {"100 MB": 46_000, "1 GB": 460_000}
# The first recipe counts words in one pass; the second needs another pass before that, for the links.
RECIPES = {"45 features, one pass": "ohsumed", "64 features with links, two passes": "gov"}


def add_collections(bench, rows, results):
    for size, pages in PAGES.items():
        web = bench.file(f"web-{pages}", lambda path, pages=pages: bench.podium(
            "synth", "corpus", "--pages", pages, "--out", path))
        megabytes = (web / "corpus.jsonl").stat().st_size / 1e6
        for name, recipe in RECIPES.items():
            for threads in (1, 2):
                out = bench.data / "collection"
                shutil.rmtree(out, ignore_errors=True)
                run = run_limited([bench.build / "podium", "collect", "build", "--corpus", web / "corpus.jsonl",
                                   "--topics", web / "topics.tsv", "--qrels", web / "qrels.txt", "--recipe", recipe,
                                   "--out", out, "--threads", threads, "--quiet"])
                del run["output"]
                shutil.rmtree(out, ignore_errors=True)
                results[f"collect build {size}, {recipe}, {threads} threads"] = run | {"megabytes": megabytes}
                rows.append((f"collect build, {megabytes:.0f} MB, {name}, {threads} threads",
                             f"{megabytes / run['seconds']:.1f} MB/s",
                             f"{run['seconds']:.1f} s; {megabytes / run['cpu_seconds']:.1f} MB/s a core; "
                             f"peak {run['peak_bytes'] / 1e6:.0f} MB"))
