#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "podium/learning/loss/label_map.hpp"
#include "podium/learning/loss/loss.hpp"

namespace podium {

struct FocusedNetOptions {
  enum class Normalise { at_zero, mean, none };
  static constexpr std::array<std::string_view, 3> normalise_names = {"at-zero", "mean", "none"};

  double lambda = 0.5;
  Normalise normalise = Normalise::at_zero;
  double label_scale = 1.0;
  std::size_t places = 1;

  static auto fields() {
    using Self = FocusedNetOptions;
    return joined_fields(
        std::array{field("lambda", &Self::lambda, 0.0, 1.0,
                         "weight of the list part; the pair part has weight 1 - lambda"),
                   field("normalise", &Self::normalise, normalise_names,
                         "divide each part by its value at equal scores, by its number of terms, "
                         "or by nothing"),
                   field("places", &Self::places, std::size_t{0}, std::size_t{1'000'000'000},
                         "list part: probabilities of the first so many places of the top "
                         "documents; 0: of their whole order; other than 1: for at most 16 top "
                         "documents")},
        label_scale_field<Self>());
  }
};

/// FocusedNet: ListNet among the top documents T, RankNet between them and the rest F. [Niu12]
///
///   l(s) = lambda * l_list(s) / n_list + (1 - lambda) * l_pair(s) / n_pair
///   l_list = - sum over d in T of  softmax(psi_T)_d * log softmax(s_T)_d
///   l_pair = sum over u in T, v in F of  log(1 + exp(-(s_u - s_v)))
///
/// T are the k places of a top-k truth, of a graded one the documents with a label above 0; psi are
/// their labels times label-scale. The divisors n_list, n_pair make lambda comparable over queries:
///
///   at-zero   log|T| and |T| |F| log 2: both parts are 1 when all scores are equal
///   mean      |T| and |T| |F|
///   none      1 and 1
///
/// With places = m other than 1, l_list is the cross entropy of the Plackett-Luce probabilities of
/// the first m places of T, of all of them for m = 0: the permutation probabilities of the paper.
/// It needs |T| <= 16 and O(2^|T| |T|); see permutation_entropy.hpp. n_list is then log|T| +
/// log(|T| - 1) + ... or |T| + (|T| - 1) + ..., m terms.
///
/// A part that has nothing to say, l_list of one document or l_pair without F, is left out.
class FocusedNet final : public Loss {
 public:
  explicit FocusedNet(const FocusedNetOptions& options = {}) : options_(options) {}

  /// target = softmax(psi_T) on T, or psi_T for other places than 1; -1 on F. Throws UsageError for
  /// more top documents than `places` allows.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  FocusedNetOptions options_;
};

}  // namespace podium
