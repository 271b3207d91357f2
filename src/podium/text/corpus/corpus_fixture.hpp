#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "podium/core/format/file_fixture.hpp"
#include "podium/text/corpus/corpus.hpp"

namespace podium::text {

using Documents = std::vector<RawDocument>;

/// For tests of the readers of corpora.
class CorpusFixture : public FileFixture {
 protected:
  /// A file of this text; unlike TemporaryFolder::file it does not wait for the disk.
  std::filesystem::path quick_file(const std::string& text) const {
    const auto path = folder_ / "f";
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  Documents documents(const std::filesystem::path& path, const CorpusOptions& options = {}) {
    Documents all;
    report_ = read_corpus(path, options, [&](RawDocument&& d) { all.push_back(std::move(d)); });
    return all;
  }

  Documents documents_of(const std::string& text, const CorpusOptions& options = {}) {
    return documents(quick_file(text), options);
  }

  CorpusReport report_;
};

}  // namespace podium::text
