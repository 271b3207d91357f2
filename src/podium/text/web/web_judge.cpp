#include "podium/text/web/web_judge.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/links/pagerank.hpp"

namespace podium::text {

WebJudge::WebJudge(const WebCorpus& web)
    : web_(web),
      page_rank_(pagerank(web.links(), {}, {.tolerance = 1e-9}).score),
      queries_with_(web.options().vocabulary),
      match_(web.options().queries) {
  for (std::size_t query = 0; query < match_.size(); ++query) {
    for (const WordIndex word : web.query(query)) queries_with_[word].push_back(query);
  }
}

void WebJudge::add(PageIndex page, const WebPage& content) {
  std::vector<std::pair<std::size_t, WordIndex>> hits;
  for (const WordIndex word : content.body) {
    for (const std::size_t query : queries_with_[word]) hits.emplace_back(query, word);
  }
  std::sort(hits.begin(), hits.end());
  for (auto hit = hits.begin(); hit != hits.end();) {
    const auto end =
        std::find_if(hit, hits.end(), [&](const auto& other) { return other != *hit; });
    match_[hit->first][page].body_and_title += std::log1p(static_cast<double>(end - hit));
    hit = end;
  }
  for (const WordIndex word : content.heading) {
    for (const std::size_t query : queries_with_[word]) match_[query][page].body_and_title += 1.5;
  }
  for (const WebPage::Anchor& anchor : content.anchor) {
    for (const WordIndex word : anchor.text) {
      for (const std::size_t query : queries_with_[word]) ++match_[query][anchor.to].anchor_words;
    }
  }
}

double WebJudge::usefulness(std::size_t query, PageIndex page, const Match& match) const {
  RandomStream random(web_.options().seed, to_text(query) + "/" + to_text(page), "judge");
  return match.body_and_title + 0.5 * std::log1p(static_cast<double>(match.anchor_words)) +
         0.3 * std::log(static_cast<double>(web_.page_count()) * page_rank_[page]) +
         web_.options().noise * random.normal();
}

/// The judged pages of a query with their labels, the best first.
std::vector<std::pair<PageIndex, double>> WebJudge::judged(std::size_t query) const {
  const std::span<const PageIndex> answers = web_.answers(query);
  std::vector<std::pair<double, PageIndex>> order;
  for (const auto& [page, match] : match_[query]) {
    if (std::ranges::binary_search(answers, page)) continue;
    order.emplace_back(-usefulness(query, page, match), page);
  }
  std::sort(order.begin(), order.end());
  const std::size_t wanted = web_.options().judged_per_query;
  order.resize(std::min(order.size(), wanted - std::min(wanted, answers.size())));
  std::vector<std::pair<PageIndex, double>> pages;
  for (const PageIndex page : answers) pages.emplace_back(page, 1.0);
  const bool has_task = web_.options().task != WebTask::adhoc;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const double grade = 10 * rank < wanted ? 2.0 : 10 * rank < 4 * wanted ? 1.0 : 0.0;
    pages.emplace_back(order[rank].second, has_task ? 0.0 : grade);
  }
  return pages;
}

Qrels WebJudge::judgements() const {
  const auto text = std::make_shared<std::deque<std::string>>();
  DocumentColumns columns;
  for (std::size_t query = 0; query < match_.size(); ++query) {
    const std::vector<std::pair<PageIndex, double>> pages = judged(query);
    if (pages.empty()) continue;
    columns.query_id.push_back(text->emplace_back(to_text(query + 1)));
    for (const auto& [page, label] : pages) {
      columns.document.push_back(text->emplace_back(web_.id(page)));
      columns.value.push_back(label);
    }
    columns.query_end.push_back(columns.document.size());
  }
  columns.text = text;
  return {DocumentTable(std::move(columns))};
}

}  // namespace podium::text
