// Profiles against the programs that they are named after: the values are made by
// tests/golden/profiles.py, which says which versions of them it needs.
#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/base/test_paths.hpp"
#include "podium/core/measure/evaluate.hpp"

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

void expect_values(const ScoredQuery& query, const nlohmann::json& values, std::string_view profile,
                   double tolerance = 1e-12) {
  const Profile& conventions = find_profile(profile);
  for (const auto& [name, value] : values.items()) {
    const std::vector<Measure> measures = {parse_measure(name, conventions)};
    const Evaluation ours = evaluate(std::span(&query, 1), measures, conventions, conventions.ties);
    EXPECT_NEAR(ours.mean[0], value.get<double>(), tolerance) << name;
  }
}

TEST(TrecProfile, AgreesWithTrecEval) {
  const nlohmann::json queries = golden().at("trec");
  ASSERT_EQ(queries.size(), 40U);
  for (const auto& query : queries) {
    SCOPED_TRACE(query.at("id").get<std::string>());
    const GoldenQuery ours(query.at("documents"));
    expect_values(ours.view(), query.at("values"), "trec");
  }
}

struct Program {
  const char* profile;
  std::size_t queries;
  double tolerance;
};

class ProgramProfile : public testing::TestWithParam<Program> {};

TEST_P(ProgramProfile, AgreesWithItsProgram) {
  const auto& [profile, count, tolerance] = GetParam();
  const nlohmann::json queries = golden().at(profile);
  ASSERT_EQ(queries.size(), count);
  for (std::size_t number = 0; number < count; ++number) {
    SCOPED_TRACE("query " + std::to_string(number));
    const nlohmann::json& query = queries[number];
    const WeakOrder truth = weak_order(GradedTruth{query.at("labels").get<std::vector<double>>()});
    const auto scores = query.at("scores").get<std::vector<double>>();
    expect_values({"q", truth.view(), scores, {}, 0}, query.at("values"), profile, tolerance);
  }
}

// RankLib computes RR in 32-bit floats.
INSTANTIATE_TEST_SUITE_P(
    Programs, ProgramProfile,
    testing::Values(Program{"sklearn", 30, 1e-12}, Program{"lightgbm", 30, 1e-12},
                    Program{"xgboost", 60, 1e-12}, Program{"ranklib", 30, 2e-8}),
    [](const testing::TestParamInfo<Program>& param) { return std::string(param.param.profile); });

}  // namespace
}  // namespace podium
