#include "podium/core/format/weights.hpp"

#include <array>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/core/format/number_lines.hpp"

namespace podium {

namespace {

constexpr std::array<std::string_view, 2> weight_fields = {"a query id",
                                                           "a finite weight of 0 or more"};

}  // namespace

std::vector<double> read_row_weights(const std::filesystem::path& path) {
  return read_number_lines(path, weight_fields[1], 0.0);
}

void write_row_weights(std::span<const double> weights, const std::filesystem::path& path) {
  write_number_lines(weights, path, weight_fields[1], 0.0);
}

std::vector<QueryWeight> read_query_weights(const std::filesystem::path& path) {
  const InputText text(path);
  std::vector<QueryWeight> weights;
  std::unordered_set<std::string_view> queries;
  std::array<std::string_view, 2> word;
  LineReader lines(without_trailing_blank_lines(text.view()), text.path());
  while (lines.next()) {
    lines.split(weight_fields, 2, word);
    const double weight = lines.number_in(word[1], weight_fields[1]);
    if (weight < 0.0) throw lines.unexpected(word[1], weight_fields[1]);
    if (!queries.insert(word[0]).second) {
      throw lines.error(
          word[0], fmt::format("found query {} again, expected each once", in_quotes(word[0])));
    }
    weights.push_back({std::string(word[0]), weight});
  }
  expect_some(weights.size(), text.path(), "query weight");
  return weights;
}

void write_query_weights(std::span<const QueryWeight> weights, const std::filesystem::path& path) {
  OutputFile file(path);
  std::unordered_set<std::string_view> queries;
  for (const auto& [query, weight] : weights) {
    check_word(query, "query id");
    if (!queries.insert(query).second) {
      throw UsageError(
          fmt::format("weights: found query {} twice, expected it once", in_quotes(query)));
    }
    if (!std::isfinite(weight) || weight < 0.0) {
      throw NumericError(fmt::format("query {}: found {}, expected {}", in_quotes(query), weight,
                                     weight_fields[1]));
    }
    file.write(fmt::format("{} {}\n", query, to_text(weight)));
  }
  file.commit();
}

}  // namespace podium
