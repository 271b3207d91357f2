#include "podium/core/prepare/normalise.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/sums/whole_units.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/kernels/row_values.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/prepare/feature_statistics.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

using Kind = NormaliserKind;

constexpr int format_version = 1;

constexpr std::array table = {
    NormaliserEntry{Kind::query_minmax, "query-minmax",
                    "(x - min) / (max - min) within each query; LETOR's QueryLevelNorm", false},
    NormaliserEntry{Kind::query_zscore, "query-zscore",
                    "(x - mean) / standard deviation within each query", false},
    NormaliserEntry{Kind::query_rank, "query-rank",
                    "fraction of the other values of the query that are smaller", false},
    NormaliserEntry{Kind::minmax, "minmax", "(x - min) / (max - min) over the fitted data set",
                    true},
    NormaliserEntry{Kind::zscore, "zscore",
                    "(x - mean) / standard deviation over the fitted data set", true},
    NormaliserEntry{Kind::robust, "robust",
                    "(x - median) / (third - first quartile) over the fitted data set", true},
    NormaliserEntry{Kind::log1p, "log1p", "sign(x) ln(1 + |x|)", true},
    NormaliserEntry{Kind::automatic, "auto",
                    "as zscore; by ranks where a feature has values far from all others", true},
};

const NormaliserEntry& entry_of(Kind kind) {
  return table[static_cast<std::size_t>(kind)];
}

double scaled(double x, double shift, double scale) {
  return scale == 0.0 ? 0.0 : (x - shift) / scale;
}

double signed_log1p(double x) {
  return std::copysign(std::log1p(std::abs(x)), x);
}

/// What `automatic` does to one feature.
struct AutomaticScale {
  double shift = 0.0;
  double scale = 0.0;
  std::optional<PiecewiseLinear> curve = {};
};

/// The values, none of which is 0, and the zeros, sorted and counted.
ValueCounts counted_values(std::vector<double>& values, std::size_t zeros) {
  std::ranges::sort(values);
  ValueCounts counts;
  for (const double value : values) {
    if (counts.empty() || counts.back().first != value) counts.emplace_back(value, 0);
    ++counts.back().second;
  }
  if (zeros > 0)
    counts.insert(std::ranges::lower_bound(counts, std::pair(0.0, zeros)), {0.0, zeros});
  return counts;
}

/// The sum of term(value) as whole numbers: no order or division of the values changes a bit.
template <class Term>
double exact_sum(std::span<const double> values, const Term& term) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(term(value)));
  const double unit = exact_unit(largest, values.size());
  std::int64_t sum = 0;
  for (const double value : values) sum += in_units(term(value), unit);
  return unit * static_cast<double>(sum);
}

AutomaticScale automatic_scale(std::vector<double>& values, std::size_t zeros) {
  zeros += std::erase(values, 0.0);  // the same bits whether zeros are stored or not
  if (values.empty()) return {};
  const auto [least, greatest] = std::ranges::minmax(values);
  if (least == greatest && zeros == 0) return {};
  const auto n = static_cast<double>(values.size() + zeros);
  const double mean = exact_sum(values, [](double value) { return value; }) / n;
  const auto square = [&](double value) { return (value - mean) * (value - mean); };
  const double variance =
      (static_cast<double>(zeros) * square(0.0) + exact_sum(values, square)) / n;
  const double deviation = std::sqrt(variance);
  if (deviation == 0.0) return {};  // of values whose squares are too small
  const auto z4 = [&](double value) { return std::pow(square(value) / variance, 2); };
  const double fourth = static_cast<double>(zeros) * z4(0.0) + exact_sum(values, z4);
  const double largest = std::max(mean - least, greatest - mean) / deviation;
  const bool keeps_zero = static_cast<double>(zeros) > n / 2.0;
  // The fourth moment is 3 for normal values and 9 for exponential ones.
  if (fourth / n > 30.0 || largest > 12.0) {
    const ValueCounts counts = counted_values(values, zeros);
    if (counts.size() > 2) {  // of two values, the ranks are no better
      PiecewiseLinear curve = PiecewiseLinear::of_normal_ranks(counts);
      const double zero = keeps_zero ? curve(0.0) : 0.0;
      for (double& image : curve.image) image -= zero;
      return {.shift = 0.0, .scale = 1.0, .curve = std::move(curve)};
    }
  }
  return {.shift = keeps_zero ? 0.0 : mean, .scale = deviation};
}

/// One feature of one query; missing values stay missing.
class QueryColumn {
 public:
  explicit QueryColumn(std::span<double> values) : values_(values) {}

  template <class Visit>
  void for_each(Visit&& visit) {
    for (double& value : values_) {
      if (!std::isnan(value)) visit(value);
    }
  }

 private:
  std::span<double> values_;
};

void query_minmax(QueryColumn column) {
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -minimum;
  column.for_each([&](double value) {
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
  });
  column.for_each([&](double& value) { value = scaled(value, minimum, maximum - minimum); });
}

void query_zscore(QueryColumn column) {
  double sum = 0.0;
  double count = 0.0;
  double minimum = std::numeric_limits<double>::infinity();
  double maximum = -minimum;
  column.for_each([&](double value) {
    sum += value;
    count += 1.0;
    minimum = std::min(minimum, value);
    maximum = std::max(maximum, value);
  });
  const double mean = sum / count;
  double squares = 0.0;
  column.for_each([&](double value) { squares += (value - mean) * (value - mean); });
  // Rounding can move the mean of a constant; its standard deviation is 0 by definition.
  const double deviation = minimum < maximum ? std::sqrt(squares / count) : 0.0;
  column.for_each([&](double& value) { value = scaled(value, mean, deviation); });
}

void query_rank(QueryColumn column) {
  std::vector<double> sorted;
  column.for_each([&](double value) { sorted.push_back(value); });
  std::ranges::sort(sorted);
  const auto others = static_cast<double>(sorted.size()) - 1.0;
  column.for_each([&](double& value) {
    const auto smaller = std::ranges::lower_bound(sorted, value) - sorted.begin();
    value = scaled(static_cast<double>(smaller), 0.0, others);
  });
}

void normalise_in_query(Kind kind, std::span<double> values) {
  const QueryColumn column(values);
  if (kind == Kind::query_minmax) query_minmax(column);
  if (kind == Kind::query_zscore) query_zscore(column);
  if (kind == Kind::query_rank) query_rank(column);
}

std::vector<std::string> feature_names(const Dataset& data) {
  std::vector<std::string> names;
  for (std::size_t f = 0; f < data.feature_count(); ++f) names.push_back(data.feature_name(f));
  return names;
}

/// Throws when a value has become NaN or too large for a float; missing values (NaN) stay NaN.
void check_images(std::span<const double> images, std::size_t query, std::size_t feature,
                  const Dataset& data) {
  for (DocIndex doc = 0; doc < images.size(); ++doc) {
    if (std::isfinite(static_cast<float>(images[doc]))) continue;
    const QueryView view = data[query];
    const float value = view.features[doc][feature];
    if (std::isnan(value)) continue;
    throw NumericError(fmt::format(
        "query {}, document {}, feature {}: normalising {} gives no finite number", view.id,
        data.document_id(view.first_row + doc), data.feature_name(feature), value));
  }
}

}  // namespace

std::span<const NormaliserEntry> normalisers() {
  return table;
}

bool has_parameters(NormaliserKind kind) {
  return kind == Kind::minmax || kind == Kind::zscore || kind == Kind::robust ||
         kind == Kind::automatic;
}

NormaliserKind parse_normaliser_kind(std::string_view name) {
  return find_named(table, name, "normaliser").kind;
}

Normaliser Normaliser::fit(NormaliserKind kind, const Dataset& data) {
  Normaliser normaliser;
  normaliser.kind_ = kind;
  normaliser.features_ = feature_names(data);
  if (kind == Kind::automatic) {
    normaliser.fit_automatic(data);
  } else if (kind == Kind::robust) {
    const std::array<double, 3> quartiles = {0.25, 0.5, 0.75};
    for (const auto& q : feature_quantiles(data, quartiles)) {
      const bool is_empty = std::isnan(q[1]);
      normaliser.shift_.push_back(is_empty ? 0.0 : q[1]);
      normaliser.scale_.push_back(is_empty ? 0.0 : q[2] - q[0]);
    }
  } else if (has_parameters(kind)) {
    for (const FeatureSummary& summary : summarise_features(data)) {
      const bool is_empty = summary.present == summary.infinite;
      const bool is_range = kind == Kind::minmax;
      normaliser.shift_.push_back(is_empty ? 0.0 : is_range ? summary.minimum : summary.mean);
      normaliser.scale_.push_back(is_empty   ? 0.0
                                  : is_range ? summary.maximum - summary.minimum
                                             : summary.deviation);
    }
  }
  normaliser.keep_sets();
  return normaliser;
}

/// The codes of set features are no quantities.
void Normaliser::keep_sets() {
  for (std::size_t f = 0; has_parameters(kind_) && f < features_.size(); ++f) {
    if (!is_set_feature(features_[f])) continue;
    shift_[f] = 0.0;
    scale_[f] = 1.0;
    curves_.erase(f);
  }
}

void Normaliser::fit_automatic(const Dataset& data) {
  std::vector<AutomaticScale> scales(features_.size());
  visit_feature_values(data, [&](std::size_t f, std::vector<double>& values, std::size_t zeros) {
    scales[f] = automatic_scale(values, zeros);
  });
  for (std::size_t f = 0; f < scales.size(); ++f) {
    shift_.push_back(scales[f].shift);
    scale_.push_back(scales[f].scale);
    if (scales[f].curve) curves_.emplace(f, std::move(*scales[f].curve));
  }
}

std::string_view Normaliser::name() const noexcept {
  return entry_of(kind_).name;
}

bool Normaliser::is_servable() const noexcept {
  return entry_of(kind_).servable;
}

Dataset Normaliser::apply(const Dataset& data) const {
  if (data.feature_count() != features_.size()) {
    throw UsageError(
        fmt::format("normaliser: found {}, expected {} as in the data set it was fitted on",
                    counted(data.feature_count(), "feature"), features_.size()));
  }
  for (std::size_t f = 0; f < features_.size(); ++f) {
    if (data.feature_name(f) == features_[f]) continue;
    throw UsageError(fmt::format("normaliser: found feature {} at position {}, expected {}",
                                 in_quotes(data.feature_name(f)), f + 1, in_quotes(features_[f])));
  }
  const auto apply = [&](std::size_t query, std::size_t feature, std::span<double> values) {
    if (is_servable()) {
      for (double& value : values) value = image(feature, value);
    } else {
      normalise_in_query(kind_, values);
    }
    check_images(values, query, feature, data);
  };
  return transform_features(data, {.apply = apply, .moved_zeros = moved_zeros()});
}

std::vector<std::size_t> Normaliser::moved_zeros() const {
  std::vector<std::size_t> moved;
  for (std::size_t f = 0; is_servable() && f < features_.size(); ++f) {
    if (image(f, 0.0) != 0.0) moved.push_back(f);
  }
  return moved;
}

void Normaliser::apply_to_documents(std::span<float> rows) const {
  if (!is_servable()) {
    throw UsageError(
        fmt::format("normaliser {} needs all documents of a query; it cannot be "
                    "applied to one document",
                    entry_of(kind_).name));
  }
  if (kind_ == Kind::log1p) {
    for (float& value : rows) value = static_cast<float>(signed_log1p(double{value}));
  } else {
    scale_rows(rows, shift_, scale_);
  }
  for (const auto& [feature, curve] : curves_) {
    for (std::size_t i = feature; i < rows.size(); i += features_.size()) {
      rows[i] = static_cast<float>(curve(double{rows[i]}));
    }
  }
}

double Normaliser::image(std::size_t feature, double value) const {
  if (std::isnan(value)) return value;
  if (kind_ == Kind::log1p) return signed_log1p(value);
  if (const auto curve = curves_.find(feature); curve != curves_.end()) return curve->second(value);
  return scaled(value, shift_[feature], scale_[feature]);
}

Json Normaliser::json() const {
  Json json;
  json["podium_normaliser"] = format_version;
  json["kind"] = entry_of(kind_).name;
  json["servable"] = is_servable();
  json["features"] = features_;
  if (has_parameters(kind_)) {
    json["shift"] = shift_;
    json["scale"] = scale_;
  }
  for (const auto& [feature, curve] : curves_) json["curves"][features_[feature]] = curve.json();
  return json;
}

std::string Normaliser::to_json() const {
  return json().exact_dump(1) + "\n";
}

Normaliser Normaliser::read(const JsonReader& json) {
  json.at("podium_normaliser").expect_version(format_version);
  json.expect_keys(
      {"podium_normaliser", "kind", "servable", "features", "shift", "scale", "curves"});
  std::array<std::string_view, table.size()> names;
  std::ranges::transform(table, names.begin(), &NormaliserEntry::name);
  Normaliser normaliser;
  normaliser.kind_ = table[json.at("kind").choice(names)].kind;
  normaliser.features_ = json.at("features").texts();
  if (has_parameters(normaliser.kind_)) {
    const JsonReader scale = json.at("scale");
    normaliser.shift_ = json.at("shift").numbers(normaliser.features_.size());
    normaliser.scale_ = scale.numbers(normaliser.features_.size());
    if (std::ranges::any_of(normaliser.scale_, [](double value) { return value < 0.0; })) {
      throw scale.error("found a negative scale");
    }
  }
  if (const auto curves = json.find("curves")) normaliser.read_curves(*curves);
  return normaliser;
}

void Normaliser::read_curves(const JsonReader& json) {
  if (kind_ != Kind::automatic) throw json.error("found curves, which only the kind auto has");
  for (const auto& [name, curve] : json.members()) {
    const auto f = static_cast<std::size_t>(std::ranges::find(features_, name) - features_.begin());
    if (f == features_.size())
      throw curve.error("found a curve for a feature that is not in the list of features");
    if (shift_[f] != 0.0 || scale_[f] != 1.0) {
      throw curve.error("found a curve for a feature with a shift or scale, expected 0 and 1");
    }
    curves_.emplace(f, PiecewiseLinear::read(curve));
  }
}

Normaliser Normaliser::from_json(std::string_view text, const std::string& source) {
  return read(read_json(text, {source}));
}

}  // namespace podium
