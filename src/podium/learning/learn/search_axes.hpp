#pragma once

#include <array>
#include <string_view>

#include "podium/learning/learn/algorithms.hpp"

/// The axes along which `podium tune` searches, for the rows of the table of algorithms. The first
/// setting of every axis is the default.
namespace podium::axes {

template <std::size_t Count>
using Settings = std::array<std::string_view, Count>;

// Wider and finer than what `podium train` chooses from: halving can pay for it.
inline constexpr Settings<10> strength = {
    "strength=-1", "strength=0.5",  "strength=0",  "strength=-0.5", "strength=-1.5",
    "strength=-2", "strength=-2.5", "strength=-3", "strength=-4",   "strength=-5"};
inline constexpr Settings<10> margin_strength = {
    "strength=-1", "strength=1",    "strength=0.5", "strength=0",  "strength=-0.5",
    "strength=-2", "strength=-2.5", "strength=-3",  "strength=-4", "strength=-5"};
inline constexpr Settings<6> l2 = {"l2=0.001", "l2=1",      "l2=0.1",
                                   "l2=0.01",  "l2=0.0001", "l2=0.00001"};
inline constexpr Settings<8> rounds = {"rounds=30",  "rounds=10",  "rounds=20",  "rounds=50",
                                       "rounds=100", "rounds=200", "rounds=300", "rounds=500"};

// A network needs an optimiser that does not rely on a convex or linear problem.
inline constexpr Settings<4> networks = {"", "model=network hidden=5 optimiser=lbfgs",
                                         "model=network hidden=10 optimiser=lbfgs",
                                         "model=network hidden=30 optimiser=lbfgs"};
inline constexpr Settings<4> adam_networks = {"", "model=network hidden=5",
                                              "model=network hidden=10", "model=network hidden=30"};
inline constexpr Settings<3> steps = {"", "step=0.003", "step=0.03"};
inline constexpr Settings<3> iterations = {"", "iterations=50", "iterations=500"};

inline constexpr Settings<2> label_map = {"", "label-map=gain"};
inline constexpr Settings<3> label_scale = {"", "label-scale=0.5", "label-scale=2"};
inline constexpr Settings<3> likelihood_places = {"", "k=5", "k=10"};
inline constexpr Settings<4> ndcg_cutoff = {"", "cutoff=5", "cutoff=10", "cutoff=30"};
inline constexpr Settings<5> top_cutoff = {"cutoff=10", "cutoff=3", "cutoff=5", "cutoff=30",
                                           "cutoff=100"};
inline constexpr Settings<2> pair_weights = {"", "weights=ndcg-loss2pp"};
inline constexpr Settings<2> top_measure = {"", "measure=precision"};
inline constexpr Settings<4> steepness = {"", "alpha=3", "alpha=30", "alpha=100"};
inline constexpr Settings<3> focus = {"", "lambda=0.2", "lambda=0.8"};
inline constexpr Settings<2> relevant = {"", "relevant=2"};
inline constexpr Settings<2> list_part = {"", "list=half"};
inline constexpr Settings<2> margin_scale = {"", "c-scale=mean"};
inline constexpr Settings<2> pair_scale = {"", "pairs=mean"};

// Exact weights need thresholds, and so do their numbers.
inline constexpr Settings<3> weak_rankers = {"", "alpha=exact", "weak=feature"};
inline constexpr Settings<4> weak_thresholds = {
    "", "weak=threshold", "weak=threshold thresholds=15", "weak=threshold thresholds=63"};
inline constexpr Settings<3> threshold_count = {"", "thresholds=15", "thresholds=63"};
inline constexpr Settings<2> bins = {"", "bins=quantile"};
inline constexpr Settings<3> repeats = {"", "repeats=drop", "repeats=allow"};
inline constexpr Settings<2> directions = {"", "directions=both"};
inline constexpr Settings<3> weak_candidates = {"", "candidates=8", "candidates=32"};
inline constexpr Settings<3> smoothing = {"", "smoothing=0.001", "smoothing=0.1"};

inline constexpr Settings<6> tree_rounds = {"rounds=100", "rounds=30",  "rounds=50",
                                            "rounds=200", "rounds=300", "rounds=500"};
inline constexpr Settings<5> tree_leaves = {"leaves=5", "leaves=3", "leaves=9", "leaves=15",
                                            "leaves=31"};
inline constexpr Settings<3> tree_rate = {"", "rate=0.03", "rate=0.3"};
inline constexpr Settings<2> tree_features = {"", "feature-share=0.5"};
inline constexpr Settings<2> tree_dropout = {"", "dropout=0.1"};
inline constexpr Settings<3> tree_loss = {"", "loss=lambda-rank", "loss=xe-ndcg"};

inline constexpr Settings<3> re_ranked = {"", "top=10", "top=30"};
inline constexpr Settings<3> votes = {"", "aggregation=rrf(k=10)", "aggregation=borda"};

template <class... Axis>
constexpr std::array<SearchAxis, sizeof...(Axis)> all_of(const Axis&... axis) {
  return {SearchAxis(axis)...};
}

inline constexpr auto of_regression = all_of(strength, networks);
inline constexpr auto of_rank_svm = all_of(margin_strength, margin_scale, networks);
inline constexpr auto of_rank_svm_l1 = all_of(margin_strength, margin_scale);
inline constexpr auto of_rank_net = all_of(strength, pair_scale, networks);
inline constexpr auto of_list_net = all_of(strength, label_map, label_scale, networks);
inline constexpr auto of_list_mle = all_of(strength, likelihood_places, networks);
inline constexpr auto of_rank_cosine = all_of(l2, label_map, networks);
inline constexpr auto of_focused_net = all_of(strength, focus, label_scale, networks);
inline constexpr auto of_lambda_rank =
    all_of(strength, ndcg_cutoff, pair_weights, steps, iterations, adam_networks);
inline constexpr auto of_approx_ndcg =
    all_of(strength, steepness, ndcg_cutoff, steps, iterations, adam_networks);
inline constexpr auto of_svm_map = all_of(margin_strength, relevant);
inline constexpr auto of_focused_svm = all_of(margin_strength, focus, list_part);
inline constexpr auto of_top_places = all_of(margin_strength, top_cutoff, top_measure);
inline constexpr auto of_rank_boost =
    all_of(rounds, weak_rankers, threshold_count, bins, pair_scale);
inline constexpr auto of_ada_rank = all_of(rounds, repeats, directions);
inline constexpr auto of_frank = all_of(rounds, weak_candidates, smoothing, threshold_count, bins);
inline constexpr auto of_focused_boost = all_of(rounds, focus, weak_thresholds);
inline constexpr auto of_trees =
    all_of(tree_rounds, tree_leaves, tree_rate, tree_features, tree_dropout, tree_loss);
inline constexpr auto of_lambda_mart =
    all_of(tree_rounds, tree_leaves, tree_rate, tree_features, tree_dropout, ndcg_cutoff);
inline constexpr auto of_mart =
    all_of(tree_rounds, tree_leaves, tree_rate, tree_features, tree_dropout);
inline constexpr auto of_top_rank = all_of(re_ranked, votes);

}  // namespace podium::axes
