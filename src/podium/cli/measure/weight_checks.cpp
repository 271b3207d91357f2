#include "podium/cli/measure/weight_checks.hpp"

#include "podium/core/base/error.hpp"

namespace podium::cli {

void refuse_row_weights(const ReadOptions& read, const std::string& measure) {
  if (read.row_weights.empty() || read.row_weights == no_weights) return;
  throw UsageError("--row-weights: the measure " + measure +
                   " cannot use row weights; they are for training");
}

void say_unused_row_weights(const Dataset& data, const std::string& path, const Context& context) {
  if (data.columns().row_weight.empty()) return;
  context.say(path + ": measures do not use row weights");
}

}  // namespace podium::cli
