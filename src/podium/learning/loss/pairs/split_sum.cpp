#include "podium/learning/loss/pairs/split_sum.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/kernels/pair_row.hpp"
#include "podium/core/kernels/vectors.hpp"
#include "podium/learning/loss/pairs/logistic_tables.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"
#include "podium/learning/loss/pairs/passed_documents.hpp"

namespace podium {

namespace {

constexpr std::size_t band_size = 2048;  ///< documents of a task

// With gains the weight of a pair is (g_i + g_j) |d_i - d_j|, where g are the distances of the
// gains from one in the middle. Its sign is that of d_i - d_j, which is the same for all targets
// and sources whose order along the ranking is known, so each weight is a sum of four products:
//
//   (g_i + g_j) (d_i - d_j) = g_i d_i * 1 + d_i * g_j - g_i * d_j - 1 * g_j d_j
//
// The four sums over sources carry 1, g, d and gd. Pairs inside a piece of few documents, whose
// order changes from pair to pair, are looked at one by one.
template <std::size_t terms>
constexpr bool has_gains = terms > 1;

template <std::size_t terms>
constexpr std::size_t piece_size = has_gains<terms> ? 32 : 512;

/// Documents of one cell that follow each other in the ranking.
template <std::size_t terms>
struct Piece {
  double cell = 0.0;
  std::array<std::size_t, 2> begin{};  ///< in the columns of each side
  std::array<std::size_t, 2> count{};
  SideSums<terms> sums{};
};

/// The documents of one side, those of a piece together.
struct SideColumns {
  std::vector<std::uint32_t> rank;
  std::vector<double> u;        ///< position in the cell
  std::vector<double> carried;  ///< `terms` rows for each piece: w, wg, wd, wgd
};

/// Some documents that follow each other in the ranking, in pieces.
template <std::size_t terms>
class Band {
 public:
  Band(const RankedDocuments& documents, const SplitDocuments& split, std::size_t begin,
       std::size_t end)
      : documents_(documents), split_(split) {
    for (std::size_t i = begin; i < end;) {
      const double cell = std::floor(documents.score[split.ranks[i]]);
      Piece<terms> piece{.cell = cell, .begin = {sides_[0].u.size(), sides_[1].u.size()}};
      const std::size_t most = std::min(end, i + piece_size<terms>);
      for (; i < most && documents.score[split.ranks[i]] >= cell; ++i) {
        const std::uint32_t rank = split.ranks[i];
        SideColumns& side = sides_[side_of(rank)];
        side.rank.push_back(rank);
        side.u.push_back(2.0 * (documents.score[rank] - cell) - 1.0);
      }
      for (const Side side : {better, worse}) fill(piece, side);
      pieces_.push_back(piece);
    }
  }

  std::span<const Piece<terms>> pieces() const { return pieces_; }

  /// Passes all documents in the order of the sweep.
  template <bool descending>
  void pass(PassedDocuments<terms>& passed) const {
    for_each_piece<descending>([&](const Piece<terms>& piece) {
      passed.enter(piece.cell);
      passed.add(piece.sums);
    });
  }

  /// Passes all documents; adds to each what those passed before it do, and returns the value of
  /// these pairs.
  template <bool descending>
  double sweep(PassedDocuments<terms>& passed, std::span<double> slope,
               std::span<double> hessian) const {
    const bool with_hessians = !hessian.empty();
    double value = 0.0;
    double cell = std::nan("");
    CellField<terms> others;
    for_each_piece<descending>([&](const Piece<terms>& piece) {
      passed.enter(piece.cell);
      if (piece.cell != cell) {
        others = passed.field_of_others(with_hessians);
        cell = piece.cell;
      }
      // Without gains the pairs inside a piece need no order; one of the sweeps takes them along.
      constexpr bool with_own = descending && !has_gains<terms>;
      if (with_own) passed.add(piece.sums);
      CellField<terms> field = others;
      passed.add_field_of_own(field, with_hessians);
      value += value_at<descending>(piece, field.better_value);
      add_at_targets<descending>(piece, better, field.better_slope, slope);
      add_at_targets<descending>(piece, worse, field.worse_slope, slope);
      if (with_hessians) {
        add_at_targets<descending>(piece, better, field.better_hessian, hessian);
        add_at_targets<descending>(piece, worse, field.worse_hessian, hessian);
      }
      if (!with_own) passed.add(piece.sums);
    });
    return value;
  }

  /// The pairs inside the pieces.
  double add_own_pairs(std::span<double> slope, std::span<double> hessian) const {
    const bool with_hessians = !hessian.empty();
    std::array<double, piece_size<terms>> score;
    std::array<double, piece_size<terms>> weight;
    std::array<double, piece_size<terms>> gradient;
    std::array<double, piece_size<terms>> curvature;
    double value = 0.0;
    for (const Piece<terms>& piece : pieces_) {
      const std::size_t count = piece.count[worse];
      const auto others = ranks_of(piece, worse);
      for (std::size_t j = 0; j < count; ++j) {
        score[j] = documents_.score[others[j]];
        gradient[j] = 0.0;
        curvature[j] = 0.0;
      }
      for (const std::uint32_t rank : ranks_of(piece, better)) {
        for (std::size_t j = 0; j < count; ++j) weight[j] = weight_of(rank, others[j]);
        const CurvedPairRow row =
            logistic_row_if(with_hessians, documents_.score[rank], std::span(score).first(count),
                            std::span<const double>(weight).first(count),
                            std::span(gradient).first(count), std::span(curvature).first(count));
        value += row.value;
        slope[rank] += row.slope;
        if (with_hessians) hessian[rank] += row.hessian;
      }
      for (std::size_t j = 0; j < count; ++j) slope[others[j]] += gradient[j];
      for (std::size_t j = 0; with_hessians && j < count; ++j) hessian[others[j]] += curvature[j];
    }
    return value;
  }

 private:
  Side side_of(std::uint32_t rank) const {
    return documents_.place[rank] < split_.middle ? better : worse;
  }

  std::span<const std::uint32_t> ranks_of(const Piece<terms>& piece, Side side) const {
    return std::span(sides_[side].rank).subspan(piece.begin[side], piece.count[side]);
  }

  double weight_of(std::uint32_t a, std::uint32_t b) const {
    return documents_.weight[a] * documents_.weight[b] * (documents_.gain[a] - documents_.gain[b]) *
           std::abs(documents_.discount[a] - documents_.discount[b]);
  }

  /// What the documents of a side carry, and its sums.
  void fill(Piece<terms>& piece, Side side) {
    SideColumns& columns = sides_[side];
    const std::size_t begin = piece.begin[side];
    const std::size_t count = columns.u.size() - begin;
    piece.count[side] = count;
    piece.sums.any[side] = count > 0;
    columns.carried.resize(terms * (begin + count));
    const std::span<double> rows = std::span(columns.carried).subspan(terms * begin);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t rank = columns.rank[begin + i];
      const double weight = documents_.weight[rank];
      rows[i] = weight;
      if constexpr (has_gains<terms>) {
        const double gain = weight * std::abs(documents_.gain[rank] - split_.middle_gain);
        rows[count + i] = gain;
        rows[2 * count + i] = weight * documents_.discount[rank];
        rows[3 * count + i] = gain * documents_.discount[rank];
      }
    }
    add_chebyshev_sums(std::span(columns.u).subspan(begin), rows, piece.sums.of[side]);
  }

  template <bool descending, class Visit>
  void for_each_piece(const Visit& visit) const {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      visit(pieces_[descending ? i : pieces_.size() - 1 - i]);
    }
  }

  /// d_i - d_j of a better i and a worse j is negative while better targets come after the sources,
  /// and the other way round at worse targets, whose slope has the other sign anyway.
  template <bool descending>
  static constexpr double sign = descending ? -1.0 : 1.0;

  template <bool descending>
  static double value_at(const Piece<terms>& piece, const typename SideSums<terms>::Sums& field) {
    const auto product = [&](std::size_t own, std::size_t term) {
      const auto part = [](const auto& sums, std::size_t which) {
        return std::span(sums).subspan(which * chebyshev_count, chebyshev_count);
      };
      return dot(part(piece.sums.of[better], own), part(field, term));
    };
    if (!piece.sums.any[better]) return 0.0;
    if constexpr (has_gains<terms>) {
      return sign<descending> * ((product(3, 0) + product(2, 1)) - (product(1, 2) + product(0, 3)));
    } else {
      return product(0, 0);
    }
  }

  template <bool descending>
  void add_at_targets(const Piece<terms>& piece, Side side,
                      const typename SideSums<terms>::Sums& field, std::span<double> sums) const {
    const std::size_t count = piece.count[side];
    if (count == 0) return;
    std::array<double, terms * piece_size<terms>> values;
    const SideColumns& columns = sides_[side];
    const auto f = std::span(values).first(terms * count);
    chebyshev_values(std::span(columns.u).subspan(piece.begin[side], count), field, f);
    const double* own = columns.carried.data() + terms * piece.begin[side];
    const auto ranks = ranks_of(piece, side);
    for (std::size_t i = 0; i < count; ++i) {
      if constexpr (has_gains<terms>) {
        sums[ranks[i]] +=
            sign<descending> * ((own[3 * count + i] * f[i] + own[2 * count + i] * f[count + i]) -
                                (own[count + i] * f[2 * count + i] + own[i] * f[3 * count + i]));
      } else {
        sums[ranks[i]] += own[i] * f[i];
      }
    }
  }

  const RankedDocuments& documents_;
  const SplitDocuments& split_;
  std::array<SideColumns, 2> sides_;
  std::vector<Piece<terms>> pieces_;
};

/// What a sweep has passed before each band: the sums of the bands before it.
template <std::size_t terms>
void pass_on(std::vector<PassedDocuments<terms>>& of_band, const LogisticTables& tables,
             bool descending) {
  PassedDocuments<terms> all(tables);
  for (std::size_t i = 0; i < of_band.size(); ++i) {
    PassedDocuments<terms>& own = of_band[descending ? i : of_band.size() - 1 - i];
    PassedDocuments<terms> after = all;
    after.append(own);
    own = all;
    all = after;
  }
}

template <std::size_t terms>
double split_sum(const RankedDocuments& documents, const SplitDocuments& split,
                 std::span<double> slope, std::span<double> hessian) {
  const std::size_t n = split.ranks.size();
  const std::size_t bands = (n + band_size - 1) / band_size;
  const auto band_of = [&](std::size_t band) {
    return Band<terms>(documents, split, band * band_size, std::min(n, (band + 1) * band_size));
  };
  std::vector higher(bands, PassedDocuments<terms>(tables_of_higher()));
  std::vector lower(bands, PassedDocuments<terms>(tables_of_lower()));
  if (bands > 1) {
    parallel_for(bands, [&](std::size_t b) {
      const Band<terms> band = band_of(b);
      band.template pass<true>(higher[b]);
      band.template pass<false>(lower[b]);
    });
    pass_on(higher, tables_of_higher(), true);
    pass_on(lower, tables_of_lower(), false);
  }
  std::vector<double> value(bands);
  parallel_for(bands, [&](std::size_t b) {
    const Band<terms> band = band_of(b);
    value[b] = band.template sweep<true>(higher[b], slope, hessian) +
               band.template sweep<false>(lower[b], slope, hessian);
    if constexpr (has_gains<terms>) value[b] += band.add_own_pairs(slope, hessian);
  });
  double sum = 0.0;
  for (const double part : value) sum += part;
  return sum;
}

}  // namespace

double add_split_sum(const RankedDocuments& documents, const SplitDocuments& split,
                     std::span<double> slope, std::span<double> hessian) {
  return documents.gain.empty() ? split_sum<1>(documents, split, slope, hessian)
                                : split_sum<4>(documents, split, slope, hessian);
}

}  // namespace podium
