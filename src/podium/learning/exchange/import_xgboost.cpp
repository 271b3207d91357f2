#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include <fmt/format.h>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/base/text.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/exchange/served_model.hpp"
#include "podium/learning/exchange/walked_tree.hpp"

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
    read_sets();
    if (missing_left_.size() != left_.size() || left_.empty()) {
      throw json.error("found columns of different lengths");
    }
  }

  RegressionTree tree() const {
    std::size_t seen = 0;
    std::vector<double> split_sum;
    std::vector<double> leaf_sum;
    RegressionTree made = walked_tree(0.0, [&](double place) -> WalkedNode<double> {
      const bool is_there = 0.0 <= place && place < static_cast<double>(left_.size());
      if (!is_there || ++seen > left_.size()) {
        throw json_.error("found children that do not form a tree");
      }
      const auto node = static_cast<std::size_t>(place);
      const bool is_leaf = left_[node] < 0.0;
      (is_leaf ? leaf_sum : split_sum).push_back(sum_[node]);
      if (is_leaf) return weight_ * condition_[node];
      // A category of the set goes right.
      const bool is_set = sets_.contains(node);
      return WalkedSplit<double>{split_of(node), is_set ? right_[node] : left_[node],
                                 is_set ? left_[node] : right_[node]};
    });
    made.rows.resize(made.splits.size() + made.value.size());
    made.curvature = std::move(split_sum);
    made.curvature.insert(made.curvature.end(), leaf_sum.begin(), leaf_sum.end());
    return made;
  }

 private:
  /// The categories of splits by sets, one list after the other.
  void read_sets() {
    const auto type = json_.find("split_type");
    const std::vector<double> kinds = type ? type->numbers() : std::vector<double>();
    if (std::ranges::all_of(kinds, [](double kind) { return kind == 0.0; })) return;
    const std::vector<double> nodes = json_.at("categories_nodes").numbers();
    const std::vector<double> begin = json_.at("categories_segments").numbers(nodes.size());
    const std::vector<double> size = json_.at("categories_sizes").numbers(nodes.size());
    const std::vector<double> all = json_.at("categories").numbers();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const bool is_there = nodes[i] >= 0.0 && nodes[i] < static_cast<double>(kinds.size()) &&
                            kinds[static_cast<std::size_t>(nodes[i])] != 0.0 && begin[i] >= 0.0 &&
                            size[i] >= 0.0 && begin[i] + size[i] <= static_cast<double>(all.size());
      if (!is_there) throw json_.error("found categories that do not fit");
      std::uint64_t codes = 0;
      for (auto c = static_cast<std::size_t>(begin[i]);
           c < static_cast<std::size_t>(begin[i] + size[i]); ++c) {
        check_category(all[c], json_);
        codes |= std::uint64_t{1} << static_cast<unsigned>(all[c]);
      }
      sets_.emplace(static_cast<std::size_t>(nodes[i]), static_cast<double>(codes));
    }
    for (std::size_t node = 0; node < kinds.size(); ++node) {
      if (kinds[node] != 0.0 && !sets_.contains(node)) {
        throw json_.error("found a split by categories without categories");
      }
    }
  }

  TreeSplit split_of(std::size_t node) const {
    if (!(0.0 <= feature_[node] && feature_[node] < most_xgboost_features)) {
      throw json_.error("found a feature that there is not");
    }
    if (const auto set = sets_.find(node); set != sets_.end()) {
      return {.feature = static_cast<std::uint32_t>(feature_[node]),
              .missing_left = !missing_left_[node],
              .threshold = set->second,
              .gain = gain_[node],
              .by_set = true};
    }
    return {.feature = static_cast<std::uint32_t>(feature_[node]),
            .missing_left = missing_left_[node],
            .threshold = below_condition(condition_[node]),
            .gain = gain_[node]};
  }

  const JsonReader& json_;
  double weight_;
  std::vector<double> left_, right_, condition_, feature_, sum_, gain_;
  std::vector<bool> missing_left_;
  std::map<std::size_t, double> sets_;  ///< of nodes
};

/// What an objective does to base_score before it is added to the scores, of XGBoost's
/// ProbToMargin().
enum class BaseLink { none, logit, log };

BaseLink link_of(std::string_view objective) {
  constexpr std::array<std::string_view, 2> logit = {"binary:logistic", "reg:logistic"};
  constexpr std::array<std::string_view, 5> log = {"count:poisson", "reg:gamma", "reg:tweedie",
                                                   "survival:cox", "survival:aft"};
  if (std::ranges::find(logit, objective) != logit.end()) return BaseLink::logit;
  return std::ranges::find(log, objective) != log.end() ? BaseLink::log : BaseLink::none;
}

/// "0.5", or "[5E-1]" since version 3; what is added to every score.
double base_of(const JsonReader& learner) {
  const JsonReader json = learner.at("learner_model_param").at("base_score");
  std::string text = json.text();
  std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
  const auto base = parse_number<double>(text);
  if (!base || !std::isfinite(*base)) throw json.unexpected("a number");
  const std::string objective = learner.at("objective").at("name").text();
  const BaseLink link = link_of(objective);
  const bool fits = link == BaseLink::none || (link == BaseLink::log && *base > 0.0) ||
                    (link == BaseLink::logit && 0.0 < *base && *base < 1.0);
  if (!fits) throw json.unexpected("a base score of the objective " + objective);
  if (link == BaseLink::logit) return std::log(*base / (1.0 - *base));
  return link == BaseLink::log ? std::log(*base) : *base;
}

/// The first trees of a model, those of some iterations.
struct TreesToRead {
  std::size_t count = 0;
  std::vector<std::string> remarks;
};

/// Where the trees of each iteration end; `model` has them since version 2.
std::vector<std::size_t> iteration_ends(const JsonReader& model) {
  const std::size_t trees = model.at("trees").items().size();
  std::vector<std::size_t> ends;
  if (const auto begins = model.find("iteration_indptr")) {
    std::size_t last = 0;
    for (const JsonReader& begin : begins->items()) ends.push_back(last = begin.whole(last, trees));
    if (!ends.empty()) ends.erase(ends.begin());
  } else {
    const auto each = model.at("gbtree_model_param").find("num_parallel_tree");
    const auto step = parse_number<std::size_t>(each ? each->text() : "1");
    if (!step || *step == 0) throw each->unexpected("a number of trees");
    for (std::size_t end = *step; end <= trees; end += *step) ends.push_back(end);
  }
  if (trees > 0 && (ends.empty() || ends.back() != trees)) {
    throw model.error("found trees that belong to no iteration");
  }
  return ends;
}

TreesToRead trees_to_read(const JsonReader& learner, const JsonReader& model,
                          std::size_t iterations) {
  const std::vector<std::size_t> ends = iteration_ends(model);
  const auto attributes = learner.find("attributes");
  const auto best = attributes ? attributes->find("best_iteration") : std::nullopt;
  if (iterations > ends.size()) {
    throw UsageError(fmt::format("--iterations {}: the model has {}", iterations, ends.size()));
  }
  if (iterations > 0) return {ends[iterations - 1], {}};
  if (!best) return {ends.empty() ? 0 : ends.back(), {}};
  const auto place = parse_number<std::size_t>(best->text());
  if (!place || *place >= ends.size()) {
    throw best->unexpected(
        fmt::format("an iteration from 0 to {}; or give --iterations", ends.size() - 1));
  }
  TreesToRead read{ends[*place], {}};
  if (*place + 1 < ends.size()) {
    read.remarks.push_back(fmt::format(
        "read the first {} of {} iterations, up to the best one, as XGBRanker.predict does; "
        "--iterations {} reads all, as Booster.predict does",
        *place + 1, ends.size(), ends.size()));
  }
  return read;
}

}  // namespace

double below_condition(double condition) {
  if (condition > double{greatest_float}) return double{greatest_float};
  if (condition <= -double{greatest_float}) return -double{greatest_float};
  return double{
      std::nextafter(static_cast<float>(condition), -std::numeric_limits<float>::infinity())};
}

RankingModel read_xgboost(std::string_view text, const std::string& source) {
  return import_xgboost(text, source, {}).model;
}

ImportedModel import_xgboost(std::string_view text, const std::string& source,
                             const ModelImportOptions& options) {
  if (options.feature_count != 0) {
    throw UsageError("--feature-count: files of this format say how many features there are");
  }
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
  const TreesToRead chosen = trees_to_read(learner, booster.at("model"), options.iterations);
  const std::vector<JsonReader> trees = booster.at("model").at("trees").items();
  for (const JsonReader& tree : std::span(trees).first(chosen.count)) {
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
  return {imported_model(std::move(model), std::move(names), "xgboost", FillRule::Kind::keep),
          chosen.remarks};
}

}  // namespace podium
