#include "podium/learning/loss/pairs/tied_cells.hpp"

#include <algorithm>

#include "podium/core/kernels/argsort.hpp"
#include "podium/learning/loss/pairs/pair_set.hpp"

namespace podium {

namespace {

/// first[place] = the first place of the same target.
std::span<std::uint32_t> level_begins(std::span<const double> target, Workspace& workspace) {
  const auto first = workspace.take<std::uint32_t>(target.size());
  for (std::uint32_t place = 0; place < target.size(); ++place) {
    first[place] = place > 0 && target[place] == target[place - 1] ? first[place - 1] : place;
  }
  return first;
}

double weight_of(std::span<const float> row_weight, DocIndex doc) {
  return row_weight.empty() ? 1.0 : double{row_weight[doc]};
}

}  // namespace

void TiedCells::add_to_documents(std::span<const double> by_cell, double factor,
                                 std::span<double> by_document) const {
  for (std::size_t cell = 0; cell < size(); ++cell) {
    const double value = factor * by_cell[cell];
    for (std::size_t i = begin[cell]; i < begin[cell + 1]; ++i) {
      const DocIndex doc = document[i];
      if (weight.empty()) {
        by_document[doc] += value;
      } else if (weight[cell] > 0.0) {
        by_document[doc] += value * (weight_of(row_weight, doc) / weight[cell]);
      }
    }
  }
}

TiedCells tied_cells(const LossQuery& query, std::span<const double> scores, Workspace& workspace) {
  const std::size_t n = scores.size();
  const auto by_score = workspace.take<DocIndex>(n);
  argsort_descending(scores, by_score, workspace);
  const auto place_of = workspace.take<std::uint32_t>(n);
  for (std::uint32_t place = 0; place < n; ++place) place_of[query.order[place]] = place;

  // The documents of each level by falling score, where `order` has them by chance.
  const auto level = level_begins(query.target, workspace);
  const auto taken = workspace.zeros<std::uint32_t>(n);
  const auto document = workspace.take<DocIndex>(n);
  const auto group_of = workspace.take<std::uint32_t>(n);
  const auto group_begin = workspace.take<std::uint32_t>(n + 1);
  std::uint32_t groups = 0;
  for (std::uint32_t rank = 0; rank < n; ++rank) {
    const DocIndex doc = by_score[rank];
    if (rank == 0 || scores[doc] != scores[by_score[rank - 1]]) group_begin[groups++] = rank;
    const std::uint32_t first = level[place_of[doc]];
    const std::uint32_t at = first + taken[first]++;
    document[at] = doc;
    group_of[at] = groups - 1;
  }
  group_begin[groups] = static_cast<std::uint32_t>(n);

  const auto begin = workspace.take<std::uint32_t>(n + 1);
  const auto group = workspace.take<std::uint32_t>(n);
  const auto score = workspace.take<double>(n);
  const auto target = workspace.take<double>(n);
  const auto weight = workspace.zeros<double>(n);
  std::size_t count = 0;
  for (std::uint32_t at = 0; at < n; ++at) {
    if (at == 0 || group_of[at] != group_of[at - 1] || level[at] != level[at - 1]) {
      begin[count] = at;
      group[count] = group_of[at];
      score[count] = scores[document[at]];
      target[count++] = query.target[at];
    }
    weight[count - 1] += weight_of(query.row_weight, document[at]);
  }
  begin[count] = static_cast<std::uint32_t>(n);
  const auto first_worse = workspace.take<double>(count);
  std::copy_n(target.begin(), count, first_worse.begin());
  become_first_worse(first_worse);
  const bool is_weighted = count < n || !query.row_weight.empty();
  return {.score = score.first(count),
          .target = target.first(count),
          .weight = weight.first(is_weighted ? count : 0),
          .first_worse = first_worse,
          .group = group.first(count),
          .group_begin = group_begin.first(groups + 1),
          .begin = begin.first(count + 1),
          .document = document,
          .row_weight = query.row_weight};
}

double sum_tied_pairs(const TiedCells& cells, std::span<const double> tied,
                      std::span<double> better, std::span<double> worse, Workspace& workspace) {
  const std::size_t n = cells.size();
  const auto passed = workspace.zeros<double>(cells.group_count());         // weights of a group
  const auto passed_target = workspace.zeros<double>(cells.group_count());  // times targets
  double sum = 0.0;
  const auto weight = [&](std::size_t c) { return cells.weight.empty() ? 1.0 : cells.weight[c]; };
  const auto add = [&](std::size_t c, double sign) {
    const std::size_t g = cells.group[c];
    const double apart = sign * (passed_target[g] - cells.target[c] * passed[g]);
    passed[g] += weight(c);
    passed_target[g] += weight(c) * cells.target[c];
    return tied[g] * weight(c) * std::max(0.0, apart);
  };
  for (std::size_t c = 0; c < n; ++c) sum += worse[c] = add(c, 1.0);
  std::ranges::fill(passed, 0.0);
  std::ranges::fill(passed_target, 0.0);
  for (std::size_t c = n; c-- > 0;) better[c] = add(c, -1.0);
  return sum;
}

}  // namespace podium
