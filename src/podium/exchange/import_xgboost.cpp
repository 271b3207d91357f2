#include <cmath>

#include <fmt/format.h>

#include "podium/base/io/json_reader.hpp"
#include "podium/base/text.hpp"
#include "podium/exchange/import_format.hpp"
#include "podium/exchange/served_model.hpp"

namespace podium {

namespace {

constexpr double most_xgboost_features = 1e6;

/// XGBoost writes infinities as words, which JSON does not have.
std::string without_infinities(std::string_view text) {
  constexpr std::string_view word = "Infinity";
  std::string made;
  bool is_text = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_text && text[at] == '\\' && at + 1 < text.size()) {
      made += text[at++];  // and what it escapes
      made += text[at];
      continue;
    }
    if (text[at] == '"') is_text = !is_text;
    if (!is_text && text.substr(at).starts_with(word)) {
      made += "1e39";  // beyond every float
      at += word.size() - 1;
    } else {
      made += text[at];
    }
  }
  return made;
}

/// A tree of columns, copied node by node from the root.
class XgboostTree {
 public:
  XgboostTree(const JsonReader& json, double weight)
      : json_(json),
        weight_(weight),
        left_(json.at("left_children").numbers()),
        right_(json.at("right_children").numbers(left_.size())),
        condition_(json.at("split_conditions").numbers(left_.size())),
        feature_(json.at("split_indices").numbers(left_.size())),
        sum_(json.at("sum_hessian").numbers(left_.size())),
        gain_(json.at("loss_changes").numbers(left_.size())) {
    for (const JsonReader& side : json.at("default_left").items()) {
      const bool* flag = side.value().as<bool>();
      missing_left_.push_back(flag != nullptr ? *flag : side.number() != 0.0);
    }
    const auto type = json.find("split_type");
    for (const double kind : type ? type->numbers() : std::vector<double>()) {
      if (kind != 0.0) throw json.error("found a split by categories, expected thresholds");
    }
    if (missing_left_.size() != left_.size() || left_.empty()) {
      throw json.error("found columns of different lengths");
    }
  }

  RegressionTree tree() && {
    add(0.0, 0);
    made_.rows.resize(made_.splits.size() + made_.value.size());
    made_.curvature.insert(made_.curvature.end(), leaf_sum_.begin(), leaf_sum_.end());
    return std::move(made_);
  }

 private:
  std::int32_t add(double place, std::size_t depth) {
    constexpr std::size_t most_depth = 10000;
    const bool is_there = 0.0 <= place && place < static_cast<double>(left_.size());
    if (!is_there || ++seen_ > left_.size() || depth > most_depth) {
      throw json_.error("found children that do not form a tree");
    }
    const auto node = static_cast<std::size_t>(place);
    if (left_[node] < 0.0) {
      made_.value.push_back(weight_ * condition_[node]);
      leaf_sum_.push_back(sum_[node]);
      return -static_cast<std::int32_t>(made_.value.size());
    }
    if (!(0.0 <= feature_[node] && feature_[node] < most_xgboost_features)) {
      throw json_.error("found a feature that there is not");
    }
    const std::size_t split = made_.splits.size();
    made_.splits.push_back({.feature = static_cast<std::uint32_t>(feature_[node]),
                            .missing_left = missing_left_[node],
                            .threshold = below_condition(condition_[node]),
                            .gain = gain_[node]});
    made_.curvature.push_back(sum_[node]);
    const std::int32_t left = add(left_[node], depth + 1);
    const std::int32_t right = add(right_[node], depth + 1);
    made_.splits[split].left = left;
    made_.splits[split].right = right;
    return static_cast<std::int32_t>(split);
  }

  const JsonReader& json_;
  double weight_;
  std::vector<double> left_, right_, condition_, feature_, sum_, gain_;
  std::vector<bool> missing_left_;
  RegressionTree made_;
  std::vector<double> leaf_sum_;
  std::size_t seen_ = 0;
};

/// "0.5", or "[5E-1]" since version 3; what is added to every score.
double base_of(const JsonReader& learner) {
  const JsonReader json = learner.at("learner_model_param").at("base_score");
  std::string text = json.text();
  std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
  const auto base = parse_number<double>(text);
  if (!base || !std::isfinite(*base)) throw json.unexpected("a number");
  const std::string objective = learner.at("objective").at("name").text();
  const bool is_probability = objective.ends_with(":logistic") && 0.0 < *base && *base < 1.0;
  return is_probability ? std::log(*base / (1.0 - *base)) : *base;
}

}  // namespace

double below_condition(double condition) {
  if (condition > double{greatest_float}) return double{greatest_float};
  if (condition <= -double{greatest_float}) return -double{greatest_float};
  return double{
      std::nextafter(static_cast<float>(condition), -std::numeric_limits<float>::infinity())};
}

RankingModel read_xgboost(std::string_view text, const std::string& source) {
  const JsonReader json = read_json(without_infinities(text), {source});
  const JsonReader learner = json.at("learner");
  JsonReader booster = learner.at("gradient_booster");
  const std::string name = booster.at("name").text();
  std::vector<double> weights;
  if (name == "dart") {
    weights = booster.at("weight_drop").numbers();
    booster = booster.at("gbtree");
  } else if (name != "gbtree") {
    throw booster.error(
        fmt::format("found the booster {}, expected gbtree or dart", in_quotes(name)));
  }
  const JsonReader parameters = learner.at("learner_model_param");
  const auto features = parse_number<std::size_t>(parameters.at("num_feature").text());
  if (!features || static_cast<double>(*features) > most_xgboost_features) {
    throw parameters.at("num_feature").unexpected("a number of features");
  }
  const auto named = learner.find("feature_names");
  std::vector<std::string> names = named ? named->texts() : std::vector<std::string>();
  if (!names.empty() && names.size() != *features) {
    throw named->error("found another number of names than of features");
  }
  TreeEnsemble model{.features = *features, .base = base_of(learner), .rate = 1.0, .trees = {}};
  for (const JsonReader& tree : booster.at("model").at("trees").items()) {
    const std::size_t number = model.trees.size();
    if (!weights.empty() && number >= weights.size()) throw tree.error("found no weight of it");
    model.trees.push_back(XgboostTree(tree, weights.empty() ? 1.0 : weights[number]).tree());
    if (!model.trees.back().is_whole(*features)) {
      throw tree.error("found a feature that there is not");
    }
  }
  for (const JsonReader& group : booster.at("model").at("tree_info").items()) {
    if (group.number() != 0.0) throw group.error("found trees of several classes, expected one");
  }
  return imported_model(std::move(model), std::move(names), "xgboost", FillRule::Kind::keep);
}

}  // namespace podium
