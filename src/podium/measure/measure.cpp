#include "podium/measure/measure.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/measure/ndcg.hpp"

namespace podium {

namespace {

constexpr std::array table = {
    MeasureEntry{.name = "dcg",
                 .summary = "discounted cumulative gain",
                 .reference = "Jarvelin02",
                 .averages_ties = true,
                 .make = make_dcg},
    MeasureEntry{.name = "ndcg",
                 .summary = "normalised discounted cumulative gain",
                 .reference = "Burges05",
                 .averages_ties = true,
                 .make = make_ndcg},
    MeasureEntry{.name = "meanndcg",
                 .summary = "mean of NDCG@1 .. NDCG@n over all n places of the list",
                 .reference = "Qin13",
                 .cutoff = CutoffRule::none,
                 .averages_ties = true,
                 .make = make_mean_ndcg},
};

}  // namespace

Measure::Measure(std::string name, const Profile& profile, std::size_t cutoff,
                 MeasureFunction function)
    : name_(std::move(name)),
      blank_(profile.blank),
      cutoff_(cutoff),
      function_(std::move(function)) {}

std::optional<double> Measure::operator()(const JudgedRanking& judged,
                                          Explanation* explanation) const {
  const std::optional<double> value = function_(judged, explanation);
  if (value || blank_ == Blank::skip) return value;
  return blank_ == Blank::one ? 1.0 : 0.0;
}

std::span<const MeasureEntry> measures() {
  return table;
}

}  // namespace podium
