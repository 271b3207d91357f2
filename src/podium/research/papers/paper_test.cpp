#include "podium/research/papers/paper.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/research/papers/published.hpp"

namespace podium::research {
namespace {

using testing::HasSubstr;

TEST(Papers, HaveStudiesThatNameWhatThereIs) {
  std::set<std::string> names;
  for (const Paper& paper : papers()) {
    const std::vector<PaperStudy> studies = studies_of(paper);
    EXPECT_FALSE(studies.empty()) << paper.name;
    for (const PaperStudy& study : studies) {
      // Reading checks every algorithm, option, measure, profile and truth.
      const StudySpec spec = parse_study(study.text, study.name);
      EXPECT_EQ(spec.name + ".toml", study.name);
      EXPECT_TRUE(names.insert(spec.name).second) << spec.name;
      EXPECT_FALSE(spec.text.empty()) << spec.name;
      EXPECT_NO_THROW(baseline_of(spec)) << spec.name;
      for (const StudyData& data : spec.data) {
        EXPECT_EQ(data.fill, "min") << spec.name << ": a protocol does not follow defaults";
      }
    }
  }
}

TEST(Papers, KeepTheValuesThatTheirClaimsNeedInAQuickRun) {
  for (const PaperStudy& study : studies_of(*parse_papers("lan2013").front())) {
    const StudySpec spec = parse_study(study.text, study.name);
    EXPECT_THAT(spec.sweep->quick, testing::IsSupersetOf({"1", "10", "20", "full"})) << spec.name;
  }
}

TEST(Papers, SweepUpToAThousandPlacesOfListsThatAreThatLong) {
  for (const PaperStudy& study : studies_of(*parse_papers("lan2013").front())) {
    const StudySpec spec = parse_study(study.text, study.name);
    if (spec.name != "lan2013-orders") continue;
    EXPECT_THAT(spec.sweep->values, testing::IsSupersetOf({"200", "400", "600", "800", "1000"}));
    for (const StudyData& data : spec.data) {
      EXPECT_EQ(data.sweep_to.has_value(), data.synth.has_value()) << data.name;
    }
  }
}

TEST(Papers, RepeatWhatIsRandomWithFiveSeedsWhereItDecidesAndNothingElse) {
  for (const std::string_view name : {"cheng2015", "xia2009"}) {
    for (const PaperStudy& study : studies_of(*parse_papers(name).front())) {
      const StudySpec spec = parse_study(study.text, study.name);
      for (const StudyRow& row : spec.rows) {
        const auto& seeds = row.seeds.empty() ? spec.seeds : row.seeds;
        const bool is_random = row.truth || row.algorithm == "rankcosine";  // a random start
        EXPECT_EQ(seeds.size(), is_random ? 5U : 1U) << spec.name << ", " << row.name;
      }
    }
  }
}

TEST(Papers, HaveTheHingeInTopRankAsPublished) {
  std::size_t rows = 0;
  for (const PaperStudy& study : studies_of(*parse_papers("cheng2015").front())) {
    const StudySpec spec = parse_study(study.text, study.name);
    const OptionText& set = find_row(spec, "TopRank, as published").set;
    const auto voters = set.find("rankers");
    ASSERT_NE(voters, set.end()) << spec.name;
    EXPECT_EQ(voters->second, "regression,ranksvm-l1,listnet");
    ++rows;
  }
  EXPECT_EQ(rows, 2U);
}

TEST(Papers, AreChosenByName) {
  EXPECT_EQ(parse_papers("xia2009").size(), 1U);
  EXPECT_EQ(parse_papers("all").size(), papers().size());
  try {
    parse_papers("knuth1968");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("niu2012, cheng2015, lan2013, xia2009, letor3, all"));
  }
}

/// The spec of a published value's study.
StudySpec spec_of(const PublishedValue& value) {
  for (const Paper* paper : parse_papers(value.paper)) {
    for (const PaperStudy& study : studies_of(*paper)) {
      StudySpec spec = parse_study(study.text, study.name);
      if (spec.name == value.study) return spec;
    }
  }
  ADD_FAILURE() << value.paper << " has no study " << value.study;
  return {};
}

TEST(Papers, RunWhatPublishedValuesAreOf) {
  std::map<std::string, StudySpec> specs;
  std::set<std::string> seen;
  for (const PublishedValue& value : published_values()) {
    if (!specs.contains(value.study)) specs[value.study] = spec_of(value);
    const StudySpec& spec = specs[value.study];
    const std::string name = value.study + " " + value.data + " " + value.row + " " + value.measure;
    EXPECT_TRUE(seen.insert(name).second) << name << " twice";
    EXPECT_EQ(std::ranges::count(spec.data, value.data, &StudyData::name), 1) << name;
    EXPECT_EQ(std::ranges::count(spec.rows, value.row, &StudyRow::name), value.is_ours ? 1 : 0)
        << name;
    EXPECT_THAT("," + spec.measures + ",", HasSubstr("," + value.measure + ",")) << name;
    EXPECT_GT(value.value, 0.0) << name;
    EXPECT_LT(value.value, 1.0) << name;
  }
}

TEST(Papers, HaveAllPublishedTables) {
  std::map<std::string, std::size_t> count;
  for (const PublishedValue& value : published_values()) ++count[value.paper + " " + value.table];
  EXPECT_EQ(count["niu2012 4"], 40U);  // 10 methods x NDCG@10, ERR and their kappas
  EXPECT_EQ(count["niu2012 5"], 40U);
  for (const char* table : {"xia2009 1", "xia2009 2", "xia2009 3"}) {
    EXPECT_EQ(count[table], 24U) << table;  // 4 methods x 6 measures
  }
  for (const char* table : {"xia2009 4", "xia2009 5", "xia2009 6"}) {
    EXPECT_EQ(count[table], 30U) << table;
  }
  EXPECT_EQ(count["letor3 5-18"], 504U);  // 8 algorithms x 7 data sets x 9 measures
}

}  // namespace
}  // namespace podium::research
