#pragma once

#include <string>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/core/data/dataset_builder.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {

// What the tests of boosted trees share.

/// Labels that no sum of functions of one feature gives: whether two features are both on the right
/// side.
inline Dataset crossed(std::uint64_t seed, std::size_t queries = 60) {
  RandomStream random(seed, "", "crossed");
  DatasetBuilder builder(4);
  for (std::size_t q = 0; q < queries; ++q) {
    std::vector<float> values(4 * 20);
    GradedTruth truth;
    for (float& value : values) value = static_cast<float>(random.uniform());
    for (std::size_t doc = 0; doc < 20; ++doc) {
      const bool both = values[4 * doc] > 0.5F && values[4 * doc + 2] < 0.5F;
      truth.label.push_back(both ? 1.0 + (values[4 * doc + 1] > 0.7F ? 1.0 : 0.0) : 0.0);
    }
    builder.add_query("q" + std::to_string(q), truth, values);
  }
  return std::move(builder).build();
}

inline const TreeEnsemble& trees_of(const TrainedModel& trained) {
  return std::get<TreeEnsemble>(trained.model.kind);
}

/// The model of a run that is killed after so many rounds and then goes on.
inline ModelKind killed_and_resumed(const char* algorithm, const OptionText& options,
                                    const PreparedTraining& data, std::size_t rounds,
                                    const RankingModel* start = nullptr) {
  Checkpoint last;
  RunOptions run{.start = start,
                 .progress = [&](const TrainingProgress& now) { return now.iteration < rounds; }};
  run.checkpoint.save = [&](const Checkpoint& checkpoint) { last = checkpoint; };
  (void)train(algorithm, options, data, run);
  return train(algorithm, options, data, {.start = start, .checkpoint = {.from = last}}).model.kind;
}

}  // namespace podium
