#include "podium/labelling/label/analysis/agreement.hpp"

#include <algorithm>
#include <tuple>

#include "podium/core/base/error.hpp"
#include "podium/labelling/label/analysis/kappa.hpp"

namespace podium::labelling {

namespace {

constexpr std::size_t relation_count = 3;  // A > B, A ~ B, A < B

void sort_by_query(std::vector<Assessment>& assessments) {
  std::ranges::stable_sort(assessments, {}, [](const Assessment& assessment) {
    return std::tuple(assessment.query, assessment.assessor);
  });
}

/// Calls visit(first, second) for all pairs of assessments of a query.
void for_each_two(const SharedQuery& query, auto&& visit) {
  for (std::size_t i = 0; i < query.by.size(); ++i) {
    for (std::size_t j = i + 1; j < query.by.size(); ++j) {
      visit(query.by[i]->level, query.by[j]->level);
    }
  }
}

void add_pairs_coincidences(CountMatrix& matrix, const SharedQuery& query) {
  const std::size_t documents = query.by.front()->level.size();
  std::vector<std::uint32_t> said;
  for (std::size_t a = 0; a < documents; ++a) {
    for (std::size_t b = a + 1; b < documents; ++b) {
      said.clear();
      for (const Assessment* assessment : query.by) {
        const AssessedLevels& level = assessment->level;
        if (!level[a] || !level[b]) continue;
        said.push_back(static_cast<std::uint32_t>(relation_of(*level[a], *level[b])));
      }
      add_coincidences(matrix, said);
    }
  }
}

}  // namespace

std::size_t relation_of(std::uint32_t a, std::uint32_t b) {
  return a > b ? 0 : a == b ? 1 : 2;
}

bool counts(const Assessor& assessor, Whom whom) {
  return whom == Whom::everybody || assessor.is_program == (whom == Whom::programs);
}

Whom who_judged(const Judgements& judgements) {
  const auto has_any = [&](Whom whom) {
    const auto is_by = [&](const auto& said) {
      return counts(judgements.assessor[said.assessor], whom);
    };
    return std::ranges::any_of(judgements.top_k, is_by) ||
           std::ranges::any_of(judgements.grades, is_by) ||
           std::ranges::any_of(judgements.preference, is_by) ||
           std::ranges::any_of(judgements.grade, is_by);
  };
  return has_any(Whom::programs) && !has_any(Whom::people) ? Whom::everybody : Whom::people;
}

AssessedLevels levels_of(const TopKResult& result, std::size_t document_count) {
  AssessedLevels levels(document_count, 0);
  auto level = static_cast<std::uint32_t>(result.top.size());
  for (const std::vector<DocIndex>& place : result.top) {
    for (const DocIndex doc : place) levels.at(doc) = level;
    --level;
  }
  return levels;
}

CountMatrix pair_table(const AssessedLevels& first, const AssessedLevels& second) {
  expects(first.size() == second.size(), "judgements of the same documents");
  CountMatrix table(relation_count);
  for (std::size_t a = 0; a < first.size(); ++a) {
    if (!first[a] || !second[a]) continue;
    for (std::size_t b = a + 1; b < first.size(); ++b) {
      if (!first[b] || !second[b]) continue;
      table.at(relation_of(*first[a], *first[b]), relation_of(*second[a], *second[b])) += 1.0;
    }
  }
  return table;
}

double overall_agreement(const CountMatrix& pairs) {
  return pairs.trace() / pairs.total();
}

double preference_agreement(const CountMatrix& pairs) {
  const double agreed = pairs.at(0, 0) + pairs.at(2, 2);
  return agreed / (agreed + pairs.at(0, 2) + pairs.at(2, 0));
}

std::vector<Assessment> top_k_assessments(const Judgements& judgements, Whom whom) {
  std::vector<Assessment> found;
  for (const FinishedTopK& finished : judgements.top_k) {
    if (!counts(judgements.assessor[finished.assessor], whom)) continue;
    const std::size_t documents = judgements.query[finished.query].document.size();
    found.push_back({finished.assessor, finished.query, levels_of(finished.result, documents)});
  }
  sort_by_query(found);
  return found;
}

std::vector<Assessment> grade_assessments(const Judgements& judgements, Whom whom) {
  std::vector<Assessment> found;
  for (const FinishedGrades& finished : judgements.grades) {
    if (!counts(judgements.assessor[finished.assessor], whom)) continue;
    found.push_back({finished.assessor, finished.query, finished.grade});
  }
  sort_by_query(found);
  return found;
}

std::vector<SharedQuery> shared_queries(std::span<const Assessment> assessments) {
  std::vector<SharedQuery> queries;
  for (std::size_t begin = 0; begin < assessments.size();) {
    std::size_t end = begin;
    SharedQuery query{.query = assessments[begin].query};
    while (end < assessments.size() && assessments[end].query == query.query) {
      query.by.push_back(&assessments[end++]);
    }
    if (query.by.size() > 1) queries.push_back(std::move(query));
    begin = end;
  }
  return queries;
}

std::vector<CountMatrix> pair_tables(std::span<const SharedQuery> queries) {
  std::vector<CountMatrix> tables;
  for (const SharedQuery& query : queries) {
    CountMatrix sum(relation_count);
    for_each_two(query, [&](const AssessedLevels& first, const AssessedLevels& second) {
      sum.add(pair_table(first, second));
    });
    tables.push_back(std::move(sum));
  }
  return tables;
}

std::vector<CountMatrix> level_tables(std::span<const SharedQuery> queries, std::size_t levels) {
  std::vector<CountMatrix> tables;
  for (const SharedQuery& query : queries) {
    CountMatrix sum(levels);
    for_each_two(query, [&](const AssessedLevels& first, const AssessedLevels& second) {
      for (std::size_t doc = 0; doc < first.size(); ++doc) {
        if (first[doc] && second[doc]) sum.at(*first[doc], *second[doc]) += 1.0;
      }
    });
    tables.push_back(std::move(sum));
  }
  return tables;
}

std::vector<CountMatrix> pair_coincidences(std::span<const SharedQuery> queries) {
  std::vector<CountMatrix> matrices;
  for (const SharedQuery& query : queries) {
    add_pairs_coincidences(matrices.emplace_back(relation_count), query);
  }
  return matrices;
}

std::vector<CountMatrix> level_coincidences(std::span<const SharedQuery> queries,
                                            std::size_t levels) {
  std::vector<CountMatrix> matrices;
  std::vector<std::uint32_t> said;
  for (const SharedQuery& query : queries) {
    CountMatrix& matrix = matrices.emplace_back(levels);
    for (std::size_t doc = 0; doc < query.by.front()->level.size(); ++doc) {
      said.clear();
      for (const Assessment* assessment : query.by) {
        if (assessment->level[doc]) said.push_back(*assessment->level[doc]);
      }
      add_coincidences(matrix, said);
    }
  }
  return matrices;
}

}  // namespace podium::labelling
