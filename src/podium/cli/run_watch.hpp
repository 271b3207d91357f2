#pragma once

#include <string>
#include <utility>

#include "podium/cli/interrupt.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/learning/experiment/cell_run.hpp"

namespace podium::cli {

/// While it lives, shows how far a run is, and the ending signals end the run.
class RunWatch {
 public:
  explicit RunWatch(const Context& context) : line_(context) {}

  /// Borrows this object. `words` are shown where the run has no name for what it does.
  RunProgressSink sink(std::string words = "") {
    return [this, words = std::move(words)](const RunProgress& progress) {
      line_.show(progress.done, progress.of, progress.name.empty() ? words : progress.name);
      return !was_interrupted();
    };
  }

  bool was_interrupted() const noexcept { return interrupt_.was_interrupted(); }
  double seconds() const { return line_.seconds(); }

 private:
  InterruptWatch interrupt_;
  ProgressLine line_;
};

}  // namespace podium::cli
