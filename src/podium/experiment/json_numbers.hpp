#pragma once

#include <limits>
#include <vector>

namespace podium {

/// A number that a JSON library wrote; NaN, which JSON does not have, is null there.
template <class Json>
double number_of(const Json& json) {
  return json.is_null() ? std::numeric_limits<double>::quiet_NaN() : json.template get<double>();
}

template <class Json>
std::vector<double> numbers_of(const Json& list) {
  std::vector<double> numbers;
  for (const Json& value : list) numbers.push_back(number_of(value));
  return numbers;
}

}  // namespace podium
