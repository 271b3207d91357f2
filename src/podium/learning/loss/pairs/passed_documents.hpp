#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "podium/core/kernels/chebyshev.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/loss/pairs/logistic_tables.hpp"

namespace podium {

/// The sides of the pairs.
enum Side : std::size_t { better, worse };

/// `terms` sums of 16 numbers each over some documents of either side.
template <std::size_t terms>
struct SideSums {
  using Sums = std::array<double, terms * chebyshev_count>;

  std::array<Sums, 2> of{};
  std::array<bool, 2> any{};  ///< whether the side has a document; if not, its sums are 0

  SideSums& operator+=(const SideSums& other) {
    for (const Side side : {better, worse}) {
      if (!other.any[side]) continue;
      add_scaled(1.0, other.of[side], of[side]);
      any[side] = true;
    }
    return *this;
  }
};

/// The coefficients of what sources do to the targets of a cell, see CellAction.
template <std::size_t terms>
struct CellField {
  using Sums = typename SideSums<terms>::Sums;

  Sums better_value{};
  Sums better_slope{};
  Sums worse_slope{};
  Sums better_hessian{};  ///< second derivatives, if they are wanted
  Sums worse_hessian{};

  void add(const CellAction& action, const SideSums<terms>& sources, bool with_hessians) {
    if (sources.any[worse]) {
      add_chebyshev_products(action.better_value, sources.of[worse], better_value);
      add_chebyshev_products(action.better_slope, sources.of[worse], better_slope);
      if (with_hessians) add_chebyshev_products(action.hessian, sources.of[worse], better_hessian);
    }
    if (sources.any[better]) {
      add_chebyshev_products(action.worse_slope, sources.of[better], worse_slope);
      if (with_hessians) add_chebyshev_products(action.hessian, sources.of[better], worse_hessian);
    }
  }
};

/// The documents that a sweep along the scores has passed, as seen from the cell where it is.
template <std::size_t terms>
class PassedDocuments {
 public:
  explicit PassedDocuments(const LogisticTables& tables) : tables_(&tables) {}

  /// Goes to a cell, at the same place or farther on.
  void enter(double cell) {
    if (is_anywhere_ && cell != cell_) move(std::abs(cell - cell_));
    cell_ = cell;
    is_anywhere_ = true;
  }

  /// Passes documents of the present cell.
  void add(const SideSums<terms>& sums) { near_[0] += sums; }

  /// Passes what another sweep has passed that began where this one is.
  void append(const PassedDocuments& later) {
    if (!later.is_anywhere_) return;
    enter(later.cell_);
    for (std::size_t cells = 0; cells < near_cells; ++cells) near_[cells] += later.near_[cells];
    far_ += later.far_;
  }

  /// What the documents of the other cells do to those of the present one.
  CellField<terms> field_of_others(bool with_hessians) const {
    CellField<terms> field;
    for (std::size_t cells = 1; cells < near_cells; ++cells) {
      field.add(tables_->near[cells], near_[cells], with_hessians);
    }
    field.add(tables_->far, far_, with_hessians);
    return field;
  }

  /// Adds what the documents passed in the present cell do.
  void add_field_of_own(CellField<terms>& field, bool with_hessians) const {
    field.add(tables_->near[0], near_[0], with_hessians);
  }

 private:
  using Sums = typename SideSums<terms>::Sums;

  void move(double cells) {
    const Powers powers(cells);
    for (const Side side : {better, worse}) powers.move(far_.of[side]);
    std::array<SideSums<terms>, near_cells> near{};
    for (std::size_t before = 0; before < near_cells; ++before) {
      const double distance = static_cast<double>(before) + cells;
      if (distance < static_cast<double>(near_cells)) {
        near[static_cast<std::size_t>(distance)] = near_[before];
      } else {
        add_to_far(near_[before], distance);
      }
    }
    near_ = near;
  }

  void add_to_far(const SideSums<terms>& sums, double distance) {
    const Powers powers(distance);
    for (const Side side : {better, worse}) {
      if (!sums.any[side]) continue;
      Sums moved{};
      add_chebyshev_products(tables_->to_far, sums.of[side], moved);
      powers.move(moved);
      add_scaled(1.0, moved, far_.of[side]);
      far_.any[side] = true;
    }
  }

  /// exp(-k * distance), which takes the sums of powers to a cell so much farther away.
  class Powers {
   public:
    explicit Powers(double distance) : distance_(std::min(distance, largest_distance)) {
      const double first = std::exp(-distance);
      factor_[0] = 1.0;
      for (std::size_t k = 1; k < far_powers; ++k) factor_[k] = factor_[k - 1] * first;
    }

    void move(Sums& sums) const {
      for (std::size_t term = 0; term < terms; ++term) {
        const auto own = std::span(sums).subspan(term * chebyshev_count, chebyshev_count);
        own[far_distance] += distance_ * own[0];
        for (std::size_t k = 0; k < far_powers; ++k) own[k] *= factor_[k];
      }
    }

   private:
    /// Infinity times a coefficient of 0 would not be 0. So far apart no value is of use anyway.
    static constexpr double largest_distance = 1e280;

    double distance_;
    std::array<double, far_powers> factor_;
  };

  const LogisticTables* tables_;
  bool is_anywhere_ = false;
  double cell_ = 0.0;
  std::array<SideSums<terms>, near_cells> near_{};  ///< by distance in cells
  SideSums<terms> far_;                             ///< sums of powers, relative to the cell
};

}  // namespace podium
