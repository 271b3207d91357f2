#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Binary preference, for judgements that are not complete. [Buckley04]
///
///   bpref = (1/R) * sum over the retrieved relevant documents of
///             1 - min(documents judged irrelevant above it, R) / min(R, N)
///
/// R and N count the documents judged relevant and irrelevant, retrieved or not; documents without
/// a judgement (a negative label) play no part. As trec_eval computes it. Range [0, 1]; not defined
/// when nothing is relevant. Equal scores: of the N_g irrelevant documents of a group, j = 0 .. N_g
/// are above a relevant one with equal probability.
MeasureFunction make_bpref(const OptionText& options, std::size_t cutoff, const Profile& profile);

}  // namespace podium
