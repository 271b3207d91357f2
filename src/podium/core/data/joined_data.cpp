#include "podium/core/data/joined_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/dataset_builder.hpp"

namespace podium {

namespace {

using Parts = std::array<const Dataset*, 2>;

/// A column of both; empty when one has none and there is no value for it.
template <class Value>
std::vector<Value> joined_column(const Parts& parts, std::span<const Value> DatasetColumns::*column,
                                 std::size_t (Dataset::*count)() const noexcept,
                                 const Value* missing = nullptr) {
  const auto is_empty = [&](const Dataset* part) { return (part->columns().*column).empty(); };
  if (std::ranges::all_of(parts, is_empty)) return {};
  if (missing == nullptr && std::ranges::any_of(parts, is_empty)) return {};
  std::vector<Value> joined;
  for (const Dataset* part : parts) {
    const std::span<const Value> own = part->columns().*column;
    if (own.empty()) {
      joined.insert(joined.end(), (part->*count)(), *missing);
    } else {
      joined.insert(joined.end(), own.begin(), own.end());
    }
  }
  return joined;
}

FeatureMatrix joined_dense(const Parts& parts, std::span<const std::uint64_t> query_end) {
  FeatureMatrix joined(query_end, parts[0]->feature_count(), default_memory_limit());
  std::size_t query = 0;
  for (const Dataset* part : parts) {
    for (std::size_t q = 0; q < part->query_count(); ++q, ++query) {
      std::ranges::copy(
          (*part)[q].features.stored(),
          joined.values().begin() + static_cast<std::ptrdiff_t>(joined.begins()[query]));
    }
  }
  return joined;
}

SparsePart sparse_rows_of(const Dataset& data) {
  SparsePart sparse;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const FeatureRows rows = data[q].features;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      rows[doc].for_each_stored([&](std::size_t f, float value) { sparse.add(f, value); });
      sparse.end_row();
    }
  }
  return sparse;
}

/// Words have other places among those of both.
void join_words(const Parts& parts, DatasetMemory& memory) {
  const WordTables& first = parts[0]->columns().words;
  const WordTables& second = parts[1]->columns().words;
  for (const auto& [words, others] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    for (const auto& [feature, unused] : *words) {
      if (others->contains(feature)) continue;
      throw UsageError(fmt::format(
          "feature {}: one of two files has words and the other numbers, expected the same; "
          "--categorical reads a column as words",
          in_quotes(parts[0]->feature_name(feature))));
    }
  }
  for (const auto& [feature, words] : first) {
    auto all = std::make_shared<Words>();
    std::ranges::set_union(*words, *second.at(feature), std::back_inserter(*all));
    FeatureMatrix& joined = memory.features.dense;
    std::size_t query = 0;
    for (const Dataset* part : parts) {
      std::vector<float> place;
      for (const std::string& word : *part->columns().words.at(feature)) {
        place.push_back(static_cast<float>(std::ranges::lower_bound(*all, word) - all->begin()));
      }
      for (std::size_t q = 0; q < part->query_count(); ++q, ++query) {
        for (std::size_t doc = 0; doc < (*part)[q].size(); ++doc) {
          const std::size_t at = joined.begins()[query] + doc * memory.feature_count + feature;
          float& value = joined.values()[at];
          if (!std::isnan(value)) value = place[static_cast<std::size_t>(value)];
        }
      }
    }
    memory.words.emplace(feature, std::move(all));
  }
}

/// Sparse if one of them is.
FeatureMemory joined_features(const Parts& parts, std::span<const std::uint64_t> query_end) {
  FeatureMemory joined;
  if (std::ranges::any_of(parts, [](const Dataset* part) { return part->is_sparse(); })) {
    joined.sparse = SparseMatrix({sparse_rows_of(*parts[0]), sparse_rows_of(*parts[1])},
                                 default_memory_limit());
  } else {
    joined.dense = joined_dense(parts, query_end);
  }
  return joined;
}

}  // namespace

Dataset joined_data(const Dataset& first, const Dataset& second) {
  expects(first.feature_count() == second.feature_count(), "data sets of the same features");
  const Parts parts = {&first, &second};
  DatasetMemory memory;
  memory.feature_count = first.feature_count();
  memory.first_feature_id = first.columns().first_feature_id;
  for (std::size_t f = 0; f < first.columns().feature_name.size(); ++f) {
    memory.add_feature_name(first.columns().feature_name[f]);
  }
  const bool has_ids =
      !first.columns().document_id.empty() && !second.columns().document_id.empty();
  for (const Dataset* part : parts) {
    const std::size_t first_row = memory.label.size();
    for (std::size_t q = 0; q < part->query_count(); ++q) {
      memory.add_query_id((*part)[q].id);
      memory.query_end.push_back(first_row + part->columns().query_end[q]);
    }
    for (std::size_t row = 0; row < part->row_count(); ++row) {
      if (has_ids) memory.add_document_id(part->columns().document_id[row]);
      memory.input_row.push_back(first_row + part->input_row(row));
    }
    memory.label.insert(memory.label.end(), part->columns().label.begin(),
                        part->columns().label.end());
  }
  using Columns = DatasetColumns;
  constexpr float row_weight = 1.0F;
  constexpr double query_weight = 1.0;
  constexpr std::uint32_t graded = 0;
  memory.level = joined_column(parts, &Columns::level, &Dataset::row_count);
  memory.strict = joined_column(parts, &Columns::strict, &Dataset::query_count, &graded);
  memory.row_weight = joined_column(parts, &Columns::row_weight, &Dataset::row_count, &row_weight);
  memory.query_weight =
      joined_column(parts, &Columns::query_weight, &Dataset::query_count, &query_weight);
  memory.inc = joined_column(parts, &Columns::inc, &Dataset::row_count);
  memory.prob = joined_column(parts, &Columns::prob, &Dataset::row_count);
  memory.second_label = joined_column(parts, &Columns::second_label, &Dataset::row_count);
  memory.features = joined_features(parts, memory.query_end);
  join_words(parts, memory);
  return build_dataset(std::move(memory));
}

}  // namespace podium
