#include <limits>
#include <ostream>

#include "podium/cli/args/model_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/explain/tree.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct ShowArgs : ModelArgs {
  std::size_t tree = 1;
  bool asks_for_tree = false;
};

/// The model's own document, the weights of features in place of its parameters.
std::string show_json(const RankingModel& model, std::span<const WeightedFeature> features) {
  Json json = parse_json(to_json(model), {});
  json.erase("parameters");
  json["weight"] = feature_weights(model.kind).meaning;
  json["weights"] = to_json(weight_table(features, TableFormat::json));
  return json_text(json);
}

void run_show(const ShowArgs& args, const Context& context) {
  const RankingModel model = load_model(args.model);
  if (args.asks_for_tree) {
    context.out << tree_text(model, args.tree, context.format);
    return;
  }
  const std::vector<WeightedFeature> all = weighted_features(model);
  const auto most = std::span(all).first(shown_count(args.top, all.size()));
  if (context.format == TableFormat::json) {
    context.out << show_json(model, most);
  } else if (context.format == TableFormat::csv) {
    context.out << render(weight_table(most, context.format), context.format);
  } else {
    context.out << render(property_table(model), context.format) << "\n"
                << weight_heading(model, context.format)
                << render(weight_table(most, context.format), context.format);
  }
  say_what_is_shown(args, all.size(), context);
}

}  // namespace

void add_model_commands(Command& podium) {
  Command& model = podium.add("model", "inspect trained models");
  Command& show =
      model.add("show", "print the kind, training record and feature weights of a model");
  auto* const args = show.runs(run_show);
  add_model_args(show, *args);
  show.number("--tree", args->tree,
              "print this tree of a model of kind trees instead, counted from 1", 1,
              std::numeric_limits<std::size_t>::max())
      .notes(args->asks_for_tree)
      .excludes({"--top"});
}

}  // namespace podium::cli
