#include "span.hpp"

#include <functional>
#include <iostream>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <utility>
#include <vector>

#include "options.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/timing/loop_times.hpp"
#include "podium/core/format/read.hpp"
#include "podium/learning/learn/train.hpp"

namespace podium {
namespace {

constexpr double seconds_of_a_region = 5e-6;

/// What the steps of a region take if they go to so many threads.
double shared(const std::vector<double>& steps, std::size_t threads) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at(
      std::greater<>{}, std::vector<double>(threads));
  double end = 0.0;
  for (const double step : steps) {
    const double done = free_at.top() + step;
    free_at.pop();
    free_at.push(done);
    end = std::max(end, done);
  }
  return end + seconds_of_a_region;
}

/// The times of a command, or of all iterations of a training but the first.
struct Span {
  std::size_t iterations = 1;
  double seconds = 0.0;
  std::vector<std::vector<double>> regions;

  double of_regions() const {
    return std::accumulate(regions.begin(), regions.end(), 0.0, [](double sum, const auto& steps) {
      return std::reduce(steps.begin(), steps.end(), sum);
    });
  }

  double predicted(std::size_t threads) const {
    if (threads == 1) return seconds;
    double sum = seconds - of_regions();
    for (const std::vector<double>& steps : regions) sum += shared(steps, threads);
    return sum;
  }

  nlohmann::ordered_json report(std::size_t threads) const {
    const auto all = static_cast<double>(iterations);
    return {{"iterations", iterations},
            {"regions", static_cast<double>(regions.size()) / all},
            {"work_ms", 1e3 * seconds / all},
            {"serial_share", (seconds - of_regions()) / seconds},
            {"predicted_ms", 1e3 * predicted(threads) / all}};
  }
};

Span one_span(const std::string& algorithm, const OptionText& options,
              const PreparedTraining& prepared, std::size_t threads) {
  const ThreadLimit limit(threads);
  LoopTimes times;
  double start = 0.0;
  Span span{.iterations = 0, .regions = {}};
  const auto note = [&](const TrainingProgress& progress) {
    if (progress.iteration < 2) {
      times.clear();
      start = LoopTimes::processor_seconds();
    } else {
      span = {progress.iteration - 1, LoopTimes::processor_seconds() - start, times.seconds()};
    }
    return true;
  };
  (void)train(algorithm, options, prepared, {.progress = note});
  if (span.iterations == 0) throw std::runtime_error("fewer than two iterations");
  return span;
}

/// The fastest of several runs, which other processes disturbed least.
Span span_of(const std::string& algorithm, const OptionText& options,
             const PreparedTraining& prepared, std::size_t threads) {
  constexpr int runs = 3;
  Span best = one_span(algorithm, options, prepared, threads);
  for (int run = 1; run < runs; ++run) {
    Span span = one_span(algorithm, options, prepared, threads);
    if (span.predicted(threads) < best.predicted(threads)) best = std::move(span);
  }
  return best;
}

}  // namespace

nlohmann::ordered_json measure_span(const std::string& algorithm, const std::string& data,
                                    std::span<const std::string> options) {
  const PreparedTraining prepared({}, read_dataset(data));
  const OptionText text = to_options(options);
  nlohmann::ordered_json result;
  double alone = 0.0;
  for (const std::size_t threads : {1U, 4U, 16U, 64U}) {
    const Span span = span_of(algorithm, text, prepared, threads);
    const double predicted = span.predicted(threads) / static_cast<double>(span.iterations);
    if (threads == 1) alone = predicted;
    result[std::to_string(threads)] = span.report(threads);
    result[std::to_string(threads)]["ratio"] = predicted / alone;
  }
  return result;
}

nlohmann::ordered_json measure_command(std::size_t threads, std::span<const std::string> words) {
  LoopTimes times;
  const double start = LoopTimes::processor_seconds();
  const int code =
      cli::run_cli(cli::podium_program, {words.begin(), words.end()}, std::cerr, std::cerr);
  const double seconds = LoopTimes::processor_seconds() - start;
  if (code != 0) throw std::runtime_error("the command failed");
  return Span{.seconds = seconds, .regions = times.seconds()}.report(threads);
}

}  // namespace podium
