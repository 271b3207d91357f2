#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "podium/core/base/random.hpp"
#include "podium/research/stand_ins/stand_in.hpp"

namespace podium::research {

/// What a feature of LETOR is computed from.
enum class StandInBlock { body, anchor, title, url, whole, extracted, propagation, web };

/// The kinds of LETOR's features: of query and page, of the query alone, of the page alone.
enum class StandInKind { count, score, of_query, length, links, depth };

struct StandInFeature {
  StandInBlock block;
  StandInKind kind;
};

/// The features of LETOR 3.0's .GOV sets (64) or of LETOR 4.0 (46), in the order of their numbers.
std::vector<StandInFeature> stand_in_features(std::size_t wanted);

/// Draws the documents of one query, row by row, normalised within the query.
void draw_stand_in(std::span<const StandInFeature> features, std::span<float> values,
                   RandomStream random);

/// How much each feature counts for a task; drawn around what the task is about. A page that is
/// deep in its site counts less.
std::vector<double> stand_in_weights(std::span<const StandInFeature> features, StandInTask task,
                                     RandomStream random);

}  // namespace podium::research
