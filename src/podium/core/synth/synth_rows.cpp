#include "podium/core/synth/synth_rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

double deviation(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / n);
}

}  // namespace

std::string synth_query_id(std::size_t query) {
  return to_text(query + 1);
}

void name_rows(DatasetMemory& memory) {
  std::uint64_t begin = 0;
  for (std::size_t query = 0; query < memory.query_end.size(); ++query) {
    const std::string id = synth_query_id(query);
    memory.add_query_id(id);
    for (std::uint64_t doc = begin; doc < memory.query_end[query]; ++doc) {
      memory.add_document_id("q" + id + "-d" + to_text(doc - begin + 1));
    }
    begin = memory.query_end[query];
  }
}

void order_by(std::span<const double> utility, DatasetMemory& memory) {
  memory.label.resize(utility.size());
  std::vector<std::size_t> rows;
  std::size_t begin = 0;
  for (const std::uint64_t end : memory.query_end) {
    rows.resize(end - begin);
    std::iota(rows.begin(), rows.end(), begin);
    std::ranges::stable_sort(rows, {}, [&](std::size_t row) { return utility[row]; });
    for (std::size_t place = 0; place < rows.size(); ++place) {
      memory.label[rows[place]] = static_cast<double>(place);
    }
    memory.strict.push_back(static_cast<std::uint32_t>(rows.size()));
    begin = end;
  }
}

void add_scaled(std::span<const double> part, double share, std::span<double> utility) {
  const double sd = deviation(part);
  if (!(sd > 0.0)) return;
  for (std::size_t row = 0; row < part.size(); ++row) utility[row] += share * part[row] / sd;
}

}  // namespace podium
