#pragma once

#include <filesystem>
#include <string>

#include "podium/text/corpus/corpus.hpp"

namespace podium::text {

/// A corpus on disk with the options for reading it.
struct CorpusSource {
  std::filesystem::path path;
  CorpusOptions options;
  HtmlOptions html;
};

inline FirstFile first_file(const CorpusSource& source) {
  return first_file(source.path, source.options.format);
}

/// Encodes the blanks of an id as "%20", as feature files require.
void encode_blanks(std::string& id);

/// Reads a corpus and passes its documents to `sink` in batches of a few megabytes, in order. Pages
/// are parsed (in parallel), and blanks in ids, also in those of links, are encoded.
CorpusReport for_each_batch(const CorpusSource& source, const BatchSink& sink);

}  // namespace podium::text
