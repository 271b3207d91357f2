#include "podium/measure/gain.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace podium {

namespace {

constexpr std::size_t table_size = 1024;

double log2_discount(std::size_t rank) {
  return 1.0 / std::log2(static_cast<double>(rank) + 2.0);
}

std::array<double, table_size> make_log2_discounts() {
  std::array<double, table_size> values{};
  for (std::size_t rank = 0; rank < table_size; ++rank) values[rank] = log2_discount(rank);
  return values;
}

}  // namespace

ScaledGain::ScaledGain(Gain kind, double top_label) noexcept
    : kind_(kind), shift_(kind == Gain::exponential && top_label > 50.0 ? top_label : 0.0) {}

double ScaledGain::operator()(double label) const noexcept {
  if (!(label > 0.0)) return 0.0;
  if (kind_ == Gain::linear) return label;
  if (shift_ > 0.0) return std::exp2(label - shift_) - std::exp2(-shift_);
  if (label <= 50.0 && label == std::floor(label)) {
    const auto whole = static_cast<std::uint64_t>(label);
    if ((kind_ == Gain::letor && whole > 2) || (kind_ == Gain::mslr && whole > 4)) return 0.0;
    return static_cast<double>((std::uint64_t{1} << whole) - 1);
  }
  return kind_ == Gain::exponential ? std::exp2(label) - 1.0 : 0.0;
}

double discount(Discount kind, std::size_t rank) noexcept {
  static const std::array<double, table_size> log2_discounts = make_log2_discounts();
  // LETOR leaves ranks 1 and 2 alone and then divides by log2(rank): rank 3 gets what the usual
  // discount gives to rank 2.
  if (kind == Discount::letor) {
    if (rank < 2) return 1.0;
    rank -= 1;
  }
  return rank < table_size ? log2_discounts[rank] : log2_discount(rank);
}

}  // namespace podium
