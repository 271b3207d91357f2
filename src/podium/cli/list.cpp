#include <cmath>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/measure/measure.hpp"
#include "podium/core/prepare/normalise.hpp"
#include "podium/core/synth/assessor.hpp"
#include "podium/core/synth/synth.hpp"
#include "podium/learning/learn/algorithms.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/text/features/feature.hpp"
#include "podium/text/features/feature_recipe.hpp"

namespace podium::cli {

namespace {

std::string range_of(const MeasureEntry& entry) {
  return fmt::format("[{}, {}{}{}", entry.minimum, entry.maximum,
                     std::isinf(entry.maximum) ? ")" : "]",
                     entry.smaller_is_better ? ", a loss" : "");
}

std::string_view blank_of(const MeasureEntry& entry) {
  switch (entry.blank) {
    case BlankValue::zero:
      return "0";
    case BlankValue::profile:
      return "by profile";
    case BlankValue::ordinary:
      break;
  }
  return "any";
}

std::string options_of(const MeasureEntry& entry) {
  std::vector<std::string> options;
  if (entry.options != nullptr) {
    for (const OptionInfo& option : entry.options()) {
      options.push_back(option.name + "=" + option.default_value);
    }
  }
  return fmt::format("{}", fmt::join(options, ","));
}

Table measure_table() {
  Table table{.columns = {"measure", "description", "range", "nothing relevant", "ties", "truth",
                          "options", "reference"}};
  for (const MeasureEntry& entry : measures()) {
    const std::string cutoff = entry.cutoff == CutoffRule::none       ? ""
                               : entry.cutoff == CutoffRule::required ? "@k"
                                                                      : "[@k]";
    table.rows.push_back({std::string(entry.name) + cutoff, entry.summary, range_of(entry),
                          blank_of(entry), entry.averages_ties ? "any rule" : "any but expected",
                          entry.needs_order ? "ordered" : "any", options_of(entry),
                          entry.reference});
  }
  return table;
}

/// The options of all rows of a table, one after the other.
template <class Entry>
Table option_table_of(const char* what, std::span<const Entry> entries) {
  Table table{.columns = {what, "option", "default", "range", "description"}};
  for (const Entry& entry : entries) {
    if (entry.options == nullptr) continue;
    for (const OptionInfo& option : entry.options()) {
      table.rows.push_back(
          {entry.name, option.name, option.default_value, option.range, option.help});
    }
  }
  return table;
}

Table measure_option_table() {
  return option_table_of("measure", measures());
}

/// "p@k, map, ndcg[@k]"
std::string measures_of(const Profile& profile) {
  std::vector<std::string> names;
  for (const MeasureEntry& entry : measures()) {
    const bool is_cut = profile.has(entry.name, true);
    const bool is_whole = profile.has(entry.name, false);
    if (!is_cut && !is_whole) continue;
    names.push_back(std::string(entry.name) + (!is_cut ? "" : is_whole ? "[@k]" : "@k"));
  }
  return profile.measures.empty() ? "all" : fmt::format("{}", fmt::join(names, ", "));
}

Table profile_table() {
  Table table{.columns = {"profile", "conventions", "ties", "measures"}};
  for (const Profile& profile : profiles()) {
    table.rows.push_back(
        {profile.name, profile.summary, name_of(profile.ties), measures_of(profile)});
  }
  return table;
}

Table normaliser_table() {
  Table table{.columns = {"normaliser", "a value becomes", "works for a single document"}};
  for (const NormaliserEntry& entry : normalisers()) {
    table.rows.push_back({entry.name, entry.formula, entry.servable ? "yes" : "no"});
  }
  return table;
}

Table check_table() {
  Table table{.columns = {"check", "severity", "finds"}};
  for (const CheckInfo& check : data_checks()) {
    table.rows.push_back({check.name, name_of(check.severity), check.looks_for});
  }
  return table;
}

Table table_of(std::span<const OptionInfo> options) {
  Table table{.columns = {"option", "default", "range", "description"}};
  for (const OptionInfo& option : options) {
    table.rows.push_back({option.name, option.default_value, option.range, option.help});
  }
  return table;
}

template <Options T>
Table option_table() {
  return table_of(describe_options<T>());
}

Table algorithm_table() {
  Table table{.columns = {"algorithm", "description", "loss", "reference"}};
  for (const AlgorithmEntry& entry : algorithms()) {
    table.rows.push_back({entry.name, entry.summary, entry.loss, entry.reference});
  }
  return table;
}

Table loss_table() {
  Table table{.columns = {"loss", "description", "convex", "document weights", "reference"}};
  for (const LossEntry& entry : losses()) {
    table.rows.push_back({entry.name, entry.summary, entry.is_convex ? "yes" : "no",
                          entry.weighs_documents ? "yes" : "no", entry.reference});
  }
  return table;
}

Table aggregator_table() {
  Table table{.columns = {"aggregator", "description", "scores", "reference"}};
  for (const AggregatorEntry& entry : aggregators()) {
    table.rows.push_back(
        {entry.name, entry.summary, entry.needs_scores ? "needed" : "no", entry.reference});
  }
  return table;
}

Table aggregator_option_table() {
  return option_table_of("aggregator", aggregators());
}

Table recipe_table() {
  Table table{.columns = {"recipe", "features", "description", "reference"}};
  for (const text::RecipeEntry& entry : text::feature_recipes()) {
    table.rows.push_back(
        {entry.name, text::feature_recipe(entry.name).slot.size(), entry.summary, entry.reference});
  }
  return table;
}

/// The features of a recipe with their numbers in the files.
Table slot_table(const std::string& recipe) {
  Table table{.columns = {"number", "feature", "formula"}};
  for (const text::FeatureSlot& slot : text::feature_recipe(recipe).slot) {
    table.rows.push_back({table.rows.size() + 1, slot.name,
                          slot.text != nullptr ? slot.text->formula : slot.column->formula});
  }
  return table;
}

/// The parameters with the numbers that each recipe takes.
Table feature_parameter_table() {
  Table table{.columns = {"option"}};
  for (const text::RecipeEntry& entry : text::feature_recipes())
    table.columns.emplace_back(entry.name);
  table.columns.insert(table.columns.end(), {"range", "description"});
  for (const OptionField& f : text::TextParameters::fields()) {
    std::vector<Cell> row = {std::string(f.name)};
    for (const text::RecipeEntry& entry : text::feature_recipes()) {
      const text::TextParameters parameters = text::feature_recipe(entry.name).parameters;
      row.emplace_back(f.text_of(&parameters));
    }
    row.insert(row.end(), {f.range, std::string(f.help)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void add_list_command(Command& podium) {
  Command& list = podium.add("list", "list algorithms, measures, profiles, features and options");
  const auto add = [&](const std::string& name, const std::string& summary, Table (*make)()) {
    list.add(name, summary).action = [make](const Context& context) {
      context.out << render(make(), context.format);
    };
  };
  // Of one thing among those that another list has.
  const auto add_of = [&](const std::string& name, const std::string& summary,
                          const std::string& what, std::vector<std::string> known,
                          Table (*make)(const std::string&)) {
    Command& command = list.add(name, summary);
    auto chosen = std::make_shared<std::string>();
    command.option(what, *chosen, what + "; see 'podium list " + what + "s'")
        .value("NAME")
        .one_of(std::move(known))
        .required();
    command.action = [chosen, make](const Context& context) {
      context.out << render(make(*chosen), context.format);
    };
  };
  add("algorithms", "list the learning algorithms", algorithm_table);
  add_of("options", "list the options of an algorithm, for --set and --grid", "algorithm",
         row_names(algorithms()),
         [](const std::string& name) { return table_of(find_algorithm(name).options()); });
  add("losses", "list the loss functions of the algorithms", loss_table);
  add("measures", "list the evaluation measures", measure_table);
  add("measure-options", "list the options of measures, as in rbp(p=0.9)@10", measure_option_table);
  add("profiles", "list the profiles (sets of evaluation conventions)", profile_table);
  add("normalisers", "list the methods for normalising features", normaliser_table);
  add("aggregators", "list the methods for combining rankings", aggregator_table);
  add("aggregator-options", "list the options of aggregators, for --set", aggregator_option_table);
  add("features", "list the features that podium collect computes", text::feature_table);
  add("feature-parameters", "list the parameters of features, for --set", feature_parameter_table);
  add("recipes", "list the sets of features that podium collect offers", recipe_table);
  add_of("recipe", "list the features of a recipe with their numbers", "recipe",
         row_names(text::feature_recipes()), slot_table);
  add("checks", "list the checks of podium data check", check_table);
  add("synth-options", "list the options of podium synth letor", option_table<SynthOptions>);
  add("assessor-options", "list the options of podium synth preferences",
      option_table<AssessorOptions>);
}

}  // namespace podium::cli
