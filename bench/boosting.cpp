#include "boosting.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/synth/synth.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the seconds of a round after the set-up, as the fastest of several batches of rounds.
double seconds_per_round(std::string_view algorithm, OptionText options,
                         const PreparedTraining& data) {
  constexpr std::size_t stretch = 5;
  constexpr std::size_t stretches = 6;
  options["rounds"] = std::to_string(stretch * (stretches + 1));
  std::vector<Clock::time_point> at;
  train(algorithm, options, data, {.progress = [&](const TrainingProgress& progress) {
          if (progress.iteration % stretch == 0) at.push_back(Clock::now());
          return true;
        }});
  double best = std::numeric_limits<double>::infinity();  // null in JSON
  for (std::size_t i = 1; i < at.size(); ++i) {
    const std::chrono::duration<double> took = at[i] - at[i - 1];
    best = std::min(best, took.count() / static_cast<double>(stretch));
  }
  return best;
}

nlohmann::ordered_json rounds_of(std::size_t queries, std::size_t features) {
  const SynthOptions options{.queries = queries, .documents = 120.0, .features = features};
  const Dataset data = synthesise(options, 1).data;
  const PreparedTraining prepared({}, data);
  return {{"rows", data.row_count()},
          {"features", features},
          {"rankboost", seconds_per_round("rankboost", {{"tolerance", "0"}}, prepared)},
          {"adarank-ndcg",
           seconds_per_round("adarank-ndcg", {{"repeats", "allow"}, {"window", "1000"}}, prepared)},
          {"frank", seconds_per_round("frank", {}, prepared)}};
}

}  // namespace

nlohmann::ordered_json measure_boosting() {
  nlohmann::ordered_json result;
  for (const std::size_t queries : {250U, 500U, 1000U, 2000U}) {
    result["rows"].push_back(rounds_of(queries, 46));
  }
  for (const std::size_t features : {23U, 46U, 92U, 184U}) {
    result["features"].push_back(rounds_of(500, features));
  }
  return result;
}

}  // namespace podium
