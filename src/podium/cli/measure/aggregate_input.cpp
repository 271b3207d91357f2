#include "podium/cli/measure/aggregate_input.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "podium/core/aggregate/consensus_report.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/orders/preflib.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/format/weights.hpp"

namespace podium::cli {

namespace {

void check_count(std::span<const double> weights, std::size_t voters, const std::string& voter) {
  if (weights.empty() || weights.size() == voters) return;
  throw UsageError(fmt::format("--weights: found {} weights, expected {}: one for each {}",
                               weights.size(), voters, voter));
}

NamedElection preflib_election(const RankerFile& file, std::span<const double> weights,
                               bool by_name) {
  PrefLibVotes votes = read_preflib(file.path);
  check_count(weights, votes.orders.size(), "order of " + file.path);
  std::vector<Ballot> ballots;
  for (std::size_t i = 0; i < votes.orders.size(); ++i) {
    PrefLibOrder& order = votes.orders[i];
    const double weight = weights.empty() ? 1.0 : weights[i];
    ballots.push_back({.order = std::move(order.order),
                       .tie_end = std::move(order.tie_end),
                       .weight = weight * static_cast<double>(order.voters)});
  }
  const std::size_t count = votes.alternative.size();
  NamedElection election{.id = file.name, .election = Election(count, std::move(ballots))};
  for (std::size_t i = 0; i < count; ++i) election.item.push_back(to_text(i + 1));
  if (by_name) election.name = std::move(votes.alternative);
  return election;
}

/// The queries of all runs, in order of first appearance.
std::vector<std::string_view> queries_of(std::span<const Run> runs) {
  std::vector<std::string_view> ids;
  std::unordered_map<std::string_view, bool> seen;
  for (const Run& run : runs) {
    for (std::size_t i = 0; i < run.retrieved.query_count(); ++i) {
      const std::string_view id = run.retrieved[i].id;
      if (seen.emplace(id, true).second) ids.push_back(id);
    }
  }
  return ids;
}

NamedElection run_election(std::string_view query_id, std::span<const Run> runs,
                           std::span<const double> weights) {
  std::vector<ScoredList> lists;
  for (std::size_t r = 0; r < runs.size(); ++r) {
    const auto place = runs[r].retrieved.find(query_id);
    if (!place) continue;
    const DocumentTable::Query query = runs[r].retrieved[*place];
    lists.push_back({query.document, query.value, weights.empty() ? 1.0 : weights[r]});
  }
  return election_of_lists(query_id, lists);
}

/// The text as weights when it is a list of numbers.
std::vector<double> listed_weights(const std::string& text) {
  std::vector<double> weights;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const auto weight = parse_number<double>(trimmed(part));
    if (!weight) return {};
    weights.push_back(*weight);
  }
  return weights;
}

}  // namespace

std::vector<NamedElection> preflib_elections(std::span<const RankerFile> files,
                                             std::span<const double> weights, bool by_name) {
  std::vector<NamedElection> elections;
  for (const RankerFile& file : files) {
    elections.push_back(preflib_election(file, weights, by_name));
  }
  return elections;
}

std::vector<NamedElection> run_elections(std::span<const RankerFile> files,
                                         std::span<const double> weights) {
  check_count(weights, files.size(), "run");
  std::vector<Run> runs;
  for (const RankerFile& file : files) runs.push_back(read_run(file.path));
  std::vector<NamedElection> elections;
  for (const std::string_view id : queries_of(runs)) {
    elections.push_back(run_election(id, runs, weights));
  }
  return elections;
}

std::vector<NamedElection> data_elections(const Dataset& data, VoteOrientation orientation,
                                          std::span<const double> weights) {
  check_count(weights, data.feature_count(), "feature");
  std::vector<NamedElection> elections;
  for (std::size_t i = 0; i < data.query_count(); ++i) {
    const QueryView query = data[i];
    std::vector<std::string> names;
    for (std::size_t doc = 0; doc < query.size(); ++doc) {
      names.push_back(data.document_id(query.first_row + doc));
    }
    elections.push_back({.id = std::string(query.id),
                         .item = std::move(names),
                         .election = feature_election(query, orientation, weights)});
  }
  return elections;
}

std::vector<double> read_voter_weights(const std::string& text) {
  std::vector<double> weights = listed_weights(text);
  if (weights.empty()) weights = read_row_weights(text);
  for (const double weight : weights) {
    if (!std::isfinite(weight) || weight < 0.0) {
      throw UsageError("--weights: found " + to_text(weight) +
                       ", expected finite weights of 0 or more");
    }
  }
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0.0; })) {
    throw UsageError("--weights: all weights are 0, expected a positive one");
  }
  return weights;
}

}  // namespace podium::cli
