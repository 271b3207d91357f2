#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "podium/core/base/random.hpp"
#include "podium/core/data/small_orders.hpp"

namespace podium::research {

/// The probability of the first k places, for every choice of them: a top-k subgroup probability
/// space [Xia09, definition 1].
using TopKSpace = std::map<Order, double>;

/// Two documents, the better one first.
using DocPair = std::pair<DocIndex, DocIndex>;

/// Whether every top-k subgroup with the first document of the pair above the second is more likely
/// than the one with the two exchanged, unless these are the same [Xia09, definition 2].
bool preserves_order(const TopKSpace& p, DocPair pair);

/// The probability of the first k places, summed over that of more places.
TopKSpace of_first(const TopKSpace& p, std::size_t k);

/// Positive probabilities of all top-k subgroups of n documents.
TopKSpace random_space(RandomStream& stream, std::size_t n, std::size_t k);

/// The same probabilities, exchanged between subgroups until the order of every pair is preserved.
/// The pairs must not form a cycle. Then there are scores that agree with all pairs, every exchange
/// raises the mean of the Plackett-Luce probability of these scores, and the exchanges end.
TopKSpace made_preserving(TopKSpace p, std::span<const DocPair> pairs);

/// The subgroup with the largest probability: the first places of the top-k Bayes ranker
/// [Xia09, eq. 7]. The first of equally likely ones.
const Order& likeliest(const TopKSpace& p);

std::string in_words(const TopKSpace& p);

}  // namespace podium::research
