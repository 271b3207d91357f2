#include <array>
#include <memory>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/base/named.hpp"
#include "podium/learning/loss/lists/approx_ndcg.hpp"
#include "podium/learning/loss/lists/focused_net.hpp"
#include "podium/learning/loss/lists/list_mle.hpp"
#include "podium/learning/loss/lists/list_net.hpp"
#include "podium/learning/loss/lists/rank_cosine.hpp"
#include "podium/learning/loss/lists/squared_error.hpp"
#include "podium/learning/loss/lists/xe_ndcg.hpp"
#include "podium/learning/loss/loss.hpp"
#include "podium/learning/loss/pairs/exponential.hpp"
#include "podium/learning/loss/pairs/fidelity.hpp"
#include "podium/learning/loss/pairs/hinge.hpp"
#include "podium/learning/loss/pairs/lambda_rank.hpp"
#include "podium/learning/loss/pairs/logistic.hpp"
#include "podium/learning/loss/pairs/squared_hinge.hpp"
#include "podium/learning/loss/structural/focused_svm.hpp"
#include "podium/learning/loss/structural/svm_map.hpp"
#include "podium/learning/loss/structural/top_margin.hpp"
#include "podium/learning/loss/structural/top_slack.hpp"

namespace podium {

namespace {

template <class L, Options O>
std::unique_ptr<const Loss> make(const OptionText& options) {
  return std::make_unique<const L>(parse_options<O>(options));
}

/// A row of L, with options O.
template <class L, Options O>
constexpr LossEntry entry(LossEntry row) {
  static_assert(has_all_fields<O>(), "every member is an option");
  row.options = describe_options<O>;
  if (row.make == nullptr) row.make = make<L, O>;
  return row;
}

constexpr std::array table = {
    entry<SquaredError, SquaredErrorOptions>(
        {.name = "squared-error",
         .summary = "documents: regression, (score - target)^2",
         .reference = "Cossock06",
         .is_shift_invariant = false,
         .grows_with_targets = true,
         .curvature = CurvatureSource::diagonal,
         .first_score = FirstScore::newton}),
    entry<HingeLoss, PairOptions>({.name = "hinge",
                                   .summary = "pairs: Ranking SVM, max(0, 1 - margin)",
                                   .reference = "Joachims02",
                                   .is_smooth = false,
                                   .takes_pairs = true}),
    entry<SquaredHingeLoss, PairOptions>({.name = "squared-hinge",
                                          .summary = "pairs: Ranking SVM, max(0, 1 - margin)^2",
                                          .reference = "Chapelle10",
                                          .curvature = CurvatureSource::diagonal,
                                          .takes_pairs = true}),
    entry<LogisticLoss, LogisticOptions>({.name = "logistic",
                                          .summary = "pairs: RankNet, log(1 + exp(-margin))",
                                          .reference = "Burges05",
                                          .curvature = CurvatureSource::diagonal,
                                          .takes_pairs = true}),
    entry<ExponentialLoss, PairOptions>({.name = "exponential",
                                         .summary = "pairs: RankBoost, exp(-margin)",
                                         .reference = "Freund03",
                                         .curvature = CurvatureSource::diagonal,
                                         .takes_pairs = true}),
    entry<FidelityLoss, PairOptions>({.name = "fidelity",
                                      .summary = "pairs: FRank, 1 - sqrt(probability of the pair)",
                                      .reference = "Tsai07",
                                      .is_convex = false,
                                      .takes_pairs = true}),
    entry<LambdaRankLoss, LambdaRankOptions>(
        {.name = "lambda-rank",
         .summary =
             "pairs: LambdaRank and LambdaLoss, logistic loss weighted by the change of a measure",
         .reference = "Burges06",
         .is_convex = false,
         .is_smooth = false,
         .holds_weights_constant = true,
         .curvature = CurvatureSource::diagonal,
         .make = make_lambda_rank}),
    entry<ListNet, ListNetOptions>(
        {.name = "list-net",
         .summary = "lists: ListNet, cross entropy of top-one probabilities",
         .reference = "Cao07",
         .weighs_documents = false,
         .curvature = CurvatureSource::diagonal}),
    entry<XeNdcg, XeNdcgOptions>(
        {.name = "xe-ndcg",
         .summary = "lists: XE-NDCG, cross entropy of gains and top-one probabilities",
         .reference = "Bruch21",
         .weighs_documents = false,
         .curvature = CurvatureSource::diagonal}),
    entry<ListMle, ListMleOptions>(
        {.name = "list-mle",
         .summary = "lists: ListMLE, likelihood of the true order or of its first k places",
         .reference = "Xia08",
         .weighs_documents = false,
         .curvature = CurvatureSource::diagonal}),
    entry<RankCosine, RankCosineOptions>(
        {.name = "rank-cosine",
         .summary = "lists: RankCosine, angle between the vectors of scores and targets",
         .reference = "Qin08",
         .is_convex = false,
         .is_shift_invariant = false,
         .weighs_documents = false,
         .curvature = CurvatureSource::surrogate,
         .first_score = FirstScore::one}),
    entry<FocusedNet, FocusedNetOptions>(
        {.name = "focused-net",
         .summary = "lists: ListNet within the top documents, RankNet between top and rest",
         .reference = "Niu12",
         .weighs_documents = false,
         .curvature = CurvatureSource::diagonal}),
    entry<ApproxNdcg, ApproxNdcgOptions>({.name = "approx-ndcg",
                                          .summary = "lists: NDCG with smooth ranks",
                                          .reference = "Qin10a",
                                          .is_convex = false,
                                          .weighs_documents = false,
                                          .curvature = CurvatureSource::surrogate}),
    entry<SvmMap, SvmMapOptions>(
        {.name = "svm-map",
         .summary = "lists: SVM-MAP, structural hinge loss for average precision",
         .reference = "Yue07",
         .is_smooth = false,
         .weighs_documents = false}),
    entry<FocusedSvm, FocusedSvmOptions>(
        {.name = "focused-svm",
         .summary = "lists: SVM-MAP within the top documents, Ranking SVM between top and rest",
         .reference = "Niu12",
         .is_smooth = false,
         .weighs_documents = false}),
    entry<TopMargin, TopSettings>(
        {.name = "top-margin",
         .summary = "orders: structural SVM for the first K places, margin scaling",
         .reference = "Cheng15",
         .is_smooth = false,
         .is_shift_invariant = false,
         .weighs_documents = false}),
    entry<TopSlack, TopSlackOptions>(
        {.name = "top-slack",
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
