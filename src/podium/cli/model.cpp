#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/base/text.hpp"
#include "podium/cli/command.hpp"
#include "podium/model/model_file.hpp"

namespace podium {

namespace {

struct ShowArgs {
  std::string model;
  std::size_t top = 20;
};

/// A feature, how much it counts, and its share of what all count.
struct WeightedFeature {
  std::string name;
  double weight = 0.0;
  double share = 0.0;
};

/// The features that count most come first.
std::vector<WeightedFeature> weighted_features(const RankingModel& model) {
  const std::vector<double> weights = feature_weights(model.kind).value;
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0,
                                     [](double all, double w) { return all + std::abs(w); });
  std::vector<WeightedFeature> features;
  for (std::size_t f = 0; f < weights.size(); ++f) {
    features.push_back({model.preparation.features.name(f), weights[f],
                        sum > 0.0 ? std::abs(weights[f]) / sum : 0.0});
  }
  std::ranges::stable_sort(features, std::greater{},
                           [](const WeightedFeature& f) { return std::abs(f.weight); });
  return features;
}

/// Weights at full precision for programs, with a few digits that matter for people.
Table weight_table(std::span<const WeightedFeature> features, bool for_programs) {
  Table table{.columns = {"feature", "weight", "share"}};
  for (const auto& [name, weight, share] : features) {
    table.rows.push_back(
        {name, for_programs ? Cell(weight) : Cell(fmt::format("{:.6g}", weight)), share});
  }
  return table;
}

std::string features_text(const FeatureSet& features) {
  return fmt::format(
      "{}, {}", features.count,
      features.names.empty() ? fmt::format("numbered from {}", features.first_id) : "by name");
}

std::string normaliser_text(const std::optional<Normaliser>& normaliser) {
  if (!normaliser) return "none";
  return fmt::format("{}{}", normalisers()[static_cast<std::size_t>(normaliser->kind())].name,
                     normaliser->is_servable() ? "" : ", needs all documents of a query");
}

std::string options_text(const OptionText& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
  }
  return text.empty() ? "defaults" : text;
}

Table property_table(const RankingModel& model) {
  const TrainingRecord& training = model.training;
  Table table{.columns = {"what", "value"}};
  const auto add = [&](const char* what, const std::string& value) {
    if (!value.empty()) table.rows.push_back({what, value});
  };
  add("kind", std::string(kind_name(model.kind)));
  add("features", features_text(model.preparation.features));
  add("missing values", to_text(model.preparation.fill));
  add("normaliser", normaliser_text(model.preparation.normaliser));
  add("algorithm", training.algorithm);
  add("options", options_text(training.options));
  add("truth", training.truth);
  add("seed", to_text(training.seed));
  add("training data", training.data);
  add("trained by podium", training.podium_version);
  add("iterations", to_text(training.iterations));
  add("stopped", training.stop);
  if (training.validation) {
    add("validation",
        fmt::format("{} {:.4f}", training.validation->metric, training.validation->value));
  }
  return table;
}

/// The model's own document, the weights of features in place of its parameters.
std::string show_json(const RankingModel& model, std::span<const WeightedFeature> features) {
  auto json = nlohmann::ordered_json::parse(to_json(model));
  json.erase("parameters");
  json["weight"] = feature_weights(model.kind).meaning;
  json["weights"] =
      nlohmann::ordered_json::parse(render(weight_table(features, true), TableFormat::json));
  return json.dump(2) + "\n";
}

void run_show(const ShowArgs& args, const Context& context) {
  const RankingModel model = load_model(args.model);
  const std::vector<WeightedFeature> all = weighted_features(model);
  const std::size_t shown = args.top == 0 ? all.size() : std::min(args.top, all.size());
  const auto most = std::span(all).first(shown);
  if (context.format == TableFormat::json) {
    context.out << show_json(model, most);
  } else if (context.format == TableFormat::csv) {
    context.out << render(weight_table(most, true), context.format);
  } else {
    context.out << render(property_table(model), context.format) << "\n"
                << (context.format == TableFormat::latex ? "% " : "")
                << "weight: " << feature_weights(model.kind).meaning << "\n\n"
                << render(weight_table(most, false), context.format);
  }
  if (shown < all.size()) {
    context.say(fmt::format("{} of {} features shown; --top 0 shows all", shown, all.size()));
  }
}

}  // namespace

void add_model_commands(CLI::App& app, Context& context) {
  CLI::App* model = app.add_subcommand("model", "what one does with trained models");
  model->require_subcommand(1);
  const char* summary = "what a model is, where it comes from, and which features count";
  add_command(*model, context, "show", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<ShowArgs>();
    command.add_option("model", args->model, "the model")->type_name("FILE")->required();
    command.add_option("--top", args->top, "how many features to show; 0 shows all")
        ->type_name("N")
        ->capture_default_str();
    return [args](const Context& ctx) { run_show(*args, ctx); };
  });
}

}  // namespace podium
