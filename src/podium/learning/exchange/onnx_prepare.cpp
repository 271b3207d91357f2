#include "podium/learning/exchange/onnx_prepare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace podium {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

OnnxAttributes down_the_column() {
  const std::int64_t axes[] = {0};
  return OnnxAttributes().numbers("axes", axes);
}

OnnxAttributes on_axis(std::int64_t axis) {
  return OnnxAttributes().number("axis", axis);
}

/// 1 for each feature with this rule, 0 for others.
std::vector<double> marks_of(std::span<const FillRule> rules, FillRule::Kind kind) {
  std::vector<double> marks;
  for (const FillRule& rule : rules) marks.push_back(rule.kind == kind ? 1.0 : 0.0);
  return marks;
}

/// What a missing value becomes whatever the query has; NaN: it stays missing.
double constant_of(const FillRule& rule) {
  if (rule.kind == FillRule::Kind::constant) return rule.value;
  return rule.kind == FillRule::Kind::keep ? std::nan("") : 0.0;
}

}  // namespace

std::string OnnxPreparer::first_axis() {
  const double zero[] = {0.0};
  return graph_.constant(OnnxType::i64, zero, {});
}

/// A constant of one row.
std::string OnnxPreparer::row(const std::vector<double>& values, OnnxType type) {
  const std::int64_t shape[] = {1, static_cast<std::int64_t>(values.size())};
  return graph_.constant(type, values, shape);
}

std::string OnnxPreparer::with_categories(std::span<const ServedFeature> features,
                                          const std::string& value) {
  std::string result = value;
  for (std::size_t f = 0; f < features.size(); ++f) {
    const auto& category = features[f].category;
    if (!category || category->has_words) continue;
    std::vector<double> own(features.size());
    own[f] = 1.0;
    const std::string mapped =
        looked_up(*category, graph_.columns(value, std::vector<std::size_t>{f}));
    const std::string is_own = graph_.node("Greater", {row(own), row({0.5})});
    result = where(is_own, mapped, result);
  }
  return result;
}

std::string OnnxPreparer::looked_up(const CategoryMeans& category, const std::string& values) {
  CategoryMeans table = category;
  if (table.mean.empty()) table = {.feature = {}, .value = {0.0F}, .mean = {0.0}, .word = {""}};
  const std::vector<float> means(table.mean.begin(), table.mean.end());
  OnnxAttributes pairs;
  if (category.has_words) {
    pairs.texts("keys_strings", table.word);
  } else {
    pairs.floats("keys_floats", table.value);
  }
  // Other values and missing ones become 0, its default.
  return graph_.node("LabelEncoder", {values}, pairs.floats("values_floats", means),
                     OnnxGraph::ml_domain);
}

std::string OnnxPreparer::prepared(std::span<const ServedFeature> features,
                                   const std::string& raw) {
  std::vector<double> fill;
  for (const ServedFeature& feature : features) {
    fill.push_back(feature.fill ? double{*feature.fill} : std::nan(""));
  }
  return scaled(features, where(graph_.node("IsNaN", {raw}), row(fill, OnnxType::f32), raw));
}

std::string OnnxPreparer::scaled(std::span<const ServedFeature> features,
                                 const std::string& value) {
  std::vector<double> shift;
  std::vector<double> scale;
  std::vector<double> live;
  for (const ServedFeature& feature : features) {
    const bool is_linear = feature.scaling == Scaling::linear;
    shift.push_back(is_linear ? feature.shift : 0.0);
    scale.push_back(is_linear ? feature.scale : 1.0);
    live.push_back(feature.scaling == Scaling::zero ? 0.0 : 1.0);
  }
  std::string x = graph_.cast(value, OnnxType::f64);
  x = graph_.node("Div", {graph_.node("Sub", {x, row(shift)}), row(scale)});
  x = graph_.node("Mul", {x, row(live)});
  const auto is_logarithmic = [](const ServedFeature& feature) {
    return feature.scaling == Scaling::log1p;
  };
  if (std::ranges::any_of(features, is_logarithmic)) x = log1p(x);
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (features[f].scaling != Scaling::curve) continue;
    std::vector<double> own(features.size());
    own[f] = 1.0;
    const std::string is_own = graph_.node("Greater", {row(own), row({0.5})});
    x = where(is_own, curve(features[f].curve, graph_.columns(x, std::vector{f})), x);
  }
  return graph_.cast(x, OnnxType::f32);
}

/// The image of the first knot, plus what each piece adds up to the value.
std::string OnnxPreparer::curve(const PiecewiseLinear& curve, const std::string& x) {
  std::vector<double> begin;
  std::vector<double> width;
  std::vector<double> slope;
  for (std::size_t k = 0; k + 1 < curve.at.size(); ++k) {
    begin.push_back(curve.at[k]);
    width.push_back(curve.at[k + 1] - curve.at[k]);
    slope.push_back((curve.image[k + 1] - curve.image[k]) / width.back());
  }
  std::string inside = graph_.node("Sub", {x, row(begin)});
  inside = graph_.node("Min", {graph_.node("Max", {inside, row({0.0})}), row(width)});
  const std::int64_t shape[] = {static_cast<std::int64_t>(slope.size()), 1};
  const std::string sum =
      graph_.node("MatMul", {inside, graph_.constant(OnnxType::f64, slope, shape)});
  return graph_.node("Add", {sum, row({curve.image.front()})});
}

/// sign(x) ln(1 + |x|); near 0, where 1 + |x| loses digits, by its series.
std::string OnnxPreparer::log1p(const std::string& x) {
  const std::string size = graph_.node("Abs", {x});
  const std::string far = graph_.node("Log", {graph_.node("Add", {size, row({1.0})})});
  std::string series = row({0.0});
  for (const double c : {1.0 / 5.0, -1.0 / 4.0, 1.0 / 3.0, -1.0 / 2.0, 1.0}) {
    series = graph_.node("Mul", {graph_.node("Add", {series, row({c})}), size});
  }
  const std::string is_near = graph_.node("Less", {size, row({1e-3})});
  return graph_.node("Mul", {graph_.node("Sign", {x}), where(is_near, series, far)});
}

std::string OnnxPreparer::prepared(const QueryPreparation& query, const std::string& raw) {
  const std::string value = filled(query.fill, with_categories(query.features, raw));
  if (!query.normaliser) return scaled(query.features, value);
  const Query own = query_of(value);
  const std::string normalised = *query.normaliser == NormaliserKind::query_minmax   ? minmax(own)
                                 : *query.normaliser == NormaliserKind::query_zscore ? zscore(own)
                                                                                     : rank(own);
  return graph_.cast(normalised, OnnxType::f32);
}

OnnxPreparer::Query OnnxPreparer::query_of(const std::string& value) {
  return {.value = graph_.cast(value, OnnxType::f64), .is_missing = graph_.node("IsNaN", {value})};
}

/// In the order of the documents, one after the other: a reduction may add in another order, which
/// gives other bits.
std::string OnnxPreparer::sum(const Query& query, const std::string& values) {
  const double last[] = {-1.0};
  const std::int64_t one[] = {1};
  const std::string sums =
      graph_.node("CumSum", {where(query.is_missing, row({0.0}), values), first_axis()});
  return graph_.node("Gather", {sums, graph_.constant(OnnxType::i64, last, one)}, on_axis(0));
}

std::string OnnxPreparer::mean(const Query& query) {
  return graph_.node("Div", {sum(query, query.value), count(query)});
}

std::string OnnxPreparer::minimum(const Query& query) {
  return graph_.node("ReduceMin", {where(query.is_missing, row({infinity}), query.value)},
                     down_the_column());
}

std::string OnnxPreparer::maximum(const Query& query) {
  return graph_.node("ReduceMax", {where(query.is_missing, row({-infinity}), query.value)},
                     down_the_column());
}

std::string OnnxPreparer::filled(std::span<const FillRule> rules, const std::string& value) {
  using Kind = FillRule::Kind;
  std::vector<double> constants;
  for (const FillRule& rule : rules) constants.push_back(constant_of(rule));
  std::string instead = row(constants);
  const Query query = query_of(value);
  for (const auto& [kind, found] :
       {std::pair(Kind::min, &OnnxPreparer::minimum), std::pair(Kind::max, &OnnxPreparer::maximum),
        std::pair(Kind::mean, &OnnxPreparer::mean)}) {
    const std::vector<double> marks = marks_of(rules, kind);
    if (std::ranges::count(marks, 1.0) == 0) continue;
    const std::string has_rule = graph_.node("Greater", {row(marks), row({0.5})});
    const std::string is_empty = graph_.node("Equal", {count(query), row({0.0})});
    instead = where(has_rule, where(is_empty, row({0.0}), (this->*found)(query)), instead);
  }
  return where(query.is_missing, graph_.cast(instead, OnnxType::f32), value);
}

// A missing value stays missing in the three normalisers: it is NaN in each difference.
std::string OnnxPreparer::minmax(const Query& query) {
  const std::string least = minimum(query);
  const std::string range = graph_.node("Sub", {maximum(query), least});
  const std::string is_constant = graph_.node("Equal", {range, row({0.0})});
  return graph_.node(
      "Div", {graph_.node("Sub", {query.value, least}), where(is_constant, row({1.0}), range)});
}

std::string OnnxPreparer::zscore(const Query& query) {
  const std::string apart = graph_.node("Sub", {query.value, mean(query)});
  const std::string squares = sum(query, graph_.node("Mul", {apart, apart}));
  const std::string deviation = graph_.node("Sqrt", {graph_.node("Div", {squares, count(query)})});
  // Rounding can move the mean of a constant.
  const std::string varies =
      graph_.node("And", {graph_.node("Less", {minimum(query), maximum(query)}),
                          graph_.node("Greater", {deviation, row({0.0})})});
  return where(varies, graph_.node("Div", {apart, deviation}),
               graph_.node("Mul", {apart, row({0.0})}));
}

std::string OnnxPreparer::rank(const Query& query) {
  const std::string others = graph_.node("Sub", {count(query), row({1.0})});
  const std::string is_alone = graph_.node("Less", {others, row({0.5})});
  const std::string share =
      graph_.node("Div", {smaller(query), where(is_alone, row({1.0}), others)});
  return where(query.is_missing, query.value, share);
}

/// How many values of the column are smaller. Columns are sorted; equal values form a group, and
/// the sizes of the groups before it add up to the number. Takes n log n steps, not n * n.
std::string OnnxPreparer::smaller(const Query& query) {
  const double zero[] = {0.0};
  const double last[] = {-1.0};
  const std::int64_t one[] = {1};
  const auto index = [&](std::span<const double> value) {
    return graph_.constant(OnnxType::i64, value, one);
  };
  // Missing values come last, where they are smaller than none.
  const std::string whole = where(query.is_missing, row({infinity}), query.value);
  const std::string rows =
      graph_.node("Gather", {graph_.node("Shape", {whole}), index(zero)}, on_axis(0));
  const std::vector<std::string> sorted =
      graph_.nodes("TopK", {whole, rows}, 2, on_axis(0).number("largest", 0));
  const std::string& values = sorted[0];
  const std::string& places = sorted[1];
  const std::string first = graph_.node("Gather", {whole, index(zero)}, on_axis(0));
  const std::string no_value = graph_.node("Mul", {first, row({std::nan("")})});
  const std::string but_last =
      graph_.node("Slice", {values, index(zero), index(last), index(zero)});
  const std::string previous = graph_.node("Concat", {no_value, but_last}, on_axis(0));
  const std::string is_new = graph_.node("Not", {graph_.node("Equal", {values, previous})});
  const std::string number =
      graph_.node("CumSum", {graph_.cast(is_new, OnnxType::i64), first_axis()});
  const double unit[] = {1.0};
  const std::string group = graph_.node("Sub", {number, index(unit)});
  const std::string zeros = graph_.node("Mul", {graph_.cast(group, OnnxType::f64), row({0.0})});
  const std::string sizes =
      graph_.node("ScatterElements", {zeros, group, graph_.node("Add", {zeros, row({1.0})})},
                  on_axis(0).text("reduction", "add"));
  const std::string starts =
      graph_.node("CumSum", {sizes, first_axis()}, OnnxAttributes().number("exclusive", 1));
  const std::string of_sorted = graph_.node("GatherElements", {starts, group}, on_axis(0));
  return graph_.node("ScatterElements", {zeros, places, of_sorted}, on_axis(0));
}

}  // namespace podium
