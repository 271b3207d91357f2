#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/json_reader.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/prepare/piecewise_linear.hpp"

namespace podium {

/// The ways to scale features. Missing values stay missing; a FillPolicy replaces them.
enum class NormaliserKind {
  query_minmax,
  query_zscore,
  query_rank,
  minmax,
  zscore,
  robust,
  log1p,
  automatic,
};

/// One row of the table of normalisers.
struct NormaliserEntry {
  NormaliserKind kind;
  std::string_view name;
  std::string_view formula;
  bool servable;  ///< once fitted, can be applied to a single document
};

/// Every normaliser, in the order of the enumeration.
std::span<const NormaliserEntry> normalisers();

/// Whether the kind takes numbers from a data set: a shift and a scale of each feature. The others
/// need a query's documents or nothing.
bool has_parameters(NormaliserKind kind);

/// Reads a name of the table; throws UsageError naming the choices.
NormaliserKind parse_normaliser_kind(std::string_view name);

/// A fitted normaliser, which is saved with a model or in a file and applied to other data. With
/// lo, hi, mean, sd (divisor n, not n-1) and quartiles q1, q2, q3 of the values that are not
/// missing, and a result of 0 where a divisor is 0:
///
///   query-minmax   x' = (x - lo) / (hi - lo), per query and feature        [Qin10]
///   query-zscore   x' = (x - mean) / sd, per query and feature
///   query-rank     x' = (values of the query that are smaller) / (values - 1)
///   minmax         as query-minmax, per feature over the fitted set; not clipped to 0..1
///   zscore         as query-zscore, per feature over the fitted set
///   robust         x' = (x - q2) / (q3 - q1), quantiles interpolated linearly
///   log1p          x' = sign(x) ln(1 + |x|)
///   auto           as zscore; a column with mean(x'^4) > 30 or max |x'| > 12, which has values far
///                  from all others, becomes a normal quantile of ranks (PiecewiseLinear). If more
///                  than half of a column is 0, 0 stays 0: it is divided by sd, or shifted back
///
/// The first three use all documents of a query; they cannot be applied to a single document.
/// Those with parameters leave set features (is_set_feature()) as they are.
/// Arithmetic is in double; results are exact where the data set's features are.
class Normaliser {
 public:
  /// Fits the parameters of the kind to `data`.
  static Normaliser fit(NormaliserKind kind, const Dataset& data);

  NormaliserKind kind() const noexcept { return kind_; }
  std::string_view name() const noexcept;
  bool is_servable() const noexcept;
  std::size_t feature_count() const noexcept { return features_.size(); }

  /// Of a servable kind, for each feature: x' = (x - shift) / scale, 0 where the scale is 0. Empty
  /// for log1p.
  std::span<const double> shift() const noexcept { return shift_; }
  std::span<const double> scale() const noexcept { return scale_; }
  /// By feature: what replaces its x'; only of `automatic`.
  const std::map<std::size_t, PiecewiseLinear>& curves() const noexcept { return curves_; }

  /// Throws UsageError when the features of `data` are not those of the fitted set, NumericError
  /// when a result is not finite.
  Dataset apply(const Dataset& data) const;

  /// Normalises whole rows of features in place; throws UsageError unless is_servable().
  void apply_to_documents(std::span<float> rows) const;

  /// {"podium_normaliser": 1, "kind": ..., "servable": ..., "features": [names],
  ///  "shift": [...], "scale": [...], "curves": {name: {"at": [...], "image": [...]}}}; shift and
  /// scale only where the kind has parameters, curves only of auto. Numbers read back as the same
  /// double.
  std::string to_json() const;
  Json json() const;

  /// Reads what to_json() wrote; `source` names it in a DataError.
  static Normaliser from_json(std::string_view text, const std::string& source);
  static Normaliser read(const JsonReader& json);

  bool operator==(const Normaliser&) const = default;

 private:
  /// Of a servable kind: what becomes of a value.
  double image(std::size_t feature, double value) const;

  void fit_automatic(const Dataset& data);
  void keep_sets();
  void read_curves(const JsonReader& json);

  /// The features of which 0 becomes another value, whatever else a query has.
  std::vector<std::size_t> moved_zeros() const;

  NormaliserKind kind_ = NormaliserKind::query_minmax;
  std::vector<std::string> features_;  ///< names, or numbers as text
  std::vector<double> shift_;          ///< x' = (x - shift) / scale, 0 when scale is 0
  std::vector<double> scale_;
  std::map<std::size_t, PiecewiseLinear> curves_;
};

}  // namespace podium
