#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/features/link_columns.hpp"
#include "podium/terms/document_vectors.hpp"

namespace podium {

/// What the best documents by BM25 say of the others (pseudo-relevance feedback), and what those
/// that are like a document or linked with it say of it. In all of them s is BM25 of the main
/// stream, 0 where that is negative, cos the cosine of tf-idf vectors, and a document has no part
/// in its own number: the m best are those other than it.
///
///   rocchio-m           cos(d, sum over the m best e of s_e e), m = 5, 10, 20 [Rocchio71]
///   relevance-model     sum p(w | R) ln p(w | d), R by RM3 of the 10 best, see RelevanceModel
///   neighbour-score-k   sum cos(d, e) s_e / sum cos(d, e) over the k documents of the sample that
///                       are most like d, k = 5, 10; 0 when none is like it at all [Diaz05]
///   linked-score        sum of s over the documents of the sample that d links to or that link to
///                       it [Savoy96]
///   co-citation         sum s_e |in(d) and in(e)| / sqrt(|in(d)| |in(e)|) / sum s_e over the 10
///                       best, 0 where a set is empty [Small73]
///   coupling            the same of links out [Kessler63]
///
/// For each query a number for each of its documents and each of `names`, row by row. NaN for names
/// that are no such feature, where a corpus has no links, and for a document without others.
/// Parallel over queries.
std::vector<std::vector<double>> feedback_columns(std::span<const std::string> names,
                                                  const DocumentVectors& vectors,
                                                  const CorpusLinks& links,
                                                  const SampledCollection& collection);

}  // namespace podium
