#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "podium/core/format/trec/qrels.hpp"
#include "podium/text/web/web_corpus.hpp"

namespace podium::text {

/// Judges the pages of a generated web for its queries, page by page. The utility of a page for a
/// query is
///
///   sum over query words of log(1 + tf in the body) + 1.5 * (query words in the heading)
///     + 0.5 * log(1 + query words in anchors to the page) + 0.3 * log(pages * PageRank)
///     + noise * N(0, 1)
///
/// Of the pages that have a word of the query in body, heading or anchors, the best are judged, 100
/// unless the options say otherwise: a tenth as 2, three tenths as 1, the rest as 0. So every part
/// of the sum is informative. If the web has a task, its answers are judged as 1, and the best of
/// the other pages as 0. Memory grows with the matches of all queries.
class WebJudge {
 public:
  explicit WebJudge(const WebCorpus& web);

  /// Adds a page; each page once, in any order.
  void add(PageIndex page, const WebPage& content);

  /// The judgements, after all pages were added.
  Qrels judgements() const;

 private:
  struct Match {
    double body_and_title = 0.0;
    std::uint32_t anchor_words = 0;
  };

  double usefulness(std::size_t query, PageIndex page, const Match& match) const;
  std::vector<std::pair<PageIndex, double>> judged(std::size_t query) const;

  const WebCorpus& web_;
  std::vector<double> page_rank_;
  std::vector<std::vector<std::size_t>> queries_with_;       ///< by word
  std::vector<std::unordered_map<PageIndex, Match>> match_;  ///< by query
};

}  // namespace podium::text
