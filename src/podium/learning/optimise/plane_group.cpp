#include "podium/learning/optimise/plane_group.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "podium/core/kernels/vectors.hpp"

namespace podium::detail {
namespace {

// Pairs that one visit may move, for each plane of a small group. In a large one, where each pair
// takes longer and more are needed: enough to give new planes their first weight. How much it
// should be, conjugate gradients find faster.
constexpr std::size_t steps_per_plane = 5;
constexpr std::size_t steps_of_large = 20;

}  // namespace

double value_at(const Plane& plane, std::span<const double> w) {
  return plane.offset + dot(plane.slope, w);
}

void PlaneGroup::add(Member member) {
  member.products.clear();
  for (Member& other : members_) {
    const double product = dot(member.plane.slope, other.plane.slope);
    other.products.push_back(product);
    member.products.push_back(product);
  }
  member.products.push_back(dot(member.plane.slope, member.plane.slope));
  members_.push_back(std::move(member));
}

void PlaneGroup::remove(std::size_t member) {
  const auto place = static_cast<std::ptrdiff_t>(member);
  members_.erase(members_.begin() + place);
  for (Member& other : members_) other.products.erase(other.products.begin() + place);
}

void PlaneGroup::drop_idle(std::size_t rounds) {
  for (std::size_t i = members_.size(); i-- > 0;) {
    members_[i].idle = members_[i].weight > 0.0 ? 0 : members_[i].idle + 1;
    if (members_[i].idle >= rounds) remove(i);
  }
}

void PlaneGroup::halve() {
  const std::size_t keep = members_.size() / 2;
  std::vector<double> weights;
  for (const Member& member : members_) weights.push_back(member.weight);
  std::ranges::nth_element(weights, weights.begin() + static_cast<std::ptrdiff_t>(keep),
                           std::greater<>());
  const double bar = weights[keep];
  Member merged{.plane = {.slope = std::vector<double>(members_[0].plane.slope.size())}};
  for (std::size_t i = members_.size(); i-- > 0;) {
    const Member& member = members_[i];
    if (member.weight > bar) continue;
    merged.weight += member.weight;
    merged.plane.offset += member.weight * member.plane.offset;
    add_scaled(member.weight, member.plane.slope, merged.plane.slope);
    remove(i);
  }
  if (merged.weight == 0.0) return;
  merged.plane.offset /= merged.weight;
  for (double& x : merged.plane.slope) x /= merged.weight;
  add(std::move(merged));
}

void PlaneGroup::normalise() {
  double total = 0.0;
  for (const Member& member : members_) total += member.weight;
  for (Member& member : members_) member.weight /= total;
}

double PlaneGroup::height(std::span<const double> at) const {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Member& member : members_) highest = std::max(highest, value_at(member.plane, at));
  return highest;
}

double PlaneGroup::gap_at(std::span<const double> w) {
  values_.clear();
  double mean = 0.0;
  double highest = -std::numeric_limits<double>::infinity();
  for (const Member& member : members_) {
    const double value = value_at(member.plane, w);
    values_.push_back(value);
    mean += member.weight * value;
    highest = std::max(highest, value);
  }
  return highest - mean;
}

bool PlaneGroup::move(double l2, double tolerance, Rounding rounding, std::span<double> w) {
  if (members_.size() < 2) return false;
  std::vector<double> before;
  for (const Member& member : members_) before.push_back(member.weight);
  bool has_moved = false;
  const std::size_t steps = is_large() ? steps_of_large : steps_per_plane * members_.size();
  for (std::size_t i = 0; i < steps; ++i) {
    if (!move_pair(l2, tolerance, rounding)) break;
    has_moved = true;
  }
  normalise();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Member& member = members_[i];
    if (member.weight == before[i]) continue;
    add_scaled((before[i] - member.weight) / l2, member.plane.slope, w);
  }
  return has_moved;
}

/// Takes the best step to the highest plane from another one: along it the dual gains v t - q t^2 /
/// 2, with v the difference of their values and q = |a_to - a_from|^2 / l2. False when no plane
/// with weight is lower by more than the tolerance and rounding.
bool PlaneGroup::move_pair(double l2, double tolerance, Rounding rounding) {
  const auto [low, high] = std::ranges::minmax_element(values_);
  const auto to = static_cast<std::size_t>(std::distance(values_.begin(), high));
  constexpr double unit = 4.0 * std::numeric_limits<double>::epsilon();
  const double least = rounding == Rounding::of_group ? std::abs(*low) : 0.0;
  const std::vector<double>& row = members_[to].products;
  double best_gain = 0.0;
  double best_length = 0.0;
  std::size_t from = to;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const double rise = values_[to] - values_[i];
    const double noise = unit * std::max({std::abs(values_[i]), std::abs(*high), least});
    if (members_[i].weight == 0.0 || rise <= std::max(tolerance, noise)) continue;
    const double hessian = (row[to] + members_[i].products[i] - 2.0 * row[i]) / l2;
    const double length = hessian * members_[i].weight > rise ? rise / hessian : members_[i].weight;
    const double gain = length * (rise - 0.5 * hessian * length);
    if (gain <= best_gain) continue;
    best_gain = gain;
    best_length = length;
    from = i;
  }
  if (from == to) return false;
  members_[to].weight += best_length;
  members_[from].weight -= best_length;
  const std::vector<double>& other = members_[from].products;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    values_[i] -= best_length / l2 * (row[i] - other[i]);
  }
  return true;
}

}  // namespace podium::detail
