#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/label/session/graded_session.hpp"
#include "podium/labelling/store/label_store.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

class JudgementsOf : public StoreFixture {
 protected:
  /// Answers every question of a task by "the smaller index is better"; takes back its second
  /// answer on the way.
  void label(const Task& task, const std::string& assessor) {
    const Project project = store_->projects.get(task.project);
    const SessionSetup setup =
        session_setup(project, store_->projects.query(task.query).query, assessor);
    Session session(setup);
    std::size_t number = 0;
    const auto append = [&](StoredEntry entry) {
      entry.key = "k" + to_text(number);
      const bool is_done = !next_question(session).has_value();
      ASSERT_EQ(store_->tasks.append(task.id, number++, entry, is_done), Appended::stored);
    };
    bool has_undone = false;
    while (const auto question = next_question(session)) {
      const Verdict verdict = question->left < question->right ? Verdict::left : Verdict::right;
      session = answered(session, {*question, verdict});
      append({.action = Answer{*question, verdict},
              .comment = "because",
              .seconds = 1.5,
              .paused = 0.5,
              .at = 77});
      if (number == 2 && !has_undone) {
        has_undone = true;
        session = undone(session);
        append({.action = Undo{}});
      }
    }
  }

  std::unique_ptr<LabelStore> store_ = open_store();
};

INSTANTIATE_TEST_SUITE_P(Databases, JudgementsOf, testing::ValuesIn(databases_there_are()),
                         name_of_database);

TEST_P(JudgementsOf, FoldTheLogsOfAllTasks) {
  ProjectSettings settings{.name = "p"};
  settings.session.k = 2;
  const SampleProject sample(*store_, 2, 2, Tool::preferences, settings);
  const RowId program = store_->people.add_account({.name = "script", .is_program = true});
  store_->tasks.add(
      std::vector{Task{.query = sample.queries[1].id, .account = program, .tool = Tool::grades}});
  const auto tasks = store_->tasks.in_project(sample.project);
  ASSERT_EQ(tasks.size(), 5U);
  label(tasks[0], "person0");
  label(tasks[3], "person1");
  const RowId graded = tasks[4].id;
  for (const DocIndex document : {0U, 1U, 2U}) {
    const Grading grading{document, Grading::Kind::grade, 4 - document};
    store_->tasks.append(graded, document,
                         {.key = "g" + to_text(document), .action = grading, .comment = "seen"},
                         document == 2);
  }
  store_->tasks.adjudicate(sample.queries[1].id, sample.people[0], std::vector<DocIndex>{0, 1}, 1);
  store_->tasks.adjudicate(sample.queries[1].id, sample.people[0], std::vector<DocIndex>{2, 1}, 2);

  const Judgements said = store_->tasks.judgements(sample.project);
  EXPECT_EQ(said.k, 2U);
  EXPECT_EQ(said.scale.size(), 5U);
  ASSERT_EQ(said.assessor.size(), 3U);
  EXPECT_EQ(said.assessor[1].name, "person1");
  EXPECT_FALSE(said.assessor[1].is_program);
  EXPECT_TRUE(said.assessor[2].is_program);
  ASSERT_EQ(said.query.size(), 2U);
  EXPECT_EQ(said.query[1].id, "q1");
  EXPECT_EQ(said.query[1].document, (std::vector<std::string>{"d0", "d1", "d2"}));
  EXPECT_EQ(said.query[1].gold, (std::vector<GoldPair>{{0, 1}}));

  ASSERT_EQ(said.top_k.size(), 2U);
  EXPECT_EQ(said.top_k[0].query, 0U);
  EXPECT_EQ(said.top_k[0].assessor, 0U);
  EXPECT_EQ(said.top_k[1].query, 1U);
  EXPECT_EQ(said.top_k[1].assessor, 1U);
  for (const FinishedTopK& finished : said.top_k) {
    EXPECT_EQ(finished.result.top, (std::vector<std::vector<DocIndex>>{{0}, {1}}));
    EXPECT_EQ(finished.result.rest, (std::vector<DocIndex>{2}));
  }
  ASSERT_GE(said.preference.size(), 4U);
  EXPECT_TRUE(said.preference[0].stands);
  EXPECT_FALSE(said.preference[1].stands) << "the second answer was taken back";
  EXPECT_TRUE(said.preference[2].stands);
  EXPECT_EQ(said.preference[0].seconds, 1.5);
  EXPECT_EQ(said.preference[0].record.paused, 0.5);
  EXPECT_EQ(said.preference[0].record.at, 77);
  EXPECT_EQ(said.preference[0].record.comment, "because");

  ASSERT_EQ(said.grades.size(), 1U);
  EXPECT_EQ(said.grades[0].grade, (std::vector<std::optional<std::uint32_t>>{4, 3, 2}));
  ASSERT_EQ(said.grade.size(), 3U);
  EXPECT_EQ(said.grade[2].record.comment, "seen");
  ASSERT_EQ(said.adjudication.size(), 1U) << "the last word";
  EXPECT_EQ(said.adjudication[0].query, 1U);
  EXPECT_EQ(said.adjudication[0].top, (std::vector<DocIndex>{2, 1}));
}

TEST_P(JudgementsOf, AnEmptyProjectHasSaidNothing) {
  const RowId project = store_->projects.create({.name = "p"}, 1);
  const Judgements said = store_->tasks.judgements(project);
  EXPECT_TRUE(said.query.empty());
  EXPECT_TRUE(said.assessor.empty());
  EXPECT_THROW(store_->tasks.judgements(77), UsageError);
}

}  // namespace
}  // namespace podium::labelling
