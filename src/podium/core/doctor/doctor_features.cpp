#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/doctor/doctor_checks.hpp"

namespace podium::detail {

namespace {

std::string named(const Facts& facts, std::size_t feature) {
  return "feature " + facts.data.feature_name(feature);
}

bool is_constant(const FeatureSummary& summary) {
  return summary.present > summary.infinite && summary.minimum == summary.maximum;
}

/// For each feature, whether test(query, feature) holds in every query.
template <class Test>
std::vector<bool> holds_in_every_query(const Dataset& data, Test&& test) {
  using Failures = ManySums<std::size_t>;
  const auto add = [&](std::size_t query, Failures& sum, Workspace& /*workspace*/) {
    const QueryView view = data[query];
    for (std::size_t f = 0; f < sum.values.size(); ++f) {
      if (sum.values[f] == 0 && !test(view, f)) sum.values[f] = 1;
    }
  };
  const Failures failures =
      QueryBlocks(data).sum(Failures{std::vector<std::size_t>(data.feature_count())}, add);
  std::vector<bool> holds;
  for (const std::size_t count : failures.values) holds.push_back(count == 0);
  return holds;
}

/// Whether a column of this name probably identifies rows: "id", "doc_id", "productId", "sku".
bool is_id_name(std::string_view name) {
  constexpr std::array<std::string_view, 13> words = {"id",    "sku", "asin", "isbn", "ean",
                                                      "gtin",  "upc", "uuid", "guid", "docid",
                                                      "docno", "pid", "url"};
  const std::string lower = lower_case(name);
  const std::size_t blank = lower.find_last_of("_-. ");
  const std::string_view last = blank == std::string::npos
                                    ? std::string_view(lower)
                                    : std::string_view(lower).substr(blank + 1);
  if (std::ranges::find(words, last) != words.end()) return true;
  return name.size() > 2 && (name.ends_with("Id") || name.ends_with("ID")) &&
         is_letter(name[name.size() - 3]) && !is_upper(name[name.size() - 3]);
}

/// Whether the values are whole numbers, and no two documents of the query have the same one.
bool are_ids(const QueryView& query, std::size_t feature) {
  constexpr float exact = 16777216.0F;  // above it, floats do not tell whole numbers apart
  std::vector<float> values;
  for (DocIndex doc = 0; doc < query.size(); ++doc) {
    const float value = query.features[doc][feature];
    if (!(std::floor(value) == value)) return false;
    if (std::abs(value) < exact) values.push_back(value);
  }
  std::ranges::sort(values);
  return std::ranges::adjacent_find(values) == values.end();
}

/// Whether the feature orders the query's levels: `sign` times each value of a level lies above
/// every value of the level below.
bool separates(const QueryView& query, std::size_t feature, float sign) {
  std::vector<std::pair<Level, float>> documents;
  for (DocIndex doc = 0; doc < query.size(); ++doc) {
    if (!is_judged(query.truth.label[doc])) continue;
    const float value = sign * query.features[doc][feature];
    if (std::isnan(value)) return false;
    documents.emplace_back(query.truth.level[doc], value);
  }
  std::ranges::sort(documents);
  const std::size_t n = documents.size();
  float below = 0.0F;  // the largest value of the levels seen so far
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin;
    while (end < n && documents[end].first == documents[begin].first) ++end;
    if (begin > 0 && documents[begin].second <= below) return false;
    below = documents[end - 1].second;
    begin = end;
  }
  return true;
}

/// Queries in which some document is better than another.
std::size_t queries_with_pairs(const Dataset& data) {
  std::size_t count = 0;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (has_pairs(data[query].truth)) ++count;
  }
  return count;
}

/// The sums for Pearson's correlation of a feature x and the label y.
struct Moments {
  double n = 0.0;
  double x = 0.0;
  double y = 0.0;
  double xx = 0.0;
  double yy = 0.0;
  double xy = 0.0;

  Moments& operator+=(const Moments& other) {
    n += other.n;
    x += other.x;
    y += other.y;
    xx += other.xx;
    yy += other.yy;
    xy += other.xy;
    return *this;
  }

  /// 0 for so few rows that they lie on a line by chance.
  double correlation() const {
    if (n < 10.0) return 0.0;
    const double variances = (n * xx - x * x) * (n * yy - y * y);
    return variances > 0.0 ? (n * xy - x * y) / std::sqrt(variances) : 0.0;
  }
};

/// Pearson's correlation of each feature with the label, over the rows that have the feature.
std::vector<double> label_correlations(const Facts& facts) {
  const std::size_t columns = facts.data.feature_count();
  using Sums = ManySums<Moments>;
  const auto add = [&](std::size_t query, Sums& sum, Workspace& /*workspace*/) {
    const QueryView view = facts.data[query];
    DenseRow<float> dense;
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const double y = view.truth.label[doc];
      if (!is_judged(y)) continue;
      const std::span<const float> row = dense(view.features[doc]);
      for (std::size_t f = 0; f < columns; ++f) {
        // Centred, so that the difference of large sums keeps its digits.
        const double x = row[f] - facts.features[f].mean;
        if (std::isfinite(x)) sum.values[f] += {1.0, x, y, x * x, y * y, x * y};
      }
    }
  };
  const Sums sums = QueryBlocks(facts.data).sum(Sums{std::vector<Moments>(columns)}, add);
  std::vector<double> correlations;
  for (const Moments& sum : sums.values) correlations.push_back(sum.correlation());
  return correlations;
}

/// A checksum of each column, the sum of those of its values.
std::vector<std::uint64_t> column_checksums(const Dataset& data) {
  const std::size_t columns = data.feature_count();
  using Sums = ManySums<std::uint64_t>;
  const auto add = [&](std::size_t query, Sums& sum, Workspace& /*workspace*/) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      view.features[doc].for_each_stored([&](std::size_t f, float value) {
        sum.values[f] += value_checksum(view.first_row + doc, value);
      });
    }
  };
  return QueryBlocks(data).sum(Sums{std::vector<std::uint64_t>(columns)}, add).values;
}

bool same_columns(const Dataset& data, std::size_t a, std::size_t b) {
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      const auto row = view.features[doc];
      if (!same_value(row[a], row[b])) return false;
    }
  }
  return true;
}

}  // namespace

Problem empty_features(const Facts& facts) {
  Problem problem;
  for (std::size_t f = 0; f < facts.features.size() && facts.data.row_count() > 0; ++f) {
    if (facts.features[f].present == 0) problem.add(named(facts, f));
  }
  return with_message(std::move(problem), {"feature has", "features have"},
                      "no value in any row: exclude from training");
}

Problem constant_features(const Facts& facts) {
  Problem problem;
  for (std::size_t f = 0; f < facts.features.size(); ++f) {
    if (!is_constant(facts.features[f])) continue;
    problem.add(fmt::format("{} is always {}", named(facts, f), facts.features[f].minimum));
  }
  return with_message(std::move(problem), {"feature has", "features have"},
                      "the same value in every row");
}

Problem query_constant_features(const Facts& facts) {
  const auto constant = holds_in_every_query(facts.data, [](const QueryView& query, std::size_t f) {
    for (DocIndex doc = 1; doc < query.size(); ++doc) {
      if (!same_value(query.features[doc][f], query.features[0][f])) return false;
    }
    return true;
  });
  Problem problem;
  for (std::size_t f = 0; f < constant.size(); ++f) {
    if (constant[f] && facts.features[f].minimum < facts.features[f].maximum) {
      problem.add(named(facts, f));
    }
  }
  return with_message(std::move(problem), {"feature is", "features are"},
                      "constant within every query: a linear model cannot use such a feature, and "
                      "query-level normalisation turns it into 0");
}

Problem identical_features(const Facts& facts) {
  const std::vector<std::uint64_t> sums = column_checksums(facts.data);
  std::unordered_map<std::uint64_t, std::size_t> first;
  Problem problem;
  for (std::size_t f = 0; f < sums.size(); ++f) {
    if (facts.features[f].minimum >= facts.features[f].maximum) continue;
    const auto [place, is_new] = first.try_emplace(sums[f], f);
    if (!is_new && same_columns(facts.data, place->second, f)) {
      problem.add(named(facts, f) + " equals " + named(facts, place->second));
    }
  }
  return with_message(std::move(problem), {"feature equals", "features equal"},
                      "an earlier feature in every row");
}

Problem missing_values(const Facts& facts) {
  const std::size_t rows = facts.data.row_count();
  std::vector<std::pair<std::size_t, std::size_t>> missing;
  std::size_t cells = 0;
  for (std::size_t f = 0; f < facts.features.size(); ++f) {
    const std::size_t absent = rows - facts.features[f].present;
    if (absent > 0) missing.emplace_back(absent, f);
    cells += absent;
  }
  std::ranges::stable_sort(missing, std::greater{}, &std::pair<std::size_t, std::size_t>::first);
  Problem problem;
  for (const auto& [absent, f] : missing) {
    problem.add(fmt::format("{}: {:.1f} %", named(facts, f),
                            100.0 * static_cast<double>(absent) / static_cast<double>(rows)));
  }
  const std::string predicate =
      fmt::format("missing values ({} in total); choose how to fill them", counted(cells, "cell"));
  return with_message(std::move(problem), {"feature has", "features have"}, predicate);
}

Problem infinite_features(const Facts& facts) {
  Problem problem;
  for (std::size_t f = 0; f < facts.features.size(); ++f) {
    if (facts.features[f].infinite == 0) continue;
    problem.add(fmt::format("{}: {}", named(facts, f), counted(facts.features[f].infinite, "row")));
  }
  return with_message(std::move(problem), {"feature has", "features have"},
                      "infinite values, which no learner accepts");
}

Problem inexact_features(const Facts& facts) {
  constexpr double largest_exact = 16'777'216.0;  // 2^24
  Problem problem;
  for (std::size_t f = 0; f < facts.features.size(); ++f) {
    const FeatureSummary& summary = facts.features[f];
    if (summary.present == summary.infinite) continue;
    const double largest = std::max(std::abs(summary.minimum), std::abs(summary.maximum));
    if (largest > largest_exact) {
      problem.add(fmt::format("{}: up to {:g}", named(facts, f), largest));
    }
  }
  return with_message(std::move(problem), {"feature has", "features have"},
                      "values above 2^24 in magnitude, which 32-bit floats round: take the "
                      "logarithm or subtract an offset");
}

Problem feature_scales(const Facts& facts) {
  std::vector<std::pair<double, std::size_t>> deviations;
  for (std::size_t f = 0; f < facts.features.size(); ++f) {
    if (std::ranges::count(facts.codes, f) > 0) continue;
    if (facts.features[f].deviation > 0.0) deviations.emplace_back(facts.features[f].deviation, f);
  }
  Problem problem;
  if (deviations.empty()) return problem;
  std::ranges::sort(deviations, std::greater{});
  const auto add = [&](const std::pair<double, std::size_t>& one) {
    problem.add(fmt::format("{}: {:.3g}", named(facts, one.second), one.first));
  };
  const auto smallest = deviations.back();
  if (deviations.front().first > facts.scales * smallest.first) add(smallest);
  for (const auto& one : deviations) {
    if (one.first > facts.scales * smallest.first) add(one);
  }
  const std::string predicate = fmt::format(
      "standard deviations that differ by a factor above {:.0f}: --normalise none needs features "
      "of similar scale, except for trees; --normalise auto makes them similar",
      facts.scales);
  return with_message(std::move(problem), {"feature has", "features have"}, predicate);
}

Problem label_in_features(const Facts& facts) {
  Problem problem;
  const std::vector<double> correlations = label_correlations(facts);
  // A few queries can be ordered perfectly by chance.
  const bool has_enough = queries_with_pairs(facts.data) >= 10;
  const auto separating = [&](float sign) {
    return holds_in_every_query(facts.data, [sign](const QueryView& query, std::size_t f) {
      return separates(query, f, sign);
    });
  };
  const std::vector<bool> up = separating(1.0F);
  const std::vector<bool> down = separating(-1.0F);
  for (std::size_t f = 0; f < correlations.size(); ++f) {
    if (std::abs(correlations[f]) > 0.999) {
      problem.add(fmt::format("{}: correlation {:.4f}", named(facts, f), correlations[f]));
    } else if (has_enough && (up[f] || down[f])) {
      problem.add(named(facts, f) + " orders every query perfectly");
    }
  }
  return with_message(std::move(problem), {"feature reveals", "features reveal"},
                      "the label: such values are not available at search time; --ignore leaves "
                      "columns of a table out");
}

Problem id_features(const Facts& facts) {
  Problem problem;
  for (const std::string& name : id_like_features(facts.data)) problem.add("feature " + name);
  return with_message(
      std::move(problem), {"feature looks", "features look"},
      "like an id, which says nothing about relevance: --ignore leaves a column out, "
      "--docid-column makes it the id of documents");
}

}  // namespace podium::detail

namespace podium {

std::vector<std::string> id_like_features(const Dataset& data) {
  std::vector<std::string> found;
  const StringColumn& names = data.columns().feature_name;
  for (std::size_t f = 0; f < names.size(); ++f) {
    if (!detail::is_id_name(names[f])) continue;
    bool is_id = data.row_count() > data.query_count();
    for (std::size_t q = 0; is_id && q < data.query_count(); ++q) {
      is_id = detail::are_ids(data[q], f);
    }
    if (is_id) found.emplace_back(names[f]);
  }
  return found;
}

}  // namespace podium
