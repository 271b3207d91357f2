#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/text/links/link_graph.hpp"

namespace podium::text {

/// A number for each page and topic; a distribution of topics when each row sums to 1.
struct TopicTable {
  std::size_t topics = 0;
  std::vector<double> value;  ///< of topic i on page v: [v * topics + i]

  std::size_t page_count() const noexcept { return topics == 0 ? 0 : value.size() / topics; }
  std::span<const double> row(PageIndex page) const noexcept {
    return std::span(value).subspan(page * topics, topics);
  }
};

struct TopicalRankOptions {
  double damping = 0.85;     ///< probability of following a link
  double alpha = 0.5;        ///< probability of keeping the topic when following a link
  double tolerance = 1e-12;  ///< stop when the sum of all changes is below this
  std::size_t max_iterations = 1000;
};

/// Topical PageRank: PageRank of a surfer with a current topic [Nie06].
///
///   A(v,i) = d * sum over u -> v of [alpha A(u,i) + (1 - alpha) C(u,i) A(u)] / O(u)
///            + (1 - d + d * D) / N * C(v,i),        A(u) = sum over i of A(u,i)
///
/// C is `topics`, each row a distribution; O(u) counts the links of u, D is the score of pages
/// without links. The sum over topics is PageRank. Throws UsageError when a row of `topics` is not
/// a distribution (to 1e-6).
TopicTable topical_rank(const LinkGraph& graph, const TopicTable& topics,
                        const TopicalRankOptions& options = {});

struct TopicalHits {
  TopicTable authority;
  TopicTable hub;
};

/// Topical HITS: hub mass flows forward and authority mass backward, undivided; the sums over
/// topics are scaled to length 1 in every iteration and equal those of HITS. `damping` is not used.
TopicalHits topical_hits(const LinkGraph& graph, const TopicTable& topics,
                         const TopicalRankOptions& options = {});

/// Sum over topics of query(i) * scores(page, i), for each page.
std::vector<double> topic_scores(const TopicTable& scores, std::span<const double> query);

}  // namespace podium::text
