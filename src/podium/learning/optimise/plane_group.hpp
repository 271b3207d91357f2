#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace podium::detail {

/// A straight function a . w + b that is nowhere above a convex one.
struct Plane {
  std::vector<double> slope;
  double offset = 0.0;
};

double value_at(const Plane& plane, std::span<const double> w);

/// Planes below one convex function, with weights that are at least 0 and sum to 1.
class PlaneGroup {
 public:
  struct Member {
    Plane plane;
    double weight = 0.0;
    std::size_t idle = 0;               ///< rounds in a row without weight
    std::vector<double> products = {};  ///< with the slope of every plane of the group
  };

  std::span<const Member> members() const { return members_; }
  std::span<Member> members() { return members_; }

  /// Whether moving weight between pairs of planes takes long.
  bool is_large() const { return members_.size() > 100; }

  void add(Member member);
  /// As in SimplexDual.
  void drop_idle(std::size_t rounds);
  /// Halves the group: the light planes become their weighted mean.
  void halve();
  /// Makes the weights sum to 1 again, so that rounding does not make a mean of planes too high.
  void normalise();

  /// The highest plane at a point.
  double height(std::span<const double> at) const;
  /// The highest plane at w less the mean plane; remembers the values for move().
  double gap_at(std::span<const double> w);
  /// What a rise must exceed: the rounding of the largest value of the group, or of the two planes.
  /// A plane from far away has a huge value, beside which everything looks like rounding.
  enum class Rounding { of_group, of_pair };

  /// Moves weight between planes, w following as -1/l2 sum of weight * slope, until the gap is at
  /// most `tolerance`; says whether any was moved. At the w of the last gap_at().
  bool move(double l2, double tolerance, Rounding rounding, std::span<double> w);

 private:
  bool move_pair(double l2, double tolerance, Rounding rounding);
  void remove(std::size_t member);

  std::vector<Member> members_;
  std::vector<double> values_;  ///< of the planes, at the w of gap_at() and as move() changes it
};

}  // namespace podium::detail
