#include "podium/exchange/feature_sources.hpp"

#include <fmt/format.h>

#include "podium/exchange/export_text.hpp"

namespace podium {

FeatureSource feature_source(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    if (!is_identifier(name)) return {};
    return {FeatureSource::Kind::field, std::string(name)};
  }
  const std::string_view field = name.substr(0, dot);
  if (name.substr(dot + 1) != "bm25" || !is_identifier(field)) return {};
  return {FeatureSource::Kind::text_match, std::string(field)};
}

std::string to_be_written(std::string_view name) {
  return fmt::format("FILL IN: what computes the feature {}", name);
}

}  // namespace podium
