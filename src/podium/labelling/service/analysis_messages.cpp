#include "podium/labelling/service/analysis_messages.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "podium/core/base/error.hpp"
#include "podium/core/report/render.hpp"
#include "podium/labelling/label/analysis/agreement_report.hpp"
#include "podium/labelling/label/analysis/assessor_summary.hpp"
#include "podium/labelling/label/analysis/tool_agreement.hpp"
#include "podium/labelling/store/final_judgements.hpp"

namespace podium::labelling {

namespace {

Json json_of(const AssessorSummary& summary) {
  const AnswerTimes& times = summary.preference_times.counted >= summary.grading_times.counted
                                 ? summary.preference_times
                                 : summary.grading_times;
  return {{"name", summary.name},
          {"program", summary.is_program},
          {"judgements", summary.judgements},
          {"seconds_median", times.median},
          {"seconds_mean", times.mean},
          {"left_share", summary.side.left_share},
          {"gold", {{"right", summary.gold.hits}, {"asked", summary.gold.asked}}},
          {"repeats", {{"same", summary.repeats.hits}, {"asked", summary.repeats.asked}}},
          {"reliability", summary.reliability.share()}};
}

Json json_of(const ToolAgreement& agreement, Tool tool) {
  const CountMatrix shares = agreement.table.row_shares();
  Json table = Json::array();
  for (std::size_t row = 0; row < shares.size(); ++row) {
    Json cells = Json::array();
    for (std::size_t column = 0; column < shares.size(); ++column) {
      cells.push_back(shares.at(row, column));
    }
    table.push_back(std::move(cells));
  }
  return {{"tool", tool_names[static_cast<std::size_t>(tool)]},
          {"queries_judged_twice", agreement.queries},
          {"overall", agreement.overall.value},
          {"preference_only", agreement.preference_only.value},
          {"alpha", agreement.alpha.value},
          {"table", std::move(table)}};
}

Json json_of(const AnswerTimes& times) {
  return {{"mean", times.mean}, {"median", times.median}};
}

// --- disagreements ---

std::vector<DocIndex> flat(const TopKResult& result) {
  std::vector<DocIndex> all;
  for (const auto& place : result.top) all.insert(all.end(), place.begin(), place.end());
  return all;
}

/// Whether all results are equal, ties included.
bool is_agreed(std::span<const FinishedTopK* const> finished) {
  const auto places = [](const FinishedTopK* one) {
    std::vector<std::vector<DocIndex>> sorted = one->result.top;
    for (auto& place : sorted) std::ranges::sort(place);
    return sorted;
  };
  return std::ranges::all_of(
      finished, [&](const FinishedTopK* one) { return places(one) == places(finished.front()); });
}

/// Mean over pairs of lists of the number of common documents, divided by the longer length.
double mean_overlap(std::span<const std::vector<DocIndex>> lists) {
  double sum = 0.0;
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < lists.size(); ++a) {
    for (std::size_t b = a + 1; b < lists.size(); ++b, ++pairs) {
      const auto common = std::ranges::count_if(lists[a], [&](DocIndex doc) {
        return std::ranges::find(lists[b], doc) != lists[b].end();
      });
      const std::size_t longer = std::max(lists[a].size(), lists[b].size());
      sum += longer == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(longer);
    }
  }
  return sum / static_cast<double>(pairs);
}

/// The suggestion for each finished query.
std::map<std::uint32_t, std::vector<DocIndex>> suggested_tops(const Judgements& judgements,
                                                              std::uint64_t seed) {
  std::map<std::uint32_t, std::vector<DocIndex>> suggested;
  for (const Voters voters : {Voters::people, Voters::everybody}) {
    for (FinalTop& agreed : agreed_tops(judgements, voters, seed)) {
      suggested.emplace(agreed.query, std::move(agreed.top));
    }
  }
  return suggested;
}

/// The last decision on a query; null when there is none.
const Adjudication* decision_on(const Judgements& judgements, std::uint32_t query) {
  const Adjudication* last = nullptr;
  for (const Adjudication& decision : judgements.adjudication) {
    if (decision.query == query) last = &decision;
  }
  return last;
}

struct Disagreement {
  double overlap = 0.0;
  Json json;
};

Json documents_json(const LabelQuery& query) {
  Json documents = Json::array();
  for (std::size_t i = 0; i < query.document.size(); ++i) {
    documents.push_back(
        {{"index", i}, {"id", query.document[i].id}, {"title", query.document[i].title}});
  }
  return documents;
}

Disagreement disagreement(const Judgements& judgements, const StoredQuery& stored,
                          std::uint32_t query, std::span<const FinishedTopK* const> finished,
                          const std::vector<DocIndex>& suggested) {
  std::vector<std::vector<DocIndex>> lists;
  Json shown = Json::array();
  for (const FinishedTopK* one : finished) {
    lists.push_back(flat(one->result));
    shown.push_back({{"assessor", judgements.assessor[one->assessor].name}, {"top", lists.back()}});
  }
  const Adjudication* const decision = decision_on(judgements, query);
  const double overlap = mean_overlap(lists);
  return {overlap,
          {{"query", {{"id", stored.id}, {"name", stored.query.id}, {"text", stored.query.text}}},
           {"overlap", overlap},
           {"documents", documents_json(stored.query)},
           {"lists", std::move(shown)},
           {"suggested", suggested},
           {"adjudicated", decision == nullptr ? Json() : Json(decision->top)}}};
}

}  // namespace

Json analysis_json(const Judgements& judgements) {
  const Whom whom = who_judged(judgements);
  Json assessors = Json::array();
  for (const AssessorSummary& summary : assessor_summaries(judgements)) {
    assessors.push_back(json_of(summary));
  }
  return {{"text", to_text({.sections = {agreement_report(judgements)}}, TableFormat::table)},
          {"assessors", std::move(assessors)},
          {"tools",
           {json_of(top_k_agreement(judgements, whom), Tool::preferences),
            json_of(graded_agreement(judgements, whom), Tool::grades)}},
          {"seconds",
           {{"preferences", json_of(preference_work(judgements, whom).answer)},
            {"grades", json_of(grading_work(judgements, whom).answer)}}}};
}

Json disagreements_json(const Judgements& judgements, std::span<const StoredQuery> queries,
                        std::uint64_t seed) {
  expects(queries.size() == judgements.query.size(), "the queries of the judgements");
  const Whom whom = who_judged(judgements);
  const auto suggested = suggested_tops(judgements, seed);
  std::vector<Disagreement> found;
  std::size_t agreed = 0;
  for (std::uint32_t query = 0; query < queries.size(); ++query) {
    std::vector<const FinishedTopK*> finished;
    for (const FinishedTopK& one : judgements.top_k) {
      if (one.query != query || !counts(judgements.assessor[one.assessor], whom)) continue;
      finished.push_back(&one);
    }
    if (finished.size() < 2) continue;
    if (is_agreed(finished) && decision_on(judgements, query) == nullptr) {
      ++agreed;
    } else {
      found.push_back(
          disagreement(judgements, queries[query], query, finished, suggested.at(query)));
    }
  }
  std::ranges::stable_sort(found, {}, &Disagreement::overlap);
  Json list = Json::array();
  for (Disagreement& one : found) list.push_back(std::move(one.json));
  return {{"queries", std::move(list)}, {"agreed", agreed}};
}

}  // namespace podium::labelling
