#include "podium/cli/learn/learning_args.hpp"

#include "podium/cli/data/data_file.hpp"
#include "podium/cli/learn/assignments.hpp"
#include "podium/cli/measure/measuring_args.hpp"

namespace podium {

void LearningArgs::add_to(Command& command) {
  command.option("algorithm", algorithm, "learning algorithm; see 'podium list algorithms'")
      .value("ALGORITHM")
      .one_of(row_names(algorithms()))
      .required();
  command
      .option("--set", set, "set an option of the algorithm; see 'podium list options ALGORITHM'")
      .value("OPTION=VALUE")
      .one_each_time();
  command.option("--truth", truth, "form of the labels that the algorithm learns from")
      .value("graded|full|topk:K|top-vs-rest:K")
      .one_of({"graded", "full", "topk:", "top-vs-rest:"});
  add_unjudged_rule(command, unjudged);
  command.option("--metric", metric, "measure that selects models on validation data")
      .value("MEASURE")
      .one_of(row_names(podium::measures()));
  command.option("--profile", profile, "evaluation conventions; see 'podium list profiles'")
      .value("NAME")
      .one_of(row_names(profiles()));
  command.option("--measures", measures, "measures to report; see 'podium list measures'")
      .value("LIST")
      .one_of(row_names(podium::measures()));
  add_define(command, define);
  add_option_fields(command, intervals);
  command
      .option(
          "--fill", fill,
          "rules for missing values, stored in the model; see podium data fill. auto: train-min, "
          "or min if the normalisation uses all documents of a query")
      .value("RULES");
  std::vector<std::string> kinds = row_names(normalisers());
  kinds.insert(kinds.begin(), "none");
  command
      .option("--normalise", normalise,
              "normalisation of features, stored in the model; see 'podium list normalisers'")
      .value("NAME")
      .one_of(std::move(kinds));
  add_option_fields(command, read);
}

OptionText LearningArgs::options() const {
  OptionText options = parse_assignments(set);
  find_algorithm(algorithm).check(options);
  return options;
}

PreparationPlan LearningArgs::preparation(std::uint64_t seed) const {
  PreparationPlan plan{.truth = parse_truth_setting(truth),
                       .fill = parse_fill_policy(fill, {FillRule::Kind::automatic}),
                       .seed = seed};
  if (normalise != "none") plan.normaliser = parse_normaliser_kind(normalise);
  return plan;
}

MetricPlan LearningArgs::metric_plan() const {
  const Profile& conventions = find_profile(profile);
  return {parse_measure(metric, conventions, definitions()), &conventions, conventions.ties};
}

std::vector<Measure> LearningArgs::measure_list() const {
  return parse_measures(measures, find_profile(profile), definitions());
}

ReadOptions LearningArgs::read_held_out() const {
  ReadOptions options = read;
  options.row_weights.clear();
  return options;
}

}  // namespace podium
