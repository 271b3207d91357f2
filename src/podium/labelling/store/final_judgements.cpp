#include "podium/labelling/store/final_judgements.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::labelling {

namespace {

/// A document with its points of Borda's count.
using BordaPoints = std::pair<DocIndex, double>;

std::vector<BordaPoints> by_points(std::span<const TopKResult> results, std::size_t k) {
  std::map<DocIndex, double> points;
  for (const TopKResult& result : results) {
    std::size_t before = 0;
    for (const std::vector<DocIndex>& shared : result.top) {
      // Places before + 1 .. before + m share their mean.
      const double place =
          static_cast<double>(before) + (static_cast<double>(shared.size()) + 1) / 2;
      for (const DocIndex document : shared) {
        points[document] += std::max(0.0, static_cast<double>(k) + 1 - place);
      }
      before += shared.size();
    }
  }
  std::vector<BordaPoints> order;
  for (const auto& scored : points) {
    if (scored.second > 0) order.push_back(scored);
  }
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.second > b.second; });
  return order;
}

/// How many of the first k documents share their place.
std::size_t tied_in(const TopKResult& result, std::size_t k) {
  std::size_t tied = 0;
  std::size_t before = 0;
  for (const std::vector<DocIndex>& shared : result.top) {
    if (shared.size() > 1 && before < k) tied += std::min(shared.size(), k - before);
    before += shared.size();
  }
  return tied;
}

/// How many of the first k have as many points as another.
std::size_t tied_in(std::span<const BordaPoints> order, std::size_t k) {
  std::size_t tied = 0;
  for (std::size_t i = 0; i < std::min(k, order.size()); ++i) {
    const bool is_as_before = i > 0 && order[i - 1].second == order[i].second;
    const bool is_as_next = i + 1 < order.size() && order[i + 1].second == order[i].second;
    if (is_as_before || is_as_next) ++tied;
  }
  return tied;
}

std::vector<DocIndex> first_of(std::span<const BordaPoints> order, std::size_t k) {
  std::vector<DocIndex> top;
  for (const BordaPoints& scored : order.first(std::min(k, order.size())))
    top.push_back(scored.first);
  return top;
}

}  // namespace

std::vector<DocIndex> consensus_top(std::span<const TopKResult> results, std::size_t k) {
  return first_of(by_points(results, k), k);
}

std::vector<FinalTop> agreed_tops(const Judgements& judgements, Voters voters, std::uint64_t seed) {
  std::map<std::uint32_t, std::vector<TopKResult>> results;
  for (const FinishedTopK& finished : judgements.top_k) {
    if (counts(judgements.assessor[finished.assessor], voters)) {
      results[finished.query].push_back(finished.result);
    }
  }
  std::vector<FinalTop> tops;
  for (const auto& [query, lists] : results) {
    FinalTop& decided = tops.emplace_back();
    decided.query = query;
    if (lists.size() == 1) {
      decided.top = truth_of(lists.front(), seed, judgements.query[query].id).best;
      decided.top.resize(std::min(decided.top.size(), judgements.k));
      decided.tied = tied_in(lists.front(), judgements.k);
    } else {
      const std::vector<BordaPoints> order = by_points(lists, judgements.k);
      decided.top = first_of(order, judgements.k);
      decided.tied = tied_in(order, judgements.k);
      decided.source = FinalTop::Source::consensus;
    }
  }
  return tops;
}

std::vector<FinalTop> final_tops(const Judgements& judgements, Voters voters, std::uint64_t seed) {
  std::map<std::uint32_t, FinalTop> tops;
  for (FinalTop& agreed : agreed_tops(judgements, voters, seed)) {
    tops.emplace(agreed.query, std::move(agreed));
  }
  for (const Adjudication& word : judgements.adjudication) {
    tops[word.query] = {
        .query = word.query, .top = word.top, .source = FinalTop::Source::adjudication};
    tops[word.query].top.resize(std::min(word.top.size(), judgements.k));
  }
  std::vector<FinalTop> in_order;
  for (auto& decided : tops) in_order.push_back(std::move(decided.second));
  return in_order;
}

std::vector<FinalGrades> final_grades(const Judgements& judgements, Voters voters) {
  std::map<std::uint32_t, std::vector<std::vector<std::uint32_t>>> said;
  for (const FinishedGrades& finished : judgements.grades) {
    if (!counts(judgements.assessor[finished.assessor], voters)) continue;
    auto& grades = said[finished.query];
    grades.resize(finished.grade.size());
    for (std::size_t document = 0; document < finished.grade.size(); ++document) {
      if (finished.grade[document]) grades[document].push_back(*finished.grade[document]);
    }
  }
  std::vector<FinalGrades> decided;
  for (auto& [query, grades] : said) {
    FinalGrades& final_ones = decided.emplace_back();
    final_ones.query = query;
    for (std::vector<std::uint32_t>& of_document : grades) {
      std::ranges::sort(of_document);
      auto& grade = final_ones.grade.emplace_back();
      if (!of_document.empty()) grade = of_document[(of_document.size() - 1) / 2];
    }
  }
  return decided;
}

}  // namespace podium::labelling
