#include "podium/cli/bar_chart.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "podium/cli/html_page.hpp"

namespace podium {

namespace {

constexpr std::size_t row_height = 40;  // pixels: a line of text and a bar
constexpr std::size_t longest_name = 32;

/// The first characters of a UTF-8 text.
std::string cut(const std::string& text) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) continue;
    if (++characters > longest_name) return text.substr(0, i) + "\u2026";
  }
  return text;
}

/// Where values lie from left to right, in percent of the width; zero is always on it.
struct Scale {
  explicit Scale(std::span<const Bar> bars) {
    for (const Bar& bar : bars) {
      least = std::min(least, bar.value);
      most = std::max(most, bar.value);
    }
  }

  double at(double value) const {
    return most > least ? 100.0 * (value - least) / (most - least) : 0.0;
  }

  double least = 0.0;
  double most = 0.0;
};

std::string bar_svg(const Bar& bar, const Scale& scale, std::size_t row) {
  const double left = scale.at(std::min(bar.value, 0.0));
  const double width = scale.at(std::max(bar.value, 0.0)) - left;
  const std::size_t y = row * row_height;
  const std::string value = fmt::format("{:.4g}", bar.value);
  const std::string zero = fmt::format("{:.3f}%", scale.at(0.0));
  return fmt::format(
      "<g><title>{}: {}{}{}</title><text x=\"0\" y=\"{}\">{}</text>"
      "<text class=\"value\" x=\"100%\" y=\"{}\">{}</text>"
      "<rect class=\"{}\" x=\"{:.3f}%\" y=\"{}\" width=\"{:.3f}%\" height=\"12\"/>"
      "<line class=\"zero\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/></g>\n",
      html_escaped(bar.name), value, bar.note.empty() ? "" : ", ", html_escaped(bar.note), y + 15,
      html_escaped(cut(bar.name)), y + 15, value, bar.value < 0.0 ? "less" : "more", left, y + 21,
      width, zero, zero, y + 19, y + 35);
}

}  // namespace

std::string bar_chart(std::string_view title, std::span<const Bar> bars) {
  const Scale scale(bars);
  const std::size_t height = bars.size() * row_height;
  std::string svg = fmt::format(
      "<svg role=\"img\" width=\"100%\" height=\"{}\">\n"
      "<title>{}</title>\n",
      height, html_escaped(title));
  for (std::size_t row = 0; row < bars.size(); ++row) svg += bar_svg(bars[row], scale, row);
  return svg + "</svg>\n";
}

}  // namespace podium
