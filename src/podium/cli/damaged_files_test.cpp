// Every kind of file that a command reads, damaged: the command refuses it naming the file, in the
// words of this program, or reads it.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/text/collect_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/mutation_fixture.hpp"

namespace podium::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The same cases every time.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20121 max_success=40", 0);

class DamagedFiles : public CollectFixture {
 protected:
  DamagedFiles() {
    folder_.file("q.txt", "1 0 a 1\n1 0 b 0\n2 0 c 2\n");
    done({"synth", "letor", "--queries", "6", "--documents", "5", "--features", "4", "--out",
          at("d.txt")});
  }

  /// The output of a command that must succeed.
  static std::string done(const std::vector<std::string>& arguments) {
    const CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, 0) << arguments.front() << ": " << result.err;
    return result.out;
  }

  void save(const std::string& name, std::string_view bytes) const {
    write_bytes(folder_ / name, bytes);
  }

  /// As it is: OutputFile would pack what is called .gz.
  static void write_bytes(const fs::path& path, std::string_view bytes) {
    const fs::path plain = path.string() + ".plain";
    write_file(plain, bytes);
    fs::rename(plain, path);
  }

  static std::string bytes_of(const fs::path& path) {
    return std::string(MappedFile(path).bytes());
  }

  /// Damages the file in many ways, and has the command read each.
  void expect_refused_or_read(const std::string& name,
                              const std::vector<std::string>& arguments) const {
    const std::string whole = bytes_of(folder_ / name);
    EXPECT_EQ(run_in_process(arguments).code, 0) << name << ": " << run_in_process(arguments).err;
    EXPECT_TRUE(rc::check(name, [&] {
      const std::string damaged = mutated(whole);
      save(name, damaged);
      const CliResult result = run_in_process(arguments);
      RC_LOG() << damaged.substr(0, 2000) << "\n" << result.err;
      RC_ASSERT(result.code == 0 || result.code == 2 || result.code == 3 || result.code == 4 ||
                (result.code == 5 && name.ends_with(".db")));
      for (const char* foreign : {"internal error", "uncaught exception", "std::", "basic_string",
                                  "vector", "parse error", "syntax error", "rror while", "nlohmann",
                                  "filesystem error", "SQL", "bad_alloc"}) {
        RC_ASSERT(result.err.find(foreign) == std::string::npos);
      }
      // Another file than the damaged one may be what does not fit it.
      RC_ASSERT(result.code != 3 || result.err.find((folder_ / "").string()) != std::string::npos);
    })) << name;
    save(name, whole);
  }
};

TEST_F(DamagedFiles, OfData) {
  for (const char* name : {"d.csv", "d.tsv", "d.podium", "d.txt.gz", "d.txt.zst"}) {
    done({"data", "convert", at("d.txt"), at(name)});
    expect_refused_or_read(name, {"data", "info", at(name)});
  }
  expect_refused_or_read("d.txt", {"data", "check", at("d.txt")});
}

TEST_F(DamagedFiles, BesideData) {
  const Dataset data = read("d.txt");
  std::string weights;
  for (std::size_t q = 0; q < data.query_count(); ++q) weights += std::string(data[q].id) + " 1\n";
  folder_.file("qw", weights);
  folder_.file("rw", [] {
    std::string lines;
    for (int i = 0; i < 30; ++i) lines += std::to_string(i % 3) + "\n";
    return lines;
  }());
  expect_refused_or_read("qw", {"data", "info", at("d.txt"), "--query-weights", at("qw")});
  expect_refused_or_read("rw", {"data", "info", at("d.txt"), "--row-weights", at("rw")});
  expect_refused_or_read("rw", {"evaluate", "--data", at("d.txt"), "--scores", at("rw")});
}

TEST_F(DamagedFiles, OfRankings) {
  folder_.file("r.txt", "1 Q0 a 1 2.5 x\n1 Q0 b 2 1.5 x\n2 Q0 c 1 0.5 x\n");
  folder_.file("t.jsonl", "{\"qid\":\"1\",\"k\":2,\"top\":[\"a\",\"b\"],\"rest\":[\"c\"]}\n");
  folder_.file("p.pref", "1 a b a\n1 b c tie\n2 a c c\n");
  folder_.file("e.soc",
               "# FILE NAME: e.soc\n# NUMBER ALTERNATIVES: 3\n# NUMBER VOTERS: 3\n"
               "# NUMBER UNIQUE ORDERS: 2\n# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: b\n"
               "# ALTERNATIVE NAME 3: c\n2: 1,2,3\n1: 3,2,1\n");
  expect_refused_or_read("r.txt", {"evaluate", "--qrels", at("q.txt"), "--run", at("r.txt")});
  expect_refused_or_read("q.txt", {"evaluate", "--qrels", at("q.txt"), "--run", at("r.txt")});
  expect_refused_or_read("t.jsonl", {"data", "convert", at("t.jsonl"), at("out.qrels")});
  folder_.file("solr.json", R"({"qid":"1","response":{"docs":[{"id":"a","[features]":"x=1.5"}]}})");
  expect_refused_or_read("solr.json", {"data", "convert", at("solr.json"), at("out.csv"), "--from",
                                       "solr-log", "--qrels", at("q.txt")});
  expect_refused_or_read("p.pref", {"data", "convert", at("p.pref"), at("out.qrels")});
  expect_refused_or_read("e.soc", {"aggregate", "--lists", at("e.soc")});
}

TEST_F(DamagedFiles, OfEvaluations) {
  folder_.file("scores", [] {
    std::string lines;
    for (int i = 0; i < 30; ++i) lines += std::to_string(i % 7) + "\n";
    return lines;
  }());
  done({"evaluate", "--data", at("d.txt"), "--scores", at("scores"), "--per-query", at("pq.csv"),
        "--measures", "ndcg@10"});
  fs::copy(folder_ / "pq.csv", folder_ / "other.csv");
  expect_refused_or_read("pq.csv", {"compare", "--per-query", at("pq.csv"), at("other.csv")});
  folder_.file("w.csv", "dataset,algorithm,measure,value\nx,a,map,0.5\nx,b,map,0.25\n");
  expect_refused_or_read("w.csv", {"compare", "--winning", at("w.csv")});
}

TEST_F(DamagedFiles, OfModelsAndNormalisers) {
  done({"train", "regression", "--train", at("d.txt"), "--normalise", "zscore", "--model",
        at("m.json")});
  done({"train", "rankboost", "--train", at("d.txt"), "--set", "rounds=3", "--model",
        at("boost.json")});
  for (const char* name : {"m.json", "boost.json"}) {
    expect_refused_or_read(name, {"model", "show", at(name)});
    expect_refused_or_read(
        name, {"score", "--model", at(name), "--data", at("d.txt"), "--out", at("scores")});
  }
  done({"score", "--model", at("m.json"), "--data", at("d.txt"), "--run", at("b.run")});
  for (const char* baseline : {"m.json", "b.run"}) {
    const std::vector<std::string> train = {"train",     "listnet", "--train",
                                            at("d.txt"), "--model", at("top.json"),
                                            "--set",     "l2=1",    "--baseline"};
    std::vector<std::string> whole = train;
    whole.push_back(at(baseline));
    done(whole);
    std::vector<std::string> score = {"score",     "--model", at("top.json"), "--data",
                                      at("d.txt"), "--out",   at("scores")};
    if (baseline == std::string_view("b.run")) {
      score.insert(score.end(), {"--baseline", at("b.run")});
      expect_refused_or_read("b.run", score);
    }
    expect_refused_or_read("top.json", score);
  }
  done({"data", "normalise", at("d.txt"), "--kind", "zscore", "--save", at("n.json"), "--out",
        at("out.txt")});
  expect_refused_or_read(
      "n.json", {"data", "normalise", at("d.txt"), "--load", at("n.json"), "--out", at("out.txt")});
}

TEST_F(DamagedFiles, OfInterruptedWork) {
  const std::vector<std::string> train = {"train",
                                          "listnet",
                                          "--train",
                                          at("d.txt"),
                                          "--model",
                                          at("m.json"),
                                          "--checkpoint-seconds",
                                          "0",
                                          "--set",
                                          "optimiser=adam",
                                          "--set",
                                          "iterations=1000000",
                                          "--tune",
                                          "none"};
  std::thread user([&] {
    while (!fs::exists(folder_ / "m.json.checkpoint")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::kill(::getpid(), SIGINT);
  });
  const CliResult interrupted = run_in_process(train);
  user.join();
  ASSERT_EQ(interrupted.code, 130) << interrupted.err;
  std::vector<std::string> resumed = train;
  resumed.emplace_back("--resume");
  const std::string whole = bytes_of(folder_ / "m.json.checkpoint");
  for (const std::string& damaged : {whole.substr(0, whole.size() / 2), std::string("[]"),
                                     std::string("{\"podium_checkpoint\":1}")}) {
    save("m.json.checkpoint", damaged);
    const CliResult result = run_in_process(resumed);
    EXPECT_EQ(result.code, 3) << result.err;
    EXPECT_THAT(result.err, HasSubstr("m.json.checkpoint"));
  }
  const std::vector<std::string> crossval = {"crossval",     "regression", "--data",  at("d.txt"),
                                             "--fold-count", "3",          "--state", at("cv")};
  done(crossval);
  expect_refused_or_read("cv", crossval);
}

TEST_F(DamagedFiles, OfExperiments) {
  folder_.file("s.toml",
               "name = \"x\"\nmeasures = [\"map\"]\n[[data]]\nname = \"d\"\nfile = \"d.txt\"\n"
               "fold-count = 3\n[[row]]\nalgorithm = \"regression\"\n");
  done({"experiment", "run", at("s.toml")});
  expect_refused_or_read("s.jsonl", {"report", at("s.jsonl")});
  expect_refused_or_read("s.jsonl", {"experiment", "run", at("s.toml"), "--dry-run"});
  expect_refused_or_read("s.toml", {"experiment", "run", at("s.toml"), "--dry-run"});
}

TEST_F(DamagedFiles, OfCollections) {
  write_smart();
  ASSERT_EQ(build_smart("out", {"--link-features", "--feedback"}).code, 0);
  const std::vector<std::string> features = {"features", "--collection", at("out"),       "--query",
                                             "flow",     "--document",   at("docs.smart")};
  for (const char* name : {"out/meta/features.json", "out/meta/terms.tsv",
                           "out/meta/collectioninfo.xml", "out/manifest.json"}) {
    expect_refused_or_read(name, features);
  }
  const std::vector<std::string> from_meta = {"collect", "features", "--from-meta",
                                              at("out"), "--out",    at("again")};
  for (const char* name : {"out/meta/collectioninfo.xml", "out/meta/query-1.xml",
                           "out/meta/queries.tsv", "out/meta/columns.tsv"}) {
    expect_refused_or_read(name, from_meta);
  }
}

TEST_F(DamagedFiles, OfTexts) {
  write_smart();
  for (const char* name : {"docs.smart", "topics.smart", "qrels.smart"}) {
    expect_refused_or_read(
        name, {"collect", "build", "--corpus", at("docs.smart"), "--topics", at("topics.smart"),
               "--qrels", at("qrels.smart"), "--out", at("built"), "--folds", "3"});
  }
}

TEST_F(DamagedFiles, OfLabels) {
  folder_.file("queries.tsv", "1\tflow\n2\theat\n");
  folder_.file("docs.jsonl", "{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}\n");
  done({"label", "import", "--project", at("p"), "--name", "x", "--queries", at("queries.tsv"),
        "--documents", at("docs.jsonl")});
  for (const char* rest : {"p/podium.db-wal", "p/podium.db-shm"}) fs::remove(folder_ / rest);
  expect_refused_or_read("p/podium.db",
                         {"label", "agreement", "--project", at("p"), "--draws", "100"});
}

TEST_F(DamagedFiles, AreNamedWhenTheyBecomeShorterWhileTheyAreRead) {
  const std::string path = at("large.txt");
  write_bytes(path, std::string(1 << 20, '1'));
  const auto read_while_cut = [&] {
    end_cleanly_on_signals();
    const MappedFile file(path);
    OutputFile unfinished(at("out.txt"));
    fs::resize_file(path, 1);
    unfinished.write(std::string(file.bytes()));
    unfinished.commit();
    std::exit(0);
  };
  EXPECT_EXIT(read_while_cut(), testing::ExitedWithCode(3),
              "large.txt: became shorter while it was read");
  for (const auto& entry : fs::directory_iterator(fs::path(at("")))) {
    EXPECT_FALSE(entry.path().filename().string().starts_with("out.txt")) << "left behind";
  }
}

TEST_F(DamagedFiles, SayTheFileAndThePlace) {
  write_smart();
  ASSERT_EQ(build_smart("out").code, 0);
  save("out/manifest.json", "{\"podium_collection\": 1,\n \"stages\": {\"meta\": 7}}");
  const CliResult manifest = build_smart("out");
  EXPECT_EQ(manifest.code, 3);
  EXPECT_THAT(manifest.err, HasSubstr("manifest.json: stages.meta: found 7, expected an object"));
  save("n.json", "{\"podium_normaliser\": 1,");
  const CliResult normaliser = run_in_process(
      {"data", "normalise", at("d.txt"), "--load", at("n.json"), "--out", at("out.txt")});
  EXPECT_EQ(normaliser.code, 3);
  EXPECT_THAT(normaliser.err, HasSubstr("n.json:1:25: found the end of the text"));
  save("s.toml", "name = \"x\"\n[[data\n");
  const CliResult spec = run_in_process({"experiment", "run", at("s.toml")});
  EXPECT_EQ(spec.code, 3);
  EXPECT_THAT(spec.err, HasSubstr("s.toml:2:"));
  EXPECT_THAT(spec.err, HasSubstr("found malformed TOML: '[[data'"));
}

}  // namespace
}  // namespace podium::cli
