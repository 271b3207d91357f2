#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/data/dataset.hpp"
#include "podium/model/model.hpp"

namespace podium {

/// Why a document has another score than a reference: what each feature adds.
struct Attribution {
  double score = 0.0;           ///< of the document
  double reference = 0.0;       ///< score of the reference in the document's place
  std::vector<double> feature;  ///< add up to score - reference, up to rounding
};

struct AttributionOptions {
  std::size_t orders = 16;  ///< random orders of the features; each is also used backwards
  std::uint64_t seed = 1;
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
Attribution attribution(const ModelKind& kind, const FeatureRows& query, DocIndex doc,
                        std::span<const float> reference, const AttributionOptions& options = {});

/// The means of the features of a query over the documents that have a value; NaN where none has.
std::vector<float> average_document(const FeatureRows& query);

}  // namespace podium
