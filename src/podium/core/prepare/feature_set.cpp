#include "podium/core/prepare/feature_set.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/suggest.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/own_features.hpp"

namespace podium {

namespace {

/// Whether the features have the numbers from the first one on, as names or not.
bool are_numbered(const FeatureSet& features) {
  for (std::size_t f = 0; f < features.names.size(); ++f) {
    if (feature_number(features.names[f]) != f + features.first_id) return false;
  }
  return true;
}

/// Where a name or number is among the features of a data set.
class FeaturePlaces {
 public:
  /// Borrows the features.
  explicit FeaturePlaces(const FeatureSet& features) : features_(&features) {
    for (std::size_t f = 0; f < features.names.size(); ++f) {
      by_name_.emplace(features.names[f], f);
      if (const auto number = feature_number(features.names[f])) by_number_.emplace(*number, f);
    }
  }

  std::optional<std::size_t> find(const std::string& name) const {
    if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
    if (is_set_feature(name)) return find(name.substr(0, name.size() - set_suffix.size()));
    const auto number = feature_number(name);
    if (!number) return std::nullopt;
    if (features_->names.empty()) {
      const std::uint64_t first = features_->first_id;
      if (*number < first || *number - first >= features_->count) return std::nullopt;
      return *number - first;
    }
    const auto found = by_number_.find(*number);
    return found == by_number_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  const FeatureSet* features_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
  std::unordered_map<std::uint64_t, std::size_t> by_number_;
};

[[noreturn]] void refuse_surplus(const FeatureSet& wanted, const FeatureSet& given) {
  throw UsageError(fmt::format("the data has {}; the model needs {}; first surplus: {}",
                               counted(given.count, "feature"), wanted.count,
                               in_quotes(given.name(wanted.count))));
}

/// The first names, for a message.
std::string some_names(const FeatureSet& features) {
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t f = 0; f < std::min(shown, features.count); ++f) {
    text += (f == 0 ? "" : ", ") + in_quotes(features.name(f));
  }
  return features.count > shown ? text + ", ..." : text;
}

/// The largest number that a feature has.
std::uint64_t largest_number(const FeatureSet& features) {
  std::uint64_t largest = 0;
  for (std::size_t f = 0; f < features.count; ++f) {
    largest = std::max(largest, feature_number(features.name(f)).value_or(0));
  }
  return largest;
}

[[noreturn]] void refuse_missing_feature(const std::string& name, const FeatureSet& wanted,
                                         const FeatureSet& given) {
  const auto number = feature_number(name);
  if (given.names.empty() && number && *number < given.first_id) {
    throw UsageError(fmt::format(
        "the features of the data are numbered from {}; the model needs {}; --first-feature-id {} "
        "reads numbers from there on, --by-position takes the columns in order",
        given.first_id, in_quotes(name), *number));
  }
  if (given.names.empty() && number) {
    throw UsageError(fmt::format(
        "the data has {}; the model needs {}; first missing: {}; if the file omits zeros, give "
        "--feature-count {}",
        counted(given.count, "feature"), wanted.count, in_quotes(name),
        largest_number(wanted) + 1 - given.first_id));
  }
  const std::vector<std::string_view> known(given.names.begin(), given.names.end());
  const std::string remedy =
      given.count == wanted.count
          ? "; --by-position takes the columns in order, whatever their names"
          : "";
  if (given.count == 0) {
    throw UsageError(fmt::format("the data has no features; the model needs {} ({})", wanted.count,
                                 some_names(wanted)));
  }
  if (given.names.empty()) {
    throw UsageError(
        fmt::format("the features of the data have numbers, those of the model names ({}){}",
                    some_names(wanted), remedy));
  }
  throw UsageError(fmt::format(
      "found no feature {} among the {} of the data ({}), expected the {} of the model{}{}",
      wanted.names.empty() ? fmt::format("{} ('{}' or 'f{}')", name, name, name) : in_quotes(name),
      given.count, some_names(given), wanted.count, did_you_mean(name, known), remedy));
}

/// Columns that are numbered from 0 are not the features of a model that counts from 1.
void refuse_other_numbers(const FeatureSet& wanted, const FeatureSet& given) {
  std::unordered_map<std::uint64_t, std::string_view> seen;
  for (const std::string& name : given.names) {
    const auto number = feature_number(name);
    if (!number) continue;
    if (*number < wanted.first_id) {
      throw UsageError(fmt::format(
          "the data has the feature {}; those of the model are numbered from {}: rename the "
          "columns, or leave this one out by --ignore if it is another one",
          in_quotes(name), wanted.first_id));
    }
    if (const auto [other, is_new] = seen.emplace(*number, name); !is_new) {
      throw UsageError(
          fmt::format("the data has the features {} and {}; either may be {} of the "
                      "model: leave one out by --ignore",
                      in_quotes(other->second), in_quotes(name), *number));
    }
  }
}

bool is_identity(const std::vector<std::size_t>& columns, std::size_t count) {
  if (columns.size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    if (columns[i] != i) return false;
  }
  return true;
}

FeatureMatrix rearranged(const Dataset& data, const std::vector<std::size_t>& columns) {
  FeatureMatrix matrix(data.columns().query_end, columns.size(), default_memory_limit());
  const std::span<float> values = matrix.values();
  parallel_for(data.query_count(), [&](std::size_t query) {
    const FeatureRows rows = data[query].features;
    std::size_t at = matrix.begins()[query];
    for (DocIndex doc = 0; doc < data[query].size(); ++doc) {
      const std::span<const float> row = rows[doc].stored();
      for (const std::size_t column : columns) values[at++] = row[column];
    }
  });
  return matrix;
}

SparseMatrix rearranged_sparse(const Dataset& data, const std::vector<std::size_t>& columns) {
  std::vector<std::vector<std::uint32_t>> places(data.feature_count());  // new columns of each
  for (std::size_t i = 0; i < columns.size(); ++i) {
    places[columns[i]].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<SparsePart> parts(data.query_count());
  parallel_for(data.query_count(), [&](std::size_t query) {
    const FeatureRows rows = data[query].features;
    std::vector<std::pair<std::uint32_t, float>> row;
    for (DocIndex doc = 0; doc < rows.size(); ++doc) {
      row.clear();
      rows[doc].for_each_stored([&](std::size_t column, float value) {
        for (const std::uint32_t place : places[column]) row.emplace_back(place, value);
      });
      std::ranges::sort(row, {}, &std::pair<std::uint32_t, float>::first);
      for (const auto& [column, value] : row) parts[query].add(column, value);
      parts[query].end_row();
    }
  });
  return {std::move(parts), default_memory_limit()};
}

}  // namespace

std::string FeatureSet::name(std::size_t feature) const {
  return names.empty() ? to_text(feature + first_id) : names[feature];
}

FeatureSet without_set_features(FeatureSet features) {
  if (std::erase_if(features.names, is_set_feature) == 0) return features;
  features.count = features.names.size();
  // Sets gave numbered features names.
  for (std::size_t f = 0; f < features.count; ++f) {
    if (features.names[f] != to_text(f + features.first_id)) return features;
  }
  features.names.clear();
  return features;
}

FeatureSet feature_set_of(const Dataset& data) {
  FeatureSet features;
  features.count = data.feature_count();
  features.first_id = data.columns().first_feature_id;
  const StringColumn& names = data.columns().feature_name;
  for (std::size_t f = 0; f < names.size(); ++f) features.names.emplace_back(names[f]);
  return features;
}

std::optional<std::uint64_t> feature_number(std::string_view name) {
  if (name.starts_with('f')) name.remove_prefix(1);
  const auto number = parse_number<std::uint64_t>(name);
  return number && to_text(*number) == name ? number : std::nullopt;
}

std::vector<std::size_t> matching_features(const FeatureSet& wanted, const FeatureSet& given) {
  if (given.names.empty()) {
    const FeatureSet own = without_set_features(wanted);
    if (given.count > own.count && are_numbered(own)) refuse_surplus(own, given);
  }
  if (given.names.empty() && wanted.names.empty() && given.first_id != wanted.first_id) {
    throw UsageError(
        fmt::format("the features of the data are numbered from {}; those of the model from {}",
                    given.first_id, wanted.first_id));
  }
  std::vector<std::size_t> places(wanted.count);
  if (given.count == wanted.count && given.names == wanted.names) {
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
  }
  if (!given.names.empty() && wanted.names.empty()) refuse_other_numbers(wanted, given);
  const FeaturePlaces known(given);
  for (std::size_t f = 0; f < wanted.count; ++f) {
    const auto found = known.find(wanted.name(f));
    if (!found) refuse_missing_feature(wanted.name(f), without_set_features(wanted), given);
    places[f] = *found;
  }
  return places;
}

namespace {

/// The data set with the names and numbers of these features, of which `owned` keeps the memory.
Dataset renamed(DatasetColumns columns, std::shared_ptr<detail::OwnFeatures> owned,
                const FeatureSet& features) {
  for (const std::string& name : features.names) owned->add_name(name);
  columns.feature_name = {owned->name_end, owned->name_text};
  columns.first_feature_id = features.first_id;
  return {columns, std::move(owned)};
}

}  // namespace

Dataset by_position(const Dataset& data, const FeatureSet& all) {
  const FeatureSet features = without_set_features(all);
  if (data.feature_count() != features.count) {
    throw UsageError(fmt::format("--by-position: the data has {}; the model needs {}",
                                 counted(data.feature_count(), "feature"), features.count));
  }
  auto owned = std::make_shared<detail::OwnFeatures>();
  owned->rest = data;
  return renamed(data.columns(), std::move(owned), features);
}

Dataset with_feature_set(const Dataset& data, const FeatureSet& features) {
  const bool has_nothing = data.row_count() == 0 && data.columns().feature_name.empty();
  const std::vector<std::size_t> chosen = has_nothing
                                              ? std::vector<std::size_t>(features.count)
                                              : matching_features(features, feature_set_of(data));
  auto owned = std::make_shared<detail::OwnFeatures>();
  owned->rest = data;
  DatasetColumns columns = data.columns();
  if (!is_identity(chosen, data.feature_count())) {
    if (data.is_sparse()) {
      owned->features.sparse = rearranged_sparse(data, chosen);
    } else {
      owned->features.dense = rearranged(data, chosen);
    }
    columns.set_features(owned->features);
    columns.feature_count = features.count;
    columns.words.clear();
    for (std::size_t f = 0; f < chosen.size(); ++f) {
      const auto words = data.columns().words.find(chosen[f]);
      if (words != data.columns().words.end()) columns.words.emplace(f, words->second);
    }
  }
  return renamed(columns, std::move(owned), features);
}

}  // namespace podium
