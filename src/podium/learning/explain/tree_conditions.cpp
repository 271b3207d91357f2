#include "podium/learning/explain/tree_conditions.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/prepare/transform.hpp"

namespace podium {

namespace {

/// More would not fit into a line.
constexpr std::size_t most_named = 10;

std::string set_of(std::span<const std::string> codes) {
  const std::size_t named = std::min(codes.size(), most_named);
  const std::size_t others = codes.size() - named;
  return fmt::format("{{{}{}}}", fmt::join(codes.first(named), ", "),
                     others == 0 ? "" : fmt::format(" and {} more", others));
}

/// What a scoring function sees of a feature whose category has this mean.
float seen_by_model(const Preparation& preparation, std::size_t feature, double mean) {
  std::vector<float> document(preparation.features.count);
  document[feature] = static_cast<float>(mean);
  if (preparation.normaliser) preparation.normaliser->apply_to_documents(document);
  return document[feature];
}

}  // namespace

TreeConditions::TreeConditions(const Preparation& preparation) {
  if (preparation.normaliser && !preparation.normaliser->is_servable()) return;
  const Dataset features = with_feature_set(Dataset(), preparation.features);
  for (const CategoryMeans& means : preparation.categories) {
    const std::size_t feature = find_feature(features, means.feature);
    Categories categories{.feature = feature, .name = means.word, .seen = {}};
    for (std::size_t i = 0; i < means.mean.size(); ++i) {
      if (!means.has_words) categories.name.push_back(fmt::format("{}", means.value[i]));
      categories.seen.push_back(seen_by_model(preparation, feature, means.mean[i]));
    }
    categories.unknown = seen_by_model(preparation, feature, 0.0);
    categories_.push_back(std::move(categories));
  }
}

TreeCondition TreeConditions::operator()(const TreeSplit& split) const {
  const auto found = std::ranges::find(categories_, split.feature, &Categories::feature);
  if (found != categories_.end()) return words_of(*found, split);
  // Trees that part present values from missing ones have a threshold that no
  // value exceeds.
  if (split.threshold >= double{std::numeric_limits<float>::max()} && !split.missing_left) {
    return {.words = "present"};
  }
  return {.words = fmt::format("\u2264 {:.6g}", split.threshold),
          .missing_yes = split.missing_left};
}

TreeCondition TreeConditions::words_of(const Categories& categories, const TreeSplit& split) {
  const bool unknown_yes = split.goes_left(categories.unknown);
  std::vector<std::string> named;
  for (std::size_t i = 0; i < categories.name.size(); ++i) {
    if (split.goes_left(categories.seen[i]) != unknown_yes) named.push_back(categories.name[i]);
  }
  return {.words = (unknown_yes ? "not in " : "in ") + set_of(named),
          .missing_yes = unknown_yes,
          .is_of_categories = true};
}

}  // namespace podium
