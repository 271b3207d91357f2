#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "podium/core/report/document.hpp"
#include "podium/research/papers/published.hpp"

namespace podium::research {

/// Our value of a learner beside the published one, on the same data and queries.
struct ValueEvidence {
  double difference = 0.0;     ///< ours - published
  double margin = 0.0;         ///< of papers/margins.hpp, and half a unit of the last printed digit
  double query_error = 0.0;    ///< standard error of ours over queries
  double seed_variance = 0.0;  ///< of the mean of ours over seeds; 0 for one seed
  std::size_t seeds = 1;
};

/// The verdict on "this is the value".
///
///   holds     |difference| + t_.95 sqrt(v) <= margin, v the variance over seeds
///   refuted   |difference| - 1.96 sqrt(2 (1 - .93) e^2 + v) > margin, e the error over queries
///
/// .93 is the median correlation of the values of two learners over queries: a learner that was
/// trained once more differs that much.
ClaimVerdict value_verdict(const ValueEvidence& evidence);

/// The verdict on a published value; nothing where we have none, or the value is not the paper's.
std::optional<ClaimVerdict> verdict_on(const PublishedValue& published, const Findings& findings);

/// "agrees", "differs", "not shown" or "-".
std::string word_of(const std::optional<ClaimVerdict>& verdict);

}  // namespace podium::research
