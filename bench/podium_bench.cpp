// Runs one measurement and prints one JSON object, so that each measurement is a process with its
// own peak memory. bench/run.py collects the results; see docs/benchmarks.md.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

#include "boosting.hpp"
#include "kernels.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/trec/judged_run.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/experiment/judged_run.hpp"
#include "podium/learning/learn/risk.hpp"
#include "ranks.hpp"
#include "span.hpp"
#include "timing.hpp"
#include "trees.hpp"

namespace podium {
namespace {

using Result = nlohmann::ordered_json;

double peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

/// Returns the bytes per second that all threads together read from memory: the upper limit of
/// every loader.
Result memory_bandwidth() {
  std::vector<std::uint64_t> words((std::size_t{512} << 20) / sizeof(std::uint64_t), 1);
  const std::size_t parts = 64;
  const std::size_t length = words.size() / parts;
  std::vector<std::uint64_t> sums(parts);
  const double seconds = fastest([&] {
    parallel_for(parts, [&](std::size_t part) {
      std::uint64_t a = 0;
      std::uint64_t b = 0;
      std::uint64_t c = 0;
      std::uint64_t d = 0;
      const std::uint64_t* p = words.data() + part * length;
      for (std::size_t i = 0; i + 4 <= length; i += 4) {
        a += p[i];
        b += p[i + 1];
        c += p[i + 2];
        d += p[i + 3];
      }
      sums[part] = a + b + c + d;
    });
  });
  std::uint64_t check = 0;
  for (const std::uint64_t sum : sums) check += sum;
  return {{"bytes_per_second", static_cast<double>(check) * sizeof(std::uint64_t) / seconds}};
}

/// Returns the bytes per second of read() on a file in the page cache.
Result file_bandwidth(const std::string& path) {
  std::vector<char> buffer(std::size_t{1} << 20);
  std::size_t bytes = 0;
  const double seconds = fastest([&] {
    bytes = 0;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    for (ssize_t got = 0; (got = ::read(file, buffer.data(), buffer.size())) > 0;) {
      bytes += static_cast<std::size_t>(got);
    }
    ::close(file);
  });
  return {{"bytes_per_second", static_cast<double>(bytes) / seconds}};
}

Result parse(const std::string& path) {
  ReadReport report;
  std::size_t matrix = 0;
  const double seconds = fastest([&] {
    const Dataset data = read_dataset(path, {}, &report);
    matrix = data.columns().features.size_bytes();
  });
  return {{"seconds", seconds},
          {"bytes", report.bytes},
          {"rows", report.rows},
          {"matrix_bytes", matrix},
          {"peak_bytes", peak_bytes()}};
}

/// Measures the time from opening a cache to the first score of a linear model, without and with
/// checking the features.
Result cache(const std::string& path) {
  double sink = 0.0;
  const auto first_score = [&](CacheCheck check) {
    return fastest([&] {
      const Dataset data = read_cache(path, check);
      for (const float value : data[0].features[0].stored()) sink += static_cast<double>(value);
    });
  };
  const double structure = first_score(CacheCheck::structure);
  const double everything = first_score(CacheCheck::everything);
  return {{"seconds_structure", structure}, {"seconds_everything", everything}, {"sum", sink}};
}

Result evaluation(const std::string& qrels_path, const std::string& run_path) {
  const Profile& profile = find_profile("trec");
  const std::vector<Measure> measures = parse_measures("map,ndcg,ndcg@10,p@10,rr", profile);
  double value = 0.0;
  const double whole = fastest([&] {
    const JudgedRun judged(read_qrels(qrels_path), read_run(run_path));
    value = evaluate(scored_queries(judged), measures, profile, profile.ties).mean[0];
  });
  const JudgedRun judged(read_qrels(qrels_path), read_run(run_path));
  const std::vector<ScoredQuery> queries = scored_queries(judged);
  std::size_t rows = 0;
  for (const ScoredQuery& query : queries) rows += query.scores.size();
  const double compute = fastest([&] { evaluate(queries, measures, profile, profile.ties); });
  const double sort = fastest([&] {
    parallel_for(queries.size(), [&](std::size_t q) { rank_by_score(queries[q].scores); });
  });
  return {{"rows", rows},
          {"seconds_from_files", whole},
          {"seconds_compute", compute},
          {"seconds_sort", sort},
          {"map", value},
          {"peak_bytes", peak_bytes()}};
}

/// Measures the seconds of one value and gradient of a linear model with each loss.
Result gradients(const Dataset& data, std::span<const std::string_view> losses_by_name) {
  Result result = {{"rows", data.row_count()},
                   {"bytes", data.row_count() * data.feature_count() * sizeof(float)}};
  for (const std::string_view name : losses_by_name) {
    const auto loss = find_loss(name).make({});
    const TrainingSet set(data, *loss, {}, 1);
    const Risk<LinearScorer> risk({.features = data.feature_count()}, set, *loss, 1e-3);
    std::vector<double> w(data.feature_count(), 0.0);
    std::vector<double> g(w.size());
    risk.value_and_gradient(w, g);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = -g[i];  // scores that are not all equal
    result[std::string(name)] = fastest([&] { risk.value_and_gradient(w, g); });
  }
  return result;
}

/// Measures the losses that should run at the speed of memory, on a data set with top-10 truth.
Result gradient(const std::string& path) {
  constexpr std::array<std::string_view, 6> names = {"list-mle", "list-net",      "squared-hinge",
                                                     "logistic", "squared-error", "lambda-rank"};
  return gradients(with_setting(read_dataset(path), parse_truth_setting("topk:10"), 1), names);
}

/// Measures the same work with longer and longer queries: 2,000,000 documents in all, graded.
Result long_queries() {
  constexpr std::array<std::string_view, 9> names = {"list-mle",    "list-net",   "squared-hinge",
                                                     "hinge",       "logistic",   "svm-map",
                                                     "lambda-rank", "top-margin", "top-slack"};
  Result result = Result::object();
  for (const std::size_t documents : {100U, 1'000U, 10'000U, 100'000U, 1'000'000U}) {
    const SynthOptions options{.queries = 2'000'000 / documents,
                               .documents = static_cast<double>(documents),
                               .features = 10};
    result[std::to_string(documents)] = gradients(synthesise(options, 1).data, names);
  }
  return result;
}

/// Measures one query that is all the data, graded, with as many features as S.
Result one_query() {
  constexpr std::array<std::string_view, 5> names = {"logistic", "lambda-rank", "squared-hinge",
                                                     "list-net", "list-mle"};
  Result result = Result::object();
  for (const std::size_t documents : {30'000U, 1'000'000U}) {
    const SynthOptions options{
        .queries = 1, .documents = static_cast<double>(documents), .features = 46};
    result[std::to_string(documents)] = gradients(synthesise(options, 1).data, names);
  }
  return result;
}

}  // namespace
}  // namespace podium

int main(int argc, char** argv) {
  using namespace podium;  // NOLINT(google-build-using-namespace): main only
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2) {
    std::cerr << "usage: podium_bench THREADS memory | kernels | file F | parse F | cache F | "
                 "evaluate Q R | gradient F | long-queries | one-query | boosting | trees F MODEL "
                 "[OPTION=VALUE...] | score-trees MODEL F | passes F SHARE [OPTION=VALUE...] | "
                 "ranks N | span ALGORITHM F [OPTION=VALUE...] | "
                 "command WORD...\n";
    return 2;
  }
  const ThreadLimit limit(static_cast<std::size_t>(std::atoi(words[0].c_str())));
  const std::string& what = words[1];
  Result result;
  if (what == "memory") result = memory_bandwidth();
  if (what == "kernels") result = measure_kernels();
  if (what == "file") result = file_bandwidth(words.at(2));
  if (what == "parse") result = parse(words.at(2));
  if (what == "cache") result = cache(words.at(2));
  if (what == "gradient") result = gradient(words.at(2));
  if (what == "long-queries") result = long_queries();
  if (what == "one-query") result = one_query();
  if (what == "boosting") result = measure_boosting();
  if (what == "trees") {
    result = measure_tree_training(words.at(2), words.at(3), std::span(words).subspan(4));
  }
  if (what == "passes") {
    result = measure_tree_passes(words.at(2), std::stod(words.at(3)), std::span(words).subspan(4));
  }
  if (what == "span") {
    result = measure_span(words.at(2), words.at(3), std::span(words).subspan(4));
  }
  if (what == "ranks") result = measure_ranks(std::stoul(words.at(2)));
  if (what == "command") result = measure_command(thread_count(), std::span(words).subspan(2));
  if (what == "score-trees") result = measure_tree_scoring(words.at(2), words.at(3));
  if (what == "evaluate") result = evaluation(words.at(2), words.at(3));
  std::cout << result.dump() << "\n";
  return result.is_null() ? 2 : 0;
}
