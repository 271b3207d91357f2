#include "podium/optimise/simplex_dual.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "podium/base/error.hpp"
#include "podium/kernels/vectors.hpp"
#include "podium/optimise/descent.hpp"

namespace podium::detail {
namespace {

// Pairs a group may move in one visit, for each of its planes.
constexpr std::size_t steps_per_plane = 5;
constexpr std::size_t most_sweeps = 1'000;
constexpr std::size_t most_gradients = 50;  // of a climb

// offset, weight, idle; then the slope
constexpr std::size_t scalars_saved = 3;

double value_at(const Plane& plane, std::span<const double> w) {
  return plane.offset + dot(plane.slope, w);
}

}  // namespace

SimplexDual::SimplexDual(std::size_t dimension, std::size_t groups, double l2)
    : dimension_(dimension), l2_(l2), groups_(groups), w_(dimension) {
  expects(l2 > 0.0, "a penalty");
}

void SimplexDual::add(std::size_t group, Plane plane) {
  expects(plane.slope.size() == dimension_, "a slope of as many dimensions");
  const bool is_first = groups_[group].members.empty();
  add_member(groups_[group], {.plane = std::move(plane), .weight = is_first ? 1.0 : 0.0});
  if (is_first) refresh();
}

void SimplexDual::add_member(Group& group, Member member) {
  member.products.clear();
  for (Member& other : group.members) {
    const double product = dot(member.plane.slope, other.plane.slope);
    other.products.push_back(product);
    member.products.push_back(product);
  }
  member.products.push_back(dot(member.plane.slope, member.plane.slope));
  group.members.push_back(std::move(member));
}

void SimplexDual::remove(Group& group, std::size_t member) {
  const auto place = static_cast<std::ptrdiff_t>(member);
  group.members.erase(group.members.begin() + place);
  for (Member& other : group.members) other.products.erase(other.products.begin() + place);
}

std::size_t SimplexDual::plane_count() const {
  std::size_t count = 0;
  for (const Group& group : groups_) count += group.members.size();
  return count;
}

double SimplexDual::height(std::size_t group, std::span<const double> at) const {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Member& member : groups_[group].members) {
    highest = std::max(highest, value_at(member.plane, at));
  }
  return highest;
}

/// w and D(x) from the weights alone: what steps added up is forgotten, so that saved weights lead
/// to the same bits.
void SimplexDual::refresh() {
  std::ranges::fill(w_, 0.0);
  double offsets = 0.0;
  for (const Group& group : groups_) {
    for (const Member& member : group.members) {
      if (member.weight == 0.0) continue;
      add_scaled(-member.weight / l2_, member.plane.slope, w_);
      offsets += member.weight * member.plane.offset;
    }
  }
  value_ = offsets - 0.5 * l2_ * dot(w_, w_);
}

void SimplexDual::solve(double tolerance) {
  const double share =
      0.5 * tolerance / static_cast<double>(std::max<std::size_t>(1, groups_.size()));
  refresh();
  for (std::size_t sweep = 0; sweep < most_sweeps; ++sweep) {
    double gap = 0.0;
    for (Group& group : groups_) gap += gap_at_w(group);
    if (gap <= tolerance) break;
    bool has_moved = false;
    for (Group& group : groups_) {
      if (improve(group, share)) has_moved = true;
    }
    if (!has_moved) break;
    refresh();
    climb();
  }
}

std::vector<SimplexDual::Free> SimplexDual::free_planes() {
  std::vector<Free> planes;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t first = planes.size();
    for (Member& member : groups_[g].members) {
      if (member.weight > 0.0) planes.push_back({&member, g, value_at(member.plane, w_), 0.0});
    }
    if (planes.size() == first + 1) planes.pop_back();
  }
  return planes;
}

/// Takes the mean rise out of every group: weights that follow it keep their sum.
void SimplexDual::centre(std::span<Free> planes) {
  for (std::size_t begin = 0, end = 0; begin < planes.size(); begin = end) {
    double sum = 0.0;
    for (end = begin; end < planes.size() && planes[end].group == planes[begin].group; ++end) {
      sum += planes[end].rise;
    }
    const double mean = sum / static_cast<double>(end - begin);
    for (std::size_t i = begin; i < end; ++i) planes[i].rise -= mean;
  }
}

/// Conjugate gradients up D(x) among the planes with weight, until one has none left.
void SimplexDual::climb() {
  std::vector<Free> planes = free_planes();
  std::vector<double> slope(dimension_);  // of the mean plane along the way
  double last = 0.0;
  for (std::size_t i = 0; i < std::min(most_gradients, planes.size()); ++i) {
    centre(planes);
    double square = 0.0;
    for (const Free& p : planes) square += p.rise * p.rise;
    if (square == 0.0) break;
    std::ranges::fill(slope, 0.0);
    double limit = std::numeric_limits<double>::infinity();
    for (Free& p : planes) {
      p.way = p.rise + (i > 0 ? square / last * p.way : 0.0);
      add_scaled(p.way, p.member->plane.slope, slope);
      if (p.way < 0.0) limit = std::min(limit, p.member->weight / -p.way);
    }
    last = square;
    const double bend = dot(slope, slope) / l2_;
    const bool is_blocked = !(bend * limit > square);
    const double length = is_blocked ? limit : square / bend;
    if (!std::isfinite(length)) break;
    for (Free& p : planes) {
      const bool is_emptied = is_blocked && p.way < 0.0 && p.member->weight / -p.way <= limit;
      p.member->weight = is_emptied ? 0.0 : std::max(0.0, p.member->weight + length * p.way);
      p.rise -= length / l2_ * dot(p.member->plane.slope, slope);
    }
    if (is_blocked) break;
  }
  for (Group& group : groups_) normalise(group);
  refresh();
}

/// Rounding must not make D(x) more than a lower bound.
void SimplexDual::normalise(Group& group) {
  double total = 0.0;
  for (const Member& member : group.members) total += member.weight;
  for (Member& member : group.members) member.weight /= total;
}

/// M(w) - D(x) is a sum over groups of: the highest plane less the mean plane. Takes the values of
/// the planes at w.
double SimplexDual::gap_at_w(Group& group) const {
  group.values.clear();
  double mean = 0.0;
  double highest = -std::numeric_limits<double>::infinity();
  for (const Member& member : group.members) {
    const double value = value_at(member.plane, w_);
    group.values.push_back(value);
    mean += member.weight * value;
    highest = std::max(highest, value);
  }
  return highest - mean;
}

/// Moves the weights of a group, and w with them, until its gap is at most `tolerance`; says
/// whether it moved any.
bool SimplexDual::improve(Group& group, double tolerance) {
  if (group.members.size() < 2) return false;
  gap_at_w(group);
  std::vector<double> before;
  for (const Member& member : group.members) before.push_back(member.weight);
  bool has_moved = false;
  for (std::size_t i = 0; i < steps_per_plane * group.members.size(); ++i) {
    if (!step(group, tolerance)) break;
    has_moved = true;
  }
  normalise(group);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const Member& member = group.members[i];
    if (member.weight == before[i]) continue;
    add_scaled((before[i] - member.weight) / l2_, member.plane.slope, w_);
  }
  return has_moved;
}

/// Takes the best step to the highest plane from another one: along it D(x) gains v t - q t^2 / 2,
/// with v the difference of their values and q = |a_to - a_from|^2 / l2. False when no plane
/// with weight is lower by more than the tolerance and rounding.
bool SimplexDual::step(Group& group, double tolerance) const {
  std::vector<Member>& members = group.members;
  const auto [low, high] = std::ranges::minmax_element(group.values);
  const auto to = static_cast<std::size_t>(std::distance(group.values.begin(), high));
  const double noise =
      4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(*low), std::abs(*high));
  const double least_rise = std::max(tolerance, noise);
  const std::vector<double>& row = members[to].products;
  double best_gain = 0.0;
  double best_length = 0.0;
  std::size_t from = to;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const double rise = group.values[to] - group.values[i];
    if (members[i].weight == 0.0 || rise <= least_rise) continue;
    const double bend = (row[to] + members[i].products[i] - 2.0 * row[i]) / l2_;
    const double length = bend * members[i].weight > rise ? rise / bend : members[i].weight;
    const double gain = length * (rise - 0.5 * bend * length);
    if (gain <= best_gain) continue;
    best_gain = gain;
    best_length = length;
    from = i;
  }
  if (from == to) return false;
  members[to].weight += best_length;
  members[from].weight -= best_length;
  const std::vector<double>& other = members[from].products;
  for (std::size_t i = 0; i < members.size(); ++i) {
    group.values[i] -= best_length / l2_ * (row[i] - other[i]);
  }
  return true;
}

void SimplexDual::drop_idle(std::size_t rounds) {
  for (Group& group : groups_) {
    for (std::size_t i = group.members.size(); i-- > 0;) {
      Member& member = group.members[i];
      member.idle = member.weight > 0.0 ? 0 : member.idle + 1;
      if (member.idle >= rounds) remove(group, i);
    }
  }
}

void SimplexDual::make_room(std::size_t most) {
  for (Group& group : groups_) {
    if (group.members.size() > most) merge_light(group, most / 2);
  }
  refresh();
}

void SimplexDual::merge_light(Group& group, std::size_t keep) {
  std::vector<double> weights;
  for (const Member& member : group.members) weights.push_back(member.weight);
  std::ranges::nth_element(weights, weights.begin() + static_cast<std::ptrdiff_t>(keep),
                           std::greater<>());
  const double bar = weights[keep];
  Member merged{.plane = {.slope = std::vector<double>(group.members[0].plane.slope.size())}};
  for (std::size_t i = group.members.size(); i-- > 0;) {
    const Member& member = group.members[i];
    if (member.weight > bar) continue;
    merged.weight += member.weight;
    merged.plane.offset += member.weight * member.plane.offset;
    add_scaled(member.weight, member.plane.slope, merged.plane.slope);
    remove(group, i);
  }
  if (merged.weight == 0.0) return;
  merged.plane.offset /= merged.weight;
  for (double& x : merged.plane.slope) x /= merged.weight;
  add_member(group, std::move(merged));
}

void SimplexDual::save(std::vector<double>& numbers) const {
  for (const Group& group : groups_) {
    numbers.push_back(static_cast<double>(group.members.size()));
    for (const Member& member : group.members) {
      numbers.insert(numbers.end(),
                     {member.plane.offset, member.weight, static_cast<double>(member.idle)});
      numbers.insert(numbers.end(), member.plane.slope.begin(), member.plane.slope.end());
    }
  }
}

void SimplexDual::restore(std::span<const double> numbers) {
  std::size_t used = 0;
  const auto take = [&](std::size_t count) {
    if (numbers.size() - used < count) expect_numbers(numbers.size(), used + count);
    used += count;
    return numbers.subspan(used - count, count);
  };
  for (Group& group : groups_) {
    group.members.clear();
    const std::size_t count = whole_number(take(1)[0]);
    for (std::size_t i = 0; i < count; ++i) {
      const auto part = take(scalars_saved + dimension_);
      const auto slope = part.subspan(scalars_saved);
      add_member(group, {.plane = {{slope.begin(), slope.end()}, part[0]},
                         .weight = part[1],
                         .idle = whole_number(part[2])});
    }
  }
  expect_numbers(numbers.size(), used);
  refresh();
}

}  // namespace podium::detail
