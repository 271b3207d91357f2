#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Documents on which an exported model is compared, row by row.
struct CheckRows {
  std::size_t features = 0;
  std::vector<float> values;
  std::vector<std::size_t> query_end = {};  ///< rows of queries; empty: documents are scored alone
  std::size_t left_out = 0;                 ///< documents that the model does not score

  std::size_t size() const noexcept { return features == 0 ? 0 : values.size() / features; }
  std::span<const float> operator[](std::size_t row) const {
    return std::span(values).subspan(row * features, features);
  }
};

/// Documents that meet every threshold of the model, the floats beside it and, where the model
/// accepts them, missing values. Of a model of whole queries: queries of one document and of more,
/// with equal values and features that are constant or missing throughout.
CheckRows made_up_rows(const ServedModel& model, std::uint64_t seed);

/// The documents of a data set, without those that have a missing value which the model does not
/// accept; a query of a model of whole queries is left out as a whole.
CheckRows rows_of(const RankingModel& model, const ServedModel& served, const Dataset& data);

/// A document, the score that the engine is to give it, and how far rounding may take it away.
struct CheckedExport {
  CheckRows rows;
  std::vector<double> score;
  std::vector<double> bound;
  double worst = 0.0;  ///< difference of the exported model from Podium's scores
};

/// Compares the scores of the model, document by document, with those of the file where the format
/// has a reader, else with those of the ServedModel that was written. Throws NumericError when they
/// differ by more than rounding.
CheckedExport check_export(const RankingModel& model, const ServedModel& served,
                           const ExportFormat& format, const ExportedModel& exported,
                           CheckRows rows);

/// The rows as a table with tabs: a column for each feature, then score and bound. Of a model of
/// whole queries, the first column has the number of the query.
std::string check_file_text(const ServedModel& served, const CheckedExport& checked);

}  // namespace podium
