#include "podium/cli/learn/learning_args.hpp"

#include "podium/cli/learn/assignments.hpp"

namespace podium {

void LearningArgs::add_to(CLI::App& command) {
  command.add_option("algorithm", algorithm, "see podium list algorithms")
      ->type_name("ALGORITHM")
      ->required();
  command.add_option("--set", set, "an option of the algorithm, see podium list options ALGORITHM")
      ->type_name("OPTION=VALUE")
      ->allow_extra_args(false);
  command.add_option("--truth", truth, "what the algorithm sees of the labels")
      ->type_name("graded|full|topk:K|top-vs-rest:K")
      ->capture_default_str();
  command.add_option("--metric", metric, "what models are chosen by on validation data")
      ->type_name("MEASURE")
      ->capture_default_str();
  command.add_option("--profile", profile, "conventions of measures, see podium list profiles")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--measures", measures, "what is reported, see podium list measures")
      ->type_name("LIST")
      ->capture_default_str();
  command.add_option("--fill", fill, "what missing values become, part of the model")
      ->type_name("RULE[,FEATURE=RULE...]")
      ->capture_default_str();
  command
      .add_option("--normalise", normalise,
                  "bring features to one scale, part of the model; see podium list normalisers")
      ->type_name("none|NAME")
      ->capture_default_str();
  add_option_fields(command, read);
}

OptionText LearningArgs::options() const {
  OptionText options = parse_assignments(set);
  find_algorithm(algorithm).check(options);
  return options;
}

PreparationPlan LearningArgs::preparation(std::uint64_t seed) const {
  PreparationPlan plan{
      .truth = parse_truth_setting(truth), .fill = parse_fill_policy(fill), .seed = seed};
  if (normalise != "none") plan.normaliser = parse_normaliser_kind(normalise);
  return plan;
}

MetricPlan LearningArgs::metric_plan() const {
  const Profile& conventions = find_profile(profile);
  return {parse_measure(metric, conventions), &conventions, conventions.ties};
}

}  // namespace podium
