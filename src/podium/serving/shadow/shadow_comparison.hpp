#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace podium::serving {

inline constexpr std::size_t compared_documents = 10;

/// Compares the rankings of one query by two models. Documents of equal score are in the order of
/// the request, as in answers.
struct ShadowComparison {
  double overlap = 1.0;  ///< share of the ten best documents that both have
  bool has_other_best = false;
  double rbo = 1.0;           ///< rank-biased overlap of the ten best, p = 0.9, extrapolated
  std::optional<double> tau;  ///< Kendall's tau-b of all documents; nothing if a model ties all
};

/// Compares the scores of two models, one for each document. Throws NumericError for NaN. O(n log
/// n).
ShadowComparison compare_scores(std::span<const double> answered, std::span<const double> other);

}  // namespace podium::serving
