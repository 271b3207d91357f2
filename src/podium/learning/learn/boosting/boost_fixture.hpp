#pragma once

#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/learning/learn/training.hpp"
#include "podium/learning/model/weak_rankers.hpp"

namespace podium {

// What the tests of boosting share.

inline Measure measure_of(const char* name) {
  return parse_measure(name, find_profile("standard"));
}

inline Dataset one_feature(const std::vector<double>& labels, const std::vector<float>& values) {
  DatasetBuilder builder(1);
  builder.add_query("q", GradedTruth{labels}, values);
  return std::move(builder).build();
}

inline const WeakRankerSum& sum_of(const TrainingResult& result) {
  return std::get<WeakRankerSum>(result.kind);
}

/// A round of a worked example.
struct GoldenRound {
  double threshold;
  double alpha;
};

inline void expect_rounds(const WeakRankerSum& model, const std::vector<GoldenRound>& rounds) {
  ASSERT_EQ(model.terms.size(), rounds.size());
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    EXPECT_EQ(model.terms[t].ranker.threshold, rounds[t].threshold) << t;
    EXPECT_NEAR(model.terms[t].weight, rounds[t].alpha, 1e-9) << t;
  }
}

/// Labels that are the sum of two features, the first of which says more.
inline Dataset sum_of_two(std::uint64_t seed) {
  RandomStream random(seed, "", "two");
  DatasetBuilder builder(2);
  for (int q = 0; q < 40; ++q) {
    std::vector<float> values(24);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.uniform());
    for (std::size_t doc = 0; doc < 12; ++doc) {
      truth.label.push_back(double{values[2 * doc]} + 0.8 * double{values[2 * doc + 1]});
    }
    builder.add_query(std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

}  // namespace podium
