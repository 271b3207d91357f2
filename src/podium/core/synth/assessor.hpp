#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "podium/core/base/options.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/synth/simulated_assessor.hpp"

namespace podium {

/// Simulated assessors and their questions. The defaults of tau and sigma reproduce the published
/// agreement for top-k labelling [Niu12].
struct AssessorOptions {
  std::size_t queries = 50;
  std::size_t documents = 50;
  std::size_t assessors = 2;
  std::size_t pairs = 200;
  AssessorModel model = AssessorModel::gaussian;
  double tau = 0.40;
  double sigma = 0.30;
  double theta = 0.0;
  double nu = 0.0;
  double epsilon = 0.10;

  static auto fields() {
    using Self = AssessorOptions;
    const auto asked = std::array{
        field("queries", &Self::queries, 1, 10'000'000, "number of queries"),
        field("documents", &Self::documents, 2, 1'000'000, "documents per query"),
        field("assessors", &Self::assessors, 1, 1'000,
              "number of assessors; all answer the same questions"),
        field("pairs", &Self::pairs, 0, 1'000'000'000,
              "distinct pairs asked per query, drawn at random; 0: all pairs"),
    };
    return joined_fields(asked, behaviour_fields<Self>());
  }
};

/// Simulated answers and the true utilities.
struct SyntheticPreferences {
  std::vector<Preference> preferences;       ///< by query, pair and assessor
  std::vector<std::vector<double>> utility;  ///< per query and document, standard normal

  /// The true top-k of each query.
  std::vector<TopKRecord> top_k(std::size_t k) const;
};

/// Simulates all answers; the same bits for any number of threads.
SyntheticPreferences simulate_preferences(const AssessorOptions& options, std::uint64_t seed);

}  // namespace podium
