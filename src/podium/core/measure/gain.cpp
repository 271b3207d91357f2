#include "podium/core/measure/gain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

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

/// The first profile that has a gain for every label, if possible with the same discount.
const Profile& fitting_profile(std::span<const double> labels, const Profile& profile) {
  for (const Profile& other : profiles()) {
    const bool fits =
        std::ranges::all_of(labels, [&](double label) { return has_gain(other.gain, label); });
    if (fits && other.discount == profile.discount) return other;
  }
  return profiles().front();
}

}  // namespace

double last_label(Gain kind) noexcept {
  if (kind == Gain::letor) return 2.0;
  return kind == Gain::mslr ? 4.0 : std::numeric_limits<double>::infinity();
}

bool has_gain(Gain kind, double label) noexcept {
  const double last = last_label(kind);
  return !(label > 0.0) || std::isinf(last) || (label <= last && label == std::floor(label));
}

ScaledGain::ScaledGain(Gain kind, double top_label) noexcept
    : kind_(kind), shift_(kind == Gain::exponential && top_label > 50.0 ? top_label : 0.0) {}

double ScaledGain::operator()(double label) const noexcept {
  if (!(label > 0.0) || !has_gain(kind_, label)) return 0.0;
  if (kind_ == Gain::linear) return label;
  if (shift_ > 0.0) return std::exp2(label - shift_) - std::exp2(-shift_);
  if (label <= 50.0 && label == std::floor(label)) {
    return static_cast<double>((std::uint64_t{1} << static_cast<std::uint64_t>(label)) - 1);
  }
  return std::exp2(label) - 1.0;
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

void check_labels(std::span<const double> labels, const Profile& profile) {
  const auto unknown =
      std::ranges::find_if(labels, [&](double label) { return !has_gain(profile.gain, label); });
  if (unknown == labels.end()) return;
  throw UsageError(fmt::format(
      "found label {}, but profile {} has gains for the labels 0 to {} only; use profile {}",
      to_text(*unknown), profile.name, to_text(last_label(profile.gain)),
      fitting_profile(labels, profile).name));
}

}  // namespace podium
