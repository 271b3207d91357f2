#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "podium/core/data/unjudged.hpp"
#include "podium/core/doctor/doctor_checks.hpp"

namespace podium::detail {

namespace {

/// The rows with a label that passes the test.
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

/// Whether all documents of the query have different labels, more than a grading scale has.
bool looks_ordered(const QueryView& query) {
  return query.size() > 6 && *std::ranges::max_element(query.truth.level) + 1 == query.size();
}

}  // namespace

bool has_pairs(const TruthView& truth) {
  std::optional<Level> first;
  for (std::size_t doc = 0; doc < truth.size(); ++doc) {
    if (!is_judged(truth.label[doc])) continue;
    if (first && *first != truth.level[doc]) return true;
    first = truth.level[doc];
  }
  return false;
}

Problem no_data(const Facts& facts) {
  Problem problem;
  if (facts.data.row_count() == 0) problem.count = 1;
  return with_message(std::move(problem), {"data set has", "data sets have"}, "no rows");
}

Problem constant_labels(const Facts& facts) {
  std::vector<double> labels;
  std::ranges::copy_if(facts.data.columns().label, std::back_inserter(labels), is_judged);
  Problem problem;
  if (labels.size() > 1 &&
      std::ranges::all_of(labels, [&](double label) { return label == labels[0]; })) {
    problem.count = labels.size();
    problem.examples.push_back(fmt::format("label {}", labels[0]));
  }
  return with_message(std::move(problem), {"row has", "rows all have"},
                      "the same label: nothing can be learned");
}

Problem negative_labels(const Facts& facts) {
  return with_message(
      labels_where(facts.data, [](double label) { return !is_judged(label); }),
      {"row has", "rows have"},
      "a label below 0, which means not judged: learners leave such rows out, and "
      "measures do not count them as judged; --unjudged of the commands changes it");
}

Problem fractional_labels(const Facts& facts) {
  return with_message(
      labels_where(facts.data, [](double label) { return label != std::floor(label); }),
      {"row has", "rows have"}, "a fractional label: gains use its exact value");
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
  return with_message(std::move(problem), {"query has", "queries have"},
                      "a different label for every document: if the labels are positions in a full "
                      "order and not grades, --input-format letor-list reads them as such");
}

Problem huge_labels(const Facts& facts) {
  Problem problem;
  if (!has_orders(facts.data)) {
    problem = labels_where(facts.data, [](double label) { return label > 31.0; });
  }
  return with_message(std::move(problem), {"row has", "rows have"},
                      "a label above 31: its gain 2^label - 1 dominates all others; --profile "
                      "sklearn takes the label itself as the gain");
}

}  // namespace podium::detail
