#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/learning/optimise/plane_group.hpp"

namespace podium::detail {

/// The lower model of a penalised sum of convex functions, each a maximum of planes,
///
///   M(w) = l2/2 |w|^2 + sum over groups of  max over planes of the group  a . w + b
///
/// and its minimum by the dual problem [Joachims09, Teo10],
///
///   D(x) = sum of x b - 1/(2 l2) |sum of x a|^2,   in every group x >= 0 and sum of x = 1,
///   w    = -1/l2 sum of x a,
///
/// solved by coordinate ascent on pairs: within a group, weight goes from one plane to another.
/// That soon knows which planes matter, but many planes, or groups that pull against each other,
/// make it slow, so conjugate gradients among the planes with weight take turns with it. In hard
/// problems they go on without the planes that lose their weight, until none does. A support vector
/// machine's "sum of x <= C" is the same with a plane that is zero everywhere.
///
/// Every x is a lower bound, D(x) <= min M; adding planes and making room never lower it.
class SimplexDual {
 public:
  SimplexDual(std::size_t dimension, std::size_t groups, double l2);

  /// The plane starts with the weight 0; the first of a group has all of it.
  void add(std::size_t group, Plane plane);

  /// Moves weight until M(w) - D(x) <= tolerance, or rounding leaves nothing to gain.
  void solve(double tolerance);

  /// Of the last solve().
  std::span<const double> w() const { return w_; }
  /// D(x) of the last solve().
  double value() const { return value_; }
  std::size_t plane_count(std::size_t group) const { return groups_[group].members().size(); }
  std::size_t plane_count() const;
  /// The highest plane of a group at a point; the group must not be empty.
  double height(std::size_t group, std::span<const double> at) const {
    return groups_[group].height(at);
  }

  /// Counts a round for the planes without weight, and drops those that had none for so many in a
  /// row.
  void drop_idle(std::size_t rounds);
  /// Halves every group that has more than `most` planes (at least 2): the light ones become their
  /// weighted mean, so that neither w nor D(x) changes.
  void make_room(std::size_t most);

  /// All of it as numbers, and back: to the same bits. Throws UsageError when they do not fit.
  void save(std::vector<double>& numbers) const;
  void restore(std::span<const double> numbers);

 private:
  /// A plane with weight in a group where others have some, too.
  struct Free {
    PlaneGroup::Member* member;
    std::size_t group;
    double rise;  ///< of D along the simplex: the plane's value less the mean of its group's
    double way;   ///< direction of the search
  };

  bool move(double tolerance, PlaneGroup::Rounding rounding);
  bool climb();
  std::vector<Free> free_planes();
  static void centre(std::span<Free> planes);
  void refresh();

  std::size_t dimension_;
  double l2_;
  std::vector<PlaneGroup> groups_;
  std::vector<double> w_;
  double value_ = 0.0;
};

}  // namespace podium::detail
