#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// Reads a file with one finite number on each line; blank lines may follow the last. `name` is
/// the name of a number in messages ("a score"); numbers below `min` are refused. In parallel, with
/// the same result for any number of threads.
std::vector<double> read_number_lines(const std::filesystem::path& path, std::string_view name,
                                      double min);

/// Writes each number as the shortest text that reads back the same. Throws NumericError for one
/// that is not finite or below `min`; then nothing is written.
void write_number_lines(std::span<const double> numbers, const std::filesystem::path& path,
                        std::string_view name, double min);

}  // namespace podium
