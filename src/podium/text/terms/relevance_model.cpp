#include "podium/text/terms/relevance_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace podium::text {

namespace {

using Document = DocumentVectors::Document;

constexpr std::size_t kept_terms = 50;
constexpr double feedback_share = 0.5;

double sum_of(const TermVector& vector) {
  double sum = 0.0;
  for (const TermWeight& w : vector) sum += w.weight;
  return sum;
}

/// Merges entries of the same term, in the order of the first ones.
TermVector merged(TermVector entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const TermWeight& a, const TermWeight& b) { return a.term < b.term; });
  TermVector vector;
  for (const TermWeight& entry : entries) {
    if (vector.empty() || vector.back().term != entry.term) vector.push_back({entry.term, 0.0});
    vector.back().weight += entry.weight;
  }
  return vector;
}

/// The most likely terms (ties by fingerprint), scaled to the given total weight.
void keep_likeliest(TermVector& vector, double weight) {
  std::stable_sort(vector.begin(), vector.end(),
                   [](const TermWeight& a, const TermWeight& b) { return a.weight > b.weight; });
  vector.resize(std::min(vector.size(), kept_terms));
  const double sum = sum_of(vector);
  for (TermWeight& w : vector) w.weight *= weight / sum;
}

}  // namespace

RelevanceModel::RelevanceModel(const DocumentVectors& vectors, std::span<const std::uint64_t> query,
                               double mu)
    : vectors_(&vectors), mu_(mu) {
  TermVector entries;
  for (const std::uint64_t term : query) {
    if (vectors.share.contains(term)) entries.push_back({term, 1.0});
  }
  query_ = merged(std::move(entries));
  learn({});
}

double RelevanceModel::log_likelihood(const TermVector& model, const Document& document) const {
  const double length = sum_of(document.count);
  double sum = 0.0;
  for (const TermWeight& w : model) {
    const double count = weight_of(document.count, w.term);
    const double share = vectors_->share.at(w.term);
    sum += w.weight * std::log((count + mu_ * share) / (length + mu_));
  }
  return sum;
}

std::vector<double> RelevanceModel::shares(std::span<const Document* const> feedback) const {
  std::vector<double> share;
  for (const Document* document : feedback) share.push_back(log_likelihood(query_, *document));
  const double most = *std::max_element(share.begin(), share.end());
  double sum = 0.0;
  for (double& s : share) sum += s = std::exp(s - most);
  for (double& s : share) s /= sum;
  return share;
}

void RelevanceModel::learn(std::span<const Document* const> feedback) {
  TermVector entries;
  if (!feedback.empty()) {
    const std::vector<double> share = shares(feedback);
    for (std::size_t e = 0; e < feedback.size(); ++e) {
      const double length = sum_of(feedback[e]->count);
      for (const TermWeight& w : feedback[e]->count) {
        entries.push_back({w.term, share[e] * w.weight / length});
      }
    }
    entries = merged(std::move(entries));
    keep_likeliest(entries, feedback_share);
  }
  const double rest = entries.empty() ? 1.0 : 1.0 - feedback_share;
  const double length = sum_of(query_);
  for (const TermWeight& w : query_) entries.push_back({w.term, rest * w.weight / length});
  model_ = merged(std::move(entries));
}

double RelevanceModel::score(const Document& document) const {
  return log_likelihood(model_, document);
}

}  // namespace podium::text
