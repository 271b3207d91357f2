#pragma once

#include <array>
#include <span>
#include <string_view>

#include "podium/learning/loss/loss.hpp"

namespace podium {

struct FocusedSvmOptions {
  enum class List { thresholds, half };
  enum class Normalise { mean, none };
  static constexpr std::array<std::string_view, 2> list_names = {"thresholds", "half"};
  static constexpr std::array<std::string_view, 2> normalise_names = {"mean", "none"};

  double lambda = 0.5;
  List list = List::thresholds;
  Normalise normalise = Normalise::mean;

  static auto fields() {
    using Self = FocusedSvmOptions;
    return std::array{field("lambda", &Self::lambda, 0.0, 1.0,
                            "weight of the list part; the pair part has weight 1 - lambda"),
                      field("list", &Self::list, list_names,
                            "relevant documents in the list part: average over all label "
                            "thresholds, or use the better half"),
                      field("normalise", &Self::normalise, normalise_names,
                            "divide the pair part by its number of pairs, or by nothing")};
  }
};

/// FocusedSVM: SVM-MAP among the top documents T, Ranking SVM between them and the rest F. [Niu12]
///
///   l(s) = lambda * l_list(s) + (1 - lambda) * l_pair(s) / n_pair
///   l_list = mean over the cuts of  max over rankings z of T of  1 - AP(z) + w.Psi(z) - w.Psi(y)
///   l_pair = sum over u in T, v in F of  max(0, 1 - (s_u - s_v))
///
/// T are the k places of a top-k truth, of a graded one the documents with a label above 0. A cut
/// makes the best of T relevant and the others not, see SvmMap:
///
///   thresholds   every cut between two labels of T: |T| - 1 of them where no two are tied
///   half         the best ceil(|T| / 2), with their ties; if these are all, one label fewer
///
/// n_pair is |T| |F| for `mean`, 1 for `none`. A part that has nothing to say, l_list of documents
/// that are all tied or l_pair without F, is left out. O(c |T| log|T| + n log n) for c cuts.
///
/// The cuts and n_pair are reconstructions; the paper's formulas were not at hand. Average
/// precision knows two grades, T has an order: the mean over all cuts is 0 where T is in order with
/// enough margin, and only there. The paper wants both parts in a comparable range: with `mean` the
/// pair part is 1 at equal scores and the list part below 1.
class FocusedSvm final : public Loss {
 public:
  explicit FocusedSvm(const FocusedSvmOptions& options = {}) : options_(options) {}

  /// target = the pairs of T x F, as pair_set.hpp keeps them: target[0] is |T|.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  FocusedSvmOptions options_;
};

}  // namespace podium
