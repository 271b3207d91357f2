#include "podium/study/measured_number.hpp"

#include <array>

namespace podium {

std::string_view words_of(NumberOrigin origin) {
  constexpr std::array<std::string_view, 3> words = {"input", "calibrated", "result"};
  return words[static_cast<std::size_t>(origin)];
}

Table measured_table(std::span<const MeasuredNumber> numbers) {
  Table table{.columns = {"table", "method", "quantity", "published", "ours", "difference",
                          "tolerance", "origin", "model"}};
  for (const MeasuredNumber& number : numbers) {
    const int digits = number.published < 1.0 ? 4 : 2;
    table.rows.push_back({number.table,
                          number.method,
                          number.measure,
                          {number.published, digits},
                          {number.ours, digits},
                          {number.ours - number.published, digits},
                          {number.tolerance, digits},
                          words_of(number.origin),
                          number.holds() ? "agrees" : "differs"});
  }
  return table;
}

}  // namespace podium
