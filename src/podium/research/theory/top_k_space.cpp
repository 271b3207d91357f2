#include "podium/research/theory/top_k_space.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace podium::research {

namespace {

/// Gives the larger of any two exchangeable probabilities to the subgroup that agrees with the
/// pair. True when something was exchanged.
bool give_to_agreeing(TopKSpace& p, DocPair pair) {
  bool has_changed = false;
  for (auto& [order, mass] : p) {
    const Order other = exchanged(order, pair.first, pair.second);
    if (other == order || !is_before(order, pair.first, pair.second)) continue;
    double& other_mass = p.at(other);
    if (mass >= other_mass) continue;
    std::swap(mass, other_mass);
    has_changed = true;
  }
  return has_changed;
}

}  // namespace

bool preserves_order(const TopKSpace& p, DocPair pair) {
  return std::ranges::all_of(p, [&](const auto& entry) {
    const Order other = exchanged(entry.first, pair.first, pair.second);
    return other == entry.first || !is_before(entry.first, pair.first, pair.second) ||
           entry.second > p.at(other);
  });
}

TopKSpace of_first(const TopKSpace& p, std::size_t k) {
  TopKSpace shorter;
  for (const auto& [order, mass] : p) shorter[first_places(order, k)] += mass;
  return shorter;
}

TopKSpace random_space(RandomStream& stream, std::size_t n, std::size_t k) {
  constexpr double least = 0.02;  // expected losses have no minimum where a probability is 0
  TopKSpace p;
  for (const Order& order : all_orders(n)) p[first_places(order, k)];
  double sum = 0.0;
  for (auto& [order, mass] : p) sum += mass = least + stream.uniform();
  for (auto& [order, mass] : p) mass /= sum;
  return p;
}

TopKSpace made_preserving(TopKSpace p, std::span<const DocPair> pairs) {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const DocPair& pair : pairs) has_changed = give_to_agreeing(p, pair) || has_changed;
  }
  return p;
}

const Order& likeliest(const TopKSpace& p) {
  return std::ranges::max_element(p, {}, [](const auto& entry) { return entry.second; })->first;
}

std::string in_words(const TopKSpace& p) {
  std::string words;
  for (const auto& [order, mass] : p) {
    words += fmt::format("{}p(", words.empty() ? "" : ", ");
    for (const DocIndex doc : order) words += fmt::format("{}", doc + 1);
    words += fmt::format(") = {:.3g}", mass);
  }
  return words;
}

}  // namespace podium::research
