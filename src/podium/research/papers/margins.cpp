#include "podium/research/papers/margins.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "podium/learning/experiment/statistics/moments.hpp"
#include "podium/research/papers/published.hpp"

namespace podium::research {

namespace {

struct KnownMargin {
  std::string_view study;
  std::string_view data;
  std::string_view measure;
  double value;
};

// Written down before any study was run. The second part of the rule is that of ListNet on the
// released folds (MQ2007: with the deviation of MQ2008).
constexpr std::array<KnownMargin, 29> known_margins = {{
    {"letor3-letor3", "OHSUMED", "ndcg@1", .0357},
    {"letor3-letor3", "OHSUMED", "ndcg@3", .0205},
    {"letor3-letor3", "OHSUMED", "ndcg@5", .0173},
    {"letor3-letor3", "OHSUMED", "ndcg@10", .0139},
    {"letor3-letor3", "OHSUMED", "p@1", .0374},
    {"letor3-letor3", "OHSUMED", "p@3", .0201},
    {"letor3-letor3", "OHSUMED", "p@5", .0159},
    {"letor3-letor3", "OHSUMED", "p@10", .0131},
    {"letor3-letor3", "OHSUMED", "map", .0108},
    {"xia2009-table1", "OHSUMED", "ndcg@1", .0256},
    {"xia2009-table1", "OHSUMED", "ndcg@3", .0160},
    {"xia2009-table1", "OHSUMED", "ndcg@10", .0124},
    {"xia2009-table1", "OHSUMED", "p@1", .0243},
    {"xia2009-table1", "OHSUMED", "p@3", .0165},
    {"xia2009-table1", "OHSUMED", "p@10", .0130},
    {"xia2009-table4", "OHSUMED", "ndcg@1", .0256},
    {"xia2009-table4", "OHSUMED", "ndcg@3", .0160},
    {"xia2009-table4", "OHSUMED", "ndcg@10", .0124},
    {"xia2009-table4", "OHSUMED", "p@1", .0243},
    {"xia2009-table4", "OHSUMED", "p@3", .0165},
    {"xia2009-table4", "OHSUMED", "p@10", .0130},
    {"niu2012-graded", "MQ2007", "ndcg@10", .0046},
    {"niu2012-graded", "MQ2007", "err", .0050},
    {"niu2012-graded", "TD2003", "ndcg@10", .0099},
    {"niu2012-graded", "TD2003", "err", .0200},
    {"niu2012-top10", "MQ2007", "kappa-ndcg@10", .0157},
    {"niu2012-top10", "MQ2007", "kappa-err", .0193},
    {"niu2012-top10", "TD2003", "kappa-ndcg@10", .0128},
    {"niu2012-top10", "TD2003", "kappa-err", .0234},
}};

/// Of the published means of the systems; 0 when fewer than two are known.
double published_deviation(std::string_view study, std::string_view data,
                           std::string_view measure) {
  std::vector<double> values;
  for (const PublishedValue& value : published_values()) {
    if (value.study == study && value.data == data && value.measure == measure &&
        is_of_paper(value)) {
      values.push_back(value.value);
    }
  }
  return values.size() < 2 ? 0.0 : moments_of(values).deviation;
}

}  // namespace

double half_standard_error(std::span<const double> values) {
  std::vector<double> known;
  std::ranges::copy_if(values, std::back_inserter(known), [](double v) { return !std::isnan(v); });
  return known.size() < 2 ? 0.0 : 0.5 * moments_of(known).standard_error();
}

double margin(const Findings& findings, std::string_view study, std::string_view data,
              std::string_view measure, std::span<const double> reference) {
  for (const KnownMargin& known : known_margins) {
    if (known.study == study && known.data == data && known.measure == measure) return known.value;
  }
  const StudySystem* list_net = findings.system(study, data, "ListNet");
  const bool has_list_net =
      list_net != nullptr && std::ranges::count(list_net->measure, measure) > 0;
  const std::span<const double> values =
      has_list_net ? std::span<const double>(list_net->value[list_net->measure_place(measure)])
                   : reference;
  return std::max(
      {published_deviation(study, data, measure), half_standard_error(values), smallest_margin});
}

}  // namespace podium::research
