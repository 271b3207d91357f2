#include "podium/learning/exchange/export_text.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

bool is_word_char(char c) {
  return is_letter_or_digit(c) || c == '_';
}

}  // namespace

std::string identifier(std::string_view text) {
  std::string made = replaced(text, is_word_char, '_');
  if (made.empty() || is_digit(made.front())) made.insert(0, "_");
  return made;
}

bool is_identifier(std::string_view text) {
  return identifier(text) == text;
}

void check_engine_name(std::string_view name) {
  const auto is_plain = [](char c) { return is_word_char(c) || c == '-' || c == '.'; };
  if (!name.empty() && std::ranges::all_of(name, is_plain)) return;
  throw UsageError(
      fmt::format("--name {}: expected letters, digits, '_', '-' and '.'", in_quotes(name)));
}

void check_different(std::span<const std::string> names, std::string_view format) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    throw NotExpressible(fmt::format(
        "the format {} would call two features {}; give the features other names by --rename "
        "or in the training data",
        format, in_quotes(name)));
  }
}

FoldedLinear folded_linear(const ServedModel& model) {
  FoldedLinear folded{model.linear, model.base};
  for (std::size_t f = 0; f < folded.weight.size(); ++f) {
    const ServedFeature& feature = model.features[f];
    if (feature.scaling == Scaling::zero) folded.weight[f] = 0.0;
    if (feature.scaling != Scaling::linear) continue;
    folded.weight[f] /= feature.scale;
    folded.bias -= folded.weight[f] * feature.shift;
  }
  return folded;
}

}  // namespace podium
