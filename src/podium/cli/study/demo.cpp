#include <algorithm>
#include <filesystem>
#include <numeric>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/study/demo_report.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/core/report/render.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/experiment/compare.hpp"
#include "podium/learning/experiment/evaluation_report.hpp"
#include "podium/learning/learn/train.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

/// The first half of the queries to learn from, the second to report on.
struct Halves {
  Dataset choose;
  Dataset report;
  std::vector<double> report_utility;
};

Halves halves(const SyntheticDataset& made) {
  const std::size_t count = made.data.query_count();
  std::vector<std::size_t> queries(count);
  std::iota(queries.begin(), queries.end(), std::size_t{0});
  const std::span<const std::size_t> all(queries);
  const std::size_t middle = count / 2;
  const auto first_row = static_cast<std::ptrdiff_t>(made.data[middle].first_row);
  return {made.data.subset(all.first(middle)),
          made.data.subset(all.subspan(middle)),
          {made.utility.begin() + first_row, made.utility.end()}};
}

std::vector<double> feature_scores(const Dataset& data, std::size_t feature) {
  std::vector<double> scores(data.row_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      scores[view.first_row + doc] = static_cast<double>(view.features[doc][feature]);
    }
  }
  return scores;
}

Evaluation evaluated(const Dataset& data, std::span<const double> scores, std::string_view measures,
                     std::string_view profile_name = "standard") {
  const Profile& profile = find_profile(profile_name);
  return evaluate(scored_queries(data, scores), parse_measures(measures, profile), profile,
                  profile.ties);
}

std::size_t best_feature(const Dataset& data) {
  std::vector<double> map(data.feature_count());
  parallel_for(map.size(), [&](std::size_t feature) {
    map[feature] = evaluated(data, feature_scores(data, feature), "map").mean[0];
  });
  return static_cast<std::size_t>(std::max_element(map.begin(), map.end()) - map.begin());
}

std::vector<double> random_scores(const Dataset& data, std::uint64_t seed) {
  std::vector<double> scores(data.row_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    RandomStream random(seed, view.id, "demo");
    for (std::size_t doc = 0; doc < view.size(); ++doc) {
      scores[view.first_row + doc] = random.uniform();
    }
  }
  return scores;
}

DemoRanker trained(const std::string& algorithm, const Halves& data, std::uint64_t seed) {
  const PreparedTraining training({.normaliser = NormaliserKind::zscore, .seed = seed},
                                  data.choose);
  RankingModel model = train(algorithm, {}, training).model;
  std::vector<double> scores = score(model, data.report);
  return {algorithm, std::move(scores), std::move(model)};
}

std::vector<DemoRanker> make_rankers(const Halves& data, std::uint64_t seed) {
  const std::size_t feature = best_feature(data.choose);
  return {{"chance", random_scores(data.report, seed), {}},
          {fmt::format("feature {}", data.report.feature_name(feature)),
           feature_scores(data.report, feature),
           {}},
          trained("listmle", data, seed),
          trained("lambdarank", data, seed),
          {"planted truth", data.report_utility, {}}};
}

/// The same ranking under every profile: what one number of a paper can mean.
Table profile_table(const Dataset& data, const DemoRanker& ranker) {
  Table table{.columns = {"profile", "ndcg@10", "map", "conventions"}};
  for (const Profile& profile : profiles()) {
    const bool has_map = has_measure(profile, find_measure("map"), false);
    const char* const map = profile.name == "xgboost" ? ",map(from=1)" : ",map";  // of grades
    const Evaluation value =
        evaluated(data, ranker.scores, std::string("ndcg@10") + (has_map ? map : ""), profile.name);
    table.rows.push_back(
        {profile.name, value.mean[0], has_map ? Cell(value.mean[1]) : Cell("-"), profile.summary});
  }
  return table;
}

/// The ten best documents of each query in order, all others tied: what top-k judges would say.
Dataset top_ten(const Dataset& data, std::uint64_t seed) {
  return with_setting(data, parse_truth_setting("topk:10"), seed);
}

std::string evaluations_text(const Dataset& data, std::span<const DemoRanker> rankers,
                             std::string_view measures, const std::string& truth,
                             TableFormat format) {
  EvaluationReport results;
  for (const DemoRanker& ranker : rankers) {
    results.rankers.push_back({ranker.name, evaluated(data, ranker.scores, measures), truth});
  }
  return render(results, format);
}

Table comparison_table(const Dataset& data, std::span<const DemoRanker> rankers,
                       std::uint64_t seed) {
  std::vector<RankerValues> values;
  for (const DemoRanker& ranker : rankers) {
    Evaluation value = evaluated(data, ranker.scores, "ndcg@10");
    values.push_back({ranker.name, std::move(value.query), std::move(value.value[0])});
  }
  const Comparison comparison = compare(values, {.tests = parse_significance_tests("randomisation"),
                                                 .range = range_of_measure("ndcg@10"),
                                                 .seed = seed});
  Table table{.columns = {"A", "B", "A - B", "95 % from", "to", "won", "lost", "conclusion"}};
  for (const PairComparison& pair : comparison.pairs) {
    table.rows.push_back({comparison.ranker[pair.rankers.a], comparison.ranker[pair.rankers.b],
                          pair.difference, pair.interval.low, pair.interval.high, pair.wins,
                          pair.losses, pair.conclusion});
  }
  return table;
}

void write_files(const std::filesystem::path& folder, const Halves& data,
                 std::span<const DemoRanker> rankers, const Context& context) {
  std::filesystem::create_directories(folder);
  write_dataset(data.choose, folder / "train.txt");
  write_dataset(data.report, folder / "test.txt");
  std::string flags;
  for (const DemoRanker& ranker : rankers) {
    std::string name = ranker.name + ".scores";
    std::replace(name.begin(), name.end(), ' ', '-');
    write_scores(scores_by_input(data.report, ranker.scores), folder / name);
    flags += fmt::format(" --scores {}", (folder / name).string());
    if (ranker.model) save_model(*ranker.model, folder / (ranker.name + ".json"));
  }
  write_file(folder / "report.html",
             report_page(demo_report(data.report, rankers, rankers[1].name)));
  context.say(fmt::format("\nThe report is {}.", (folder / "report.html").string()));
  context.say(fmt::format("The files are in {}. Try, for example:", folder.string()));
  const std::string test = (folder / "test.txt").string();
  context.say(fmt::format("  podium data check {}", test));
  context.say(fmt::format("  podium model show {}", (folder / "listmle.json").string()));
  context.say(fmt::format("  podium evaluate --data {}{} --profile letor4", test, flags));
  context.say(fmt::format("  podium compare --data {}{} --measure ndcg@10", test, flags));
}

/// Short lists and queries with nothing relevant, as real collections have them: without these the
/// conventions would hardly differ. Three grades, since the gains of LETOR end at label 2.
constexpr SynthOptions demo_data{.queries = 400,
                                 .documents = 14.0,
                                 .features = 30,
                                 .grades = 3,
                                 .noise = 0.5,
                                 .relevant_share = 0.2};

void run_demo(const std::string& folder, const Context& context) {
  const SyntheticDataset made = synthesise(demo_data, context.seed);
  const Halves data = halves(made);
  const std::vector<DemoRanker> rankers = make_rankers(data, context.seed);
  const auto section = [&](const std::string& title) { context.say("\n" + title + "\n"); };

  context.say(fmt::format(
      "The data is generated: {} queries, {} documents, {} features. Labels are a known utility\n"
      "plus noise. Rankers are trained on the first half of the queries and evaluated on the\n"
      "second half.",
      made.data.query_count(), made.data.row_count(), made.data.feature_count()));
  section(
      "Five rankers. The planted truth is an upper bound for everything that learns from labels:");
  context.out << evaluations_text(data.report, rankers, "map,ndcg@1,ndcg@10,p@10,err", "graded",
                                  context.format);
  section("The same rankers, evaluated against an ordered list of the ten best documents:");
  context.out << evaluations_text(top_ten(data.report, context.seed), rankers,
                                  "kappa-ndcg@10,kappa-err,topk-loss@1,rbo,compatibility",
                                  "topk:10", context.format);
  section(fmt::format("NDCG@10 depends on conventions. {} with each of nine profiles:",
                      rankers[2].name));
  context.out << render(profile_table(data.report, rankers[2]), context.format);
  section(
      "Which differences in ndcg@10 are significant? A randomisation test with Holm correction:");
  context.out << render(comparison_table(data.report, rankers, context.seed), context.format);
  if (!folder.empty()) {
    write_files(folder, data, rankers, context);
  } else {
    context.say(
        "\n--out DIR also writes the data, the models and DIR/report.html, a page with figures.");
  }
}

}  // namespace

void add_demo_command(Command& podium) {
  Command& command = podium.add("demo", "generate data, then train, evaluate and compare rankers");
  auto* const folder = command.runs(run_demo);
  command.option("--out", *folder, "folder to write the files of the demo to").writes("DIR");
}

}  // namespace podium::cli
