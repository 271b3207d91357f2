#include "podium/text/links/topical_rank.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/text/links/rank_iteration.hpp"

namespace podium::text {

namespace {

void check_topics(const LinkGraph& graph, const TopicTable& topics) {
  expects(topics.topics > 0 && topics.value.size() == graph.page_count() * topics.topics,
          "a topic distribution for each page");
  for (PageIndex page = 0; page < graph.page_count(); ++page) {
    double sum = 0.0;
    bool legal = true;
    for (const double share : topics.row(page)) {
      legal = legal && share >= 0.0;
      sum += share;
    }
    if (!legal || !(std::abs(sum - 1.0) <= 1e-6)) {
      throw UsageError(fmt::format("topics of page {}: found the sum {}, expected 1", page, sum));
    }
  }
}

double total(const TopicTable& scores, PageIndex page) {
  double sum = 0.0;
  for (const double value : scores.row(page)) sum += value;
  return sum;
}

/// The outflow of each page by topic, per link.
void fill_flow(const TopicTable& scores, const TopicTable& topics, double alpha, PageIndex page,
               double divisor, TopicTable& flow) {
  const double all = total(scores, page);
  const std::size_t first = page * topics.topics;
  for (std::size_t i = first; i < first + topics.topics; ++i) {
    flow.value[i] = (alpha * scores.value[i] + (1.0 - alpha) * topics.value[i] * all) / divisor;
  }
}

void add_rows(const TopicTable& from, std::span<const PageIndex> pages, std::span<double> sum) {
  for (const PageIndex page : pages) {
    const std::span<const double> row = from.row(page);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row[i];
  }
}

std::span<double> row_of(TopicTable& table, std::size_t page) {
  return std::span(table.value).subspan(page * table.topics, table.topics);
}

void scale_totals(TopicTable& scores) {
  double squares = 0.0;
  for (PageIndex page = 0; page < scores.page_count(); ++page) {
    const double sum = total(scores, page);
    squares += sum * sum;
  }
  if (!(squares > 0.0)) return;
  for (double& value : scores.value) value /= std::sqrt(squares);
}

/// One half of an iteration of HITS: mass of `from` along the links that links_of names.
template <class LinksOf>
void spread(const TopicTable& from, const TopicTable& topics, double alpha, LinksOf&& links_of,
            TopicTable& flow, TopicTable& to) {
  const auto pages = static_cast<PageIndex>(topics.page_count());
  for (PageIndex page = 0; page < pages; ++page) fill_flow(from, topics, alpha, page, 1.0, flow);
  std::fill(to.value.begin(), to.value.end(), 0.0);
  for (PageIndex page = 0; page < pages; ++page) add_rows(flow, links_of(page), row_of(to, page));
  scale_totals(to);
}

}  // namespace

TopicTable topical_rank(const LinkGraph& graph, const TopicTable& topics,
                        const TopicalRankOptions& options) {
  check_topics(graph, topics);
  const std::size_t pages = graph.page_count();
  const double d = options.damping;
  TopicTable scores = topics;
  for (double& value : scores.value) value /= static_cast<double>(pages);
  TopicTable next = scores;
  TopicTable flow = scores;
  double change = 1.0;
  for (std::size_t i = 0; i < options.max_iterations && change > options.tolerance; ++i) {
    const double dangling = detail::sum_over_pages(pages, [&](std::size_t u) {
      const auto page = static_cast<PageIndex>(u);
      const std::size_t links = graph.out(page).size();
      fill_flow(scores, topics, options.alpha, page, std::max(1.0, static_cast<double>(links)),
                flow);
      return links == 0 ? total(scores, page) : 0.0;
    });
    const double teleport = (1.0 - d + d * dangling) / static_cast<double>(pages);
    change = detail::sum_over_pages(pages, [&](std::size_t v) {
      double sum = 0.0;
      const std::span<double> row = row_of(next, v);
      std::fill(row.begin(), row.end(), 0.0);
      add_rows(flow, graph.in(static_cast<PageIndex>(v)), row);
      for (std::size_t topic = 0; topic < row.size(); ++topic) {
        const std::size_t cell = v * topics.topics + topic;
        row[topic] = d * row[topic] + teleport * topics.value[cell];
        sum += std::abs(row[topic] - scores.value[cell]);
      }
      return sum;
    });
    std::swap(scores, next);
  }
  return scores;
}

TopicalHits topical_hits(const LinkGraph& graph, const TopicTable& topics,
                         const TopicalRankOptions& options) {
  check_topics(graph, topics);
  TopicalHits scores{.authority = topics, .hub = topics};
  std::fill(scores.authority.value.begin(), scores.authority.value.end(), 0.0);
  TopicTable next = topics;
  TopicTable flow = topics;
  double change = 1.0;
  for (std::size_t i = 0; i < options.max_iterations && change > options.tolerance; ++i) {
    spread(
        scores.hub, topics, options.alpha, [&](PageIndex page) { return graph.in(page); }, flow,
        next);
    spread(
        next, topics, options.alpha, [&](PageIndex page) { return graph.out(page); }, flow,
        scores.hub);
    change = 0.0;
    for (std::size_t cell = 0; cell < next.value.size(); ++cell) {
      change += std::abs(next.value[cell] - scores.authority.value[cell]);
    }
    std::swap(scores.authority, next);
  }
  return scores;
}

std::vector<double> topic_scores(const TopicTable& scores, std::span<const double> query) {
  expects(query.size() == scores.topics, "a share for each topic");
  std::vector<double> result(scores.page_count(), 0.0);
  for (PageIndex page = 0; page < result.size(); ++page) {
    const std::span<const double> row = scores.row(page);
    for (std::size_t i = 0; i < row.size(); ++i) result[page] += query[i] * row[i];
  }
  return result;
}

}  // namespace podium::text
