#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/consensus_report.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/format/document_table.hpp"

namespace podium::python {

namespace {

/// One election: its name, its items best first, and what is known of its Kemeny cost (cost, lower
/// bound, is it optimal).
using ConsensusRow = std::tuple<std::string, std::vector<std::string>,
                                std::optional<std::tuple<double, double, bool>>>;

/// The queries of all runs, in order of first appearance.
std::vector<std::string_view> queries_of(const std::vector<DocumentTable>& runs) {
  std::vector<std::string_view> ids;
  std::unordered_set<std::string_view> seen;
  for (const DocumentTable& run : runs) {
    for (std::size_t q = 0; q < run.query_count(); ++q) {
      if (seen.insert(run[q].id).second) ids.push_back(run[q].id);
    }
  }
  return ids;
}

std::vector<ConsensusRow> aggregated(const std::vector<DocumentTable>& runs,
                                     const std::vector<double>& weights, const std::string& method,
                                     const OptionText& options) {
  const Aggregator aggregate = find_aggregator(method).make(options);
  const std::vector<std::string_view> queries = queries_of(runs);
  std::vector<ConsensusRow> rows(queries.size());
  const auto aggregate_query = [&](std::size_t q) {
    std::vector<ScoredList> lists;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const auto place = runs[r].find(queries[q]);
      if (!place) continue;
      const DocumentTable::Query query = runs[r][*place];
      lists.push_back({query.document, query.value, weights[r]});
    }
    const NamedElection election = election_of_lists(queries[q], lists);
    const Consensus consensus = aggregate(election.election);
    auto& [id, items, bracket] = rows[q];
    id = election.id;
    for (const ItemIndex item : consensus.ranking.order) items.push_back(election.item[item]);
    if (consensus.bracket) {
      bracket = {consensus.bracket->cost, consensus.bracket->lower_bound,
                 consensus.bracket->is_optimal};
    }
  };
  run_interruptibly([&] { parallel_for(queries.size(), aggregate_query); });
  return rows;
}

}  // namespace

void bind_aggregate(nb::module_& module) {
  module.def("aggregate", &aggregated, nb::arg("runs"), nb::arg("weights"), nb::arg("method"),
             nb::arg("options"));
}

}  // namespace podium::python
