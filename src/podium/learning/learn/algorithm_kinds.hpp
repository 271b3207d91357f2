#pragma once

#include <memory>
#include <string_view>

#include "podium/learning/learn/algorithms.hpp"

namespace podium {

// The kinds of algorithms that the rows of algorithms() have. A `loss` is a row of losses().

/// The loss of a row with those of the options that are its own.
std::unique_ptr<const Loss> make_known(const LossEntry& loss, const OptionText& options);

/// The mean loss of a query plus l2/2 |w|^2.
std::shared_ptr<const Algorithm> make_mean_risk(std::string_view loss);

/// 1/2 |w|^2 + C * a loss over pairs, which can take their sum or their mean.
std::shared_ptr<const Algorithm> make_pair_margin(std::string_view loss);

/// 1/2 |w|^2 + C * a loss of whole rankings, which has options of its own.
std::shared_ptr<const Algorithm> make_ranking_margin(std::string_view loss);

/// 1/2 |w|^2 + C * a loss of the first places, trained in rounds: between them, tied documents are
/// put into the order of the current model.
std::shared_ptr<const Algorithm> make_top_places_margin(std::string_view loss);

// Boosting: rounds take the place of regularisation; a larger number of rounds continues the same
// model, so that there is no path of models to train. The weak rankers of a model to start from
// come first.

/// Pairs by the exponential loss. [Freund03]
std::shared_ptr<const Algorithm> make_rank_boost();

/// A measure of whole rankings. [Xu07]
std::shared_ptr<const Algorithm> make_ada_rank();

/// Pairs by the fidelity loss. [Tsai07]
std::shared_ptr<const Algorithm> make_frank();

/// A measure among the top documents, pairs between them and the rest. [Niu12]
std::shared_ptr<const Algorithm> make_focused_boost();

/// Regression trees, with one loss, or with one that the option `loss` names, whose options are
/// taken, too.
std::shared_ptr<const Algorithm> make_boosted_trees(std::string_view loss = {});

/// TopRank: a first ranker, and several that vote on the order of its top documents, each weighted
/// by how well it ranks. [Cheng15]
///
/// A ranking function of two documents (see train_pairwise()) may vote, too, or alone.
///
/// Beside its own options it takes those of its parts: "ranksvm.c" is option c of ranksvm.
std::shared_ptr<const Algorithm> make_top_rank();

}  // namespace podium
