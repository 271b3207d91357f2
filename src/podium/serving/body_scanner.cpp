#include "podium/serving/body_scanner.hpp"

#include <limits>

#include "podium/core/format/decimal.hpp"

namespace podium::serving {

float BodyScanner::number_or_nan() {
  if (takes_null()) return std::numeric_limits<float>::quiet_NaN();
  float value = 0.0F;
  if (const char* const plain_end = read_plain_float(next(), text_end(), value);
      plain_end != next()) {
    go_to(plain_end);
    return value;
  }
  const char* const end = end_of_number();  // narrower than what read_float() takes
  const Decimal<float> number = read_float(next(), end);
  if (number.error != DecimalError::none) fail("found a number that is too large for a float");
  go_to(end);
  return number.value;
}

void BodyScanner::append_numbers(std::vector<float>& values, std::vector<ListedText>& texts) {
  array([&] {
    if (next_is_text()) {
      texts.push_back({values.size(), text()});
      values.push_back(std::numeric_limits<float>::quiet_NaN());
    } else {
      values.push_back(number_or_nan());
    }
  });
}

}  // namespace podium::serving
