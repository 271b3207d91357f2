#include "podium/cli/args/learning_args.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/learning/learn/ranks_nothing.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium::cli {

namespace {

/// The flags whose value is text, for declaring a command line again.
struct TextFlag {
  const char* name;
  std::string LearningArgs::*value;
};
constexpr std::array text_flags = {TextFlag{"--truth", &LearningArgs::truth},
                                   TextFlag{"--unjudged", &LearningArgs::unjudged},
                                   TextFlag{"--metric", &LearningArgs::metric},
                                   TextFlag{"--profile", &LearningArgs::profile},
                                   TextFlag{"--fill", &LearningArgs::fill},
                                   TextFlag{"--normalise", &LearningArgs::normalise},
                                   TextFlag{"--categorical", &LearningArgs::categorical}};

/// An option that has an effect only with some values of another.
struct DependentOption {
  std::string_view name;
  std::string_view other;
  std::string_view values;  ///< separated by commas
};
constexpr std::array<DependentOption, 15> dependent_options = {
    {{"hidden", "model", "network"},
     {"start", "model", "linear"},
     {"slacks", "optimiser", "bundle"},
     {"step", "optimiser", "sgd,adam"},
     {"schedule", "optimiser", "sgd,adam"},
     {"batch", "optimiser", "sgd,adam"},
     {"tolerance", "optimiser", "lbfgs,newton,bundle"},
     {"mu", "weights", "ndcg-loss2pp"},
     {"gain", "measure", "ndcg"},
     {"label-power", "label-map", "linear"},
     {"bits", "precision", "fast,auto"},
     {"thresholds", "weak", "threshold"},
     {"bins", "weak", "threshold"},
     {"pairwise-features", "pairwise", "products"},
     {"pairwise-l2", "pairwise", "difference,products"}}};

/// The value of an option that is given, or its default; empty if the algorithm has no such option.
std::string value_of(std::string_view option, const OptionText& given,
                     std::span<const OptionInfo> options) {
  const auto found = std::ranges::find(options, option, &OptionInfo::name);
  if (found == options.end()) return "";
  const auto set = given.find(std::string(option));
  return set == given.end() ? found->default_value : set->second;
}

}  // namespace

void LearningArgs::check_set(bool validation) const {
  if (is_automatic()) return;
  const OptionText given = options();
  const std::vector<OptionInfo> known = find_algorithm(algorithm).options();
  if (given.contains("category-sets") && categorical.empty()) {
    throw UsageError("--set category-sets has no effect without --categorical");
  }
  const auto is_in_grid = [&](std::string_view option) {
    return std::ranges::any_of(
        grid, [&](const std::string& text) { return text.starts_with(std::string(option) + "="); });
  };
  const auto is_changed = [&](std::string_view option) {
    return value_of(option, given, known) != value_of(option, {}, known) || is_in_grid(option);
  };
  for (const DependentOption& option : dependent_options) {
    const std::string value = value_of(option.other, given, known);
    if (!is_changed(option.name) || value.empty() || is_in_grid(option.other)) continue;
    const std::vector<std::string_view> values = split_outside_brackets(option.values, ',');
    if (std::ranges::find(values, value) != values.end()) continue;
    throw UsageError(fmt::format("--set {} needs --set {}={}", option.name, option.other,
                                 fmt::join(values, " or ")));
  }
  // Boosting that optimises a measure keeps the best round of training without validation data.
  const bool keeps_measured =
      value_of("optimiser", given, known).empty() && !value_of("measure", given, known).empty();
  for (const std::string_view option : {"patience", "keep"}) {
    const bool has_effect = validation || (option == "keep" && keeps_measured);
    if (has_effect || !is_changed(option)) continue;
    throw UsageError(
        fmt::format("--set {} needs --vali or, for crossval, validation files", option));
  }
  if (value_of("max-step", {}, known).empty() || is_in_grid("loss")) return;
  // Trees: what a loss leaves without effect.
  const std::string chosen = value_of("loss", given, known);
  const LossEntry& loss = find_loss(chosen.empty() ? find_algorithm(algorithm).loss : chosen);
  if ((given.contains("max-step") || is_in_grid("max-step")) && loss.grows_with_targets) {
    throw UsageError(fmt::format(
        "--set max-step has no effect with the loss {}, whose steps are as large as its targets",
        loss.name));
  }
  const bool has_bound = loss.curvature == CurvatureSource::diagonal && !loss.grows_with_targets;
  if (is_changed("curvature") && !has_bound) {
    throw UsageError(fmt::format(
        "--set curvature has no effect with the loss {}, which has only one curvature", loss.name));
  }
}

void LearningArgs::add_algorithm(Command& command, std::string_view others,
                                 const std::string& meaning) {
  std::vector<std::string> names = row_names(algorithms());
  names.emplace_back(others);
  command
      .option(
          "algorithm", [this](const std::string& text) { algorithm = lower_case(text); },
          "learning algorithm; see 'podium list algorithms'. " + std::string(others) + ": " +
              meaning)
      .value("ALGORITHM")
      .one_of(std::move(names))
      .required();
}

void LearningArgs::add_options(Command& command) {
  command
      .option("--set", set, "set an option of the algorithm; see 'podium list options ALGORITHM'")
      .value("OPTION=VALUE")
      .one_each_time();
  command.option("--grid", grid, "values of an option to choose from")
      .value("OPTION=VALUE,...")
      .one_each_time();
}

void LearningArgs::add_tuning(Command& command) {
  command
      .option("--tune", tune,
              "how options are chosen by the data. split: on the validation data; inner: on five "
              "parts of the training data that take turns to be held out; none: not at all. "
              "Default: split if there is validation data, otherwise inner; none if --set fixes "
              "the value")
      .value("none|split|inner")
      .one_of({tune_rule_names.begin(), tune_rule_names.end()});
  add_refit(command);
  command
      .toggle(
          "--single", single,
          "with auto: a model of one kind, the better of linear model and trees, without splits "
          "by sets of categories, where an engine cannot take more")
      .only_if([this] { return is_automatic(); }, "the algorithm auto");
  add_baseline(command);
}

void LearningArgs::add_refit(Command& command) {
  command.toggle("--refit-with-vali", refit_with_vali,
                 "also train on the validation data: when it has chosen the options, or with "
                 "--tune inner as part of the training data");
}

void LearningArgs::add_baseline(Command& command) {
  command
      .option("--baseline", baseline,
              "the existing ranking: the model starts from it and is the baseline itself where "
              "nothing better is found. A feature by name or number; best-feature, the best single "
              "feature of the training data, which is the default of auto; or a file: a TREC run, "
              "scores or a model")
      .reads("FEATURE|FILE");
}

void LearningArgs::add_metric(Command& command) {
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
}

void LearningArgs::add_measuring(Command& command) {
  const auto text = [this] {
    return fmt::format("{} {} {} {}", metric, measures, fmt::join(set, " "), fmt::join(grid, " "));
  };
  measuring.add_to(command, text, "--metric, --measures, --set or --grid");
}

void LearningArgs::add_reported(Command& command) {
  command.option("--measures", measures, "measures to report; see 'podium list measures'")
      .value("LIST")
      .one_of(row_names(podium::measures()));
  add_measuring(command);
  add_intervals(command, intervals);
}

void LearningArgs::add_allow_empty(Command& command) {
  command.toggle("--allow-empty", allow_empty,
                 "accept a model that gives all documents of a query the same score");
}

void LearningArgs::add_data(Command& command) {
  command
      .option(
          "--fill", fill,
          "rules for missing values, stored in the model; see podium data fill. auto: train-min, "
          "or min if the normalisation uses all documents of a query")
      .value("RULES");
  command
      .option(
          "--categorical",
          [this](const std::string& text) {
            if (csv_names(text, "categorical").empty()) {
              throw UsageError("--categorical: found no name, expected FEATURE,...");
            }
            categorical = text;
          },
          "features whose values are words of a table, or codes of categories, by name "
          "or number: each is replaced by how far the labels of its documents are above the "
          "mean of their query; stored in the model")
      .value("FEATURE,...");
  std::vector<std::string> kinds = row_names(normalisers());
  kinds.insert(kinds.begin(), "none");
  command
      .option("--normalise", normalise,
              "normalisation of features, stored in the model; see 'podium list normalisers'. auto "
              "is none for trees, which do not depend on scales, and for focusedboost")
      .value("NAME")
      .one_of(std::move(kinds));
  command.toggle("--by-position", by_position,
                 "take the columns of other files in the order of the training data's, whatever "
                 "their names; otherwise they are found by name");
  add_option_fields(command, read);
  refuse_empty_label_column(command);
  command.flag("--memory-limit-gb").help += "; it also limits the histograms of trees";
}

void LearningArgs::add_to(Command& command) {
  add_algorithm(command, automatic, "the best of a few, chosen by the data");
  add_options(command);
  add_tuning(command);
  add_allow_empty(command);
  add_metric(command);
  add_reported(command);
  add_data(command);
}

std::vector<std::string> LearningArgs::given_flags() const {
  const LearningArgs defaults;
  std::vector<std::string> words;
  for (const auto& [name, value] : text_flags) {
    if (this->*value != defaults.*value) words.insert(words.end(), {name, this->*value});
  }
  for (const std::string& definition : measuring.define) {
    words.insert(words.end(), {"--define", definition});
  }
  if (allow_empty) words.emplace_back("--allow-empty");
  if (measuring.condensed) words.emplace_back("--condensed");
  if (measuring.blank != BlankQueries::keep) {
    words.insert(
        words.end(),
        {"--blank", std::string(blank_queries_names[static_cast<std::size_t>(measuring.blank)])});
  }
  if (by_position) words.emplace_back("--by-position");
  for (const auto& [name, value] : options_text(read)) {
    words.push_back("--" + name);
    if (value != "true") words.push_back(value);  // a flag without value
  }
  return words;
}

OptionText LearningArgs::options() const {
  OptionText options = parse_assignments(set);
  if (!is_automatic()) {
    find_algorithm(algorithm).check(options, definitions());
  } else if (!options.empty() || !grid.empty()) {
    throw UsageError("auto chooses algorithm and options; --set and --grid need an algorithm");
  }
  return options;
}

std::vector<GridAxis> LearningArgs::axes() const {
  const OptionText options = this->options();
  std::vector<GridAxis> axes = parse_grid(grid, options);
  for (const GridAxis& axis : axes) {
    for (const std::string& value : axis.values) {
      find_algorithm(algorithm).check(merged(options, {{axis.option, value}}), definitions());
    }
  }
  return axes;
}

TuneRule LearningArgs::tune_rule(bool fixed, bool has_vali) const {
  if (!tune.empty()) {
    const auto found = std::ranges::find(tune_rule_names, tune);
    if (found == tune_rule_names.end())
      throw UsageError(unknown_name("rule", tune, tune_rule_names));
    const auto rule = static_cast<TuneRule>(found - tune_rule_names.begin());
    if (rule == TuneRule::none && (is_automatic() || !baseline.empty())) {
      throw UsageError("auto and --baseline choose by the data; --tune none contradicts them");
    }
    return rule;
  }
  const bool is_chosen = is_automatic() || !baseline.empty();
  if (!is_chosen &&
      (fixed || (grid.empty() && !can_be_tuned(find_algorithm(algorithm), options())))) {
    return TuneRule::none;
  }
  return has_vali ? TuneRule::split : TuneRule::inner;
}

void LearningArgs::check_inner(TuneRule rule, bool has_vali) const {
  if (rule != TuneRule::inner || !has_vali || refit_with_vali) return;
  throw UsageError(
      "--tune inner chooses by parts of the training data alone; --refit-with-vali adds the "
      "validation data to it, --tune split chooses by the validation data");
}

TunePlan LearningArgs::tune_plan(TuneRule rule, std::uint64_t seed) const {
  TunePlan plan{
      .rule = rule,
      .preparation = preparation(seed),
      .metric = metric_plan(),
      .refits_with_vali = refit_with_vali,
      .baseline = is_automatic() && baseline.empty() ? std::string(best_feature) : baseline,
      .single = single};
  plan.algorithms = tuned_algorithms(algorithm, options(), axes());
  return plan;
}

PreparationPlan LearningArgs::preparation(std::uint64_t seed) const {
  PreparationPlan plan{.truth = parse_truth_setting(truth),
                       .fill = parse_fill_policy(fill, {FillRule::Kind::automatic}),
                       .normaliser = normaliser_for(algorithm, normalise),
                       .categorical = csv_names(categorical, "categorical"),
                       .splits_sets = !single && splits_sets(algorithm, parse_assignments(set)),
                       .seed = seed};
  for (const std::string& name : plan.categorical) {
    if (!plan.fill.exceptions.contains(name)) continue;
    throw UsageError(fmt::format(
        "--fill: found a rule for {}, a categorical feature, whose missing values count as 0; "
        "leave the rule out",
        in_quotes(name)));
  }
  return plan;
}

MetricPlan LearningArgs::metric_plan() const {
  measuring.check_unjudged(unjudged);
  measuring.refuse_both();
  const Profile& conventions = find_profile(profile);
  return {parse_measure(metric, conventions, definitions()), &conventions, conventions.ties,
          measuring.lists(), measuring.blank == BlankQueries::skip};
}

std::vector<Measure> LearningArgs::measure_list() const {
  return parse_measures(measures, find_profile(profile), definitions());
}

void LearningArgs::check_trained(const TrainedModel& trained, const Dataset& train,
                                 const Context& context) const {
  OutOfCore::check_unchanged();
  for (const std::string& remark : trained.summary.remarks) context.say(remark);
  if (ranks_nothing(trained.model, train)) {
    refuse_empty(fmt::format("the model ({})", trained.summary.stop), context);
  }
}

void LearningArgs::refuse_empty(const std::string& whose, const Context& context) const {
  const std::string problem = whose + " gives all documents of a query the same score";
  if (!allow_empty) throw NumericError(problem + "; --allow-empty accepts it");
  context.say("warning: " + problem);
}

ReadOptions LearningArgs::read_training() const {
  ReadOptions options = read;
  if (options.categorical.empty()) options.categorical = categorical;
  return options;
}

ReadOptions LearningArgs::read_held_out() const {
  ReadOptions options = read_training();
  if (options.row_weights != no_weights) options.row_weights.clear();
  options.second_label_column.clear();
  options.needs_weights = false;
  return options;
}

}  // namespace podium::cli
