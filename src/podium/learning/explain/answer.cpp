#include "podium/learning/explain/answer.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace podium {

std::string amounts_text(const std::vector<NamedAmount>& amounts, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, amounts.size()); ++i) {
    text += fmt::format("{}{} ({:+.3g})", i == 0 ? "" : ", ", amounts[i].first, amounts[i].second);
  }
  return text;
}

std::string with_heading(const std::string& heading, const Table& table, TableFormat format) {
  if (format == TableFormat::csv) return render(table, format);
  std::string text = format == TableFormat::latex ? "% " : "";
  for (const char c : heading) {
    text += c;
    if (c == '\n' && format == TableFormat::latex) text += "% ";
  }
  return text + "\n\n" + render(table, format);
}

}  // namespace podium
