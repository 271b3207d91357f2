#include "podium/learning/loss/pairs/pair_sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "podium/core/base/chunks.hpp"
#include "podium/core/kernels/argsort.hpp"
#include "podium/core/kernels/fenwick.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

/// Prefix sums of few places, with the interface of Fenwick: for few places, adding up is faster.
class Counters {
 public:
  explicit Counters(std::span<ActiveSums> zeros) : at_(zeros) {}

  void add(std::size_t place, const ActiveSums& value) { at_[place] += value; }

  ActiveSums prefix(std::size_t end) const {
    ActiveSums sum;
    for (std::size_t place = 0; place < end; ++place) sum += at_[place];
    return sum;
  }

 private:
  std::span<ActiveSums> at_;
};

/// Goes along the ranks with a window on the documents of active pairs.
class Sweeps {
 public:
  Sweeps(const RankedQuery& query, std::span<const double> carried, std::size_t levels)
      : query_(query), carried_(carried), levels_(levels) {}

  std::size_t levels() const noexcept { return levels_; }
  Level level(std::size_t rank) const { return query_.level[rank]; }

  ActiveSums of(std::size_t rank) const {
    return {query_.weight[rank], query_.weight[rank] * carried_[rank]};
  }

  /// The first document that no document at `rank` or before it sees below itself.
  std::size_t window_below(std::size_t rank) const {
    const auto first =
        std::partition_point(query_.score.begin(), query_.score.end(),
                             [&](double other) { return query_.score[rank] - other < 1.0; });
    return static_cast<std::size_t>(first - query_.score.begin());
  }

  /// The first document that the document at `rank` sees above itself.
  std::size_t window_above(std::size_t rank) const {
    const auto first =
        std::partition_point(query_.score.begin(), query_.score.end(),
                             [&](double other) { return !(other - query_.score[rank] < 1.0); });
    return static_cast<std::size_t>(first - query_.score.begin());
  }

  /// `below` holds the documents before `window`.
  template <class Prefix>
  void sum_worse(std::size_t begin, std::size_t end, std::size_t window, Prefix below,
                 std::span<ActiveSums> worse) const {
    const std::size_t n = query_.score.size();
    for (std::size_t rank = begin; rank < end; ++rank) {
      for (; window < n && query_.score[rank] - query_.score[window] < 1.0; ++window) {
        below.add(query_.level[window], of(window));
      }
      worse[rank] = below.prefix(query_.level[rank]);
    }
  }

  /// `above` holds the documents from `window` on, by levels from the highest down.
  template <class Prefix>
  void sum_better(std::size_t begin, std::size_t end, std::size_t window, Prefix above,
                  std::span<ActiveSums> better) const {
    for (std::size_t rank = end; rank-- > begin;) {
      for (; window > 0 && query_.score[window - 1] - query_.score[rank] < 1.0; --window) {
        above.add(levels_ - 1 - query_.level[window - 1], of(window - 1));
      }
      better[rank] = above.prefix(levels_ - 1 - query_.level[rank]);
    }
  }

 private:
  const RankedQuery& query_;
  std::span<const double> carried_;
  std::size_t levels_;
};

constexpr std::size_t few_levels = 8;

/// The sweeps over few levels, chunks in parallel. The sums that a chunk begins with are those of
/// whole chunks, and of the documents of one more chunk.
class ChunkedSweeps {
 public:
  explicit ChunkedSweeps(const Sweeps& sweeps, std::size_t n)
      : sweeps_(sweeps), n_(n), before_(chunk_count(n) + 1), from_(chunk_count(n) + 1) {
    for_each_chunk(n, [&](std::size_t begin, std::size_t end) {
      LevelSums& own = from_[begin / chunk_size];
      for (std::size_t rank = begin; rank < end; ++rank) own[sweeps.level(rank)] += sweeps.of(rank);
    });
    for (std::size_t chunk = 0; chunk + 1 < before_.size(); ++chunk) {
      before_[chunk + 1] = before_[chunk];
      add(before_[chunk + 1], from_[chunk]);
    }
    for (std::size_t chunk = from_.size() - 1; chunk-- > 0;) add(from_[chunk], from_[chunk + 1]);
  }

  void run(std::span<ActiveSums> worse, std::span<ActiveSums> better) const {
    for_each_chunk(n_, [&](std::size_t begin, std::size_t end) {
      const std::size_t below = sweeps_.window_below(begin);
      LevelSums sums = documents_before(below);
      sweeps_.sum_worse(begin, end, below, Counters(of_levels(sums)), worse);
      const std::size_t above = sweeps_.window_above(end - 1);
      sums = documents_from(above);
      std::ranges::reverse(of_levels(sums));
      sweeps_.sum_better(begin, end, above, Counters(of_levels(sums)), better);
    });
  }

 private:
  using LevelSums = std::array<ActiveSums, few_levels>;

  static void add(LevelSums& to, const LevelSums& sums) {
    for (std::size_t level = 0; level < few_levels; ++level) to[level] += sums[level];
  }

  std::span<ActiveSums> of_levels(LevelSums& sums) const {
    return std::span(sums).first(sweeps_.levels());
  }

  LevelSums documents_before(std::size_t end) const {
    const std::size_t chunk = end / chunk_size;
    LevelSums sums = before_[chunk];
    for (std::size_t r = chunk * chunk_size; r < end; ++r) sums[sweeps_.level(r)] += sweeps_.of(r);
    return sums;
  }

  LevelSums documents_from(std::size_t begin) const {
    const std::size_t chunk = chunk_count(begin);
    LevelSums sums = from_[chunk];
    const std::size_t end = std::min(n_, chunk * chunk_size);
    for (std::size_t r = end; r-- > begin;) sums[sweeps_.level(r)] += sweeps_.of(r);
    return sums;
  }

  const Sweeps& sweeps_;
  std::size_t n_;
  std::vector<LevelSums> before_;  ///< each chunk
  std::vector<LevelSums> from_;    ///< each chunk on
};

/// The scores less the middle one: sums of differences then lose fewer digits.
std::span<double> centred(std::span<const double> score, Workspace& workspace) {
  const std::span<double> x = workspace.take<double>(score.size());
  for_each_chunk(x.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      x[rank] = score[rank] - score[score.size() / 2];
    }
  });
  return x;
}

// Pairs for each of n log2 n steps at which both ways take the same time; measured with vectors of
// eight for 50 to 5000 documents. Products sort nothing, and their rows are no vector kernel.
constexpr double even_for_gradient = 10.0;
constexpr double even_for_product = 1.0;

bool has_more_pairs(const LossQuery& query, double than_steps) {
  if (!query.row_weight.empty()) return true;
  const auto n = static_cast<double>(query.order.size());
  return pair_count(query.target) > than_steps * n * std::log2(n + 1.0);
}

}  // namespace

RankedQuery ranked(const LossQuery& query, std::span<const double> scores,
                   std::span<const DocIndex> by_score, Workspace& workspace) {
  const std::size_t n = scores.size();
  const auto score = workspace.take<double>(n);
  const auto level = workspace.take<Level>(n);
  const auto weight = workspace.take<double>(n);
  for_each_chunk(n, [&](std::size_t begin, std::size_t end) {
    for (std::size_t rank = begin; rank < end; ++rank) {
      const DocIndex doc = by_score[rank];
      score[rank] = scores[doc];
      level[rank] = query.truth.level[doc];
      weight[rank] = query.row_weight.empty() ? 1.0 : double{query.row_weight[doc]};
    }
  });
  return {score, level, weight};
}

void sum_active_pairs(const RankedQuery& query, std::span<const double> carried,
                      std::span<ActiveSums> worse, std::span<ActiveSums> better,
                      Workspace& workspace) {
  if (query.level.empty()) return;
  const std::size_t n = query.level.size();
  const std::size_t levels =
      std::size_t{*std::max_element(query.level.begin(), query.level.end())} + 1;
  const Sweeps sweeps(query, carried, levels);
  if (levels <= few_levels && n > chunk_size) {
    ChunkedSweeps(sweeps, n).run(worse, better);
    return;
  }
  const auto below = workspace.zeros<ActiveSums>(levels);
  const auto above = workspace.zeros<ActiveSums>(levels);
  if (levels > few_levels) {
    sweeps.sum_worse(0, n, 0, Fenwick<ActiveSums>(below), worse);
    sweeps.sum_better(0, n, n, Fenwick<ActiveSums>(above), better);
  } else {
    sweeps.sum_worse(0, n, 0, Counters(below), worse);
    sweeps.sum_better(0, n, n, Counters(above), better);
  }
}

SweptPairs swept_pairs(const LossQuery& query, std::span<const double> scores,
                       Workspace& workspace) {
  const std::size_t n = scores.size();
  const auto by_score = workspace.take<DocIndex>(n);
  argsort_descending(scores, by_score, workspace);
  const RankedQuery known = ranked(query, scores, by_score, workspace);
  const std::span<const double> x = centred(known.score, workspace);
  const auto worse = workspace.take<ActiveSums>(n);
  const auto better = workspace.take<ActiveSums>(n);
  sum_active_pairs(known, x, worse, better, workspace);
  return {by_score, known.weight, x, worse, better};
}

bool should_sweep(const LossQuery& query) {
  return has_more_pairs(query, even_for_gradient);
}

bool should_sweep_product(const LossQuery& query) {
  return has_more_pairs(query, even_for_product);
}

}  // namespace podium
