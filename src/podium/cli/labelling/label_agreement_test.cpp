#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A folder with a project of one query that two assessors have labelled.
class LabelAgreement : public testing::Test {
 protected:
  LabelAgreement() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("podium_label_agreement_") + test->name());
    std::filesystem::remove_all(folder_);
    labelling::LabelStore store(labelling::open_database(folder_.string(), ""));
    labelling::ProjectSettings settings{.name = "birds"};
    settings.session.k = 2;
    const labelling::RowId project = store.projects.create(settings, 0);
    labelling::LabelQuery query{.id = "q1", .text = "robins"};
    for (const char* id : {"a", "b", "c", "d"}) query.document.push_back({.id = id});
    store.projects.add_queries(project, std::vector{query});
    for (const char* name : {"Ann", "Bob"}) {
      const labelling::RowId account = store.people.add_account({.name = name});
      store.tasks.add(std::vector{labelling::Task{
          .project = project, .query = store.projects.queries(project)[0].id, .account = account}});
    }
    for (const labelling::Task& task : store.tasks.in_project(project)) label(store, task);
  }

  ~LabelAgreement() override { std::filesystem::remove_all(folder_); }

  /// Answers by "the smaller index is better".
  static void label(labelling::LabelStore& store, const labelling::Task& task) {
    const std::string assessor = store.people.account(task.account)->name;
    labelling::Session session(labelling::session_setup(
        store.projects.get(task.project), store.projects.query(task.query).query, assessor));
    std::size_t number = 0;
    while (const auto question = labelling::next_question(session)) {
      const labelling::Verdict verdict =
          question->left < question->right ? labelling::Verdict::left : labelling::Verdict::right;
      session = labelling::answered(session, {*question, verdict});
      store.tasks.append(
          task.id, number,
          {.key = to_text(number), .action = labelling::Answer{*question, verdict}, .seconds = 2.0},
          !labelling::next_question(session).has_value());
      ++number;
    }
  }

  CliResult run(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"label",          "agreement", "--project",
                                          folder_.string(), "--draws",   "100"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  std::filesystem::path folder_;
};

TEST_F(LabelAgreement, PrintsTheAnalysisOfTheOnlyProject) {
  const CliResult result = run();
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Pairs of documents, top-k lists"));
  EXPECT_THAT(result.out, HasSubstr("Bob"));
  EXPECT_THAT(result.out, HasSubstr("overall agreement              1.0000"));
}

TEST_F(LabelAgreement, GivesEveryFormat) {
  for (const char* format : {"csv", "markdown", "latex"}) {
    const CliResult result = run({"--format", format, "--name", "birds"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("Ann")) << format;
  }
  const CliResult result = run({"--format", "json"});
  EXPECT_EQ(nlohmann::json::parse(result.out).at("title"), "birds");
}

TEST_F(LabelAgreement, LeavesOutTheAnswersOfAnAssessor) {
  for (const std::vector<std::string>& choice :
       {std::vector<std::string>{"--without", "Bob"}, {"--only", "Ann"}}) {
    const CliResult result = run(choice);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("Ann"));
    EXPECT_THAT(result.out, Not(HasSubstr("Bob")));
    EXPECT_THAT(result.out, Not(HasSubstr("overall agreement"))) << "nobody else is left";
  }
  const CliResult unknown = run({"--without", "Bo"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown assessor 'Bo'; did you mean 'Bob'?"));
}

TEST_F(LabelAgreement, NamesTheProjectsThereAre) {
  const CliResult result = run({"--name", "bees"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("unknown project 'bees'; known are: birds"));
}

TEST_F(LabelAgreement, MakesNoFolderWhereThereIsNone) {
  const std::filesystem::path nowhere = folder_ / "nowhere";
  const CliResult result = run_in_process({"label", "agreement", "--project", nowhere.string()});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("there is no project in this folder"));
  EXPECT_FALSE(std::filesystem::exists(nowhere));
}

TEST_F(LabelAgreement, AsksWhereTheProjectIs) {
  EXPECT_EQ(run_in_process({"label", "agreement"}).code, 2);
}

}  // namespace
}  // namespace podium::cli
