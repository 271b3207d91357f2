#include "podium/serving/serve_metrics.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "podium/serving/prometheus_text.hpp"

namespace podium::serving {

namespace {

std::string model_label(std::string_view model) {
  return fmt::format("model=\"{}\"", label_value(model));
}

/// The places of the largest counts but zeros, in order; of equal ones the first.
std::vector<std::size_t> largest_counts(std::span<const std::uint64_t> counts) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < counts.size(); ++place) {
    if (counts[place] > 0) places.push_back(place);
  }
  const auto kept =
      static_cast<std::ptrdiff_t>(std::min(places.size(), ServeMetrics::max_features));
  std::partial_sort(places.begin(), places.begin() + kept, places.end(),
                    [&](std::size_t a, std::size_t b) {
                      return std::pair(counts[b], a) < std::pair(counts[a], b);
                    });
  places.resize(static_cast<std::size_t>(kept));
  std::ranges::sort(places);
  return places;
}

}  // namespace

void TimeHistogram::add(double seconds) {
  std::size_t place = 0;
  while (place < bounds && seconds > bound(place)) ++place;
  ++counts_[place];
  sum_ += seconds;
}

std::string TimeHistogram::lines(std::string_view name, const std::string& labels) const {
  const std::string comma = labels.empty() ? "" : labels + ",";
  const std::string braces = labels.empty() ? "" : "{" + labels + "}";
  std::string text;
  std::uint64_t below = 0;
  for (std::size_t place = 0; place < bounds; ++place) {
    below += counts_[place];
    text += fmt::format("{}_bucket{{{}le=\"{}\"}} {}\n", name, comma, bound(place), below);
  }
  below += counts_[bounds];
  text += fmt::format("{}_bucket{{{}le=\"+Inf\"}} {}\n", name, comma, below);
  return text + fmt::format("{0}_sum{1} {2}\n{0}_count{1} {3}\n", name, braces, sum_, below);
}

void ServeMetrics::add_request(const LoadedModel* model, int status, double seconds) {
  const std::lock_guard lock(mutex_);
  ++requests_[{model == nullptr ? "" : model->reference(), model == nullptr ? "" : model->version,
               status}];
  requests_time_.add(seconds);
}

void ServeMetrics::add_unread(int status) {
  const std::lock_guard lock(mutex_);
  ++requests_[{"", "", status}];
}

void ServeMetrics::add_scored(const LoadedModel& model, std::size_t documents, double seconds,
                              const OddValues& odd) {
  const std::lock_guard lock(mutex_);
  PerModel& own = models_[model.reference()];
  own.documents += documents;
  own.scoring.add(seconds);
  if (odd.missing.empty()) return;
  OddValues& sum = odd_[{model.reference(), model.version}];
  sum.missing.resize(odd.missing.size());
  sum.outside.resize(odd.outside.size());
  for (std::size_t f = 0; f < odd.missing.size(); ++f) {
    sum.missing[f] += odd.missing[f];
    sum.outside[f] += odd.outside[f];
  }
}

void ServeMetrics::add_refused(std::string_view reason) {
  const std::lock_guard lock(mutex_);
  ++refused_[std::string(reason)];
}

void ServeMetrics::add_load(bool has_worked) {
  const std::lock_guard lock(mutex_);
  ++loads_[has_worked ? 0U : 1U];
}

void ServeMetrics::keep_only(const ModelRegistry& registry) {
  OddOfVersions gone;  // freed without the lock
  while (true) {
    const auto contents = registry.contents();
    std::map<std::string, std::string> version;  // by reference
    for (const auto& [name, versions] : contents->models) {
      for (const ModelHandle& model : versions) version.emplace(model->reference(), model->version);
    }
    const auto is_served = [&](const std::string& model, const std::string& wanted) {
      const auto served = version.find(model);
      return served != version.end() && served->second == wanted;
    };
    const std::lock_guard lock(mutex_);
    if (registry.contents() != contents) continue;  // a new model may have been counted already
    std::erase_if(requests_, [&](const auto& entry) {
      const auto& [model, of_request, status] = entry.first;
      return !model.empty() && !is_served(model, of_request);
    });
    std::erase_if(models_, [&](const auto& entry) { return !version.contains(entry.first); });
    for (auto next = odd_.begin(); next != odd_.end();) {
      const auto at = next++;
      if (!is_served(at->first.first, at->first.second)) gone.insert(odd_.extract(at));
    }
    return;
  }
}

std::string ServeMetrics::text(const ServedModels& contents, std::size_t waiting) const {
  const std::string odd = odd_text(contents);
  const std::lock_guard lock(mutex_);
  return requests_text() + models_text() + odd + loads_text(contents) +
         metric_head("podium_queue_depth", "gauge", "Requests that wait for a core.") +
         fmt::format("podium_queue_depth {}\n", waiting);
}

std::string ServeMetrics::requests_text() const {
  std::string text = metric_head("podium_requests_total", "counter", "Requests answered.");
  for (const auto& [key, count] : requests_) {
    const auto& [model, version, code] = key;
    text += fmt::format("podium_requests_total{{{},version=\"{}\",code=\"{}\"}} {}\n",
                        model_label(model), version, code, count);
  }
  text += metric_head("podium_request_seconds", "histogram",
                      "Time to answer a request, without reading and sending it.");
  text += requests_time_.lines("podium_request_seconds", "");
  text += metric_head("podium_rejected_total", "counter", "Requests refused to keep others fast.");
  for (const auto& [reason, count] : refused_) {
    text += fmt::format("podium_rejected_total{{reason=\"{}\"}} {}\n", reason, count);
  }
  return text;
}

std::string ServeMetrics::models_text() const {
  std::string documents = metric_head("podium_documents_total", "counter", "Documents scored.");
  std::string times =
      metric_head("podium_score_seconds", "histogram", "Time to score the documents of a request.");
  for (const auto& [model, own] : models_) {
    const std::string label = model_label(model);
    documents += fmt::format("podium_documents_total{{{}}} {}\n", label, own.documents);
    times += own.scoring.lines("podium_score_seconds", label);
  }
  return documents + times;
}

std::string ServeMetrics::odd_text(const ServedModels& contents) const {
  const OddOfVersions odd = [&] {
    const std::lock_guard lock(mutex_);
    return odd_;
  }();
  std::string all_missing = metric_head("podium_model_missing_values_total", "counter",
                                        "Missing values of all features in documents scored.");
  std::string missing = metric_head("podium_missing_values_total", "counter",
                                    "Missing values of the features that have most of them.");
  std::string all_outside = metric_head(
      "podium_model_out_of_range_total", "counter",
      "Values of all features outside the range of the training data in documents scored.");
  std::string outside = metric_head("podium_out_of_range_total", "counter",
                                    "The same of the features that have most of them.");
  for (const auto& [name, versions] : contents.models) {
    for (const ModelHandle& model : versions) {
      const auto own = odd.find({model->reference(), model->version});
      if (own == odd.end()) continue;
      const std::string label = model_label(model->reference());
      const auto add = [&](std::string_view metric, std::span<const std::uint64_t> counts,
                           std::string& sums, std::string& lines) {
        const std::uint64_t sum = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
        if (sum == 0) return;
        sums += fmt::format("podium_model_{}{{{}}} {}\n", metric, label, sum);
        for (const std::size_t f : largest_counts(counts)) {
          lines += fmt::format("podium_{}{{{},feature=\"{}\"}} {}\n", metric, label,
                               label_value(model->columns.name(f)), counts[f]);
        }
      };
      add("missing_values_total", own->second.missing, all_missing, missing);
      add("out_of_range_total", own->second.outside, all_outside, outside);
    }
  }
  return all_missing + missing + all_outside + outside;
}

std::string ServeMetrics::loads_text(const ServedModels& contents) const {
  constexpr std::string_view loaded = "podium_model_loaded_timestamp_seconds";
  std::string text = metric_head(loaded, "gauge", "When a model was loaded.");
  for (const auto& [name, versions] : contents.models) {
    for (const ModelHandle& model : versions) {
      const std::chrono::duration<double> since = model->loaded.time_since_epoch();
      text += fmt::format("{}{{{},version=\"{}\"}} {:.3f}\n", loaded,
                          model_label(model->reference()), model->version, since.count());
    }
  }
  text += metric_head("podium_model_loads_total", "counter", "Model files read, by result.");
  text += fmt::format("podium_model_loads_total{{result=\"ok\"}} {}\n", loads_[0]);
  return text + fmt::format("podium_model_loads_total{{result=\"failed\"}} {}\n", loads_[1]);
}

}  // namespace podium::serving
