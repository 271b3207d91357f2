#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace podium {

/// Reads a file with one finite number on each line; blank lines may follow the last. `name` says
/// what a number is in messages ("a score"); one below `least` is refused. In parallel, with the
/// same result for any number of threads.
std::vector<double> read_number_lines(const std::filesystem::path& path, std::string_view name,
                                      double least);

/// Writes each number as the shortest text that reads back the same. Throws NumericError for one
/// that is not finite or below `least`; then nothing is written.
void write_number_lines(std::span<const double> numbers, const std::filesystem::path& path,
                        std::string_view name, double least);

}  // namespace podium
