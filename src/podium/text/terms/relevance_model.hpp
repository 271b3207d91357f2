#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "podium/text/terms/document_vectors.hpp"

namespace podium::text {

/// Query likelihood and the relevance model of one query, with Dirichlet smoothing: of a document
/// of L terms p(w | d) = (c + mu p(w)) / (L + mu), p(w) = cf / |C| [Zhai01].
///
///   RM3   p(w | R) = 1/2 cq / |Q| + 1/2 sum over feedback documents e of p(e | Q) c(w, e) / L_e,
///         p(e | Q) in proportion to the product over the query's terms of p(w | e); of the sum the
///         50 likeliest terms, brought to a sum of one [Lavrenko01, AbdulJaleel04]
///
/// Query terms that the collection does not have are ignored.
class RelevanceModel {
 public:
  /// `query` has the fingerprints of the query's terms, with repetitions. `vectors` must outlive
  /// it.
  RelevanceModel(const DocumentVectors& vectors, std::span<const std::uint64_t> query, double mu);

  /// Estimates the model from these documents; without any, the query is unchanged.
  void learn(std::span<const DocumentVectors::Document* const> feedback);

  /// sum p(w | R) ln p(w | d), which ranks like the negative Kullback-Leibler divergence.
  double score(const DocumentVectors::Document& document) const;

  const TermVector& terms() const noexcept { return model_; }

 private:
  double log_likelihood(const TermVector& model, const DocumentVectors::Document& document) const;
  std::vector<double> shares(std::span<const DocumentVectors::Document* const> feedback) const;

  const DocumentVectors* vectors_;
  double mu_;
  TermVector query_;  ///< counts
  TermVector model_;
};

}  // namespace podium::text
