#pragma once

#include "podium/core/measure/measure.hpp"

namespace podium {

/// Discounted cumulative gain. [Jarvelin02, Burges05]
///
///   DCG@k = sum over ranks r = 1 .. min(k, n) of  gain(label_r) * discount(r)
///
/// gain and discount are the profile's. Throws NumericError when a gain exceeds what a double
/// holds (exponential gain of labels above 1000), and UsageError for a label that the profile's
/// table of gains does not have.
MeasureFunction make_dcg(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// Normalised DCG at a cutoff k.
///
///   NDCG@k = DCG@k / DCG@k of the ideal list
///
/// The ideal list is all judged documents by descending label, cut at k. Not defined when that is
/// 0. A list shorter than k gives 0 where the profile says so. Range [0, 1]. Throws UsageError as
/// DCG does.
MeasureFunction make_ndcg(const OptionText& options, std::size_t cutoff, const Profile& profile);

/// Mean of NDCG@1 .. NDCG@n over all n places of the list, as LETOR 4.0 prints it. [Qin13]
MeasureFunction make_mean_ndcg(const OptionText& options, std::size_t cutoff,
                               const Profile& profile);

}  // namespace podium
