#include "podium/core/measure/official.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "podium/core/base/error.hpp"

namespace podium {

namespace {

// In the order in which trec_eval prints them; the names without a measure are counts and gm_map.
struct OfficialRow {
  std::string_view name;
  std::string_view measure;
};
constexpr std::array official_rows = {
    OfficialRow{"num_q", ""},
    OfficialRow{"num_ret", ""},
    OfficialRow{"num_rel", ""},
    OfficialRow{"num_rel_ret", ""},
    OfficialRow{"map", "map"},
    OfficialRow{"gm_map", ""},
    OfficialRow{"Rprec", "rprec"},
    OfficialRow{"bpref", "bpref"},
    OfficialRow{"recip_rank", "rr"},
    OfficialRow{"iprec_at_recall_0.00", "iprec"},
    OfficialRow{"iprec_at_recall_0.10", "iprec(recall=0.1)"},
    OfficialRow{"iprec_at_recall_0.20", "iprec(recall=0.2)"},
    OfficialRow{"iprec_at_recall_0.30", "iprec(recall=0.3)"},
    OfficialRow{"iprec_at_recall_0.40", "iprec(recall=0.4)"},
    OfficialRow{"iprec_at_recall_0.50", "iprec(recall=0.5)"},
    OfficialRow{"iprec_at_recall_0.60", "iprec(recall=0.6)"},
    OfficialRow{"iprec_at_recall_0.70", "iprec(recall=0.7)"},
    OfficialRow{"iprec_at_recall_0.80", "iprec(recall=0.8)"},
    OfficialRow{"iprec_at_recall_0.90", "iprec(recall=0.9)"},
    OfficialRow{"iprec_at_recall_1.00", "iprec(recall=1)"},
    OfficialRow{"P_5", "p@5"},
    OfficialRow{"P_10", "p@10"},
    OfficialRow{"P_15", "p@15"},
    OfficialRow{"P_20", "p@20"},
    OfficialRow{"P_30", "p@30"},
    OfficialRow{"P_100", "p@100"},
    OfficialRow{"P_200", "p@200"},
    OfficialRow{"P_500", "p@500"},
    OfficialRow{"P_1000", "p@1000"},
};

constexpr double least_average_precision = 0.00001;

/// The values of a row that no measure has, by query.
std::vector<double> counted_by_query(std::string_view name, std::span<const ScoredQuery> queries,
                                     const Profile& profile) {
  std::vector<double> values;
  for (const ScoredQuery& query : queries) {
    const auto relevant = [&](std::size_t documents) {
      return static_cast<double>(
          std::ranges::count_if(query.truth.label.first(documents),
                                [&](double label) { return label >= profile.relevant_from; }));
    };
    values.push_back(name == "num_ret"       ? static_cast<double>(query.scores.size())
                     : name == "num_rel"     ? relevant(query.truth.size())
                     : name == "num_rel_ret" ? relevant(query.scores.size())
                                             : std::nan(""));
  }
  return values;
}

double geometric_mean(std::span<const double> average_precision) {
  double sum = 0.0;
  for (const double value : average_precision) {
    sum += std::log(std::max(value, least_average_precision));
  }
  return std::exp(sum / static_cast<double>(average_precision.size()));
}

/// The queries that an evaluation counts, in its order.
std::vector<ScoredQuery> counted_queries(std::span<const ScoredQuery> queries,
                                         const Evaluation& evaluation) {
  std::vector<ScoredQuery> counted;
  std::ranges::copy_if(queries, std::back_inserter(counted), [&](const ScoredQuery& query) {
    return counted.size() < evaluation.query.size() && query.id == evaluation.query[counted.size()];
  });
  return counted;
}

}  // namespace

bool is_official_count(std::string_view measure) {
  return measure.starts_with("num_");
}

Evaluation evaluate_official(std::span<const ScoredQuery> queries, const Profile& profile,
                             TieRule ties, ListRule lists) {
  if (profile.name != "trec") {
    throw UsageError("--measures official: found profile " + std::string(profile.name) +
                     ", expected --profile trec, whose program prints these measures");
  }
  std::vector<Measure> measures;
  for (const auto& [name, measure] : official_rows) {
    if (!measure.empty()) measures.push_back(parse_measure(measure, profile));
  }
  Evaluation computed = evaluate(queries, measures, profile, ties, lists);
  if (!computed.weight.empty()) {
    throw UsageError("--measures official: found query weights, which trec_eval does not know");
  }
  const std::vector<ScoredQuery> counted = counted_queries(queries, computed);
  Evaluation result = computed;
  result.measure.clear();
  result.value.clear();
  result.mean.clear();
  std::size_t next = 0;
  for (const auto& [name, measure] : official_rows) {
    result.measure.emplace_back(name);
    if (!measure.empty()) {
      result.value.push_back(std::move(computed.value[next]));
      result.mean.push_back(computed.mean[next++]);
      continue;
    }
    const std::vector<double>& values =
        result.value.emplace_back(counted_by_query(name, counted, profile));
    result.mean.push_back(name == "num_q"    ? static_cast<double>(counted.size())
                          : name == "gm_map" ? geometric_mean(result.value[result.value.size() - 2])
                                             : std::reduce(values.begin(), values.end()));
  }
  return result;
}

}  // namespace podium
