#include "podium/learn/algorithms.hpp"

#include <algorithm>
#include <array>

#include "podium/base/error.hpp"
#include "podium/base/named.hpp"
#include "podium/learn/boosted_rankers.hpp"
#include "podium/learn/risk_minimisers.hpp"
#include "podium/learn/top_rank.hpp"
#include "podium/loss/lists/approx_ndcg.hpp"
#include "podium/loss/lists/focused_net.hpp"
#include "podium/loss/lists/list_mle.hpp"
#include "podium/loss/lists/list_net.hpp"
#include "podium/loss/lists/rank_cosine.hpp"
#include "podium/loss/lists/squared_error.hpp"
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

using Defaults = std::array<std::string_view, 1>;
constexpr Defaults newton = {"optimiser=newton"};
constexpr Defaults random_start = {"start=random"};
// On the way to a minimum with kinks points jump about: no path of models to choose from.
constexpr std::array<std::string_view, 4> bundle = {"optimiser=bundle", "tolerance=1e-3",
                                                    "iterations=1000", "keep=last"};
constexpr std::array<std::string_view, 2> adam = {"optimiser=adam", "batch=8"};

constexpr Defaults map_measure = {"measure=map"};
constexpr Defaults ndcg_measure = {"measure=ndcg@10"};

/// A row. What it takes of an algorithm: the option that models are tried along, if any; what the
/// options are, whether a text of them is good, whether the minimum depends on the start, whether
/// values may be missing; and the training itself.
template <class Algorithm>
constexpr AlgorithmEntry row(std::string_view name, std::string_view summary,
                             std::string_view reference, std::string_view loss,
                             std::span<const std::string_view> defaults = {}) {
  return {.name = name,
          .summary = summary,
          .reference = reference,
          .loss = loss,
          .path_option = Algorithm::path_option,
          .path_rises = Algorithm::path_rises,
          .is_composed = requires {Algorithm::is_composed;
}
, .defaults = defaults, .parts = Algorithm::options, .train = Algorithm::train,
  .check_options = Algorithm::check, .forgets_start = Algorithm::forgets_start,
  .takes_missing = Algorithm::takes_missing
};  // namespace
}  // namespace podium

constexpr std::array table = {
    row<MeanRisk<SquaredError>>("regression", "scores that come near the labels", "Qin10",
                                "squared-error", newton),
    row<PairMargin<SquaredHingeLoss>>("ranksvm",
                                      "every pair in order with a margin, by squared hinge loss",
                                      "Chapelle10", "squared-hinge", newton),
    row<PairMargin<HingeLoss>>("ranksvm-l1", "every pair in order with a margin, by hinge loss",
                               "Joachims06", "hinge", bundle),
    row<MeanRisk<LogisticLoss>>("ranknet", "every pair in order, by logistic loss", "Burges05",
                                "logistic"),
    row<MeanRisk<ListNet>>("listnet", "probabilities to be best, by cross entropy", "Cao07",
                           "list-net"),
    row<MeanRisk<ListMle>>("listmle", "likelihood of the whole order, or of its k best places",
                           "Xia08", "list-mle"),
    row<MeanRisk<RankCosine>>("rankcosine", "the angle between scores and labels", "Qin08",
                              "rank-cosine", random_start),
    row<MeanRisk<FocusedNet>>("focusednet",
                              "ListNet among the best, RankNet between them and the rest", "Niu12",
                              "focused-net"),
    row<MeanRisk<LambdaRankLoss>>("lambdarank", "pairs weighted by what swapping them does to NDCG",
                                  "Burges06", "lambda-rank", adam),
    row<MeanRisk<ApproxNdcg>>("approxndcg", "NDCG with smooth ranks", "Qin10a", "approx-ndcg",
                              adam),
    row<RankingMargin<SvmMap>>("svmmap", "average precision, by the worst ranking of each query",
                               "Yue07", "svm-map", bundle),
    row<RankingMargin<FocusedSvm>>("focusedsvm",
                                   "SVM-MAP among the best, Ranking SVM between them and the rest",
                                   "Niu12", "focused-svm", bundle),
    row<TopPlacesMargin<TopMargin>>("topmargin",
                                    "the first K places, by margins as large as the loss",
                                    "Cheng15", "top-margin", bundle),
    row<TopPlacesMargin<TopSlack>>("topslack", "the first K places, by slacks that weigh the loss",
                                   "Cheng15", "top-slack", bundle),
    row<RankBoost>("rankboost", "every pair in order, by one threshold after the other", "Freund03",
                   "exponential"),
    row<AdaRank>("adarank-map", "average precision, by one feature after the other", "Xu07", "",
                 map_measure),
    row<AdaRank>("adarank-ndcg", "NDCG, by one feature after the other", "Xu07", "", ndcg_measure),
    row<Frank>("frank", "every pair in order, hopeless ones given up, by thresholds", "Tsai07",
               "fidelity"),
    row<FocusedBoost>("focusedboost", "AdaRank among the best, RankBoost between them and the rest",
                      "Niu12", "exponential"),
    row<TopRank>("toprank", "several others, which vote on the best documents of a first one",
                 "Cheng15", ""),
};

}  // namespace

bool AlgorithmEntry::takes_warm_start(const OptionText& options) const {
  return forgets_start(with_defaults(options)) && find_loss(loss).is_convex;
}

OptionText AlgorithmEntry::with_defaults(const OptionText& given) const {
  OptionText all = given;
  for (const std::string_view text : defaults) {
    const std::size_t equals = text.find('=');
    all.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return all;
}

std::vector<OptionInfo> AlgorithmEntry::options() const {
  std::vector<OptionInfo> infos = parts();
  const OptionText own = with_defaults({});
  for (OptionInfo& info : infos) {
    if (const auto found = own.find(info.name); found != own.end()) {
      info.default_value = found->second;
    }
  }
  return infos;
}

std::span<const AlgorithmEntry> algorithms() {
  return table;
}

const AlgorithmEntry& find_algorithm(std::string_view name) {
  return find_named(algorithms(), name, "algorithm");
}

}  // namespace podium
