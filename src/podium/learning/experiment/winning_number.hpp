#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace podium {

/// The value of an algorithm on a data set by a measure.
struct ResultRow {
  std::string dataset;
  std::string algorithm;
  std::string measure;
  double value = 0.0;
};

/// Reads a comma-separated file with the columns dataset, algorithm, measure and value. Throws
/// DataError for a missing column, a value that is not a number, or the same triple twice.
std::vector<ResultRow> read_results(const std::filesystem::path& path);

/// The number of times each algorithm beats others. Measures and algorithms are in order of
/// appearance.
struct WinningNumbers {
  std::vector<std::string> measure;
  std::vector<std::string> algorithm;
  std::vector<std::vector<std::size_t>> wins;      ///< [measure][algorithm]
  std::vector<std::vector<std::size_t>> compared;  ///< upper limit of wins
};

/// The winning number of an algorithm i by a measure M, larger values being better:
///
///   S_i(M) = sum over data sets j, sum over algorithms k of 1{ M_i(j) > M_k(j) }       [Qin10]
///
/// An algorithm without a value on a data set is skipped there; `compared` counts the others it was
/// compared with.
WinningNumbers winning_numbers(std::span<const ResultRow> results);

}  // namespace podium
