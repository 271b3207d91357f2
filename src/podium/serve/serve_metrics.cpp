#include "podium/serve/serve_metrics.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "podium/serve/prometheus_text.hpp"

namespace podium {

namespace {

std::string model_label(std::string_view model) {
  return fmt::format("model=\"{}\"", label_value(model));
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
  if (own.version != model.version) own.take_features_of(model);
  for (std::size_t f = 0; f < own.features.size(); ++f) {
    own.odd.missing[f] += odd.missing[f];
    own.odd.outside[f] += odd.outside[f];
  }
}

void ServeMetrics::PerModel::take_features_of(const LoadedModel& model) {
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> before;
  for (std::size_t f = 0; f < features.size(); ++f) {
    before.emplace(std::move(features[f]), std::pair(odd.missing[f], odd.outside[f]));
  }
  version = model.version;
  features.clear();
  odd = {};
  for (std::size_t f = 0; f < model.columns.count(); ++f) {
    features.push_back(model.columns.name(f));
    const auto [missing, outside] = before[features.back()];
    odd.missing.push_back(missing);
    odd.outside.push_back(outside);
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

void ServeMetrics::keep_only(const ModelShelf& shelf) {
  const std::lock_guard lock(mutex_);
  std::map<std::string, std::string> version;  // by reference
  const auto contents = shelf.contents();      // with the lock: no request was counted since
  for (const auto& [name, versions] : contents->models) {
    for (const ModelHandle& model : versions) version.emplace(model->reference(), model->version);
  }
  std::erase_if(requests_, [&](const auto& entry) {
    const auto& [model, of_request, status] = entry.first;
    if (model.empty()) return false;
    const auto served = version.find(model);
    return served == version.end() || served->second != of_request;
  });
  std::erase_if(models_, [&](const auto& entry) { return !version.contains(entry.first); });
}

std::string ServeMetrics::text(const ShelfContents& contents, std::size_t waiting) const {
  const std::lock_guard lock(mutex_);
  return requests_text() + models_text() + loads_text(contents) +
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
  std::string missing =
      metric_head("podium_missing_values_total", "counter", "Missing values in documents scored.");
  std::string outside =
      metric_head("podium_out_of_range_total", "counter",
                  "Values outside the range of the training data in documents scored.");
  const auto add = [](std::string& text, std::string_view name, const std::string& labels,
                      std::uint64_t count) {
    if (count > 0) text += fmt::format("{}{{{}}} {}\n", name, labels, count);
  };
  for (const auto& [model, own] : models_) {
    const std::string label = model_label(model);
    documents += fmt::format("podium_documents_total{{{}}} {}\n", label, own.documents);
    times += own.scoring.lines("podium_score_seconds", label);
    for (std::size_t f = 0; f < own.features.size(); ++f) {
      const std::string labels =
          fmt::format("{},feature=\"{}\"", label, label_value(own.features[f]));
      add(missing, "podium_missing_values_total", labels, own.odd.missing[f]);
      add(outside, "podium_out_of_range_total", labels, own.odd.outside[f]);
    }
  }
  return documents + times + missing + outside;
}

std::string ServeMetrics::loads_text(const ShelfContents& contents) const {
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

}  // namespace podium
