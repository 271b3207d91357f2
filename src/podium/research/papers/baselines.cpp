#include "podium/research/papers/baselines.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/research/papers/margins.hpp"
#include "podium/research/papers/published.hpp"

namespace podium::research {

namespace {

constexpr std::string_view letor_tables = "letor3-letor3";

/// The published value of a row of the study, or of LETOR's own tables; null when there is none.
const PublishedValue* published_for(std::string_view study, std::string_view data,
                                    std::string_view row, std::string_view measure) {
  for (const std::string_view from : {study, letor_tables}) {
    if (from != study && measure.starts_with("ndcg")) continue;
    for (const PublishedValue& value : published_values()) {
      if (value.study == from && value.data == data && value.row == row &&
          value.measure == measure && is_of_paper(value)) {
        return &value;
      }
    }
  }
  return nullptr;
}

/// How far a row is above its published value by one measure.
struct Excess {
  double size = 0.0;
  std::string text;
};

Excess largest_excess(const Findings& findings, const ClaimScope& scope, const ClaimValues& data,
                      std::string_view row) {
  Excess largest;
  for (const MeasureSet& set : scope.measures) {
    const StudySystem* ours = findings.system(set.study, data.data, row);
    if (ours == nullptr) continue;
    for (const std::string_view measure : set.measures) {
      const PublishedValue* published = published_for(set.study, data.data, row, measure);
      if (published == nullptr) continue;
      const double allowed = margin(findings, published->study, data.data, measure,
                                    ours->value[ours->measure_place(measure)]);
      const double excess = ours->mean_of(measure) - published->value;
      if (excess <= allowed || excess <= largest.size) continue;
      largest = {excess, fmt::format("{} ({} {:.3f}, published {:.3f})", row, measure,
                                     ours->mean_of(measure), published->value)};
    }
  }
  return largest;
}

}  // namespace

std::string stronger_baselines(const Findings& findings, const ClaimScope& scope,
                               const ClaimData& data, std::span<const std::string_view> rows) {
  std::vector<std::string> stronger;
  for (const ClaimValues& values : data.at_hand) {
    for (const std::string_view row : rows) {
      const Excess excess = largest_excess(findings, scope, values, row);
      if (!excess.text.empty()) stronger.push_back(excess.text);
    }
  }
  return stronger.empty() ? "" : "stronger here than published: " + listed(stronger);
}

std::vector<std::string_view> baselines_of(std::span<const SystemPair> pairs) {
  std::vector<std::string_view> rows;
  for (const SystemPair& pair : pairs) {
    if (std::ranges::count(rows, pair.b.row) == 0) rows.push_back(pair.b.row);
  }
  return rows;
}

}  // namespace podium::research
