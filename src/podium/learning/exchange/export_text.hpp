#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/learning/exchange/served_model.hpp"

namespace podium {

/// `text` with `instead` for every byte that `keep` is false for.
template <class Keep>
std::string replaced(std::string_view text, const Keep& keep, char instead) {
  std::string made(text);
  for (char& c : made) {
    if (!keep(c)) c = instead;
  }
  return made;
}

/// A word of letters, digits and underscores that does not begin with a digit.
std::string identifier(std::string_view text);

bool is_identifier(std::string_view text);

/// Throws UsageError unless the name of a model can be part of an address and of a query.
void check_engine_name(std::string_view name);

/// Throws NotExpressible when two names are the same.
void check_different(std::span<const std::string> names, std::string_view format);

/// The names of all features as `rename` makes them; throws NotExpressible when two become one.
template <class Rename>
std::vector<std::string> renamed_features(const ServedModel& model, std::string_view format,
                                          const Rename& rename) {
  std::vector<std::string> names;
  for (const ServedFeature& feature : model.features) names.push_back(rename(feature.name));
  check_different(names, format);
  return names;
}

/// A linear function of raw features that gives w . prepared features, up to rounding.
struct FoldedLinear {
  std::vector<double> weight;
  double bias = 0.0;
};

FoldedLinear folded_linear(const ServedModel& model);

/// The numbers separated by `between`.
template <class Range, class Text>
std::string joined_texts(const Range& range, std::string_view between, const Text& text) {
  std::string made;
  for (const auto& value : range) {
    if (!made.empty()) made += between;
    made += text(value);
  }
  return made;
}

}  // namespace podium
