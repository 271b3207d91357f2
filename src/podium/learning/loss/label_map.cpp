#include "podium/learning/loss/label_map.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

// Squares of targets and their sum over a query must stay finite.
constexpr double largest_target = 1e150;

/// Places of a top-k truth start at label 1 even where k exceeds n; only full orders reach 0.
bool is_full_order(const TruthView& truth) {
  return truth.strict > 0 && truth.strict == truth.size() &&
         *std::ranges::min_element(truth.label) == 0.0;
}

double target_of(const LabelMap& map, double label) {
  const double value =
      map.value == LabelValue::gain ? std::exp2(label) - 1.0 : std::pow(label, map.power);
  return map.scale * value;
}

void check(const LabelMap& map, double target, double label) {
  if (target <= largest_target) return;
  const char* const remedy = map.value == LabelValue::gain
                                 ? "use label-map = linear or smaller labels"
                             : map.power > 1.0 ? "use a smaller label-power or smaller labels"
                                               : "use smaller labels";
  throw NumericError("target of label " + to_text(label) + ": found " + to_text(target) +
                     ", expected at most " + to_text(largest_target) + "; " + remedy);
}

}  // namespace

void LabelMap::write_targets(const TruthView& truth, std::span<double> psi) const {
  const bool is_full = is_full_order(truth);
  const bool has_rest = !is_full && !truth.is_graded();
  const auto n = static_cast<double>(truth.size());
  double factor = 1.0;
  double shift = 0.0;
  if (is_full && full_order == FullOrderLabels::zero_to_ten) factor = 10.0 / std::max(1.0, n - 1.0);
  if (is_full && full_order == FullOrderLabels::down_to_one) shift = 1.0;
  if (has_rest && !(rest < target_of(*this, 1.0))) {
    throw UsageError("option 'rest': found " + to_text(rest) +
                     ", expected less than the target of label 1, which is " +
                     to_text(target_of(*this, 1.0)));
  }
  for (std::size_t doc = 0; doc < psi.size(); ++doc) {
    const double label = std::max(0.0, truth.label[doc]);
    if (has_rest && label == 0.0) {
      psi[doc] = rest;
      continue;
    }
    psi[doc] = target_of(*this, factor * label + shift);
    check(*this, psi[doc], label);
  }
}

}  // namespace podium
