#include "podium/labelling/label/session/remaining.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "podium/core/base/random.hpp"

namespace podium::labelling {
namespace {

constexpr int runs = 8;

/// An approximate draw from the gamma distribution of this shape >= 1 [Wilson31].
double gamma_draw(double shape, RandomStream& stream) {
  const double root =
      std::max(1e-3, 1.0 - 1.0 / (9.0 * shape) + stream.normal() / (3.0 * std::sqrt(shape)));
  return shape * root * root * root;
}

std::vector<double> guessed_places(const Closure& closure, std::size_t document_count,
                                   RandomStream& stream) {
  std::vector<double> place(document_count);
  for (DocIndex doc = 0; doc < document_count; ++doc) {
    const double above = gamma_draw(static_cast<double>(closure.above_count(doc)) + 1.0, stream);
    const double below = gamma_draw(static_cast<double>(closure.below_count(doc)) + 1.0, stream);
    place[doc] = above / (above + below);
  }
  return place;
}

std::size_t needed_in_one_run(const SessionFold& fold, RandomStream& stream) {
  Knowledge knowledge = fold.knowledge();
  const std::vector<double> place =
      guessed_places(knowledge.closure(), fold.setup().document_count, stream);
  std::size_t needed = 0;
  fold.select([&](DocIndex a, DocIndex b) {
    const Relation relation = knowledge.relation(a, b);
    if (relation != Relation::unknown) return relation == Relation::better;
    needed += knowledge.missing_votes(pair_of(a, b));
    const bool is_better = place[a] < place[b];
    knowledge.settle(is_better ? a : b, is_better ? b : a);
    return is_better;
  });
  return needed;
}

}  // namespace

double expected_remaining(const SessionFold& fold) {
  // The same draws after each answer, so that a progress bar does not jump.
  RandomStream stream(fold.setup().seed, fold.setup().query_id,
                      "remaining " + fold.setup().assessor);
  std::size_t total = 0;
  for (int run = 0; run < runs; ++run) total += needed_in_one_run(fold, stream);
  const double needed = static_cast<double>(total) / runs;
  return total == 0 ? 0.0 : needed + fold.expected_checks(needed);
}

}  // namespace podium::labelling
