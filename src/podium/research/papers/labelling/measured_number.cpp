#include "podium/research/papers/labelling/measured_number.hpp"

#include <array>

namespace podium::research {

std::string_view words_of(NumberOrigin origin) {
  constexpr std::array<std::string_view, 4> words = {"input", "calibrated", "result", "recomputed"};
  return words[static_cast<std::size_t>(origin)];
}

std::string_view MeasuredNumber::outcome() const noexcept {
  if (origin != NumberOrigin::found) return "-";
  return agrees() ? "agrees" : "differs";
}

Table measured_table(std::span<const MeasuredNumber> numbers) {
  Table table{.columns = {"table", "method", "quantity", "published", "ours", "95 % from", "to",
                          "origin", "model"}};
  for (const MeasuredNumber& number : numbers) {
    const int digits = number.published < 1.0 ? 4 : 2;
    table.rows.push_back({number.table,
                          number.method,
                          number.measure,
                          {number.published, digits},
                          {number.ours, digits},
                          {number.low, digits},
                          {number.high, digits},
                          words_of(number.origin),
                          number.outcome()});
  }
  return table;
}

}  // namespace podium::research
