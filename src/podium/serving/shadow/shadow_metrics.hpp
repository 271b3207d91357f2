#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "podium/serving/shadow/score_sample.hpp"
#include "podium/serving/shadow/shadow_comparison.hpp"

namespace podium::serving {

/// The scores that a version of a model gave to the documents of a query.
struct VersionScores {
  std::string version;
  std::span<const double> scores;
};

/// How shadow models differ from those that answer, as Prometheus reads it. Safe to use from
/// several threads.
class ShadowMetrics {
 public:
  /// A query that both models of a pair have scored.
  void add(const std::string& pair, const ShadowComparison& comparison,
           const VersionScores& answered, const VersionScores& shadow);

  /// A query that was not compared.
  void add_dropped();

  /// The text that Prometheus reads, format 0.0.4.
  std::string text() const;

 private:
  struct Side {
    std::string version;  ///< whose scores these are
    ScoreSample scores;

    /// Scores of another version begin a new sample.
    void add(const VersionScores& given);
  };
  struct Pair {
    std::uint64_t queries = 0;
    std::uint64_t other_best = 0;
    double overlap = 0.0;
    double rbo = 0.0;
    std::uint64_t with_tau = 0;
    double tau = 0.0;
    Side answered;
    Side shadow;
  };

  std::string sums_text() const;
  std::string scores_text() const;

  mutable std::mutex mutex_;
  std::map<std::string, Pair> pairs_;
  std::atomic<std::uint64_t> dropped_ = 0;  ///< answers do not wait for the background thread
};

}  // namespace podium::serving
