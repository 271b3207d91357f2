#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "podium/core/synth/synth.hpp"

namespace podium::research {

/// What the queries of a data set look for, which decides how much each feature counts.
enum class StandInTask { topics, home_page, named_page, documents };

enum class StandInTruth { binary, grades, order };

/// The shape of a data set that is not public. Sizes are published, see docs/data-sets.md; the
/// level is chosen so that learners come near the published values.
struct StandInShape {
  std::string_view name;
  StandInTask task = StandInTask::topics;
  StandInTruth truth = StandInTruth::binary;
  std::size_t queries = 0;
  std::size_t documents = 0;  ///< of a query: of most queries, or the mean; see `spread`
  double spread = 0.0;        ///< a query has (1 - spread) to (1 + spread) times as many
  double short_share = 0.0;   ///< share of queries with fewer documents
  double further = 0.0;       ///< of binary truths: mean number of relevant documents but one
  std::size_t features = 64;  ///< 64: LETOR 3.0, .GOV; 46: LETOR 4.0
  std::size_t grades = 2;     ///< of graded truths
  double best_map = 0.0;      ///< of binary and graded truths: MAP of the true utility
};

/// All shapes, in the order of the documentation.
std::span<const StandInShape> stand_in_shapes();

/// The shape of that name; null when there is none.
const StandInShape* find_stand_in(std::string_view name);

/// Makes a data set of the shape. `documents` or `queries` above 0 replace a larger number: smaller
/// sets of the same level, for quick studies. The same shape, sizes and seed give the same bits for
/// any number of threads.
///
/// A document has a topic factor, and a factor for every stream (body, anchor, title, URL, whole
/// document, extracted title), for propagation and for its place in the web:
///
///   h_b = .6 t + .8 e_b,  z_f = .92 h_b + .39 e_f
///
/// t and e are standard normal. Features are counts, scores, lengths and properties of the page
/// alone, in the order of LETOR's tables, with the zeros of streams that a query's words are not
/// in; idf is constant in a query. All are normalised by query as in LETOR's QueryLevelNorm, with
/// 6 decimals. The utility is a weighted sum of these values, with weights by the task and the
/// seed, and of products of two of them (a fifth of its variance). A query's assessors see
///
///   u_d + s (sqrt(.5) w_q x_d + sqrt(.5) e_d)
///
/// w_q are weights of that query alone. Its best documents are relevant, as many as the shape says;
/// s is such that the MAP of u is `best_map` within .005, where that can be reached. Full orders
/// have s = .5 at the first place, growing evenly to 1.5 at the last.
SyntheticDataset stand_in(const StandInShape& shape, std::uint64_t seed, std::size_t documents = 0,
                          std::size_t queries = 0);

/// The name of the file that marks a folder of folds as generated. Studies call such data sets
/// stand-ins, and they decide no claim.
inline constexpr std::string_view stand_in_mark = "stand-in.txt";

}  // namespace podium::research
