#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "podium/serving/model_registry.hpp"
#include "podium/serving/odd_values.hpp"

namespace podium::serving {

/// How often times fell below bounds that double from 50 microseconds on.
class TimeHistogram {
 public:
  static constexpr std::size_t bounds = 16;  ///< the last is 1.6 s
  static double bound(std::size_t place) noexcept {
    return 50e-6 * static_cast<double>(std::uint64_t{1} << place);
  }

  void add(double seconds);

  /// The lines of a Prometheus histogram; `labels` is "model=\"a\"".
  std::string lines(std::string_view name, const std::string& labels) const;

 private:
  std::array<std::uint64_t, bounds + 1> counts_{};
  double sum_ = 0.0;
};

/// What a service has done, as Prometheus reads it. Safe to use from several threads.
class ServeMetrics {
 public:
  /// A request that was answered, by a model or, without one, by none.
  void add_request(const LoadedModel* model, int status, double seconds);

  /// A request that was refused before it could be read to its end.
  void add_unread(int status);

  /// Documents that a model scored, and what was odd about their values.
  void add_scored(const LoadedModel& model, std::size_t documents, double seconds,
                  const OddValues& odd);

  void add_refused(std::string_view reason);
  void add_load(bool has_worked);

  /// Forgets the counts of models and versions that are no longer served, so that neither memory
  /// nor the text grows with every reload.
  void keep_only(const ModelRegistry& registry);

  /// The text that Prometheus reads, format 0.0.4. Of each model it names the features with the
  /// most missing values, and with the most outside their range: a model may have a million.
  static constexpr std::size_t max_features = 20;
  std::string text(const ServedModels& contents, std::size_t waiting) const;

 private:
  struct PerModel {
    std::uint64_t documents = 0;
    TimeHistogram scoring;
  };
  using OddOfVersions = std::map<std::pair<std::string, std::string>, OddValues>;

  std::string requests_text() const;
  std::string models_text() const;
  std::string odd_text(const ServedModels& contents) const;
  std::string loads_text(const ServedModels& contents) const;

  mutable std::mutex mutex_;
  std::map<std::tuple<std::string, std::string, int>, std::uint64_t> requests_;
  std::map<std::string, PerModel> models_;
  OddOfVersions odd_;  ///< by reference and version, which has features of its own
  TimeHistogram requests_time_;
  std::map<std::string, std::uint64_t, std::less<>> refused_;
  std::array<std::uint64_t, 2> loads_{};
};

}  // namespace podium::serving
