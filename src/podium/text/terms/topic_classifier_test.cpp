#include "podium/text/terms/topic_classifier.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"

namespace podium::text {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

const AnalyserOptions plain_terms{.stemmer = "none", .stop_words = "none"};

/// Three examples of two topics: c = {ball 3, goal 1} of 4 and {bank 2, goal 1} of 3, V = 3.
const std::vector<TopicExample> sports_and_money = {
    {"sports", "ball ball goal"}, {"money", "Bank goal bank"}, {"sports", "ball"}};

std::vector<double> shares_of(const TopicClassifier& classifier, std::string_view text) {
  Analyser analyser(plain_terms);
  return classifier.shares(std::vector{text}, analyser);
}

TEST(TopicClassifier, IsTheWorkedExample) {
  Analyser analyser(plain_terms);
  const TopicClassifier classifier(sports_and_money, analyser);
  EXPECT_THAT(classifier.topics(), ElementsAre("sports", "money"));
  // P = (2/3, 1/3); P(ball | .) = (4/7, 1/6), P(goal | .) = (2/7, 2/6), P(bank | .) = (1/7, 3/6).
  const double sports = 2.0 / 3.0 * (4.0 / 7.0) * (2.0 / 7.0) * (2.0 / 7.0);
  const double money = 1.0 / 3.0 * (1.0 / 6.0) * (2.0 / 6.0) * (2.0 / 6.0);
  EXPECT_THAT(shares_of(classifier, "goal BALL unknown goal"),
              ElementsAre(DoubleNear(sports / (sports + money), 1e-12),
                          DoubleNear(money / (sports + money), 1e-12)));
}

TEST(TopicClassifier, SaysOfATextWithoutKnownWordsWhatItSaysOfNone) {
  Analyser analyser(plain_terms);
  const TopicClassifier classifier(sports_and_money, analyser);
  const auto prior = ElementsAre(DoubleNear(2.0 / 3.0, 1e-12), DoubleNear(1.0 / 3.0, 1e-12));
  EXPECT_THAT(shares_of(classifier, "nothing known here"), prior);
  EXPECT_THAT(classifier.shares({}, analyser), prior);
}

/// The formula with probabilities instead of logarithms.
std::vector<double> literal_shares(const std::vector<TopicExample>& examples,
                                   const std::vector<std::string>& topics, std::string_view text) {
  Analyser analyser(plain_terms);
  std::map<std::string, std::map<std::string, double>> count;
  std::map<std::string, double> total;
  std::map<std::string, double> prior;
  std::map<std::string, double> vocabulary;
  for (const TopicExample& example : examples) {
    prior[std::string(example.topic)] += 1.0 / static_cast<double>(examples.size());
    for (const std::string& term : analyser.terms(example.text)) {
      count[std::string(example.topic)][term] += 1.0;
      total[std::string(example.topic)] += 1.0;
      vocabulary[term] += 1.0;
    }
  }
  std::vector<double> result;
  for (const std::string& topic : topics) {
    double product = prior[topic];
    for (const std::string& term : analyser.terms(text)) {
      if (!vocabulary.contains(term)) continue;
      product *=
          (count[topic][term] + 1.0) / (total[topic] + static_cast<double>(vocabulary.size()));
    }
    result.push_back(product);
  }
  const double sum = std::accumulate(result.begin(), result.end(), 0.0);
  for (double& share : result) share /= sum;
  return result;
}

TEST(TopicClassifier, IsTheFormulaOnRandomTexts) {
  RandomStream random(1, "q", "texts");
  const auto text = [&](std::size_t words) {
    std::string made;
    for (std::size_t i = 0; i < words; ++i) made += "w" + to_text(random.below(12)) + " ";
    return made;
  };
  for (int round = 0; round < 50; ++round) {
    std::vector<std::string> texts;
    std::vector<std::string> names;
    for (int i = 0; i < 8; ++i) texts.push_back(text(random.below(10)));
    for (int i = 0; i < 8; ++i) names.push_back("t" + to_text(random.below(4)));
    std::vector<TopicExample> examples;
    for (std::size_t i = 0; i < 8; ++i) examples.push_back({names[i], texts[i]});
    Analyser analyser(plain_terms);
    const TopicClassifier classifier(examples, analyser);
    const std::string asked = text(15);
    const std::vector<std::string> topics(classifier.topics().begin(), classifier.topics().end());
    const std::vector<double> expected = literal_shares(examples, topics, asked);
    const std::vector<double> found = shares_of(classifier, asked);
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
  }
}

TEST(TopicClassifier, TakesLongTextsWithoutUnderflow) {
  Analyser analyser(plain_terms);
  const TopicClassifier classifier(sports_and_money, analyser);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "goal ";
  const std::vector<double> shares = shares_of(classifier, text);
  EXPECT_NEAR(shares[0] + shares[1], 1.0, 1e-12);
  EXPECT_EQ(shares[1], 1.0);
}

TEST(TopicClassifier, NeedsAnExample) {
  Analyser analyser(plain_terms);
  EXPECT_THROW(TopicClassifier({}, analyser), UsageError);
}

}  // namespace
}  // namespace podium::text
