#include "podium/cli/rank_run.hpp"

#include <cstdlib>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/cli.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/ranks/ranks_environment.hpp"

namespace podium::cli {

namespace {

void refuse_streams(const Context& context) {
  for (const UsedFile& file : context.files) {
    if (file.is_written() || !is_stream(file.path)) continue;
    throw UsageError(
        fmt::format("{}: found {}, which only one of several processes can read; expected a file",
                    file.flag, file.path.string()));
  }
}

/// The words that must be the same at all ranks: each may have another number of threads.
std::string shared_words(std::span<const std::string> words) {
  std::string shared;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--threads=")) continue;
    if (words[i] == "--threads") {
      ++i;
    } else {
      shared += (shared.empty() ? "" : " ") + words[i];
    }
  }
  return shared;
}

}  // namespace

void check_runs_over_ranks(const Command& program, const Command& command) {
  if (command.hang_seconds) return;
  std::vector<std::string> able;
  for_each_command(program, [&](const Command& one) {
    if (one.hang_seconds) able.push_back(one.path);
  });
  throw UsageError(
      fmt::format("{} does not run as several processes, which PODIUM_MEET in the environment or "
                  "podium ranks asks for; these do: {}",
                  command.path, fmt::join(able, ", ")));
}

int run_alone_or_as_rank(const Command& program, const Command& command, const Context& context,
                         std::span<const std::string> words) {
  auto options = ranks_of_environment([](const std::string& name) -> std::optional<std::string> {
    const char* const value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
  if (options) check_runs_over_ranks(program, command);
  if (!options && command.hang_seconds && *command.hang_seconds != usual_hang_seconds) {
    throw UsageError("--hang-seconds needs PODIUM_MEET in the environment: several processes");
  }
  if (!options || options->size == 1) {
    command.action(context);
    return 0;
  }
  options->hang_seconds = *command.hang_seconds;
  options->facts = {{"command line", shared_words(words)}};
  options->note = [&](const std::string& line) { context.say(line); };
  TcpRanks ranks(*options);
  std::ostream nothing(nullptr);
  Context silent{.out = nothing,
                 .err = nothing,
                 .threads = context.threads,
                 .seed = context.seed,
                 .format = context.format,
                 .quiet = true,
                 .files = context.files};
  try {
    run_as_rank(ranks, [&] {
      refuse_streams(context);
      command.action(ranks.rank() == 0 ? context : silent);
    });
  } catch (const RankError&) {
    throw;
  } catch (...) {
    if (ranks.rank() == 0) throw;
    return report_failure(std::current_exception(), nothing, program.name);
  }
  return 0;
}

}  // namespace podium::cli
