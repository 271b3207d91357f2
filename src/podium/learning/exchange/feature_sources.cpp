#include "podium/learning/exchange/feature_sources.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "podium/learning/exchange/export_text.hpp"

namespace podium {

namespace {

/// Columns of collections that belong to a page whatever the query is.
constexpr std::array<std::string_view, 5> page_columns = {"in-links", "out-links", "url-slashes",
                                                          "url-length", "child-pages"};

}  // namespace

FeatureSource feature_source(std::string_view name) {
  using Kind = FeatureSource::Kind;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    if (!is_identifier(name) && std::ranges::count(page_columns, name) == 0) return {};
    return {Kind::field, identifier(name)};
  }
  const std::string_view field = name.substr(0, dot);
  const std::string_view what = name.substr(dot + 1);
  if (!is_identifier(field)) return {};
  if (what == "bm25") return {Kind::text_match, std::string(field)};
  if (what == "length") return {Kind::text_length, std::string(field)};
  return {};
}

std::string to_be_written(std::string_view name) {
  return fmt::format("FILL IN: what computes the feature {}", name);
}

}  // namespace podium
