#include "podium/text/features/feedback_columns.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/parallel.hpp"
#include "podium/text/corpus/term_fingerprint.hpp"
#include "podium/text/features/query_bm25.hpp"
#include "podium/text/terms/relevance_model.hpp"
#include "podium/text/terms/similarity.hpp"

namespace podium::text {

namespace {

using Numbers = std::vector<double>;
using DocList = std::vector<std::size_t>;

constexpr std::size_t centroid_sizes[] = {5, 10, 20};
constexpr std::size_t neighbour_counts[] = {5, 10};
constexpr std::size_t feedback_documents = 10;
constexpr std::size_t max_feedback = 20;

double share_in_common(std::span<const PageIndex> a, std::span<const PageIndex> b) {
  if (a.empty() || b.empty()) return 0.0;
  std::vector<PageIndex> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return static_cast<double>(both.size()) /
         std::sqrt(static_cast<double>(a.size()) * static_cast<double>(b.size()));
}

/// The columns of one query.
class QueryFeedback {
 public:
  QueryFeedback(const DocumentVectors& vectors, const CorpusLinks& links,
                const SampledCollection& collection, const QueryMeta& query)
      : vectors_(vectors),
        links_(links),
        collection_(collection),
        query_(query),
        cosine_(vectors, query) {
    add_scores();
    for (std::size_t r = 0; r < std::min(order_.size(), max_feedback + 1); ++r) {
      best_cosine_.push_back(cosine_.row(order_[r]));
    }
  }

  /// Row by row.
  Numbers values(std::span<const std::string> names) {
    const std::size_t documents = query_.document.size();
    if (documents > 1) {
      for (const std::size_t m : centroid_sizes) {
        fill(fmt::format("rocchio-{}", m), [&](std::size_t d) { return rocchio(d, m); });
      }
      add_neighbours();
      add_relevance_model();
      if (links_.graph.link_count() > 0) add_links();
    }
    Numbers rows;
    for (std::size_t d = 0; d < documents; ++d) {
      for (const std::string& name : names) {
        const auto found = column_.find(name);
        rows.push_back(found == column_.end() ? std::numeric_limits<double>::quiet_NaN()
                                              : found->second[d]);
      }
    }
    return rows;
  }

 private:
  void add_scores() {
    const std::size_t stream = collection_.stream;
    QueryBm25 bm25(collection_.statistics->collection, query_, stream, *collection_.parameters);
    for (const DocumentMeta& document : query_.document) {
      const double score = bm25.value(document.length[stream], [&](std::size_t t) {
        return document.frequency[stream * query_.term.size() + t];
      });
      score_.push_back(std::max(score, 0.0));
    }
    order_.resize(score_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return score_[a] > score_[b]; });
  }

  template <class Value>
  void fill(const std::string& name, const Value& value) {
    Numbers& column = column_[name];
    for (std::size_t d = 0; d < score_.size(); ++d) column.push_back(value(d));
  }

  /// The places in order_ of the best documents other than `doc`.
  DocList best_others(std::size_t doc, std::size_t count) const {
    DocList ranks;
    for (std::size_t r = 0; r < order_.size() && ranks.size() < count; ++r) {
      if (order_[r] != doc) ranks.push_back(r);
    }
    return ranks;
  }

  /// With c = sum s_e e, cos(d, c) = sum s_e cos(d, e) / |c|: the centroid itself is not needed.
  double rocchio(std::size_t doc, std::size_t count) const {
    const DocList ranks = best_others(doc, count);
    double product = 0.0;
    double square = 0.0;
    for (const std::size_t e : ranks) {
      const double score = score_[order_[e]];
      product += score * best_cosine_[e][doc];
      for (const std::size_t f : ranks) {
        square += score * score_[order_[f]] * best_cosine_[e][order_[f]];
      }
    }
    return square > 0.0 ? product / std::sqrt(square) : 0.0;
  }

  void add_neighbours() {
    for (std::size_t d = 0; d < score_.size(); ++d) {
      const Numbers cosine = cosine_.row(d);
      DocList near;
      for (std::size_t e = 0; e < cosine.size(); ++e) {
        if (e != d && cosine[e] > 0.0) near.push_back(e);
      }
      const std::size_t most = std::min(near.size(), *std::rbegin(neighbour_counts));
      std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end(),
                        [&](std::size_t a, std::size_t b) {
                          return cosine[a] != cosine[b] ? cosine[a] > cosine[b] : a < b;
                        });
      for (const std::size_t k : neighbour_counts) {
        double weighted = 0.0;
        double weight = 0.0;
        for (std::size_t i = 0; i < std::min(k, most); ++i) {
          weighted += cosine[near[i]] * score_[near[i]];
          weight += cosine[near[i]];
        }
        column_[fmt::format("neighbour-score-{}", k)].push_back(weight > 0.0 ? weighted / weight
                                                                             : 0.0);
      }
    }
  }

  const DocumentVectors::Document& vector(std::size_t doc) const {
    return vectors_.of(query_.document[doc].id);
  }

  void add_relevance_model() {
    std::vector<std::uint64_t> words;
    for (const TermMeta& term : query_.term) words.push_back(term_fingerprint(term.word));
    RelevanceModel model(vectors_, words, collection_.parameters->mu);
    Numbers column(score_.size());
    DocList learnt;
    for (std::size_t r = 0; r < order_.size(); ++r) {  // from the best on, the model soon stays
      DocList ranks = best_others(order_[r], feedback_documents);
      if (ranks != learnt) {
        std::vector<const DocumentVectors::Document*> feedback;
        for (const std::size_t e : ranks) {
          if (!vector(order_[e]).count.empty()) feedback.push_back(&vector(order_[e]));
        }
        model.learn(feedback);
        learnt = std::move(ranks);
      }
      column[order_[r]] = model.score(vector(order_[r]));
    }
    column_["relevance-model"] = std::move(column);
  }

  void add_links() {
    std::vector<PageIndex> page;
    std::map<PageIndex, double> score;
    for (std::size_t d = 0; d < score_.size(); ++d) {
      page.push_back(links_.page.at(query_.document[d].id));
      score.emplace(page.back(), score_[d]);
    }
    const LinkGraph& graph = links_.graph;
    fill("linked-score", [&](std::size_t d) {
      std::vector<PageIndex> linked;
      std::set_union(graph.in(page[d]).begin(), graph.in(page[d]).end(), graph.out(page[d]).begin(),
                     graph.out(page[d]).end(), std::back_inserter(linked));
      double sum = 0.0;
      for (const PageIndex p : linked) {
        const auto found = score.find(p);
        if (found != score.end()) sum += found->second;
      }
      return sum;
    });
    const auto in_common = [&](std::size_t d, const auto& links_of) {
      double weighted = 0.0;
      double weight = 0.0;
      for (const std::size_t e : best_others(d, feedback_documents)) {
        const std::size_t other = order_[e];
        weighted += score_[other] * share_in_common(links_of(page[d]), links_of(page[other]));
        weight += score_[other];
      }
      return weight > 0.0 ? weighted / weight : 0.0;
    };
    const auto in = [&](PageIndex p) { return graph.in(p); };
    const auto out = [&](PageIndex p) { return graph.out(p); };
    fill("co-citation", [&](std::size_t d) { return in_common(d, in); });
    fill("coupling", [&](std::size_t d) { return in_common(d, out); });
  }

  const DocumentVectors& vectors_;
  const CorpusLinks& links_;
  const SampledCollection& collection_;
  const QueryMeta& query_;
  CosineRows cosine_;
  Numbers score_;
  DocList order_;                     ///< by score, best first
  std::vector<Numbers> best_cosine_;  ///< by place in order_, of those that may be feedback
  std::map<std::string, Numbers, std::less<>> column_;
};

}  // namespace

std::vector<std::vector<double>> feedback_columns(std::span<const std::string> names,
                                                  const DocumentVectors& vectors,
                                                  const CorpusLinks& links,
                                                  const SampledCollection& collection) {
  std::vector<std::vector<double>> columns(collection.query->size());
  parallel_for(columns.size(), [&](std::size_t q) {
    columns[q] = QueryFeedback(vectors, links, collection, (*collection.query)[q]).values(names);
  });
  return columns;
}

}  // namespace podium::text
