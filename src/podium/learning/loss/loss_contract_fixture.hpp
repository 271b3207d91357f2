#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/learning/loss/loss_fixture.hpp"

namespace podium::fixture {  // what the contract tests of all losses share

/// Options that matter enough to be tested like losses of their own, beside each choice of every
/// option that is a choice.
inline const std::multimap<std::string, OptionText, std::less<>> with_options = {
    {"approx-ndcg", {{"alpha", "2"}, {"beta", "3"}, {"cutoff", "2"}}},
    {"focused-net", {{"lambda", "0"}}},
    {"focused-net", {{"lambda", "1"}}},
    {"focused-svm", {{"lambda", "0"}}},
    {"focused-svm", {{"lambda", "1"}}},
    {"lambda-rank", {{"cutoff", "1"}}},
    {"lambda-rank", {{"cutoff", "3"}}},
    {"lambda-rank", {{"cutoff", "3"}, {"weights", "ndcg-loss2"}}},
    {"lambda-rank", {{"cutoff", "3"}, {"weights", "ndcg-loss2pp"}, {"mu", "5"}}},
    {"lambda-rank", {{"cutoff", "3"}, {"weights", "ndcg-loss2-at-k"}}},
    {"lambda-rank", {{"objective", "map@5"}}},
    {"lambda-rank", {{"objective", "rr"}}},
    {"lambda-rank", {{"objective", "err@5"}}},
    {"lambda-rank", {{"objective", "meanndcg"}}},
    {"lambda-rank", {{"objective", "recall@3"}}},
    {"list-mle", {{"k", "2"}}},
    {"list-mle", {{"k", "2"}, {"ties", "shuffled"}}},
    {"list-net", {{"label-scale", "0.5"}, {"rest", "0.2"}}},
    {"svm-map", {{"relevant", "2"}}},
    {"top-margin", {{"cutoff", "3"}}},
    {"top-margin", {{"cutoff", "3"}, {"measure", "precision"}}},
    {"top-slack", {{"cutoff", "3"}}},
    {"top-slack", {{"cutoff", "3"}, {"measure", "precision"}}},
};

/// An option whose gradient is not that of the value, by its definition; tested beside its loss.
inline constexpr std::string_view own_gradient = "norm";

inline std::vector<OptionText> variants_of(const LossEntry& entry) {
  std::vector<OptionText> variants = {{}};
  for (const OptionInfo& option : entry.options()) {
    if (option.name == own_gradient) continue;
    for (const std::string& choice : choices_of(option)) {
      if (choice != option.default_value) variants.push_back({{option.name, choice}});
    }
  }
  const auto [begin, end] = with_options.equal_range(entry.name);
  for (auto variant = begin; variant != end; ++variant) variants.push_back(variant->second);
  return variants;
}

inline std::string text_of(const OptionText& options) {
  std::string text;
  for (const auto& [name, value] : options) text += " " + name + "=" + value;
  return text;
}

inline const std::vector<std::string> settings = {"graded", "full", "topk:3", "topk:40",
                                                  "top-vs-rest:2"};

/// Scores at least 1e-3 apart from each other and from the hinges' kink at a margin of 1.
inline std::vector<double> scores_off_kinks(RandomStream& stream, std::size_t count) {
  std::vector<double> steps(count);
  for (std::size_t i = 0; i < count; ++i) steps[i] = static_cast<double>(i) * 0.237;
  stream.shuffle(std::span(steps));
  for (double& step : steps) step += 0.01 * stream.uniform();
  return steps;
}

/// A query whose documents have changed places: document d is now moved_to[d].
struct MovedQuery {
  PreparedQuery query;
  std::vector<double> scores;
  std::vector<DocIndex> moved_to;
};

inline MovedQuery with_moved_documents(const Loss& loss, const PreparedQuery& query,
                                       std::span<const double> scores, RandomStream& stream) {
  const std::size_t n = scores.size();
  MovedQuery moved{query, std::vector<double>(n), std::vector<DocIndex>(n)};
  std::iota(moved.moved_to.begin(), moved.moved_to.end(), DocIndex{0});
  stream.shuffle(std::span(moved.moved_to));
  for (DocIndex doc = 0; doc < n; ++doc) {
    const DocIndex place = moved.moved_to[doc];
    moved.query.truth.level[place] = query.truth.level[doc];
    moved.query.truth.label[place] = query.truth.label[doc];
    moved.scores[place] = scores[doc];
  }
  for (DocIndex& doc : moved.query.order) doc = moved.moved_to[doc];
  EXPECT_TRUE(loss.prepare(moved.query.truth.view(), moved.query.order, moved.query.target));
  return moved;
}

class LossContract : public testing::TestWithParam<const LossEntry*> {
 protected:
  const LossEntry& entry() const { return *GetParam(); }

  template <class Check>
  void for_all_variants(const Check& check) const {
    for (const OptionText& options : variants_of(entry())) {
      SCOPED_TRACE(std::string(entry().name) + text_of(options));
      check(*entry().make(options));
    }
  }

  /// check(loss, query, stream) for queries of many lengths, labels and settings that contribute.
  template <class Check>
  void for_all(const Check& check) const {
    for_all_variants([&](const Loss& loss) {
      RandomStream stream(1, entry().name, "contract");
      for (std::size_t count = 2; count < 12; ++count) {
        for (const std::string& setting : settings) {
          WeakOrder truth = random_grades(stream, count, 4);
          if (stream.below(2) == 0) truth = with_real_labels(truth, stream);
          SCOPED_TRACE(testing::Message() << count << " documents, " << setting);
          const PreparedQuery query = prepared(loss, with_setting(truth, setting));
          if (query.contributes) check(loss, query, stream);
        }
      }
    });
  }

  static WeakOrder with_real_labels(const WeakOrder& grades, RandomStream& stream) {
    GradedTruth truth{grades.label};
    for (double& label : truth.label) label = 0.7 * label + (label == 1.0 ? stream.uniform() : 0.0);
    return weak_order(truth);
  }
};

inline std::vector<const LossEntry*> all_losses() {
  std::vector<const LossEntry*> rows;
  for (const LossEntry& row : losses()) rows.push_back(&row);
  return rows;
}

inline std::string test_name(const testing::TestParamInfo<const LossEntry*>& tested) {
  std::string name(tested.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace podium::fixture
