#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"

namespace podium {

/// Options for joining a run with judgements.
struct JoinOptions {
  bool complete = true;  ///< count judged queries missing from the run as empty rankings
};

/// One query of a JudgedRun, borrowed. Documents 0 .. scores.size()-1 are the retrieved ones in
/// the run's order; the others were judged but not retrieved, in the order of the judgements.
struct JudgedQuery {
  std::string_view id;
  TruthView truth;                 ///< label -1 where there is no judgement
  std::span<const double> scores;  ///< of the retrieved documents
  StringColumn document_id;        ///< of all documents
};

/// A run joined with judgements: the judged queries in the order of the judgements. Queries of
/// the run without judgements are omitted. Judged queries missing from the run are included as
/// empty rankings unless JoinOptions exclude them, so that a ranker cannot gain by omitting hard
/// queries. Keeps the run and the judgements alive.
class JudgedRun {
 public:
  JudgedRun(Qrels qrels, Run run, const JoinOptions& options = {});

  std::size_t query_count() const noexcept { return queries_.size(); }
  JudgedQuery operator[](std::size_t query) const;

  /// The number of judged queries missing from the run; those with only labels below 0, which
  /// measures do not count, are not among them.
  std::size_t queries_not_in_run() const noexcept { return queries_not_in_run_; }

  /// The number of queries of the run without a judgement; they are not in the join.
  std::size_t queries_not_judged() const noexcept { return queries_not_judged_; }

  /// Messages for the user, one line each; empty when run and judgements have the same queries
  /// and share documents.
  std::vector<std::string> remarks() const;

 private:
  struct Query {
    std::string_view id;
    std::span<const double> scores;
    std::vector<double> label;
    std::vector<Level> level;
    std::vector<std::uint64_t> document_end;
    std::string document_text;

    void add(std::string_view document, double document_label);
  };
  static Query joined(const DocumentTable::Query& judged, const DocumentTable::Query& retrieved);

  Qrels qrels_;
  Run run_;
  JoinOptions options_;
  std::vector<Query> queries_;
  std::size_t queries_not_in_run_ = 0;
  std::size_t queries_not_judged_ = 0;
  std::size_t queries_without_label_ = 0;  ///< in the judgements, with labels below 0 only
  bool shares_documents_ = false;          ///< of a query that both have
};

}  // namespace podium
