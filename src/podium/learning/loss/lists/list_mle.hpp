#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

#include "podium/learning/loss/loss.hpp"

namespace podium {

struct ListMleOptions {
  enum class Ties { shuffled, grouped };
  static constexpr std::array<std::string_view, 2> ties_names = {"shuffled", "grouped"};

  std::size_t k = 0;
  Ties ties = Ties::grouped;

  static auto fields() {
    using Self = ListMleOptions;
    return std::array{
        field("k", &Self::k, std::size_t{0}, std::size_t{1'000'000'000},
              "number of top places whose likelihood counts, including tied groups that begin "
              "within them; 0: all places that the truth orders"),
        field("ties", &Self::ties, ties_names,
              "tied documents: shuffle them, or treat them as one group"),
    };
  }
};

/// ListMLE and top-k ListMLE: minus the Plackett-Luce log-likelihood of the k best places.
/// [Xia08, Xia09, Lan13]
///
///   l(s) = sum over places j = 1 .. k of
///            -s_y(j) + log( sum over places i >= j of exp(s_y(i)) )
///
/// paper -> code:   y -> order,   f(x) -> scores
///
/// The order of the documents below place k changes nothing, not even the last bit. Documents that
/// the truth leaves tied are
///
///   shuffled   put into the order that the query was given, as in the papers, or
///   grouped    taken together, so that no order is made up: each of a tied group of m documents
///              is chosen from the whole group and all below it,
///                m * log( sum over the group and all below of exp(s_i) ) - sum of the group's s_i,
///              which is how Breslow treats ties [Breslow74]. The lowest group is chosen by nobody
///              and adds nothing.
///
/// Both are the same for top-k and full truths, whose only ties are below place k. O(n).
class ListMle final : public Loss {
 public:
  explicit ListMle(const ListMleOptions& options = {}) : options_(options) {}

  /// target = the stage at which the document is chosen; the number of stages when it never is.
  /// A query whose documents are all tied cannot contribute.
  bool prepare(const TruthView& truth, std::span<const DocIndex> order,
               std::span<double> target) const override;
  double accumulate_curved(const LossQuery& query, std::span<const double> scores, double weight,
                           std::span<double> gradient, const CurvatureSink& curvature,
                           Workspace& workspace) const override;

 private:
  ListMleOptions options_;
};

}  // namespace podium
