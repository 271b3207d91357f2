#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/learning/model/model.hpp"

namespace podium {

/// Why a document has another score than a reference, or than several of them on average: what each
/// feature adds.
struct Attribution {
  double score = 0.0;           ///< of the document
  double reference = 0.0;       ///< mean score of the references in the document's place
  std::vector<double> feature;  ///< add up to score - reference, up to rounding
};

struct AttributionOptions {
  /// Random orders of the features, over all references; each is also used backwards.
  std::size_t orders = 16;
  std::uint64_t seed = 1;
  /// Called again and again, perhaps from several threads: what it throws ends the work.
  std::function<void()> check = [] {};
};

/// What the features of document `doc` of a prepared query add to its score, compared with a
/// document that has the features `reference`: the Shapley values [Shapley53, Strumbelj14] of the
/// game
///
///   v(S) = score of the document with its own features in S and those of the reference elsewhere,
///          the other documents of the query staying as they are
///
/// For a score that is a sum over features these are the differences of the parts, exact, and for
/// trees they follow from the paths of both documents, exact; those of a ranker that the trees were
/// added to are added. For other kinds they are means over
/// random orders of the features, in which one feature after the other changes from the reference
/// to the document. A feature with the same value in both adds 0.
///
/// Several references, row after row, give the means of what each of them alone gives.
Attribution attribution(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                        std::span<const float> reference, const AttributionOptions& options = {});

/// The documents of a query as references, row after row: compared with them, a document is
/// compared with their mean score. Of more than 100 documents, 100 at equal steps of the ranking
/// stand for all.
std::vector<float> reference_documents(const ModelKind& kind, const FeatureRows& query);

}  // namespace podium
