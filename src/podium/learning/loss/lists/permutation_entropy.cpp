#include "podium/learning/loss/lists/permutation_entropy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "podium/core/base/error.hpp"
#include "podium/learning/loss/lists/cross_entropy.hpp"

namespace podium {

namespace {

using Members = std::uint32_t;  // one bit per document

/// What is outside of a set of documents, in input order.
struct Outside {
  Outside(std::size_t n, Workspace& workspace)
      : docs(workspace.take<std::size_t>(n)),
        p(workspace.take<double>(n)),
        scores(workspace.take<double>(n)),
        gradient(workspace.take<double>(n)),
        curvature(workspace.take<double>(n)),
        exponentials(workspace.take<double>(n)) {}

  void gather(Members inside, std::span<const double> psi, std::span<const double> all_scores) {
    count = 0;
    for (std::size_t doc = 0; doc < psi.size(); ++doc) {
      if ((inside >> doc & 1U) != 0) continue;
      docs[count] = doc;
      p[count] = psi[doc];
      scores[count] = all_scores[doc];
      gradient[count] = 0.0;
      curvature[count] = 0.0;
      ++count;
    }
    to_softmax(p.first(count));
  }

  std::size_t count = 0;
  std::span<std::size_t> docs;
  std::span<double> p;
  std::span<double> scores;
  std::span<double> gradient;
  std::span<double> curvature;
  std::span<double> exponentials;
};

}  // namespace

double add_permutation_entropy(std::span<const double> psi, std::span<const double> scores,
                               std::size_t places, double weight, std::span<double> gradient,
                               Workspace& workspace, const CurvatureSink& curvature) {
  const std::size_t n = psi.size();
  expects(n <= longest_permuted_list, "few enough documents for all sets of them");
  const std::span<double> first = workspace.zeros<double>(std::size_t{1} << n);  // pi(S)
  first[0] = 1.0;
  Outside outside(n, workspace);
  double value = 0.0;
  // a set is a larger number than its parts, so pi(S) is complete when its turn comes
  for (Members inside = 0; inside + 1 < first.size(); ++inside) {
    if (static_cast<std::size_t>(std::popcount(inside)) >= places || first[inside] == 0.0) continue;
    outside.gather(inside, psi, scores);
    const std::size_t count = outside.count;
    const CurvatureSink sink{
        curvature.is_wanted() ? outside.curvature.first(count) : std::span<double>(),
        curvature.kind};
    value += add_cross_entropy(outside.p.first(count), outside.scores.first(count),
                               weight * first[inside], outside.gradient.first(count),
                               outside.exponentials, sink);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t doc = outside.docs[i];
      first[inside | Members{1} << doc] += first[inside] * outside.p[i];
      gradient[doc] += outside.gradient[i];
      if (curvature.is_wanted()) curvature.values[doc] += outside.curvature[i];
    }
  }
  return value;
}

}  // namespace podium
