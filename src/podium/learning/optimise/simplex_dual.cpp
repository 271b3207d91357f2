#include "podium/learning/optimise/simplex_dual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "podium/core/base/error.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/optimise/descent.hpp"

namespace podium::detail {
namespace {

constexpr std::size_t max_sweeps = 1'000;
constexpr std::size_t easy_sweeps = 100;   // with one climb each, unless a group is large
constexpr std::size_t max_climbs = 20;     // of a sweep after them
constexpr std::size_t max_gradients = 50;  // of a climb

// offset, weight, idle; then the slope
constexpr std::size_t plane_scalars = 3;

}  // namespace

SimplexDual::SimplexDual(std::size_t dimension, std::size_t groups, double l2)
    : dimension_(dimension), l2_(l2), groups_(groups), w_(dimension) {
  expects(l2 > 0.0, "a penalty");
}

void SimplexDual::add(std::size_t group, Plane plane) {
  expects(plane.slope.size() == dimension_, "a slope of as many dimensions");
  const bool is_first = groups_[group].members().empty();
  groups_[group].add({.plane = std::move(plane), .weight = is_first ? 1.0 : 0.0});
}

std::size_t SimplexDual::plane_count() const {
  std::size_t count = 0;
  for (const PlaneGroup& group : groups_) count += group.members().size();
  return count;
}

/// w and D(x) from the weights alone: what steps added up is forgotten, so that saved weights lead
/// to the same bits.
void SimplexDual::refresh() {
  std::ranges::fill(w_, 0.0);
  double offsets = 0.0;
  for (const PlaneGroup& group : groups_) {
    for (const PlaneGroup::Member& member : group.members()) {
      if (member.weight == 0.0) continue;
      add_scaled(-member.weight / l2_, member.plane.slope, w_);
      offsets += member.weight * member.plane.offset;
    }
  }
  value_ = offsets - 0.5 * l2_ * dot(w_, w_);
}

/// Moves weight within every group; says whether any was moved.
bool SimplexDual::move(double tolerance, PlaneGroup::Rounding rounding) {
  bool has_moved = false;
  for (PlaneGroup& group : groups_) {
    group.gap_at(w_);
    if (group.move(l2_, tolerance, rounding, w_)) has_moved = true;
  }
  return has_moved;
}

void SimplexDual::solve(double tolerance) {
  const double share =
      0.5 * tolerance / static_cast<double>(std::max<std::size_t>(1, groups_.size()));
  const bool has_large = std::ranges::any_of(groups_, &PlaneGroup::is_large);
  refresh();
  for (std::size_t sweep = 0; sweep < max_sweeps; ++sweep) {
    // M(w) - D(x)
    double gap = 0.0;
    for (PlaneGroup& group : groups_) gap += group.gap_at(w_);
    if (gap <= tolerance) break;
    if (!move(share, PlaneGroup::Rounding::of_group) &&
        !move(share, PlaneGroup::Rounding::of_pair)) {
      break;
    }
    refresh();
    const std::size_t climbs = has_large || sweep >= easy_sweeps ? max_climbs : 1;
    for (std::size_t i = 0; i < climbs && climb(); ++i) {
    }
  }
}

std::vector<SimplexDual::Free> SimplexDual::free_planes() {
  std::vector<Free> planes;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const std::size_t first = planes.size();
    for (PlaneGroup::Member& member : groups_[g].members()) {
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

/// Conjugate gradients up D(x) among the planes with weight, until one has none left; says whether
/// one had to give up its weight, so that another climb among the rest gets further.
bool SimplexDual::climb() {
  std::vector<Free> planes = free_planes();
  std::vector<double> slope(dimension_);  // of the mean plane along the way
  double last = 0.0;
  bool is_blocked = false;
  for (std::size_t i = 0; !is_blocked && i < std::min(max_gradients, planes.size()); ++i) {
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
    const double hessian = dot(slope, slope) / l2_;
    const bool is_short = !(hessian * limit > square);
    const double length = is_short ? limit : square / hessian;
    if (!std::isfinite(length)) break;
    is_blocked = is_short;
    for (Free& p : planes) {
      const bool is_emptied = is_blocked && p.way < 0.0 && p.member->weight / -p.way <= limit;
      p.member->weight = is_emptied ? 0.0 : std::max(0.0, p.member->weight + length * p.way);
      p.rise -= length / l2_ * dot(p.member->plane.slope, slope);
    }
  }
  for (PlaneGroup& group : groups_) group.normalise();
  refresh();
  return is_blocked;
}

void SimplexDual::drop_idle(std::size_t rounds) {
  for (PlaneGroup& group : groups_) group.drop_idle(rounds);
}

void SimplexDual::make_room(std::size_t most) {
  for (PlaneGroup& group : groups_) {
    if (group.members().size() > most) group.halve();
  }
  refresh();
}

void SimplexDual::save(std::vector<double>& numbers) const {
  for (const PlaneGroup& group : groups_) {
    numbers.push_back(static_cast<double>(group.members().size()));
    for (const PlaneGroup::Member& member : group.members()) {
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
  for (PlaneGroup& group : groups_) {
    group = PlaneGroup{};
    const std::size_t count = whole_number(take(1)[0]);
    for (std::size_t i = 0; i < count; ++i) {
      const auto part = take(plane_scalars + dimension_);
      const auto slope = part.subspan(plane_scalars);
      group.add({.plane = {{slope.begin(), slope.end()}, part[0]},
                 .weight = part[1],
                 .idle = whole_number(part[2])});
    }
  }
  expect_numbers(numbers.size(), used);
  refresh();
}

}  // namespace podium::detail
