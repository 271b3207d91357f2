#include "podium/core/data/truth.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

std::vector<DocIndex> all_documents(std::size_t count) {
  std::vector<DocIndex> documents(count);
  std::iota(documents.begin(), documents.end(), DocIndex{0});
  return documents;
}

/// Labels top, top-1, ... along `best`, 0 for the others of `count` documents.
WeakOrder descending_from(std::size_t top, std::span<const DocIndex> best, std::size_t count) {
  WeakOrder order;
  order.label.assign(count, 0.0);
  order.level.assign(count, 0);
  order.strict = best.size();
  std::vector<bool> seen(count, false);
  for (const DocIndex doc : best) {
    expects(doc < count, "every document of a truth to be in the query");
    expects(!seen[doc], "the documents of a truth to be distinct");
    seen[doc] = true;
    order.label[doc] = static_cast<double>(top--);
  }
  levels_of_labels(order.label, order.level);
  return order;
}

struct WeakOrderOf {
  WeakOrder operator()(const GradedTruth& truth) const {
    WeakOrder order{.level = std::vector<Level>(truth.label.size()), .label = truth.label};
    levels_of_labels(order.label, order.level);
    return order;
  }
  WeakOrder operator()(const OrderTruth& truth) const {
    const std::size_t n = truth.order.size();
    return n == 0 ? WeakOrder{} : descending_from(n - 1, truth.order, n);
  }
  WeakOrder operator()(const TopKTruth& truth) const {
    return descending_from(truth.best.size(), truth.best, truth.document_count);
  }
};

/// The different labels, ascending. Grades are few, and then it takes one pass.
std::vector<double> distinct_labels(std::span<const double> label) {
  constexpr std::size_t few = 16;
  std::vector<double> values;
  for (const double value : label) {
    const auto place = std::lower_bound(values.begin(), values.end(), value);
    if (place != values.end() && *place == value) continue;
    if (values.size() == few) {
      values.assign(label.begin(), label.end());
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      break;
    }
    values.insert(place, value);
  }
  return values;
}

bool is_all_tied(const TruthView& truth, std::span<const DocIndex> judged) {
  return std::ranges::all_of(
      judged, [&](DocIndex doc) { return truth.level[doc] == truth.level[judged.front()]; });
}

/// Gives those documents that `truth` does not judge the label -1 again, below all others.
WeakOrder with_unjudged(WeakOrder order, const TruthView& truth) {
  for (std::size_t doc = 0; doc < truth.size(); ++doc) {
    if (truth.label[doc] < 0.0) order.label[doc] = -1.0;
  }
  levels_of_labels(order.label, order.level);
  return order;
}

constexpr std::array<std::string_view, 4> setting_names = {"graded", "full", "topk", "top-vs-rest"};

}  // namespace

WeakOrder weak_order(const GroundTruth& truth) {
  return std::visit(WeakOrderOf{}, truth);
}

void levels_of_labels(std::span<const double> label, std::span<Level> level) {
  expects(label.size() == level.size(), "one level per label");
  const std::vector<double> values = distinct_labels(label);
  for (std::size_t i = 0; i < label.size(); ++i) {
    level[i] = static_cast<Level>(std::lower_bound(values.begin(), values.end(), label[i]) -
                                  values.begin());
  }
}

TruthSetting parse_truth_setting(std::string_view text) {
  const auto colon = text.find(':');
  const auto name = text.substr(0, colon);
  for (std::size_t i = 0; i < setting_names.size(); ++i) {
    if (setting_names[i] != name) continue;
    TruthSetting setting{.kind = static_cast<TruthSetting::Kind>(i)};
    const bool takes_k = setting.kind == TruthSetting::Kind::top_k ||
                         setting.kind == TruthSetting::Kind::top_vs_rest;
    if (takes_k != (colon != std::string_view::npos)) break;
    if (takes_k) {
      const auto k = parse_number<std::size_t>(text.substr(colon + 1));
      if (!k || *k == 0) break;
      setting.k = *k;
    }
    return setting;
  }
  throw UsageError("truth setting: found " + in_quotes(text) +
                   ", expected graded, full, topk:K or top-vs-rest:K with K of 1 or more");
}

std::string to_text(const TruthSetting& setting) {
  std::string text(setting_names[static_cast<std::size_t>(setting.kind)]);
  if (setting.k > 0) text += ":" + to_text(setting.k);
  return text;
}

std::vector<DocIndex> total_order(const TruthView& truth, std::uint64_t seed,
                                  std::string_view query_id) {
  std::vector<DocIndex> order = all_documents(truth.size());
  std::ranges::stable_sort(order, std::greater{}, [&](DocIndex doc) { return truth.level[doc]; });
  RandomStream stream(seed, query_id, "ties");
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && truth.level[order[end]] == truth.level[order[begin]]) ++end;
    stream.shuffle(std::span(order).subspan(begin, end - begin));
    begin = end;
  }
  return order;
}

WeakOrder apply_setting(const TruthView& truth, const TruthSetting& setting, std::uint64_t seed,
                        std::string_view query_id, const SettingRules& rules) {
  using Kind = TruthSetting::Kind;
  if (setting.kind == Kind::graded) {
    return {{truth.level.begin(), truth.level.end()},
            {truth.label.begin(), truth.label.end()},
            truth.strict};
  }
  std::vector<DocIndex> order = total_order(truth, seed, query_id);
  // Documents that are not judged come last: the order of the others does not depend on them.
  while (!order.empty() && truth.label[order.back()] < 0.0) order.pop_back();
  if (rules.all_tied == AllTied::stays_tied && is_all_tied(truth, order)) {
    return with_unjudged(weak_order(GradedTruth{std::vector<double>(truth.size())}), truth);
  }
  if (setting.kind == Kind::full) {
    const std::size_t best = order.empty() ? 0 : order.size() - 1;
    return with_unjudged(descending_from(best, order, truth.size()), truth);
  }
  order.resize(std::min(order.size(), setting.k));
  const std::size_t best = rules.kappa_base == KappaBase::k ? setting.k : order.size();
  WeakOrder top = descending_from(best, order, truth.size());
  if (setting.kind == Kind::top_vs_rest) {
    for (double& label : top.label) label = label > 0.0 ? 1.0 : 0.0;
    top.strict = 0;
  }
  return with_unjudged(std::move(top), truth);
}

}  // namespace podium
