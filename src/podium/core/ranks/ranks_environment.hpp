#pragma once

#include <functional>
#include <optional>
#include <string>

#include "podium/core/ranks/tcp_ranks.hpp"

namespace podium {

/// The value of an environment variable, if it is set. The library does not look itself.
using Variable = std::function<std::optional<std::string>(const std::string& name)>;

/// How a process that was started as one of several joins the others: nothing without PODIUM_MEET,
/// whatever else is set. Rank and number come from PODIUM_RANK and PODIUM_RANKS, or else from what
/// started it (Open MPI, MPICH, Slurm, an indexed Job of Kubernetes); PODIUM_HOST and
/// PODIUM_TOKEN_FILE are options. Throws UsageError for what does not fit, DataError for a file of
/// the token that cannot be used.
std::optional<TcpRankOptions> ranks_of_environment(const Variable& variable);

}  // namespace podium
