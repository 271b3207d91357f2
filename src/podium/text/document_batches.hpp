#pragma once

#include <filesystem>
#include <functional>
#include <span>

#include "podium/text/corpus.hpp"

namespace podium {

/// Documents on disk and how to read them.
struct CorpusSource {
  std::filesystem::path path;
  CorpusOptions options;
  HtmlOptions html;
};

using BatchSink = std::function<void(std::span<RawDocument>)>;

/// Reads a corpus and passes its documents on in batches of some megabytes, in order, pages taken
/// apart (in parallel). Blanks in ids, also in those that links name, become "%20", since files of
/// features have no place for them.
CorpusReport for_each_batch(const CorpusSource& source, const BatchSink& sink);

}  // namespace podium
