#include "podium/learning/loss/lists/list_mle.hpp"

#include <algorithm>

#include "podium/learning/loss/lists/choice_stages.hpp"

namespace podium {

namespace {

/// Writes the stage of each document; `places` is how many the likelihood counts.
void write_stages(const TruthView& truth, std::span<const DocIndex> order, std::size_t places,
                  bool is_grouped, std::span<double> stage) {
  const auto level_at = [&](std::size_t place) { return truth.level[order[place]]; };
  const std::size_t last = order.size() - 1;
  double stages = 0.0;
  std::size_t begin = 0;
  while (begin < places) {
    std::size_t end = begin + 1;
    while (is_grouped && end <= last && level_at(end) == level_at(begin)) ++end;
    if (end > last) break;  // nothing is left to which these could be preferred
    for (; begin < end; ++begin) stage[order[begin]] = stages;
    stages += 1.0;
  }
  for (; begin <= last; ++begin) stage[order[begin]] = stages;
}

}  // namespace

bool ListMle::prepare(const TruthView& truth, std::span<const DocIndex> order,
                      std::span<double> target) const {
  if (order.empty() || truth.level[order.front()] == truth.level[order.back()]) return false;
  std::size_t places = truth.is_graded() ? truth.size() : truth.strict;
  if (options_.k > 0) places = std::min(places, options_.k);
  write_stages(truth, order, places, options_.ties == ListMleOptions::Ties::grouped, target);
  return true;
}

double ListMle::accumulate_curved(const LossQuery& query, std::span<const double> scores,
                                  double weight, std::span<double> gradient,
                                  const CurvatureSink& curvature, Workspace& workspace) const {
  return add_choice_stages(query.target, scores, weight, gradient, workspace, curvature);
}

}  // namespace podium
