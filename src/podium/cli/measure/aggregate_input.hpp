#pragma once

#include <span>
#include <string>
#include <vector>

#include "podium/cli/args/data_file.hpp"
#include "podium/core/aggregate/consensus_report.hpp"
#include "podium/core/aggregate/feature_votes.hpp"
#include "podium/core/data/dataset.hpp"

namespace podium::cli {

/// One election a file; the voters of an order count times its weight. The ids of items are their
/// numbers; `by_name` prints their names.
std::vector<NamedElection> preflib_elections(std::span<const RankerFile> files,
                                             std::span<const double> weights, bool by_name);

/// One election a query of any of the runs; a run is a voter, and silent where it lacks the query.
/// Ties go to what comes first in the first run, then in the second, and so on.
std::vector<NamedElection> run_elections(std::span<const RankerFile> files,
                                         std::span<const double> weights);

/// One election a query; a feature is a voter.
std::vector<NamedElection> data_elections(const Dataset& data, VoteOrientation orientation,
                                          std::span<const double> weights);

/// "0.5,2,1", or the name of a file with one weight a line. Throws UsageError when all are 0.
std::vector<double> read_voter_weights(const std::string& text);

}  // namespace podium::cli
