#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium::cli {

/// For tests of collections: small corpora and the commands on them.
class CollectFixture : public FileFixture {
 protected:
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  /// Six documents and five queries in the formats of Cranfield; links are citations.
  void write_smart() const {
    folder_.file("docs.smart",
                 ".I 1\n.T\nwing flow\n.W\nthe flow over a wing in a wind tunnel\n.X\n2\t5\t1\n"
                 ".I 2\n.T\nheat\n.W\nheat transfer in slender bodies and heat conduction\n"
                 ".I 3\n.T\nwings\n.W\nflow and flutter of wings at high speed\n.X\n1\t5\t3\n"
                 ".I 4\n.T\nshells\n.W\nbuckling of thin shells under pressure\n"
                 ".I 5\n.T\nempty words\n.W\n"
                 "\n.I 6\n.T\ntunnel heat\n.W\nheat in a wind tunnel with flow\n.X\n1\t5\t6\n");
    folder_.file("topics.smart",
                 ".I 1\n.W\nflow over wings\n.I 2\n.W\nheat transfer\n.I 3\n.W\nwind tunnel "
                 "heat\n.I 4\n.W\nbuckling shells shells\n.I 5\n.W\nflow of heat\n");
    folder_.file("qrels.smart", "1 1 1\n1 3 2\n2 2 1\n3 6 1\n3 1 3\n4 4 1\n5 6 2\n5 5 4\n");
  }

  CliResult build_smart(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {
        "collect",          "build",   "--corpus",        at("docs.smart"), "--topics",
        at("topics.smart"), "--qrels", at("qrels.smart"), "--out",          at(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  CliResult write_web() const {
    return run_in_process({"synth", "corpus", "--pages", "300", "--words-per-page", "40",
                           "--queries", "6", "--topics", "2", "--vocabulary", "1000", "--out",
                           at("web")});
  }

  CliResult build_web(const std::string& out, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"collect",  "build",
                                          "--corpus", at("web/corpus.jsonl"),
                                          "--topics", at("web/topics.tsv"),
                                          "--qrels",  at("web/qrels.txt"),
                                          "--depth",  "40",
                                          "--out",    at(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  /// Every file of a folder by its name, but for the manifest.
  std::map<std::string, std::string> files_of(const std::string& folder) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / folder)) {
      if (!entry.is_regular_file() || entry.path().filename() == "manifest.json") continue;
      files.emplace(entry.path().lexically_relative(folder_ / folder).string(),
                    entry.file_size() == 0 ? "" : text_of(entry.path()));
    }
    return files;
  }

  Dataset read(const std::string& name) const {
    return read_dataset(folder_ / name, {.features = FeatureDetail::exact});
  }
};

}  // namespace podium::cli
