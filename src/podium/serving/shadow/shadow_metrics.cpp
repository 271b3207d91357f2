#include "podium/serving/shadow/shadow_metrics.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "podium/serving/prometheus_text.hpp"

namespace podium::serving {

namespace {

std::string pair_label(std::string_view pair) {
  return fmt::format("pair=\"{}\"", label_value(pair));
}

/// The lines of a summary, labels without braces.
std::string summary_lines(std::string_view name, const std::string& labels,
                          const ScoreSample& scores) {
  std::string text;
  for (const double share : {0.05, 0.5, 0.95}) {
    text +=
        fmt::format("{}{{{},quantile=\"{}\"}} {}\n", name, labels, share, scores.quantile(share));
  }
  return text + fmt::format("{0}_sum{{{1}}} {2}\n{0}_count{{{1}}} {3}\n", name, labels,
                            scores.sum(), scores.count());
}

}  // namespace

void ShadowMetrics::Side::add(const VersionScores& given) {
  if (version != given.version) *this = {given.version, {}};
  scores.add(given.scores);
}

void ShadowMetrics::add(const std::string& pair, const ShadowComparison& comparison,
                        const VersionScores& answered, const VersionScores& shadow) {
  const std::lock_guard lock(mutex_);
  Pair& own = pairs_[pair];
  ++own.queries;
  own.other_best += comparison.has_other_best ? 1U : 0U;
  own.overlap += comparison.overlap;
  own.rbo += comparison.rbo;
  own.with_tau += comparison.tau ? 1U : 0U;
  own.tau += comparison.tau.value_or(0.0);
  own.answered.add(answered);
  own.shadow.add(shadow);
}

void ShadowMetrics::add_dropped() {
  ++dropped_;
}

std::string ShadowMetrics::text() const {
  const std::lock_guard lock(mutex_);
  return sums_text() + scores_text() +
         metric_head("podium_shadow_dropped_total", "counter",
                     "Queries that the shadow models had no time for.") +
         fmt::format("podium_shadow_dropped_total {}\n", dropped_.load());
}

std::string ShadowMetrics::sums_text() const {
  std::string queries = metric_head("podium_shadow_queries_total", "counter",
                                    "Queries scored by a shadow model, too.");
  std::string best = metric_head("podium_shadow_other_best_total", "counter",
                                 "Queries for which the shadow model has another best document.");
  std::string overlap =
      metric_head("podium_shadow_overlap_sum", "counter",
                  "Sum over queries of the share of the ten best documents that both models have.");
  std::string rbo = metric_head("podium_shadow_rbo_sum", "counter",
                                "Sum over queries of the rank-biased overlap of the ten best.");
  std::string with_tau = metric_head("podium_shadow_tau_queries_total", "counter",
                                     "Queries for which Kendall's tau is defined.");
  // A gauge: it may fall.
  std::string tau = metric_head("podium_shadow_tau_sum", "gauge",
                                "Sum of Kendall's tau of the two rankings over these queries.");
  for (const auto& [pair, own] : pairs_) {
    const std::string label = pair_label(pair);
    queries += fmt::format("podium_shadow_queries_total{{{}}} {}\n", label, own.queries);
    best += fmt::format("podium_shadow_other_best_total{{{}}} {}\n", label, own.other_best);
    overlap += fmt::format("podium_shadow_overlap_sum{{{}}} {}\n", label, own.overlap);
    rbo += fmt::format("podium_shadow_rbo_sum{{{}}} {}\n", label, own.rbo);
    with_tau += fmt::format("podium_shadow_tau_queries_total{{{}}} {}\n", label, own.with_tau);
    tau += fmt::format("podium_shadow_tau_sum{{{}}} {}\n", label, own.tau);
  }
  return queries + best + overlap + rbo + with_tau + tau;
}

std::string ShadowMetrics::scores_text() const {
  std::string scores =
      metric_head("podium_shadow_scores", "summary",
                  "Scores of both models, quantiles of a uniform sample since they were loaded.");
  std::string least =
      metric_head("podium_shadow_scores_min", "gauge", "The least of these scores.");
  std::string greatest =
      metric_head("podium_shadow_scores_max", "gauge", "The greatest of these scores.");
  for (const auto& [pair, own] : pairs_) {
    for (const auto& [name, side] :
         {std::pair("answered", &own.answered), std::pair("shadow", &own.shadow)}) {
      if (side->scores.count() == 0) continue;  // queries without documents
      const std::string labels = fmt::format("{},side=\"{}\"", pair_label(pair), name);
      scores += summary_lines("podium_shadow_scores", labels, side->scores);
      least += fmt::format("podium_shadow_scores_min{{{}}} {}\n", labels, side->scores.least());
      greatest +=
          fmt::format("podium_shadow_scores_max{{{}}} {}\n", labels, side->scores.greatest());
    }
  }
  return scores + least + greatest;
}

}  // namespace podium::serving
