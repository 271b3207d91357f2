#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "podium/corpus/corpus.hpp"

namespace podium {

/// Documents on disk and how to read them.
struct CorpusSource {
  std::filesystem::path path;
  CorpusOptions options;
  HtmlOptions html;
};

/// Writes the blanks of an id as "%20", as files of features need it.
void encode_blanks(std::string& id);

using BatchSink = std::function<void(std::span<RawDocument>)>;

/// Reads a corpus and passes its documents on in batches of some megabytes, in order, pages taken
/// apart (in parallel) and blanks in ids, also in those that links name, encoded.
CorpusReport for_each_batch(const CorpusSource& source, const BatchSink& sink);

}  // namespace podium
