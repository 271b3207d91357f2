// The profiles `trec` and `sklearn` against the programs they are named after. Made by
// tests/golden/profiles.py with pytrec_eval-terrier 0.5.11 and scikit-learn 1.9.1.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/base/test_paths.hpp"
#include "podium/measure/evaluate.hpp"

namespace podium {
namespace {

nlohmann::json golden() {
  std::ifstream file(golden_path("profiles.json"));
  return nlohmann::json::parse(file);
}

/// A query of the golden file: retrieved documents first, -1 for the label of an unjudged one.
struct GoldenQuery {
  WeakOrder truth;
  std::vector<double> scores;
  std::vector<std::uint64_t> id_end;
  std::string id_text;

  explicit GoldenQuery(nlohmann::json documents) {
    std::stable_partition(documents.begin(), documents.end(),
                          [](const auto& doc) { return !doc.at("score").is_null(); });
    std::vector<double> label;
    for (const auto& doc : documents) {
      label.push_back(doc.at("label").is_null() ? -1.0 : doc.at("label").get<double>());
      if (!doc.at("score").is_null()) scores.push_back(doc.at("score"));
      id_text += doc.at("id").get<std::string>();
      id_end.push_back(id_text.size());
    }
    truth = weak_order(GradedTruth{label});
  }

  ScoredQuery view() const { return {"q", truth.view(), scores, {id_end, id_text}, 0}; }
};

void expect_values(const ScoredQuery& query, const nlohmann::json& values, const char* profile) {
  const Profile& conventions = find_profile(profile);
  for (const auto& [name, value] : values.items()) {
    const std::vector<Measure> measures = {parse_measure(name, conventions)};
    const Evaluation ours = evaluate(std::span(&query, 1), measures, conventions, conventions.ties);
    EXPECT_NEAR(ours.mean[0], value.get<double>(), 1e-12) << name;
  }
}

TEST(TrecProfile, AgreesWithTrecEval) {
  const nlohmann::json queries = golden().at("trec");
  ASSERT_EQ(queries.size(), 30U);
  for (const auto& query : queries) {
    SCOPED_TRACE(query.at("id").get<std::string>());
    const GoldenQuery ours(query.at("documents"));
    expect_values(ours.view(), query.at("values"), "trec");
  }
}

TEST(SklearnProfile, AgreesWithScikitLearn) {
  const nlohmann::json queries = golden().at("sklearn");
  ASSERT_EQ(queries.size(), 30U);
  for (const auto& query : queries) {
    const WeakOrder truth = weak_order(GradedTruth{query.at("labels").get<std::vector<double>>()});
    const auto scores = query.at("scores").get<std::vector<double>>();
    expect_values({"q", truth.view(), scores, {}, 0}, query.at("values"), "sklearn");
  }
}

}  // namespace
}  // namespace podium
