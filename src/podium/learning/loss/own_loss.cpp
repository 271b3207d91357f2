#include "podium/learning/loss/own_loss.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

std::string place_of(const LossQuery& query) {
  return fmt::format("own loss, query {}: ", in_quotes(query.id));
}

void check_numbers(const LossQuery& query, std::string_view name, std::span<const double> numbers,
                   std::size_t documents) {
  if (numbers.size() != documents) {
    throw UsageError(fmt::format("{}found a {} of {} numbers, expected {}, one for each document",
                                 place_of(query), name, numbers.size(), documents));
  }
  for (std::size_t doc = 0; doc < documents; ++doc) {
    if (!std::isnan(numbers[doc])) continue;
    throw NumericError(fmt::format("{}{}[{}] is not a number", place_of(query), name, doc));
  }
}

void check_value(const LossQuery& query, const OwnLossValue& found, std::size_t documents) {
  if (std::isnan(found.value)) {
    throw NumericError(place_of(query) + "the value is not a number");
  }
  check_numbers(query, "gradient", found.gradient, documents);
  if (!found.curvature) return;
  check_numbers(query, "curvature", *found.curvature, documents);
  const auto below = std::ranges::find_if(*found.curvature, [](double own) { return own < 0.0; });
  if (below == found.curvature->end()) return;
  throw UsageError(fmt::format("{}found curvature[{}] = {}, expected 0 or more", place_of(query),
                               below - found.curvature->begin(), *below));
}

}  // namespace

OwnLoss::OwnLoss(OwnLossFunction function, bool weighs_documents)
    : function_(std::move(function)), weighs_documents_(weighs_documents) {}

bool OwnLoss::prepare(const TruthView& /*truth*/, std::span<const DocIndex> /*order*/,
                      std::span<double> target) const {
  std::ranges::fill(target, 0.0);
  return true;
}

double OwnLoss::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                  double weight, std::span<double> gradient,
                                  const CurvatureSink& curvature, Workspace& /*workspace*/) const {
  const OwnLossValue found = function_(query, scores);
  check_value(query, found, scores.size());
  for (std::size_t doc = 0; doc < scores.size(); ++doc) {
    const double derivative = weight * found.gradient[doc];
    gradient[doc] += derivative;
    if (!curvature.is_wanted()) continue;
    curvature.values[doc] +=
        found.curvature ? weight * (*found.curvature)[doc] : std::abs(derivative);
  }
  return weight * found.value;
}

}  // namespace podium
