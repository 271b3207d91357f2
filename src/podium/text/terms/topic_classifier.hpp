#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "podium/text/terms/analyser.hpp"

namespace podium::text {

/// A text whose topic is known.
struct TopicExample {
  std::string_view topic;
  std::string_view text;
};

/// Which topics a text is about: multinomial naive Bayes with add-one smoothing [McCallum98].
///
///   P(i | text) is proportional to P(i) * product over the terms w of the text of P(w | i)
///   P(i) = examples of topic i / examples,   P(w | i) = (c(w, i) + 1) / (n(i) + V)
///
/// c(w, i) counts w in the examples of i, n(i) all their terms, V the different terms of all
/// examples. A term that no example has is ignored; a text without any other has the shares P(i).
class TopicClassifier {
 public:
  /// Throws UsageError when there is no example.
  TopicClassifier(std::span<const TopicExample> examples, Analyser& analyser);

  /// In the order of their first examples.
  std::span<const std::string> topics() const noexcept { return topic_; }
  std::size_t topic_count() const noexcept { return topic_.size(); }

  /// The share of each topic in a text of several parts; they sum to 1. The analyser has the
  /// options of the one that the classifier was made with.
  std::vector<double> shares(std::span<const std::string_view> parts, Analyser& analyser) const;

 private:
  std::vector<std::string> topic_;
  std::unordered_map<std::uint64_t, std::size_t> term_;  ///< number of a term, by fingerprint
  std::vector<double> log_prior_;                        ///< by topic
  std::vector<double> log_share_;                        ///< of a term in a topic: [term][topic]
};

}  // namespace podium::text
