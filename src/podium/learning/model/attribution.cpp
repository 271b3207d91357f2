#include "podium/learning/model/attribution.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/model/score_parts.hpp"
#include "podium/learning/model/tree_attribution.hpp"

namespace podium {

namespace {

/// The scores of variants of one document, given as rows, in the place of the document.
using ScoreVariants = std::function<std::vector<double>(const FeatureRows& variants)>;

std::vector<double> scores_of(const ModelKind& kind, const FeatureRows& rows) {
  std::vector<double> scores(rows.size());
  Workspace workspace;
  std::visit([&](const auto& one) { one.score(rows, scores, workspace); }, kind);
  return scores;
}

/// For kinds that score each document by itself.
ScoreVariants each_alone(const ModelKind& kind) {
  return [&kind](const FeatureRows& variants) { return scores_of(kind, variants); };
}

/// For kinds that need the other documents of the query.
ScoreVariants each_in_query(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                            const std::function<void()>& check) {
  return [&kind, &check, query, doc](const FeatureRows& variants) {
    std::vector<float> rows = query.dense();
    const auto place = std::span(rows).subspan(doc * query.columns(), query.columns());
    std::vector<double> scores;
    for (DocIndex variant = 0; variant < variants.size(); ++variant) {
      check();
      variants[variant].copy_to(place);
      scores.push_back(scores_of(kind, {rows, query.columns()})[doc]);
    }
    return scores;
  };
}

bool differ(float a, float b) {
  return a != b && !(std::isnan(a) && std::isnan(b));
}

/// The scores of the reference and of the documents on the way from it to `document`, features
/// changed in `order`. In blocks: together they take the square of the number of features.
std::vector<double> walk(const ScoreVariants& score, std::span<const float> reference,
                         std::span<const float> document, std::span<const std::size_t> order,
                         const std::function<void()>& check) {
  constexpr std::size_t block_values = std::size_t{1} << 20;
  std::vector<double> scores;
  std::vector<float> row(reference.begin(), reference.end());
  std::vector<float> rows = row;
  const auto finish_block = [&] {
    check();
    const std::vector<double> more = score({rows, document.size()});
    scores.insert(scores.end(), more.begin(), more.end());
    rows.clear();
  };
  for (const std::size_t feature : order) {
    row[feature] = document[feature];
    if (rows.size() >= block_values) finish_block();
    rows.insert(rows.end(), row.begin(), row.end());
  }
  finish_block();
  return scores;
}

Attribution by_orders(const ScoreVariants& score, std::span<const float> document,
                      std::span<const float> reference, std::size_t first_order,
                      const AttributionOptions& options) {
  std::vector<std::size_t> changed;
  for (std::size_t f = 0; f < document.size(); ++f) {
    if (differ(document[f], reference[f])) changed.push_back(f);
  }
  const std::size_t walks = 2 * options.orders;
  std::vector<std::vector<double>> scores(walks);
  std::vector<std::vector<std::size_t>> orders(walks, changed);
  parallel_for(walks, [&](std::size_t i) {
    RandomStream random(options.seed, to_text(first_order + i / 2), "attribution");
    random.shuffle(std::span(orders[i]));
    if (i % 2 == 1) std::ranges::reverse(orders[i]);
    scores[i] = walk(score, reference, document, orders[i], options.check);
  });
  Attribution result{.score = scores[0].back(),
                     .reference = scores[0].front(),
                     .feature = std::vector<double>(document.size())};
  for (std::size_t i = 0; i < walks; ++i) {
    for (std::size_t step = 0; step < changed.size(); ++step) {
      result.feature[orders[i][step]] +=
          (scores[i][step + 1] - scores[i][step]) / static_cast<double>(walks);
    }
  }
  return result;
}

Attribution by_parts(const ModelKind& kind, std::span<const float> document,
                     std::span<const float> reference) {
  const ScoreParts own = score_parts(kind, document);
  const ScoreParts other = score_parts(kind, reference);
  Attribution result{.score = scores_of(kind, {document, document.size()})[0],
                     .reference = scores_of(kind, {reference, reference.size()})[0],
                     .feature = own.feature};
  for (std::size_t f = 0; f < document.size(); ++f) result.feature[f] -= other.feature[f];
  return result;
}

void add(std::vector<double>& sum, const std::vector<double>& more) {
  for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += more[f];
}

/// Compared with one reference; the first of its random orders has a number.
Attribution compared(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                     std::span<const float> document, std::span<const float> reference,
                     std::size_t first_order, const AttributionOptions& options) {
  if (is_sum_of_parts(kind)) return by_parts(kind, document, reference);
  const bool needs_query = std::holds_alternative<ReRanking>(kind);
  return by_orders(needs_query ? each_in_query(kind, query, doc, options.check) : each_alone(kind),
                   document, reference, first_order, options);
}

}  // namespace

Attribution attribution(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                        std::span<const float> reference, const AttributionOptions& options) {
  const std::size_t columns = query.columns();
  expects(options.orders > 0, "at least one order of the features");
  expects(columns > 0 && !reference.empty() && reference.size() % columns == 0,
          "references with the features of the query");
  const std::size_t count = reference.size() / columns;
  const std::vector<float> document = query[doc].dense();
  if (const auto* trees = std::get_if<TreeEnsemble>(&kind)) {
    const std::vector<double> others = scores_of(kind, {reference, columns});
    Attribution result{.score = scores_of(kind, {document, columns})[0],
                       .reference = std::accumulate(others.begin(), others.end(), 0.0) /
                                    static_cast<double>(count),
                       .feature = tree_attribution(*trees, document, reference, options.check)};
    if (trees->start) {  // the values of a sum of games are the sums of their values
      add(result.feature, attribution(trees->start->kind, query, doc, reference, options).feature);
    }
    return result;
  }
  AttributionOptions own = options;
  own.orders = (options.orders + count - 1) / count;
  Attribution result = compared(kind, query, doc, document, reference.first(columns), 0, own);
  for (std::size_t i = 1; i < count; ++i) {
    const Attribution next = compared(kind, query, doc, document,
                                      reference.subspan(i * columns, columns), i * own.orders, own);
    result.reference += next.reference;
    add(result.feature, next.feature);
  }
  result.reference /= static_cast<double>(count);
  for (double& value : result.feature) value /= static_cast<double>(count);
  return result;
}

std::vector<float> reference_documents(const ModelKind& kind, const FeatureRows& query) {
  constexpr std::size_t most = 100;
  std::vector<DocIndex> order(query.size());
  std::iota(order.begin(), order.end(), DocIndex{0});
  if (order.size() > most) {
    const std::vector<double> scores = scores_of(kind, query);
    std::ranges::stable_sort(order, std::greater{}, [&](DocIndex doc) { return scores[doc]; });
  }
  const std::size_t count = std::min(most, order.size());
  std::vector<float> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::vector<float> row = query[order[(2 * i + 1) * order.size() / (2 * count)]].dense();
    rows.insert(rows.end(), row.begin(), row.end());
  }
  return rows;
}

}  // namespace podium
