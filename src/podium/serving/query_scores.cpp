#include "podium/serving/query_scores.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "podium/core/base/stop.hpp"

namespace podium::serving {

namespace {

constexpr std::size_t part_values = std::size_t{1} << 18U;  ///< of rows that are scored at once

}  // namespace

std::size_t documents_at_once(const QueryScorer& scorer, std::size_t documents) {
  if (!scorer.takes_parts()) return documents;
  const std::size_t width = std::max<std::size_t>(scorer.features().count, 1);
  return std::min(documents, std::max<std::size_t>(part_values / width, 1));
}

std::vector<double> query_scores(const QueryScorer& scorer, QueryMessage& message,
                                 QueryMemory& memory, const std::stop_token& stop,
                                 const std::function<void(std::span<const float> rows)>& see) {
  std::atomic<bool> is_stopped = false;
  const std::stop_callback callback(stop, [&] { is_stopped = true; });
  std::optional<StopScope> scope;
  const std::size_t width = scorer.features().count;
  if (message.documents * width > part_values) scope.emplace(&is_stopped);
  std::vector<double> scores(message.documents);
  const std::size_t part = documents_at_once(scorer, message.documents);
  for (std::size_t first = 0; first < message.documents; first += part) {
    stop_if_told();
    const std::size_t count = std::min(part, message.documents - first);
    const std::span<float> rows = message.values.rows(first, count, memory.rows);
    see(rows);
    scorer.score(rows, std::span(scores).subspan(first, count), memory.workspace, first);
    memory.workspace.clear();
  }
  return scores;
}

}  // namespace podium::serving
