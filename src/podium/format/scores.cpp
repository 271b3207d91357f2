#include "podium/format/scores.hpp"

#include <limits>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/format/number_lines.hpp"

namespace podium {

namespace {

constexpr std::string_view name = "a finite score";
constexpr double least = std::numeric_limits<double>::lowest();

}  // namespace

std::vector<double> read_scores(const std::filesystem::path& path) {
  return read_number_lines(path, name, least);
}

std::vector<double> read_scores_of(const Dataset& data, const std::filesystem::path& path) {
  const std::vector<double> scores = read_scores(path);
  if (scores.size() != data.row_count()) {
    throw DataError({path.string()},
                    fmt::format("found {} scores, expected {}: one for each row of the data",
                                scores.size(), data.row_count()));
  }
  return scores_by_row(data, scores);
}

void write_scores(std::span<const double> scores, const std::filesystem::path& path) {
  write_number_lines(scores, path, name, least);
}

}  // namespace podium
