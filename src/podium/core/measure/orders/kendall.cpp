#include "podium/core/measure/orders/kendall.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/core/data/unjudged.hpp"
#include "podium/core/kernels/fenwick.hpp"
#include "podium/core/measure/orders/strict_order.hpp"

namespace podium {

namespace {

/// n (n - 1) / 2, exact up to 2^53 and good enough beyond.
double pairs_of(std::uint64_t count) {
  return static_cast<double>(count) * (static_cast<double>(count) - 1.0) / 2.0;
}

/// Pairs of these documents that share a group.
double tied_pairs(std::span<const DocIndex> documents, std::span<const std::uint32_t> group_of) {
  std::vector<std::uint64_t> count;
  for (const DocIndex doc : documents) {
    const std::uint32_t g = group_of[doc];
    if (g >= count.size()) count.resize(g + std::size_t{1}, 0);
    ++count[g];
  }
  double pairs = 0.0;
  for (const std::uint64_t c : count) pairs += pairs_of(c);
  return pairs;
}

/// The judged documents, best score group first.
std::vector<DocIndex> judged_by_group(const TruthView& truth, const ScoreGroups& groups) {
  std::vector<std::size_t> next(groups.count + 1, 0);
  for (const std::uint32_t g : groups.of_document) ++next[g + std::size_t{1}];
  for (std::size_t g = 1; g < next.size(); ++g) next[g] += next[g - 1];
  std::vector<DocIndex> documents(groups.of_document.size());
  for (DocIndex doc = 0; doc < documents.size(); ++doc) {
    documents[next[groups.of_document[doc]]++] = doc;
  }
  std::erase_if(documents, [&](DocIndex doc) { return !is_judged(truth.label[doc]); });
  return documents;
}

/// Concordant minus discordant pairs: each document meets those of a better score group.
double agreement(const TruthView& truth, const ScoreGroups& groups,
                 std::span<const DocIndex> documents, Explanation* explanation) {
  std::vector<std::uint64_t> counts(truth.size());
  Fenwick above{std::span(counts)};  // levels of the documents of better groups
  std::uint64_t above_count = 0;
  double sum = 0.0;
  for (std::size_t begin = 0; begin < documents.size();) {
    const std::uint32_t group = groups.of_document[documents[begin]];
    std::size_t end = begin;
    for (; end < documents.size() && groups.of_document[documents[end]] == group; ++end) {
      const DocIndex doc = documents[end];
      const std::uint64_t worse = above.prefix(truth.level[doc]);
      const std::uint64_t better = above_count - above.prefix(truth.level[doc] + std::size_t{1});
      sum += static_cast<double>(better) - static_cast<double>(worse);
      if (explanation != nullptr) {
        explanation->terms.rows.push_back({group + std::size_t{1}, doc + std::size_t{1},
                                           Cell(truth.label[doc], 2), better, worse, Cell(sum, 0)});
      }
    }
    for (; begin < end; ++begin, ++above_count) above.add(truth.level[documents[begin]], 1);
  }
  return sum;
}

}  // namespace

MeasureFunction make_kendall(const OptionText& /*options*/, std::size_t /*cutoff*/,
                             const Profile& /*profile*/) {
  return [](const JudgedRanking& judged, Explanation* explanation) -> std::optional<double> {
    if (explanation != nullptr) {
      explanation->formula = "(C - D) / sqrt((pairs - tied in truth) (pairs - tied in score))";
      explanation->terms.columns = {"score group",      "document",         "label",
                                    "above and better", "above, but worse", "sum"};
    }
    const TruthView& truth = judged.truth();
    const ScoreGroups groups(judged);
    const std::vector<DocIndex> documents = judged_by_group(truth, groups);
    const double sum = agreement(truth, groups, documents, explanation);
    const double pairs = pairs_of(documents.size());
    const double in_truth = pairs - tied_pairs(documents, truth.level);
    const double in_score = pairs - tied_pairs(documents, groups.of_document);
    if (explanation != nullptr) {
      explanation->totals = {{"C - D", sum},
                             {"pairs not tied in truth", in_truth},
                             {"pairs not tied in score", in_score}};
    }
    if (in_truth == 0.0) return std::nullopt;
    if (in_score == 0.0) return 0.0;
    return std::clamp(sum / (std::sqrt(in_truth) * std::sqrt(in_score)), -1.0, 1.0);
  };
}

}  // namespace podium
