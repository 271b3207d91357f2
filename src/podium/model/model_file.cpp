#include "podium/model/model_file.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/model/json_reader.hpp"
#include "podium/model/kinds.hpp"

namespace podium {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t format_version = 1;
constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();

// --- writing ---

/// JSON is UTF-8; `what` names the text in the message.
void check_utf8(const std::string& text, const std::string& what) {
  try {
    (void)Json(text).dump();
  } catch (const Json::type_error&) {
    throw UsageError(fmt::format("model: {}: found {}, expected UTF-8", what, in_quotes(text)));
  }
}

void check_texts(const RankingModel& model) {
  const FeatureSet& features = model.preparation.features;
  for (std::size_t f = 0; f < features.names.size(); ++f) {
    check_utf8(features.names[f], fmt::format("name of feature {}", f + features.first_id));
  }
  for (const auto& [feature, rule] : model.preparation.fill.exceptions) {
    check_utf8(feature, "feature of a fill rule");
  }
  const TrainingRecord& training = model.training;
  for (const auto& [name, value] : training.options) {
    check_utf8(name, "option name");
    check_utf8(value, "value of option " + in_quotes(name));
  }
  for (const std::string* text : {&training.algorithm, &training.truth, &training.data,
                                  &training.podium_version, &training.stop}) {
    check_utf8(*text, "training record");
  }
  if (training.validation) check_utf8(training.validation->metric, "validation metric");
  if (const auto* two_stages = std::get_if<ReRanking>(&model.kind)) {
    check_utf8(two_stages->first->name, "name of the first ranker");
    for (const Voter& voter : two_stages->voters) check_utf8(voter.ranker.name, "name of a voter");
  }
}

/// A number that is not finite would silently become null, or already has in the normaliser.
void check_numbers(const Json& json, const std::string& place) {
  if (json.is_structured()) {
    for (const auto& [key, value] : json.items()) {
      check_numbers(value, place.empty() ? key : place + "." + key);
    }
  } else if (json.is_null() || (json.is_number_float() && !std::isfinite(json.get<double>()))) {
    const double number = json.is_null() ? std::nan("") : json.get<double>();
    throw NumericError(fmt::format("model: {}: found {}, expected a finite number", place, number));
  }
}

void check_parts(const RankingModel& model) {
  std::visit(
      [&](const auto& kind) {
        expects(kind.is_whole(), "as many parameters as the model's shape needs");
        expects(kind.feature_count() == model.preparation.features.count,
                "as many features as the model has");
      },
      model.kind);
  check(model.preparation);
}

Json features_json(const FeatureSet& features) {
  Json json;
  json["count"] = features.count;
  json["first"] = features.first_id;
  if (!features.names.empty()) json["names"] = features.names;
  return json;
}

Json fill_json(const FillPolicy& policy) {
  Json exceptions = Json::object();
  for (const auto& [feature, rule] : policy.exceptions) exceptions[feature] = to_text(rule);
  Json json;
  json["otherwise"] = to_text(policy.otherwise);
  if (!exceptions.empty()) json["exceptions"] = std::move(exceptions);
  return json;
}

Json training_json(const TrainingRecord& training) {
  Json json;
  json["algorithm"] = training.algorithm;
  json["options"] = Json::object();
  for (const auto& [name, value] : training.options) json["options"][name] = value;
  json["truth"] = training.truth;
  json["seed"] = training.seed;
  json["data"] = training.data;
  json["podium"] = training.podium_version;
  json["iterations"] = training.iterations;
  json["stop"] = training.stop;
  if (training.validation) {
    json["validation"]["metric"] = training.validation->metric;
    json["validation"]["value"] = training.validation->value;
  }
  return json;
}

// --- reading ---

FeatureSet read_features(const JsonReader& json) {
  json.expect_keys({"count", "first", "names"});
  FeatureSet features;
  features.count = json.at("count").whole(0, any);
  features.first_id = static_cast<std::uint32_t>(json.at("first").whole(0, 1));
  if (const auto names = json.find("names")) {
    for (const JsonReader& name : names->items()) features.names.push_back(name.text());
    if (features.names.size() != features.count || features.count == 0) {
      throw names->error(fmt::format("found {} names, expected one for each of {} features",
                                     features.names.size(), features.count));
    }
  }
  return features;
}

FillRule read_rule(const JsonReader& json) {
  const std::string text = json.text();
  try {
    return parse_fill_rule(text);
  } catch (const UsageError& error) {
    throw json.error(error.what());
  }
}

FillPolicy read_fill(const JsonReader& json) {
  json.expect_keys({"otherwise", "exceptions"});
  FillPolicy policy{.otherwise = read_rule(json.at("otherwise")), .exceptions = {}};
  if (const auto exceptions = json.find("exceptions")) {
    for (const auto& [feature, rule] : exceptions->members()) {
      policy.exceptions.emplace(feature, read_rule(rule));
    }
  }
  return policy;
}

Preparation read_preparation(const JsonReader& json, const std::string& source) {
  Preparation preparation{.features = read_features(json.at("features")),
                          .fill = read_fill(json.at("fill")),
                          .normaliser = std::nullopt};
  if (const auto normaliser = json.find("normaliser")) {
    preparation.normaliser = Normaliser::from_json(normaliser->value().dump(), source);
  }
  return preparation;
}

TrainingRecord read_training(const JsonReader& json) {
  json.expect_keys({"algorithm", "options", "truth", "seed", "data", "podium", "iterations", "stop",
                    "validation"});
  TrainingRecord training;
  training.algorithm = json.at("algorithm").text();
  for (const auto& [name, value] : json.at("options").members()) {
    training.options.emplace(name, value.text());
  }
  training.truth = json.at("truth").text();
  training.seed = json.at("seed").whole(0, any);
  training.data = json.at("data").text();
  training.podium_version = json.at("podium").text();
  training.iterations = json.at("iterations").whole(0, any);
  training.stop = json.at("stop").text();
  if (const auto validation = json.find("validation")) {
    validation->expect_keys({"metric", "value"});
    training.validation = {validation->at("metric").text(), validation->at("value").number()};
  }
  return training;
}

}  // namespace

std::string to_json(const RankingModel& model) {
  check_texts(model);
  check_parts(model);
  Json json;
  json["podium_model"] = format_version;
  json["kind"] = kind_name(model.kind);
  json["training"] = training_json(model.training);
  json["features"] = features_json(model.preparation.features);
  json["fill"] = fill_json(model.preparation.fill);
  if (model.preparation.normaliser) {
    json["normaliser"] = Json::parse(model.preparation.normaliser->to_json());
  }
  json["parameters"] = parameters_json(model.kind);
  check_numbers(json, "");
  return json.dump(1) + "\n";
}

RankingModel model_from_json(std::string_view text, const std::string& source) {
  const nlohmann::json document = parse_json(text, source);
  const JsonReader json(document, source);
  if (const std::uint64_t version = json.at("podium_model").whole(0, any);
      version != format_version) {
    throw json.at("podium_model")
        .error(fmt::format("found version {}, expected {}", version, format_version));
  }
  json.expect_keys(
      {"podium_model", "kind", "training", "features", "fill", "normaliser", "parameters"});
  RankingModel model;
  model.training = read_training(json.at("training"));
  model.preparation = read_preparation(json, source);
  model.kind = read_kind(json, model.preparation.features.count);
  try {
    check(model.preparation);
  } catch (const UsageError& error) {
    throw json.error(error.what());
  }
  return model;
}

void save_model(const RankingModel& model, const std::filesystem::path& path) {
  write_file(path, to_json(model));
}

RankingModel load_model(const std::filesystem::path& path) {
  const InputText text(path);
  return model_from_json(text.view(), text.path());
}

}  // namespace podium
