#include "podium/core/measure/evaluate.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <string>

#include "podium/core/base/collective/collective.hpp"
#include "podium/core/base/collective/collective_sums.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/query_blocks.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/measure/binary/binary_labels.hpp"
#include "podium/core/measure/blank_queries.hpp"
#include "podium/core/measure/condensed_list.hpp"

namespace podium {

namespace {

TieBreak tie_break(const ScoredQuery& query, TieRule ties) {
  switch (ties) {
    case TieRule::docid:
      return [&query](DocIndex a, DocIndex b) {
        return query.document_id[query.first_row + a] > query.document_id[query.first_row + b];
      };
    case TieRule::worst:
      return [label = query.truth.label](DocIndex a, DocIndex b) { return label[a] < label[b]; };
    case TieRule::best:
      return [label = query.truth.label](DocIndex a, DocIndex b) { return label[a] > label[b]; };
    case TieRule::input:
    case TieRule::expected:
      break;
  }
  return {};
}

/// Calls work(); errors that come out of it are told which query they are about.
template <class Work>
void with_name_of(const ScoredQuery& query, Work&& work) {
  const auto named = [&](const std::exception& error) {
    return "query " + in_quotes(query.id) + ": " + error.what();
  };
  try {
    work();
  } catch (const NumericError& error) {
    throw NumericError(named(error));
  } catch (const UsageError& error) {
    throw UsageError(named(error));
  }
}

/// The score as a 32-bit float, beyond whose range it is infinite.
double as_float(double score) {
  if (std::abs(score) > double{std::numeric_limits<float>::max()}) {
    return std::copysign(std::numeric_limits<double>::infinity(), score);
  }
  return double{static_cast<float>(score)};
}

/// A query's ranking as measures see it: whole, and condensed if that is the rule.
class SeenRanking {
 public:
  SeenRanking(const ScoredQuery& query, const Profile& profile, TieRule ties, ListRule lists)
      : order_(ranked(query, profile, ties)),
        whole_(query.truth, order_, ties == TieRule::expected) {
    if (lists != ListRule::condensed) return;
    condensed_order_ = condensed_list(order_, query.truth);
    condensed_.emplace(query.truth, condensed_order_, ties == TieRule::expected);
  }
  ~SeenRanking() = default;
  SeenRanking(const SeenRanking&) = delete;
  SeenRanking& operator=(const SeenRanking&) = delete;
  SeenRanking(SeenRanking&&) = delete;
  SeenRanking& operator=(SeenRanking&&) = delete;

  const JudgedRanking& whole() const noexcept { return whole_; }
  const JudgedRanking& by_rule() const noexcept { return condensed_ ? *condensed_ : whole_; }

  const JudgedRanking& by(const Measure& measure) const noexcept {
    return measure.entry().sees_unjudged ? whole_ : by_rule();
  }

 private:
  static Ranking ranked(const ScoredQuery& query, const Profile& profile, TieRule ties) {
    expects(query.scores.size() <= query.truth.size(), "a truth for every scored document");
    if (!profile.float_scores) return rank_by_score(query.scores, tie_break(query, ties));
    std::vector<double> rounded;
    for (const double score : query.scores) rounded.push_back(as_float(score));
    return rank_by_score(rounded, tie_break(query, ties));
  }

  Ranking order_;
  JudgedRanking whole_;
  Ranking condensed_order_;
  std::optional<JudgedRanking> condensed_;
};

void check_ties(std::span<const ScoredQuery> queries, std::span<const Measure> measures,
                TieRule ties) {
  if (ties == TieRule::expected) {
    for (const Measure& measure : measures) {
      if (measure.entry().averages_ties) continue;
      throw UsageError("measure " + measure.name() +
                       " does not support tie rule 'expected'; choose another");
    }
  }
  if (ties != TieRule::docid) return;
  for (const ScoredQuery& query : queries) {
    if (query.document_id.empty() && !query.scores.empty()) {
      throw UsageError("tie rule 'docid' needs document ids, and query " + in_quotes(query.id) +
                       " has none; use tie rule 'input'");
    }
  }
}

/// XGBoost refuses other labels than 0 and 1 for pre and map, unless the user says which of them
/// are relevant.
void check_binary(std::span<const ScoredQuery> queries, std::span<const Measure> measures) {
  const auto refuses_grades = [](const Measure& measure) {
    return needs_binary_labels(measure.profile(), measure.entry()) &&
           measure.name().find("(from=") == std::string::npos;
  };
  const auto measure = std::ranges::find_if(measures, refuses_grades);
  if (measure == measures.end()) return;
  for (const ScoredQuery& query : queries) {
    for (const double label : query.truth.label) {
      if (!is_judged(label) || label == 0.0 || label == 1.0) continue;
      throw UsageError("query " + in_quotes(query.id) + ": found label " + to_text(label) + "; " +
                       measure->name() + " of profile " + std::string(measure->profile().name) +
                       " takes labels 0 and 1 only; " + std::string(measure->entry().name) +
                       "(from=1) counts labels of 1 and more as relevant");
    }
  }
}

/// LightGBM and XGBoost refuse other labels than whole numbers for ndcg.
void check_whole(std::span<const ScoredQuery> queries, std::span<const Measure> measures) {
  const auto measure = std::ranges::find_if(
      measures, [](const Measure& one) { return needs_whole_labels(one.profile(), one.entry()); });
  if (measure == measures.end()) return;
  for (const ScoredQuery& query : queries) {
    for (const double label : query.truth.label) {
      if (!is_judged(label) || label == std::floor(label)) continue;
      throw UsageError(
          "query " + in_quotes(query.id) + ": found label " + to_text(label) + "; " +
          measure->name() + " of profile " + std::string(measure->profile().name) +
          " takes whole labels only, as that program does; profile standard takes any");
    }
  }
}

/// What evaluating one query leaves besides the values of its measures.
struct QueryFacts {
  bool blank = false;
  bool is_short = false;
  bool tied = false;
  std::size_t unjudged = 0;
};

/// A rank's share of the queries: of all rows, each has about as many as the others.
std::pair<std::size_t, std::size_t> share_of_queries(std::span<const ScoredQuery> queries,
                                                     std::size_t rank) {
  std::vector<std::size_t> begins;
  std::size_t rows = 0;
  for (const ScoredQuery& query : queries) {
    begins.push_back(rows);
    rows += query.truth.size();
  }
  const auto first_of = [&](std::size_t r) {
    const auto found =
        std::ranges::lower_bound(begins, share_of(rows, r, collective().size()).first);
    return static_cast<std::size_t>(found - begins.begin());
  };
  return {first_of(rank), first_of(rank + 1)};
}

/// Brings what each rank has found out about its share of the queries to all.
void gather_shares(std::span<const ScoredQuery> queries, std::span<std::vector<double>> value,
                   std::span<QueryFacts> facts) {
  if (collective().size() == 1) return;
  std::string own;
  const auto visit_share = [&](std::size_t rank, const auto& visit) {
    const auto [first, end] = share_of_queries(queries, rank);
    for (std::size_t q = first; q < end; ++q) {
      for (std::vector<double>& values : value) visit(&values[q], sizeof(double));
      visit(&facts[q], sizeof(QueryFacts));
    }
  };
  visit_share(collective().rank(), [&](const void* from, std::size_t bytes) {
    own.append(static_cast<const char*>(from), bytes);
  });
  const std::vector<std::string> all = collective().all_gather(own);
  for (std::size_t r = 0; r < all.size(); ++r) {
    std::string_view rest = all[r];
    visit_share(r, [&](void* to, std::size_t bytes) {
      expects(rest.size() >= bytes, "values of all queries");
      std::memcpy(to, rest.data(), bytes);
      rest.remove_prefix(bytes);
    });
  }
}

bool has_unequal_ties(const JudgedRanking& judged) {
  for (std::size_t rank = 1; rank < judged.size(); ++rank) {
    if (judged.tie_end()[rank] == judged.tie_end()[rank - 1] &&
        std::max(0.0, judged.ranked_label()[rank]) !=
            std::max(0.0, judged.ranked_label()[rank - 1])) {
      return true;
    }
  }
  return false;
}

QueryBlocks blocks_of(std::span<const ScoredQuery> queries) {
  std::vector<std::uint64_t> ends;
  for (const ScoredQuery& query : queries) {
    ends.push_back((ends.empty() ? 0 : ends.back()) + query.truth.size());
  }
  return QueryBlocks(ends);
}

std::vector<ScoredQuery> with_judgements(std::span<const ScoredQuery> queries) {
  std::vector<ScoredQuery> counted;
  std::ranges::copy_if(queries, std::back_inserter(counted), [](const ScoredQuery& query) {
    return std::ranges::any_of(query.truth.label, is_judged);
  });
  return counted;
}

double highest_of(std::span<const double> labels, double so_far) {
  return labels.empty() ? so_far : std::max(so_far, *std::ranges::max_element(labels));
}

QueryFacts facts_of(const SeenRanking& ranking, std::size_t cutoff) {
  const JudgedRanking& judged = ranking.by_rule();
  const auto ranked = ranking.whole().ranked_label();
  const auto seen = static_cast<std::size_t>(std::ranges::count_if(ranked, is_judged));
  return {!(judged.ideal_label().front() > 0.0), judged.size() < cutoff, has_unequal_ties(judged),
          ranked.size() - seen};
}

std::size_t largest_cutoff(std::span<const Measure> measures) {
  std::size_t largest = 0;
  for (const Measure& measure : measures) {
    if (measure.cutoff() != no_cutoff) largest = std::max(largest, measure.cutoff());
  }
  return largest;
}

double mean_of(std::span<const double> values, std::span<const ScoredQuery> queries) {
  double sum = 0.0;
  double weight = 0.0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    if (std::isnan(values[q])) continue;
    sum += queries[q].weight * values[q];
    weight += queries[q].weight;
  }
  return weight > 0.0 ? sum / weight : std::nan("");
}

/// Puts ids where measures, which know only places, have numbers of documents.
void name_documents(Table& terms, const ScoredQuery& query) {
  if (query.document_id.empty()) return;
  for (std::size_t c = 0; c < terms.columns.size(); ++c) {
    if (terms.columns[c] != "document" && terms.columns[c] != "true document") continue;
    for (std::vector<Cell>& row : terms.rows) {
      const auto* const number = std::get_if<std::int64_t>(&row[c].value);
      if (number == nullptr) continue;
      const auto place = static_cast<std::size_t>(*number - 1);
      const std::string_view id = query.document_id[query.first_row + place];
      if (!id.empty()) row[c] = Cell(id);
    }
  }
}

}  // namespace

std::vector<ScoredQuery> scored_queries(const Dataset& data, std::span<const double> scores) {
  expects(scores.size() == data.row_count(), "a score for every row");
  std::vector<ScoredQuery> queries;
  queries.reserve(data.query_count());
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    const QueryView view = data[q];
    queries.push_back({view.id, view.truth, scores.subspan(view.first_row, view.size()),
                       data.columns().document_id, view.first_row, view.weight});
  }
  return queries;
}

double highest_label(const Dataset& data) {
  return highest_of(data.columns().label, 0.0);
}

double highest_label(std::span<const ScoredQuery> queries) {
  double highest = 0.0;
  for (const ScoredQuery& query : queries) highest = highest_of(query.truth.label, highest);
  return highest;
}

std::vector<Measure> with_top_grade(std::span<const Measure> measures, double highest) {
  std::vector<Measure> bound;
  for (const Measure& measure : measures) bound.push_back(measure.with_top_grade(highest));
  return bound;
}

MetricPlan with_top_grade(const MetricPlan& plan, double highest) {
  MetricPlan bound = plan;
  bound.metric = plan.metric.with_top_grade(highest);
  return bound;
}

Evaluation evaluate(std::span<const ScoredQuery> all, std::span<const Measure> given,
                    const Profile& profile, TieRule ties, ListRule lists) {
  check_ties(all, given, ties);
  check_binary(all, given);
  check_whole(all, given);
  const std::vector<Measure> measures = with_top_grade(given, highest_label(all));
  const std::vector<ScoredQuery> queries = with_judgements(all);
  Evaluation result{.profile = std::string(profile.name), .ties = ties, .lists = lists};
  for (const ScoredQuery& query : queries) result.query.emplace_back(query.id);
  if (std::ranges::any_of(queries, [](const ScoredQuery& query) { return query.weight != 1.0; })) {
    for (const ScoredQuery& query : queries) result.weight.push_back(query.weight);
  }
  for (const Measure& measure : measures) result.measure.push_back(measure.name());
  result.value.assign(measures.size(), std::vector<double>(queries.size()));

  std::vector<QueryFacts> facts(queries.size());
  const std::size_t cutoff = largest_cutoff(measures);
  const auto take = [&](std::size_t q) {
    const SeenRanking ranking(queries[q], profile, ties, lists);
    facts[q] = facts_of(ranking, cutoff);
    for (std::size_t m = 0; m < measures.size(); ++m) {
      result.value[m][q] = measures[m](ranking.by(measures[m])).value_or(std::nan(""));
    }
  };
  const auto take_named = [&](std::size_t q) { with_name_of(queries[q], [&] { take(q); }); };
  if (std::ranges::any_of(measures, [](const Measure& own) { return own.entry().is_sequential; })) {
    for (std::size_t q = 0; q < queries.size(); ++q) take_named(q);
  } else {
    const auto share = share_of_queries(queries, collective().rank());
    const std::size_t first = share.first;
    blocks_of(std::span(queries).subspan(first, share.second - first))
        .for_each([&](std::size_t q, Workspace& /*workspace*/) { take_named(first + q); });
    gather_shares(queries, result.value, facts);
  }

  for (const QueryFacts& fact : facts) {
    result.blank += fact.blank ? 1 : 0;
    result.short_lists += fact.is_short ? 1 : 0;
    result.tied += fact.tied ? 1 : 0;
    result.unjudged += fact.unjudged;
  }
  for (const auto& values : result.value) result.mean.push_back(mean_of(values, queries));
  return result;
}

Dataset with_truth_for(const Measure& measure, const Dataset& data, const TruthSetting& setting,
                       std::uint64_t seed) {
  return measure.entry().needs_order ? with_setting(data, setting, seed) : data;
}

Evaluation evaluate_scores(const Dataset& data, std::span<const double> scores,
                           std::span<const Measure> measures, const MetricPlan& conventions,
                           const TruthSetting& setting, std::uint64_t seed) {
  std::vector<Measure> plain;
  std::vector<Measure> ordered;
  for (const Measure& measure : measures) {
    (measure.entry().needs_order ? ordered : plain).push_back(measure);
  }
  const std::vector<ScoredQuery> by_label = scored_queries(data, scores);
  const auto on = [&](const Dataset& truth, std::span<const Measure> some) {
    const std::vector<ScoredQuery> all = scored_queries(truth, scores);
    std::vector<ScoredQuery> queries;
    for (std::size_t q = 0; q < all.size(); ++q) {
      if (!conventions.skips_blank || !is_blank(by_label[q])) queries.push_back(all[q]);
    }
    return evaluate(queries, some, *conventions.profile, conventions.ties, conventions.lists);
  };
  Evaluation result = on(data, plain);
  if (ordered.empty()) return result;
  Evaluation more = on(with_truth_for(ordered.front(), data, setting, seed), ordered);
  std::ranges::move(more.measure, std::back_inserter(result.measure));
  std::ranges::move(more.value, std::back_inserter(result.value));
  std::ranges::move(more.mean, std::back_inserter(result.mean));
  return result;
}

Explanation explain(const ScoredQuery& query, const Measure& measure, TieRule ties,
                    ListRule lists) {
  check_ties(std::span(&query, 1), std::span(&measure, 1), ties);
  check_binary(std::span(&query, 1), std::span(&measure, 1));
  check_whole(std::span(&query, 1), std::span(&measure, 1));
  Explanation explanation;
  with_name_of(query, [&] {
    measure(SeenRanking(query, measure.profile(), ties, lists).by(measure), &explanation);
  });
  name_documents(explanation.terms, query);
  return explanation;
}

}  // namespace podium
