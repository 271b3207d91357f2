#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "podium/doctor/doctor_checks.hpp"

namespace podium::detail {

namespace {

/// Rows whose label passes the test, by the values they have.
template <class Test>
Problem labels_where(const Dataset& data, Test&& test) {
  Problem problem;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const QueryView view = data[query];
    for (DocIndex doc = 0; doc < view.size(); ++doc) {
      if (!test(view.truth.label[doc])) continue;
      problem.add(fmt::format("{}: label {}", place_of(data, view, doc), view.truth.label[doc]));
    }
  }
  return problem;
}

bool has_orders(const Dataset& data) {
  return !data.columns().strict.empty();
}

/// Whether no two documents of the query share a label, with more labels than grades have.
bool looks_ordered(const QueryView& query) {
  return query.size() > 6 && *std::ranges::max_element(query.truth.level) + 1 == query.size();
}

}  // namespace

Problem no_data(const Facts& facts) {
  Problem problem;
  if (facts.data.row_count() == 0) problem.count = 1;
  return with_message(std::move(problem), "there are no rows");
}

Problem constant_labels(const Facts& facts) {
  const auto labels = facts.data.columns().label;
  Problem problem;
  if (labels.size() > 1 &&
      std::ranges::all_of(labels, [&](double label) { return label == labels[0]; })) {
    problem.count = labels.size();
    problem.examples.push_back(fmt::format("label {}", labels[0]));
  }
  return with_message(std::move(problem), "all rows have one label: nothing can be learned");
}

Problem negative_labels(const Facts& facts) {
  return with_message(labels_where(facts.data, [](double label) { return label < 0.0; }),
                      "rows with a label below 0: read as not judged, gains nothing");
}

Problem fractional_labels(const Facts& facts) {
  return with_message(
      labels_where(facts.data, [](double label) { return label != std::floor(label); }),
      "rows with a label that is not a whole number: gains use its value");
}

Problem full_order_labels(const Facts& facts) {
  Problem problem;
  if (has_orders(facts.data)) return problem;
  std::size_t long_queries = 0;
  for (std::size_t query = 0; query < facts.data.query_count(); ++query) {
    const QueryView view = facts.data[query];
    if (view.size() > 6) ++long_queries;
    if (looks_ordered(view)) problem.add("query " + std::string(view.id));
  }
  if (10 * problem.count < 9 * long_queries) problem = {};
  return with_message(std::move(problem),
                      "queries in which every document has a label of its own: places in a full "
                      "order, not grades? read them as letor-list");
}

Problem huge_labels(const Facts& facts) {
  Problem problem;
  if (!has_orders(facts.data)) {
    problem = labels_where(facts.data, [](double label) { return label > 31.0; });
  }
  return with_message(std::move(problem),
                      "rows with a label above 31: the gain 2^label - 1 drowns all others");
}

}  // namespace podium::detail
