#include "podium/core/format/trec/judged_run.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/document_index.hpp"

namespace podium {

namespace {

constexpr double not_judged = -1.0;

}  // namespace

JudgedRun::JudgedRun(Qrels qrels, Run run, const JoinOptions& options)
    : qrels_(std::move(qrels)), run_(std::move(run)), options_(options) {
  struct Pair {
    DocumentTable::Query judged;
    DocumentTable::Query retrieved;
  };
  std::vector<Pair> pairs;
  std::size_t shared = 0;
  for (std::size_t i = 0; i < qrels_.judged.query_count(); ++i) {
    const DocumentTable::Query judged = qrels_.judged[i];
    const bool counts = std::ranges::any_of(judged.value, is_judged);
    if (!counts) ++queries_without_label_;
    if (const auto found = run_.retrieved.find(judged.id)) {
      pairs.push_back({judged, run_.retrieved[*found]});
      ++shared;
      continue;
    }
    if (counts) ++queries_not_in_run_;
    if (options_.complete) pairs.push_back({judged, {}});
  }
  queries_not_judged_ = run_.retrieved.query_count() - shared;
  queries_.resize(pairs.size());
  parallel_for(pairs.size(),
               [&](std::size_t i) { queries_[i] = joined(pairs[i].judged, pairs[i].retrieved); });
  shares_documents_ = shared == 0;  // then the remarks about queries say enough
  for (std::size_t i = 0; i < pairs.size() && !shares_documents_; ++i) {
    const std::size_t apart = pairs[i].judged.size() + pairs[i].retrieved.size();
    shares_documents_ = queries_[i].label.size() < apart;
  }
}

void JudgedRun::Query::add(std::string_view document, double document_label) {
  document_text += document;
  document_end.push_back(document_text.size());
  label.push_back(document_label);
}

JudgedRun::Query JudgedRun::joined(const DocumentTable::Query& judged,
                                   const DocumentTable::Query& retrieved) {
  Query query{.id = judged.id, .scores = retrieved.value};
  query.label.reserve(judged.size() + retrieved.size());
  query.document_end.reserve(judged.size() + retrieved.size());
  DocumentIndex index(judged.document);
  for (std::size_t doc = 0; doc < judged.size(); ++doc) index.add(static_cast<DocIndex>(doc));
  std::vector<bool> is_retrieved(judged.size(), false);
  for (const std::string_view document : retrieved.document) {
    const DocIndex doc = index.find(document);
    query.add(document, doc == DocumentIndex::none ? not_judged : judged.value[doc]);
    if (doc != DocumentIndex::none) is_retrieved[doc] = true;
  }
  for (std::size_t doc = 0; doc < judged.size(); ++doc) {
    if (!is_retrieved[doc]) query.add(judged.document[doc], judged.value[doc]);
  }
  query.level.resize(query.label.size());
  levels_of_labels(query.label, query.level);
  return query;
}

JudgedQuery JudgedRun::operator[](std::size_t query) const {
  expects(query < queries_.size(), "a query of this run");
  const Query& q = queries_[query];
  return {.id = q.id,
          .truth = {.level = q.level, .label = q.label},
          .scores = q.scores,
          .document_id = {q.document_end, q.document_text}};
}

std::vector<std::string> JudgedRun::remarks() const {
  std::vector<std::string> lines;
  if (queries_not_in_run_ > 0) {
    lines.push_back(fmt::format("{} {} missing from the run{}",
                                options_.complete ? "counted" : "ignored",
                                counted(queries_not_in_run_, "judged query", "judged queries"),
                                options_.complete ? " as empty rankings" : ""));
  }
  if (queries_not_judged_ > 0) {
    lines.push_back(fmt::format("ignored {} of the run without judgements",
                                counted(queries_not_judged_, "query", "queries")));
  }
  if (queries_without_label_ > 0) {
    lines.push_back(fmt::format(
        "{} in the judgements without a label of 0 or more, which means not judged, and "
        "so not counted",
        counted(queries_without_label_, "query is", "queries are")));
  }
  if (!shares_documents_) {
    lines.emplace_back(
        "WARNING: no document of the run has a judgement; check that both use the same document "
        "ids");
  }
  return lines;
}

}  // namespace podium
