#include <array>
#include <vector>

#include "podium/base/error.hpp"
#include "podium/base/named.hpp"
#include "podium/loss/lists/approx_ndcg.hpp"
#include "podium/loss/lists/focused_net.hpp"
#include "podium/loss/lists/list_mle.hpp"
#include "podium/loss/lists/list_net.hpp"
#include "podium/loss/lists/rank_cosine.hpp"
#include "podium/loss/lists/squared_error.hpp"
#include "podium/loss/loss.hpp"
#include "podium/loss/pairs/exponential.hpp"
#include "podium/loss/pairs/fidelity.hpp"
#include "podium/loss/pairs/hinge.hpp"
#include "podium/loss/pairs/lambda_rank.hpp"
#include "podium/loss/pairs/logistic.hpp"
#include "podium/loss/pairs/squared_hinge.hpp"
#include "podium/loss/structural/focused_svm.hpp"
#include "podium/loss/structural/svm_map.hpp"
#include "podium/loss/structural/top_margin.hpp"
#include "podium/loss/structural/top_slack.hpp"

namespace podium {

namespace {

template <Loss L>
AnyLoss make(const OptionText& options) {
  return AnyLoss(parse_options<L>(options));
}

/// A row whose options and maker are those of L.
template <Loss L>
constexpr LossEntry entry(LossEntry row) {
  static_assert(has_all_fields<L>(), "every member of a loss is one of its options");
  row.options = describe_options<L>;
  row.make = make<L>;
  return row;
}

constexpr std::array table = {
    entry<SquaredError>({.name = "squared-error",
                         .summary = "documents: regression, (score - target)^2",
                         .reference = "Cossock06",
                         .is_shift_invariant = false}),
    entry<HingeLoss>({.name = "hinge",
                      .summary = "pairs: Ranking SVM, max(0, 1 - margin)",
                      .reference = "Joachims02",
                      .is_smooth = false}),
    entry<SquaredHingeLoss>({.name = "squared-hinge",
                             .summary = "pairs: Ranking SVM, max(0, 1 - margin)^2",
                             .reference = "Chapelle10"}),
    entry<LogisticLoss>({.name = "logistic",
                         .summary = "pairs: RankNet, log(1 + exp(-margin))",
                         .reference = "Burges05"}),
    entry<ExponentialLoss>({.name = "exponential",
                            .summary = "pairs: RankBoost, exp(-margin)",
                            .reference = "Freund03"}),
    entry<FidelityLoss>({.name = "fidelity",
                         .summary = "pairs: FRank, 1 - sqrt(probability of the pair)",
                         .reference = "Tsai07",
                         .is_convex = false}),
    entry<LambdaRankLoss>({.name = "lambda-rank",
                           .summary = "pairs: LambdaRank and LambdaLoss, logistic times the "
                                      "change of NDCG@K",
                           .reference = "Burges06",
                           .is_convex = false,
                           .is_smooth = false,
                           .holds_weights_constant = true}),
    entry<ListNet>({.name = "list-net",
                    .summary = "lists: ListNet, cross entropy of the probabilities to be best",
                    .reference = "Cao07",
                    .weighs_documents = false}),
    entry<ListMle>({.name = "list-mle",
                    .summary = "lists: ListMLE, likelihood of the order or of its k best places",
                    .reference = "Xia08",
                    .weighs_documents = false}),
    entry<RankCosine>({.name = "rank-cosine",
                       .summary = "lists: RankCosine, angle between scores and targets",
                       .reference = "Qin08",
                       .is_convex = false,
                       .is_shift_invariant = false,
                       .weighs_documents = false}),
    entry<FocusedNet>({.name = "focused-net",
                       .summary = "lists: ListNet among the best, RankNet between them and the "
                                  "rest",
                       .reference = "Niu12",
                       .weighs_documents = false}),
    entry<ApproxNdcg>({.name = "approx-ndcg",
                       .summary = "lists: NDCG with smooth ranks",
                       .reference = "Qin10a",
                       .is_convex = false,
                       .weighs_documents = false}),
    entry<SvmMap>({.name = "svm-map",
                   .summary = "lists: SVM-MAP, structural hinge of average precision",
                   .reference = "Yue07",
                   .is_smooth = false,
                   .weighs_documents = false}),
    entry<FocusedSvm>({.name = "focused-svm",
                       .summary = "lists: SVM-MAP among the best, Ranking SVM between them and "
                                  "the rest",
                       .reference = "Niu12",
                       .is_smooth = false,
                       .weighs_documents = false}),
    entry<TopMargin>({.name = "top-margin",
                      .summary = "orders: structural SVM for the first K places, margin scaling",
                      .reference = "Cheng15",
                      .is_smooth = false,
                      .is_shift_invariant = false,
                      .weighs_documents = false}),
    entry<TopSlack>({.name = "top-slack",
                     .summary = "orders: structural SVM for the first K places, slack scaling",
                     .reference = "Cheng15",
                     .is_smooth = false,
                     .is_shift_invariant = false,
                     .weighs_documents = false}),
};

}  // namespace

std::span<const LossEntry> losses() {
  return table;
}

const LossEntry& find_loss(std::string_view name) {
  return find_named(losses(), name, "loss");
}

}  // namespace podium
