#include "podium/format/scores.hpp"

#include <limits>

#include "podium/format/number_lines.hpp"

namespace podium {

namespace {

constexpr std::string_view name = "a finite score";
constexpr double least = std::numeric_limits<double>::lowest();

}  // namespace

std::vector<double> read_scores(const std::filesystem::path& path) {
  return read_number_lines(path, name, least);
}

void write_scores(std::span<const double> scores, const std::filesystem::path& path) {
  write_number_lines(scores, path, name, least);
}

}  // namespace podium
