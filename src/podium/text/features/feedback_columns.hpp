#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/text/features/link_columns.hpp"
#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// Features of a document from other documents of the query: from the best by BM25
/// (pseudo-relevance feedback), from similar ones and from linked ones. In all formulas s is BM25
/// of the main stream, 0 where that is negative, and cos is the cosine of tf-idf vectors. A
/// document is never feedback for itself: the m best are other documents.
///
///   rocchio-m           cos(d, sum over the m best e of s_e e), m = 5, 10, 20 [Rocchio71]
///   relevance-model     sum p(w | R) ln p(w | d), R by RM3 of the 10 best, see RelevanceModel
///   neighbour-score-k   sum cos(d, e) s_e / sum cos(d, e) over the k documents of the sample that
///                       are most similar to d, k = 5, 10; 0 when all cosines are 0 [Diaz05]
///   linked-score        sum of s over the documents of the sample that d links to or that link to
///                       it [Savoy96]
///   co-citation         sum s_e |in(d) and in(e)| / sqrt(|in(d)| |in(e)|) / sum s_e over the 10
///                       best, 0 where a set is empty [Small73]
///   coupling            the same with out-links [Kessler63]
///
/// Returns for each query a number for each of its documents and each of `names`, row by row. NaN
/// for other names, for links in a corpus without links, and for a single document.
/// Parallel over queries.
std::vector<std::vector<double>> feedback_columns(std::span<const std::string> names,
                                                  const DocumentVectors& vectors,
                                                  const CorpusLinks& links,
                                                  const SampledCollection& collection);

}  // namespace podium::text
