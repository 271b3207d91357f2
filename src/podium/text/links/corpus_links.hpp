#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "podium/text/corpus/raw_document.hpp"
#include "podium/text/corpus/text_column.hpp"
#include "podium/text/corpus/text_index.hpp"
#include "podium/text/links/link_graph.hpp"
#include "podium/text/links/sitemap.hpp"

namespace podium::text {

/// The links between the documents of a corpus. Pages are numbered in the order of the corpus.
struct CorpusLinks {
  static constexpr PageIndex none = std::numeric_limits<PageIndex>::max();

  TextColumn id;
  std::vector<std::string> url;     ///< as given; empty strings where there are none
  std::vector<std::string> anchor;  ///< texts of the links to a page, concatenated
  LinkGraph graph;
  std::uint64_t outside = 0;               ///< links to pages outside of the corpus
  TextIndex page;                          ///< by id
  Sitemap sitemap;                         ///< empty when there are no URLs
  std::vector<std::uint32_t> child_pages;  ///< of each page; empty when there are no URLs

  bool has_urls() const;

  /// The number of each page's host; empty when there are no URLs.
  std::vector<std::uint32_t> hosts() const;
};

/// The lines of a file of links.
struct LinkLines {
  std::uint64_t all = 0;
  std::uint64_t unknown = 0;        ///< that name a document outside of the corpus
  std::uint64_t first_unknown = 0;  ///< counted from 1 in the file
};

/// Collects the links of documents: the target is a URL, which is compared in canonical form, or an
/// id. Among pages with the same URL the first is the target.
class LinkCollector {
 public:
  LinkCollector();
  ~LinkCollector();
  LinkCollector(const LinkCollector&) = delete;
  LinkCollector& operator=(const LinkCollector&) = delete;
  LinkCollector(LinkCollector&&) = delete;
  LinkCollector& operator=(LinkCollector&&) = delete;

  void add(std::span<const RawDocument> documents);

  /// Adds lines "from to [anchor text]" of document ids, after all documents. Throws DataError for
  /// a line with fewer words, and when no line has two documents of the corpus. Others count as
  /// outside.
  LinkLines add_file(const std::filesystem::path& path);

  CorpusLinks finish() &&;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace podium::text
