#include "podium/learning/model/model_file.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/kinds.hpp"

namespace podium {

namespace {

constexpr std::uint64_t format_version = 1;
constexpr std::array<std::string_view, 2> seen_roles = {"train", "vali"};

// --- writing ---

/// JSON is UTF-8; `what` names the text in the message.
void check_utf8(const std::string& text, const std::string& what) {
  if (utf8_prefix(text) == text.size()) return;
  throw UsageError(fmt::format("model: {}: found {}, expected UTF-8", what, in_quotes(text)));
}

void check_texts(const RankingModel& model) {
  const FeatureSet& features = model.preparation.features;
  for (std::size_t f = 0; f < features.names.size(); ++f) {
    check_utf8(features.names[f], fmt::format("name of feature {}", f + features.first_id));
  }
  for (const auto& [feature, rule] : model.preparation.fill.exceptions) {
    check_utf8(feature, "feature of a fill rule");
  }
  for (const CategoryMeans& category : model.preparation.categories) {
    check_utf8(category.feature, "categorical feature");
    for (const std::string& word : category.word) check_utf8(word, "word of " + category.feature);
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
  for (const SeenData& seen : training.seen) check_utf8(seen.queries, "checksum of queries");
  if (training.tuning) check_utf8(training.tuning->baseline, "baseline");
  if (model.baseline && model.baseline->model) check_texts(*model.baseline->model);
  if (const auto* two_stages = std::get_if<ReRanking>(&model.kind)) {
    check_utf8(two_stages->first->name, "name of the first ranker");
    for (const Voter& voter : two_stages->voters) check_utf8(voter.ranker.name, "name of a voter");
  }
  if (const auto* trees = std::get_if<TreeEnsemble>(&model.kind);
      trees != nullptr && trees->start != nullptr) {
    check_utf8(trees->start->name, "name of the start");
  }
}

/// A number that is not finite would silently become null.
void check_numbers(const Json& json, const std::string& place) {
  if (const auto* members = json.as<Json::Object>()) {
    for (const auto& [key, value] : *members) {
      check_numbers(value, place.empty() ? key : place + "." + key);
    }
  } else if (const auto* items = json.as<Json::Array>()) {
    for (std::size_t i = 0; i < items->size(); ++i) {
      check_numbers((*items)[i], fmt::format("{}.{}", place, i));
    }
  } else if (const auto* number = json.as<double>(); number != nullptr && !std::isfinite(*number)) {
    throw NumericError(
        fmt::format("model: {}: found {}, expected a finite number", place, *number));
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
  const FeatureRanges& ranges = model.training.ranges;
  expects(ranges.low.size() == ranges.high.size() &&
              (ranges.low.empty() || ranges.low.size() == model.preparation.features.count),
          "a range for each feature, or none");
  check(model.preparation);
  if (model.baseline && model.baseline->model) check_parts(*model.baseline->model);
}

Json features_json(const FeatureSet& features) {
  Json json;
  json["count"] = features.count;
  json["first"] = features.first_id;
  if (!features.names.empty()) json["names"] = features.names;
  return json;
}

Json fill_json(const FillPolicy& policy) {
  Json json;
  json["otherwise"] = to_text(policy.otherwise);
  Json::Object exceptions;  // looking each one up would take minutes for 100,000 features
  for (const auto& [feature, rule] : policy.exceptions)
    exceptions.emplace_back(feature, to_text(rule));
  if (!exceptions.empty()) json["exceptions"] = std::move(exceptions);
  return json;
}

Json tuning_json(const TuningRecord& tuning) {
  Json points = Json::array();
  for (const TuningPoint& point : tuning.points) {
    Json json = {{"algorithm", point.algorithm},
                 {"options", point.options},
                 {"value", point.value},
                 {"weight", point.weight}};
    if (point.is_baseline) json["baseline"] = true;
    points.push_back(std::move(json));
  }
  Json json = {{"rule", tuning.rule}, {"folds", tuning.folds}, {"points", std::move(points)}};
  if (!tuning.baseline.empty()) json["baseline"] = tuning.baseline;
  return json;
}

/// A float with few digits where these give the same float again.
double short_number(float value) {
  const double near = parse_number<double>(fmt::format("{}", value)).value_or(double{value});
  return static_cast<float>(near) == value ? near : double{value};
}

Json ranges_json(const FeatureRanges& ranges) {
  Json low = Json::array();
  Json high = Json::array();
  for (const float value : ranges.low) low.push_back(short_number(value));
  for (const float value : ranges.high) high.push_back(short_number(value));
  return {{"low", std::move(low)}, {"high", std::move(high)}};
}

Json training_json(const TrainingRecord& training) {
  Json json;
  json["algorithm"] = training.algorithm;
  json["options"] = training.options;
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
  if (training.tuning) json["tuning"] = tuning_json(*training.tuning);
  for (const SeenData& seen : training.seen) {
    json["seen"].push_back({{"role", seen_roles[seen.chose ? 1 : 0]}, {"queries", seen.queries}});
  }
  if (!training.ranges.low.empty()) json["ranges"] = ranges_json(training.ranges);
  return json;
}

Json model_json(const RankingModel& model) {
  Json json;
  json["podium_model"] = format_version;
  json["kind"] = kind_name(model.kind);
  json["training"] = training_json(model.training);
  json["features"] = features_json(model.preparation.features);
  if (model.baseline) {
    json["baseline"]["kind"] = baseline_kind_names[static_cast<std::size_t>(model.baseline->kind)];
    if (model.baseline->model) json["baseline"]["model"] = model_json(*model.baseline->model);
  }
  for (const CategoryMeans& category : model.preparation.categories) {
    if (category.has_words) {
      json["words"][category.feature] = category.json();
    } else {
      json["categories"].push_back(category.json());
    }
  }
  json["fill"] = fill_json(model.preparation.fill);
  if (model.preparation.normaliser) {
    json["normaliser"] = model.preparation.normaliser->json();
  }
  json["serving"] = serving_names[static_cast<std::size_t>(serving_of(model))];
  json["parameters"] = parameters_json(model.kind);
  if (!model.calibration.grades.empty()) json["stage"] = model.calibration.json();
  return json;
}

// --- reading ---

/// A model takes memory for each of its features, and imported ones name none of them: a file of a
/// few bytes must not ask for all memory.
constexpr std::size_t most_features(std::size_t bytes) {
  constexpr std::size_t free = std::size_t{1} << 20;
  return std::max(free, bytes);
}

FeatureSet read_features(const JsonReader& json, std::size_t bytes) {
  json.expect_keys({"count", "first", "names"});
  FeatureSet features;
  features.count = json.at("count").whole();
  if (features.count > most_features(bytes)) {
    throw json.at("count").unexpected(
        fmt::format("at most {} features in a file of {} bytes", most_features(bytes), bytes));
  }
  features.first_id = static_cast<std::uint32_t>(json.at("first").whole(0, 1));
  if (const auto names = json.find("names")) {
    features.names = names->texts();
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

/// What the file says must follow from the rest of it; older files do not say it.
void check_serving(const JsonReader& json, const RankingModel& model) {
  const auto said = json.find("serving");
  if (!said) return;
  const auto expected = static_cast<std::size_t>(serving_of(model));
  if (said->choice(serving_names) == expected) return;
  throw said->unexpected(fmt::format("{} by the model's fill rules, normaliser and kind",
                                     in_quotes(serving_names[expected])));
}

Preparation read_preparation(const JsonReader& json, std::size_t bytes) {
  Preparation preparation{.features = read_features(json.at("features"), bytes),
                          .fill = read_fill(json.at("fill")),
                          .normaliser = std::nullopt};
  if (const auto normaliser = json.find("normaliser")) {
    preparation.normaliser = Normaliser::read(*normaliser);
  }
  if (const auto categories = json.find("categories")) {
    for (const JsonReader& category : categories->items()) {
      preparation.categories.push_back(CategoryMeans::read(category));
    }
  }
  if (const auto words = json.find("words")) {
    for (const auto& [feature, list] : words->members()) {
      preparation.categories.push_back(CategoryMeans::read_words(feature, list));
    }
    const FeatureSet& features = preparation.features;
    std::ranges::stable_sort(preparation.categories, {}, [&](const CategoryMeans& category) {
      std::size_t place = 0;
      while (place < features.count && features.name(place) != category.feature) ++place;
      return place;
    });
  }
  return preparation;
}

TuningRecord read_tuning(const JsonReader& json) {
  json.expect_keys({"rule", "folds", "points", "baseline"});
  TuningRecord tuning{.rule = json.at("rule").text(), .folds = json.at("folds").whole()};
  if (const auto baseline = json.find("baseline")) tuning.baseline = baseline->text();
  for (const JsonReader& point : json.at("points").items()) {
    point.expect_keys({"algorithm", "options", "value", "weight", "baseline"});
    const auto baseline = point.find("baseline");
    tuning.points.push_back({.algorithm = point.at("algorithm").text(),
                             .options = point.at("options").text_members(),
                             .is_baseline = baseline && baseline->flag(),
                             .value = point.at("value").number(),
                             .weight = point.at("weight").number()});
  }
  return tuning;
}

/// Older files, and those that were imported, do not have ranges.
FeatureRanges read_ranges(const JsonReader& training, std::size_t features) {
  const auto json = training.find("ranges");
  if (!json) return {};
  json->expect_keys({"low", "high"});
  FeatureRanges ranges;
  for (const double value : json->at("low").numbers(features)) {
    ranges.low.push_back(static_cast<float>(value));
  }
  for (const double value : json->at("high").numbers(features)) {
    ranges.high.push_back(static_cast<float>(value));
  }
  for (std::size_t f = 0; f < features; ++f) {
    if (ranges.low[f] <= ranges.high[f]) continue;
    throw json->error(fmt::format("found the range {} to {} of feature {}, expected a rising one",
                                  ranges.low[f], ranges.high[f], f + 1));
  }
  return ranges;
}

TrainingRecord read_training(const JsonReader& json) {
  json.expect_keys({"algorithm", "options", "truth", "seed", "data", "podium", "iterations", "stop",
                    "validation", "tuning", "seen", "ranges"});
  TrainingRecord training;
  training.algorithm = json.at("algorithm").text();
  training.options = json.at("options").text_members();
  training.truth = json.at("truth").text();
  training.seed = json.at("seed").whole();
  training.data = json.at("data").text();
  training.podium_version = json.at("podium").text();
  training.iterations = json.at("iterations").whole();
  training.stop = json.at("stop").text();
  if (const auto validation = json.find("validation")) {
    validation->expect_keys({"metric", "value"});
    training.validation = {validation->at("metric").text(), validation->at("value").number()};
  }
  if (const auto tuning = json.find("tuning")) training.tuning = read_tuning(*tuning);
  if (const auto seen = json.find("seen")) {
    for (const JsonReader& data : seen->items()) {
      data.expect_keys({"role", "queries"});
      training.seen.push_back({data.at("role").choice(seen_roles) == 1, data.at("queries").text()});
    }
  }
  return training;
}

RankingModel read_model(const JsonReader& json, std::size_t bytes);

ModelBaseline read_baseline(const JsonReader& json, const FeatureSet& features, std::size_t bytes) {
  json.expect_keys({"kind", "model"});
  const std::vector<std::string> names = without_set_features(features).names;
  if (names.empty() || names.back() != baseline_feature) {
    throw json.error("found a baseline, expected its feature " + in_quotes(baseline_feature) +
                     " as the last of the model's");
  }
  ModelBaseline baseline{
      .kind = static_cast<BaselineKind>(json.at("kind").choice(baseline_kind_names))};
  if (baseline.kind == BaselineKind::model) {
    baseline.model = std::make_shared<const RankingModel>(read_model(json.at("model"), bytes));
    if (needs_baseline_file(*baseline.model)) {
      throw json.error("found a model that needs a file of its own baseline, expected none");
    }
  } else if (json.find("model")) {
    throw json.error("found a model in a baseline of another kind, expected none");
  }
  return baseline;
}

/// `bytes` is the length of the file.
RankingModel read_model(const JsonReader& json, std::size_t bytes) {
  json.at("podium_model").expect_version(format_version);
  json.expect_keys({"podium_model", "kind", "training", "features", "baseline", "categories",
                    "words", "fill", "normaliser", "serving", "parameters", "stage"});
  RankingModel model;
  model.training = read_training(json.at("training"));
  model.preparation = read_preparation(json, bytes);
  model.training.ranges = read_ranges(json.at("training"), model.preparation.features.count);
  if (const auto baseline = json.find("baseline")) {
    model.baseline = read_baseline(*baseline, model.preparation.features, bytes);
  }
  model.kind = read_kind(json, model.preparation.features.count);
  try {
    check(model.preparation);
  } catch (const UsageError& error) {
    throw json.error(error.what());
  }
  check_serving(json, model);
  if (const auto stage = json.find("stage")) model.calibration = Calibration::read(*stage);
  return model;
}

}  // namespace

std::string to_json(const RankingModel& model) {
  check_texts(model);
  check_parts(model);
  const Json json = model_json(model);
  check_numbers(json, "");
  return json.dump(1) + "\n";
}

RankingModel model_from_json(std::string_view text, const std::string& source) {
  return read_model(read_json(text, {source}), text.size());
}

void save_model(const RankingModel& model, const std::filesystem::path& path) {
  write_file(path, to_json(model));
}

RankingModel load_model(const std::filesystem::path& path) {
  const InputText text(path);
  return model_from_json(text.view(), text.path());
}

}  // namespace podium
