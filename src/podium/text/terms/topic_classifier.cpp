#include "podium/text/terms/topic_classifier.hpp"

#include <algorithm>
#include <cmath>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

/// Turns logarithms of weights into shares.
void normalise_logarithms(std::span<double> values) {
  const double largest = *std::max_element(values.begin(), values.end());
  double sum = 0.0;
  for (double& value : values) {
    value = std::exp(value - largest);
    sum += value;
  }
  for (double& value : values) value /= sum;
}

}  // namespace

TopicClassifier::TopicClassifier(std::span<const TopicExample> examples, Analyser& analyser) {
  if (examples.empty()) throw UsageError("topics: found no example, expected one or more");
  std::unordered_map<std::string_view, std::size_t> number;
  for (const TopicExample& example : examples) {
    if (number.emplace(example.topic, topic_.size()).second) topic_.emplace_back(example.topic);
  }
  const std::size_t topics = topic_.size();
  std::vector<double> count;  // [term][topic]
  std::vector<double> total(topics, 0.0);
  log_prior_.assign(topics, 0.0);
  for (const TopicExample& example : examples) {
    const std::size_t topic = number.at(example.topic);
    log_prior_[topic] += 1.0;
    analyser.for_each_term(example.text, [&](const Term& term) {
      const auto [place, is_new] = term_.emplace(term.fingerprint, term_.size());
      if (is_new) count.resize(count.size() + topics, 0.0);
      count[place->second * topics + topic] += 1.0;
      total[topic] += 1.0;
    });
  }
  for (double& prior : log_prior_) prior = std::log(prior / static_cast<double>(examples.size()));
  log_share_.resize(count.size());
  for (std::size_t i = 0; i < count.size(); ++i) {
    const double all = total[i % topics] + static_cast<double>(term_.size());
    log_share_[i] = std::log((count[i] + 1.0) / all);
  }
}

std::vector<double> TopicClassifier::shares(std::span<const std::string_view> parts,
                                            Analyser& analyser) const {
  std::vector<double> result = log_prior_;
  for (const std::string_view part : parts) {
    analyser.for_each_term(part, [&](const Term& term) {
      const auto found = term_.find(term.fingerprint);
      if (found == term_.end()) return;
      const double* row = &log_share_[found->second * result.size()];
      for (std::size_t i = 0; i < result.size(); ++i) result[i] += row[i];
    });
  }
  normalise_logarithms(result);
  return result;
}

}  // namespace podium::text
