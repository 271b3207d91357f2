#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "podium/corpus/raw_document.hpp"
#include "podium/corpus/text_column.hpp"
#include "podium/corpus/text_index.hpp"
#include "podium/links/link_graph.hpp"

namespace podium {

/// How the documents of a corpus are connected. Pages are numbered in the order of the corpus.
struct CorpusLinks {
  static constexpr PageIndex none = std::numeric_limits<PageIndex>::max();

  TextColumn id;
  std::vector<std::string> url;     ///< as given; empty strings where there are none
  std::vector<std::string> anchor;  ///< texts of the links to a page, one after the other
  LinkGraph graph;
  std::uint64_t outside = 0;  ///< links to pages that the corpus does not have
  TextIndex page;             ///< by id

  bool has_urls() const;

  /// A number for the host of each page; empty when there are no URLs.
  std::vector<std::uint32_t> hosts() const;
};

/// Collects the links of documents: a link names a URL, which is compared in canonical form, or an
/// id. Of pages with the same URL the first is meant.
class LinkCollector {
 public:
  LinkCollector();
  ~LinkCollector();
  LinkCollector(const LinkCollector&) = delete;
  LinkCollector& operator=(const LinkCollector&) = delete;
  LinkCollector(LinkCollector&&) = delete;
  LinkCollector& operator=(LinkCollector&&) = delete;

  void add(std::span<const RawDocument> documents);

  /// Adds lines "from to" of document ids, and an anchor text behind them if there is one. Throws
  /// DataError for a line with fewer words. Lines with unknown ids count as outside.
  void add_file(const std::filesystem::path& path);

  CorpusLinks finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium
