#include "podium/text/features/link_columns.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

#include "podium/core/base/chunks.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/text/features/query_bm25.hpp"
#include "podium/text/links/base_set.hpp"
#include "podium/text/links/hits.hpp"
#include "podium/text/links/pagerank.hpp"
#include "podium/text/links/propagation.hpp"
#include "podium/text/links/sitemap.hpp"
#include "podium/text/markup/url.hpp"

namespace podium::text {

namespace {

using Numbers = std::vector<double>;
using ByName = std::map<std::string, Numbers, std::less<>>;

constexpr double pagerank_scale = 1e5;
constexpr double host_rank_scale = 1e3;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

Numbers scaled(Numbers values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

/// The data that all queries share.
struct Web {
  const CorpusLinks* links;
  const TopicalInputs* topics;
  const SampledCollection* collection;
  std::vector<std::uint32_t> host;
  std::vector<std::uint32_t> counted;  ///< by page, its place among the counted documents
  ByName page;                         ///< values of pages that do not depend on the query
  TopicTable topical;

  bool wants(std::span<const std::string> names, std::string_view prefix) const {
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return name.starts_with(prefix); });
  }

  Web(std::span<const std::string> names, const CorpusLinks& corpus, const TopicalInputs& about,
      const SampledCollection& sampled, HostRankRule rule)
      : links(&corpus), topics(&about), collection(&sampled), host(corpus.hosts()) {
    counted.assign(corpus.id.size(), CorpusLinks::none);
    const CountedDocuments& documents = sampled.statistics->document;
    for (std::uint32_t d = 0; d < documents.size(); ++d) counted[documents[d].place] = d;
    if (!host.empty()) add_addresses();
    if (corpus.graph.link_count() > 0) add_link_scores(names, rule);
  }

  void add_link_scores(std::span<const std::string> names, HostRankRule rule) {
    const LinkGraph& graph = links->graph;
    Numbers in;
    Numbers out;
    for (PageIndex p = 0; p < graph.page_count(); ++p) {
      in.push_back(static_cast<double>(graph.in(p).size()));
      out.push_back(static_cast<double>(graph.out(p).size()));
    }
    page.emplace("in-links", std::move(in));
    page.emplace("out-links", std::move(out));
    if (wants(names, "pagerank")) {
      page.emplace("pagerank", scaled(pagerank(graph).score, pagerank_scale));
    }
    if (wants(names, "hostrank") && !host.empty()) {
      page.emplace("hostrank", scaled(rule == HostRankRule::host
                                          ? host_rank(graph, host)
                                          : divided_host_rank(graph, host, links->sitemap),
                                      host_rank_scale));
    }
    if (wants(names, "topical-pagerank") && topics->page.topics > 0) {
      topical = topical_rank(graph, topics->page);
    }
  }

  void add_addresses() {
    Numbers slashes(links->url.size(), nothing);
    Numbers length(links->url.size(), nothing);
    for_each_chunk(links->url.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::string& url = links->url[i];
        if (url.empty()) continue;
        slashes[i] = static_cast<double>(url_slashes(url));
        length[i] = static_cast<double>(url_length(url));
      }
    });
    page.emplace("url-slashes", std::move(slashes));
    page.emplace("url-length", std::move(length));
    page.emplace("child-pages", Numbers(links->child_pages.begin(), links->child_pages.end()));
  }
};

/// The columns of one query.
class QueryColumns {
 public:
  QueryColumns(const Web& web, std::size_t number)
      : web_(web),
        number_(number),
        query_((*web.collection->query)[number]),
        stream_(web.collection->stream),
        bm25_(web.collection->statistics->collection, query_, web.collection->stream,
              *web.collection->parameters) {
    for (const DocumentMeta& document : query_.document) {
      page_.push_back(web.links->page.at(document.id));
    }
  }

  static constexpr std::size_t parts = 3;

  /// The columns of a part, the dearest first: parts can be computed at the same time.
  ByName part(std::span<const std::string> names, std::size_t number) && {
    if (number == 0 && (wants(names, "hits-") || wants(names, "topical-"))) add_base_set();
    if (number == 1 && wants(names, "link-")) add_propagation();
    if (number == 2) add_values_of_pages();
    if (number == 2 && wants(names, "sitemap-")) add_sitemap();
    return std::move(column_);
  }

 private:
  bool wants(std::span<const std::string> names, std::string_view prefix) const {
    const bool has_source = prefix == "sitemap-" ? web_.links->sitemap.page_count() > 0
                                                 : web_.links->graph.link_count() > 0;
    return has_source && !page_.empty() && web_.wants(names, prefix);
  }

  double count(std::size_t document, std::size_t term) const {
    return query_.document[document].frequency[stream_ * query_.term.size() + term];
  }

  double length(std::size_t document) const { return query_.document[document].length[stream_]; }

  Numbers scores() {
    Numbers scores;
    for (std::size_t d = 0; d < page_.size(); ++d) {
      scores.push_back(bm25_.value(length(d), [&](std::size_t t) { return count(d, t); }));
    }
    return scores;
  }

  /// BM25 of the documents after `spread` has changed the counts of each term in turn.
  template <class Spread>
  Numbers scores_of_spread_terms(std::size_t pages, const Spread& spread) {
    std::vector<Numbers> counts;
    for (std::size_t t = 0; t < query_.term.size(); ++t) counts.push_back(spread(t));
    Numbers scores;
    for (std::size_t d = 0; d < pages; ++d) {
      scores.push_back(bm25_.value(length(d), [&](std::size_t t) { return counts[t][d]; }));
    }
    return scores;
  }

  void add_values_of_pages() {
    for (const auto& [name, values] : web_.page) {
      Numbers& own = column_[name];
      for (const PageIndex p : page_) own.push_back(values[p]);
    }
  }

  void add_propagation() {
    const LinkGraph graph = subgraph(web_.links->graph, page_);
    constexpr std::array<std::pair<LinkFlow, const char*>, 3> flows = {
        std::pair{LinkFlow::weighted_in, "in"}, std::pair{LinkFlow::weighted_out, "out"},
        std::pair{LinkFlow::uniform_out, "uniform"}};
    Numbers score = scores();
    const double least = std::min(0.0, *std::min_element(score.begin(), score.end()));
    for (double& s : score) s -= least;  // flows divide by sums of scores: none may be negative
    for (const auto& flow : flows) {
      column_[std::string("link-score-") + flow.second] =
          propagated_over_links(graph, score, flow.first);
      column_[std::string("link-term-") + flow.second] =
          scores_of_spread_terms(page_.size(), [&](std::size_t t) {
            Numbers counts;
            for (std::size_t d = 0; d < page_.size(); ++d) counts.push_back(count(d, t));
            return propagated_over_links(graph, counts, flow.first);
          });
    }
  }

  /// The documents, followed by those of their children that are not in the sample.
  struct Family {
    std::vector<PageIndex> page;
    Sitemap sitemap;
  };

  Family family() const {
    Family result;
    result.page = page_;
    std::unordered_map<PageIndex, PageIndex> local;
    for (PageIndex d = 0; d < page_.size(); ++d) local.emplace(page_[d], d);
    std::vector<PageIndex> parents(page_.size(), Sitemap::none);
    for (PageIndex d = 0; d < page_.size(); ++d) {
      for (const PageIndex child : web_.links->sitemap.children(page_[d])) {
        const auto known = local.find(child);
        if (known != local.end()) {
          parents[known->second] = d;
        } else {
          result.page.push_back(child);
          parents.push_back(d);
        }
      }
    }
    result.sitemap = Sitemap::from_parents(std::move(parents));
    return result;
  }

  /// For a page that need not be in the sample.
  double count_on_page(PageIndex page, std::size_t term) const {
    const std::uint32_t counted = web_.counted[page];
    if (counted == CorpusLinks::none) return 0.0;
    const TermIndex index = web_.collection->terms->queries()[number_].term[term];
    return web_.collection->statistics->document[counted].count(index, stream_);
  }

  void add_sitemap() {
    const Family all = family();
    Numbers score = scores();
    for (std::size_t i = page_.size(); i < all.page.size(); ++i) {
      const std::uint32_t counted = web_.counted[all.page[i]];
      const double terms = counted == CorpusLinks::none
                               ? 0.0
                               : web_.collection->statistics->document[counted].length[stream_];
      score.push_back(
          bm25_.value(terms, [&](std::size_t t) { return count_on_page(all.page[i], t); }));
    }
    Numbers spread = propagated_over_sitemap(all.sitemap, score);
    spread.resize(page_.size());
    column_["sitemap-score"] = std::move(spread);
    column_["sitemap-term"] = scores_of_spread_terms(page_.size(), [&](std::size_t t) {
      Numbers counts;
      for (const PageIndex p : all.page) counts.push_back(count_on_page(p, t));
      return propagated_over_sitemap(all.sitemap, counts);
    });
  }

  void add_base_set() {
    const BaseSet base = base_set(web_.links->graph, page_, web_.host);
    const auto keep = [&](const char* name, Numbers values) {
      values.resize(page_.size());
      column_[name] = std::move(values);
    };
    HitsScores scores = hits(base.links);
    keep("hits-authority", std::move(scores.authority));
    keep("hits-hub", std::move(scores.hub));
    if (web_.topics->page.topics == 0) return;
    TopicTable about;
    about.topics = web_.topics->page.topics;
    for (const PageIndex p : base.page) {
      const auto row = web_.topics->page.row(p);
      about.value.insert(about.value.end(), row.begin(), row.end());
    }
    const Numbers& query = web_.topics->query[number_];
    const TopicalHits topical = topical_hits(base.links, about);
    keep("topical-authority", topic_scores(topical.authority, query));
    keep("topical-hub", topic_scores(topical.hub, query));
    if (web_.topical.topics == 0) return;
    Numbers& rank = column_["topical-pagerank"];
    for (const PageIndex p : page_) {
      double score = 0.0;
      const auto row = web_.topical.row(p);
      for (std::size_t i = 0; i < row.size(); ++i) score += query[i] * row[i];
      rank.push_back(score * pagerank_scale);
    }
  }

  const Web& web_;
  std::size_t number_;
  const QueryMeta& query_;
  std::size_t stream_;
  QueryBm25 bm25_;
  std::vector<PageIndex> page_;
  ByName column_;
};

}  // namespace

std::vector<std::vector<double>> link_columns(std::span<const std::string> names,
                                              const CorpusLinks& links, const TopicalInputs& topics,
                                              const SampledCollection& collection,
                                              HostRankRule rule) {
  const Web web(names, links, topics, collection, rule);
  const std::size_t queries = collection.query->size();
  std::vector<ByName> part(queries * QueryColumns::parts);
  parallel_for(part.size(), [&](std::size_t i) {
    part[i] = QueryColumns(web, i % queries).part(names, i / queries);
  });
  std::vector<Numbers> columns(queries);
  parallel_for(queries, [&](std::size_t q) {
    const std::size_t documents = (*collection.query)[q].document.size();
    columns[q].assign(documents * names.size(), nothing);
    for (std::size_t c = 0; c < names.size(); ++c) {
      for (std::size_t i = q; i < part.size(); i += queries) {
        const auto found = part[i].find(names[c]);
        if (found == part[i].end()) continue;
        for (std::size_t d = 0; d < documents; ++d) {
          columns[q][d * names.size() + c] = found->second[d];
        }
      }
    }
  });
  return columns;
}

}  // namespace podium::text
