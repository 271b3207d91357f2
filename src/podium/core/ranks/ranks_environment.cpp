#include "podium/core/ranks/ranks_environment.hpp"

#include <array>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

namespace podium {

namespace {

struct Starter {
  const char* rank;
  const char* size;
};

constexpr std::array starters = {
    Starter{"PODIUM_RANK", "PODIUM_RANKS"}, Starter{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
    Starter{"PMI_RANK", "PMI_SIZE"}, Starter{"SLURM_PROCID", "SLURM_NTASKS"},
    Starter{"JOB_COMPLETION_INDEX", "PODIUM_RANKS"}};
constexpr std::size_t most_ranks = 65'536;
constexpr std::size_t least_token_bytes = 16;

std::size_t number_of(const Variable& variable, const char* name, std::size_t least,
                      std::size_t most) {
  const std::optional<std::string> text = variable(name);
  const auto value = text ? parse_number<std::size_t>(*text) : std::nullopt;
  if (value && least <= *value && *value <= most) return *value;
  throw UsageError(fmt::format("{}: found {}, expected a whole number in [{}, {}]", name,
                               text ? in_quotes(*text) : "nothing", least, most));
}

std::string token_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string token{std::istreambuf_iterator<char>(file), {}};
  if (!file.eof() && !file) throw DataError({path}, "cannot read the token: " + system_reason());
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  if (token.size() < least_token_bytes) {
    throw DataError({path}, fmt::format("found a token of {} bytes, expected at least {}: head -c "
                                        "32 /dev/urandom | base64 makes one",
                                        token.size(), least_token_bytes));
  }
  return token;
}

}  // namespace

std::optional<TcpRankOptions> ranks_of_environment(const Variable& variable) {
  const std::optional<std::string> meet = variable("PODIUM_MEET");
  if (!meet) return std::nullopt;
  TcpRankOptions options;
  options.meet = *meet;
  options.host = variable("PODIUM_HOST").value_or("");
  bool is_known = false;
  for (const Starter& starter : starters) {
    if (is_known || !variable(starter.rank)) continue;
    options.size = number_of(variable, starter.size, 1, most_ranks);
    options.rank = number_of(variable, starter.rank, 0, options.size - 1);
    is_known = true;
  }
  if (!is_known) {
    throw UsageError(
        "PODIUM_MEET is set, but not which rank this process is; expected PODIUM_RANK and "
        "PODIUM_RANKS, or the variables of mpirun, srun or an indexed Job");
  }
  if (const auto path = variable("PODIUM_TOKEN_FILE")) options.token = token_of(*path);
  return options;
}

}  // namespace podium
