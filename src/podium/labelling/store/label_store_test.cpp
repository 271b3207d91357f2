#include "podium/labelling/store/label_store.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/store/schema.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

class LabelStoreOf : public StoreFixture {
 protected:
  std::unique_ptr<LabelStore> store_ = open_store();
};

INSTANTIATE_TEST_SUITE_P(Databases, LabelStoreOf, testing::ValuesIn(databases_there_are()),
                         name_of_database);

/// The error message of a call, or "accepted".
template <class Call>
std::string usage_complaint(Call&& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

// --- projects ---

TEST_P(LabelStoreOf, AProjectComesBackAsItWas) {
  ProjectSettings settings{.name = "caf\xc3\xa9 '; DROP TABLE projects; --",
                           .guidelines = "look\nclosely",
                           .scale = {"no", "yes"},
                           .seed = 0xfedcba9876543210ULL,
                           .overlap = 3};
  settings.session.k = 7;
  settings.session.strategy = Strategy::heap;
  settings.session.ties = false;
  const RowId id = store_->projects.create(settings, 99);
  const Project project = open_store()->projects.get(id);
  EXPECT_EQ(project.settings.name, settings.name);
  EXPECT_EQ(project.settings.guidelines, settings.guidelines);
  EXPECT_EQ(project.settings.session, settings.session);
  EXPECT_EQ(project.settings.scale, settings.scale);
  EXPECT_EQ(project.settings.seed, settings.seed);
  EXPECT_EQ(project.settings.overlap, 3U);
  EXPECT_EQ(project.created, 99);
  EXPECT_EQ(store_->projects.find(settings.name)->id, id);
  EXPECT_FALSE(store_->projects.find("other"));
}

TEST_P(LabelStoreOf, AProjectCanBeChangedButNotTakeAnothersName) {
  const RowId first = store_->projects.create({.name = "first"}, 1);
  const RowId second = store_->projects.create({.name = "second"}, 1);
  store_->projects.change(first, {.name = "renamed", .overlap = 2});
  EXPECT_EQ(store_->projects.get(first).settings.overlap, 2U);
  EXPECT_EQ(store_->projects.all().size(), 2U);
  EXPECT_EQ(usage_complaint([&] { store_->projects.change(second, {.name = "renamed"}); }),
            "project 'renamed' already exists");
  EXPECT_EQ(usage_complaint([&] { store_->projects.create({.name = "renamed"}, 1); }),
            "project 'renamed' already exists");
  EXPECT_EQ(usage_complaint([&] { store_->projects.change(77, {.name = "x"}); }),
            "there is no project 77");
  EXPECT_EQ(usage_complaint([&] { store_->projects.get(77); }), "there is no project 77");
}

TEST_P(LabelStoreOf, GradesHaveDifferentNames) {
  const auto complaint_of = [&](std::vector<std::string> scale) {
    return usage_complaint(
        [&] { store_->projects.create({.name = "p", .scale = std::move(scale)}, 1); });
  };
  EXPECT_EQ(complaint_of({"good", "good"}),
            "scale: found 'good', 'good', expected 2 to 20 distinct names, worst first");
  EXPECT_EQ(complaint_of({"a", "", "b"}),
            "scale: found 'a', '', 'b', expected 2 to 20 distinct names, worst first");
  EXPECT_NE(complaint_of({"a"}), "accepted");
  EXPECT_NE(complaint_of({}), "accepted");
  std::vector<std::string> many;
  for (int i = 0; i < 21; ++i) many.push_back(to_text(i));
  EXPECT_NE(complaint_of(many), "accepted");
  many.pop_back();
  EXPECT_EQ(complaint_of(many), "accepted");
}

TEST_P(LabelStoreOf, NothingFollowsFromTiesThatAreForbidden) {
  ProjectSettings settings{.name = "p"};
  settings.session.ties = false;
  settings.session.infer_ties = true;
  const std::string refused = "infer-ties requires ties";
  EXPECT_EQ(usage_complaint([&] { store_->projects.create(settings, 1); }), refused);
  const RowId project = store_->projects.create({.name = "p"}, 1);
  EXPECT_EQ(usage_complaint([&] { store_->projects.change(project, settings); }), refused);
}

TEST_P(LabelStoreOf, WhatSessionsFollowFromIsFixedOnceThereAreTasks) {
  const SampleProject sample(*store_, 1, 1);
  ProjectSettings wanted = store_->projects.get(sample.project).settings;
  wanted.guidelines = "new words";
  wanted.scale.front() = "useless";
  store_->projects.change(sample.project, wanted);
  EXPECT_EQ(store_->projects.get(sample.project).settings.guidelines, "new words");
  const ProjectSettings kept = wanted;
  wanted.seed = 2;
  EXPECT_THROW(store_->projects.change(sample.project, wanted), ConflictError);
  wanted = kept;
  wanted.session.k = 3;
  EXPECT_THROW(store_->projects.change(sample.project, wanted), ConflictError);
  wanted = kept;
  wanted.scale.emplace_back("divine");
  EXPECT_THROW(store_->projects.change(sample.project, wanted), ConflictError);
  EXPECT_EQ(store_->projects.get(sample.project).settings.seed, kept.seed);
}

TEST_P(LabelStoreOf, ATaskThatIsBeingAddedFixesTheSettings) {
  const SampleProject sample(*store_, 1, 0);
  const RowId ann = store_->people.add_account({.name = "ann"});
  std::atomic<bool> is_added = false;
  std::thread adds([&] {
    database_->open()->write([&](Connection& connection) {
      connection.run(
          "INSERT INTO tasks (project, query, account, tool, is_done, entries, answered) "
          "VALUES (?, ?, ?, 'grades', 0, 0, 0)",
          {sample.project, sample.queries.front().id, ann});
      is_added = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    });
  });
  while (!is_added) std::this_thread::yield();
  EXPECT_THROW(store_->projects.change(sample.project, {.name = "p", .seed = 2}), ConflictError);
  adds.join();
}

TEST_P(LabelStoreOf, TextThatIsNotUtf8IsRefused) {
  for (const std::string& name : {std::string("caf\xe9"), std::string("a\0b", 3)}) {
    EXPECT_THAT(usage_complaint([&] { store_->projects.create({.name = name}, 1); }),
                HasSubstr("UTF-8"));
  }
}

// --- queries ---

TEST_P(LabelStoreOf, QueriesComeBackInOrderWithTheirDocuments) {
  const RowId project = store_->projects.create({.name = "p"}, 1);
  store_->projects.add_queries(project, std::vector{sample_query("z", 12), sample_query("a", 2)});
  const auto queries = store_->projects.queries(project);
  ASSERT_EQ(queries.size(), 2U);
  EXPECT_EQ(queries[0].query.id, "z");
  EXPECT_EQ(queries[0].query.text, "text of z");
  EXPECT_EQ(queries[0].query.description, "description of z");
  EXPECT_EQ(queries[0].project, project);
  ASSERT_EQ(queries[0].query.document.size(), 12U);
  EXPECT_EQ(queries[0].query.document[10].id, "d10");
  EXPECT_EQ(queries[0].query.document[10].url, "https://example.org/d10");
  EXPECT_EQ(queries[0].query.document[10].body, "");
  EXPECT_EQ(queries[0].query.gold, (std::vector<GoldPair>{{0, 1}}));
  EXPECT_EQ(store_->projects.query(queries[1].id).query.document.size(), 2U);
  const LabelDocument document = store_->projects.document(queries[0].id, 10);
  EXPECT_EQ(document.body, "<p>body of d10</p>");
  EXPECT_TRUE(document.is_html);
  EXPECT_FALSE(store_->projects.document(queries[0].id, 11).is_html);
  EXPECT_THAT(usage_complaint([&] { store_->projects.document(queries[0].id, 12); }),
              HasSubstr("no document 12"));
}

TEST_P(LabelStoreOf, HeadsOfQueriesCountTheirDocuments) {
  const RowId project = store_->projects.create({.name = "p"}, 1);
  EXPECT_TRUE(store_->projects.query_heads(project).empty());
  store_->projects.add_queries(project, std::vector{sample_query("z", 12), sample_query("a", 2)});
  const auto heads = store_->projects.query_heads(project);
  const auto queries = store_->projects.queries(project);
  ASSERT_EQ(heads.size(), 2U);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    EXPECT_EQ(heads[i].id, queries[i].id);
    EXPECT_EQ(heads[i].name, queries[i].query.id);
    EXPECT_EQ(heads[i].text, queries[i].query.text);
    EXPECT_EQ(heads[i].documents, queries[i].query.document.size());
  }
}

TEST_P(LabelStoreOf, ABadQueryAddsNothing) {
  const RowId project = store_->projects.create({.name = "p"}, 1);
  store_->projects.add_queries(project, std::vector{sample_query("old")});
  LabelQuery twice = sample_query("twice");
  twice.document[2].id = "d0";
  LabelQuery gold = sample_query("gold");
  gold.gold = {{0, 9}};
  const std::vector<std::pair<LabelQuery, std::string>> bad = {
      {sample_query("old"), "the project already has a query 'old'"},
      {sample_query("new"), "the project already has a query 'new'"},
      {sample_query("one", 1), "found 1 document, expected at least two"},
      {sample_query("many", 1001), "found 1001 documents, expected at most 1000"},
      {twice, "found document 'd0' twice"},
      {gold, "gold pair"}};
  for (const auto& row : bad) {
    const std::vector<LabelQuery> added = {sample_query("new"), row.first};
    EXPECT_THAT(usage_complaint([&] { store_->projects.add_queries(project, added); }),
                HasSubstr(row.second));
  }
  EXPECT_EQ(store_->projects.queries(project).size(), 1U);
  EXPECT_THAT(usage_complaint([&] { store_->projects.add_queries(77, {}); }),
              HasSubstr("no project 77"));
}

// --- people ---

TEST_P(LabelStoreOf, AnAccountComesBackAndChanges) {
  const RowId id = store_->people.add_account({.name = "ann",
                                               .role = Role::administrator,
                                               .password_hash = "hash",
                                               .is_program = true,
                                               .created = 7});
  store_->people.set_password(id, "other");
  store_->people.set_enabled(id, false);
  const Account account = store_->people.account(id).value();
  EXPECT_EQ(account.name, "ann");
  EXPECT_EQ(account.role, Role::administrator);
  EXPECT_EQ(account.password_hash, "other");
  EXPECT_TRUE(account.is_program);
  EXPECT_FALSE(account.is_enabled);
  EXPECT_EQ(account.created, 7);
  EXPECT_EQ(store_->people.find_account("ann")->id, id);
  EXPECT_FALSE(store_->people.find_account("bob"));
  EXPECT_EQ(usage_complaint([&] { store_->people.add_account({.name = "ann"}); }),
            "account 'ann' already exists");
  EXPECT_EQ(usage_complaint([&] { store_->people.set_enabled(77, true); }),
            "there is no account 77");
  EXPECT_EQ(store_->people.accounts().size(), 1U);
}

TEST_P(LabelStoreOf, NamesThatLookAlikeAreOneName) {
  const RowId ann = store_->people.add_account({.name = "Ann"});
  const RowId ian = store_->people.add_account({.name = "Ian"});
  for (const char* const name : {"ann", "ANN", "\u0410nn", "\uff41nn"}) {
    EXPECT_EQ(usage_complaint([&] { store_->people.add_account({.name = name}); }),
              "the name " + in_quotes(name) + " looks like that of another account");
    EXPECT_EQ(store_->people.find_account(name)->id, ann) << name;
  }
  EXPECT_THAT(usage_complaint([&] { store_->people.add_account({.name = "lan"}); }),
              HasSubstr("looks like"));
  EXPECT_EQ(store_->people.find_account("ian")->id, ian);
  EXPECT_FALSE(store_->people.find_account("lan"))
      << "it looks like Ian, but nobody would write it so";
  store_->people.add_invitation({"token", Role::assessor, 100, ""});
  EXPECT_THAT(usage_complaint([&] { store_->people.accept("token", {.name = "aNN"}, 1); }),
              HasSubstr("looks like"));
  EXPECT_TRUE(store_->people.accept("token", {.name = "Anne"}, 1))
      << "nothing used up the invitation";
  EXPECT_EQ(store_->people.accounts().size(), 3U);
}

TEST_P(LabelStoreOf, OneOfManyWhoTakeTheSameLookGetsIt) {
  std::vector<std::thread> threads;
  std::atomic<int> made = 0;
  for (const char* const name : {"ann", "Ann", "aNn", "anN", "ANn", "aNN", "AnN", "ANN"}) {
    threads.emplace_back([&, name] {
      if (usage_complaint([&] { store_->people.add_account({.name = name}); }) == "accepted")
        ++made;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(store_->people.accounts().size(), 1U);
}

TEST_P(LabelStoreOf, AccountsOfAnOlderDatabaseKeepTheirNames) {
  store_->people.add_account({.name = "bob"});
  store_.reset();
  database_->open()->write([](Connection& connection) {  // as the first step left it
    connection.run("DROP TABLE account_looks");
    connection.run("DROP TABLE known_browsers");
    connection.run("DELETE FROM schema_steps WHERE step = 2");
    for (const char* const name : {"ann", "Ann"}) {
      connection.run(
          "INSERT INTO accounts (name, role, password_hash, is_program, is_enabled, created) "
          "VALUES (?, 'assessor', '', 0, 1, 0)",
          {std::string(name)});
    }
  });
  store_ = open_store();
  EXPECT_EQ(store_->people.find_account("ann")->name, "ann");
  EXPECT_EQ(store_->people.find_account("Ann")->name, "Ann");
  EXPECT_EQ(store_->people.find_account("ANN")->name, "ann") << "the older one";
  EXPECT_EQ(store_->people.find_account("BOB")->name, "bob");
  EXPECT_THAT(usage_complaint([&] { store_->people.add_account({.name = "Bob"}); }),
              HasSubstr("looks like"));
}

TEST_P(LabelStoreOf, AnInvitationIsGoodOnceAndUntilItExpires) {
  store_->people.add_invitation({"token", Role::administrator, 100, "for ann"});
  EXPECT_EQ(store_->people.invitation("token", 99)->note, "for ann");
  EXPECT_FALSE(store_->people.invitation("token", 100));
  EXPECT_FALSE(store_->people.accept("token", {.name = "ann"}, 100));
  store_->people.add_account({.name = "bob"});
  EXPECT_THAT(usage_complaint([&] { store_->people.accept("token", {.name = "bob"}, 99); }),
              HasSubstr("already"));
  const auto ann = store_->people.accept("token", {.name = "ann"}, 99);
  ASSERT_TRUE(ann) << "a name that was taken must not use it up";
  EXPECT_EQ(ann->role, Role::administrator);
  EXPECT_EQ(store_->people.account(ann->id)->role, Role::administrator);
  EXPECT_FALSE(store_->people.invitation("token", 99));
  EXPECT_FALSE(store_->people.accept("token", {.name = "eve"}, 99));
}

TEST_P(LabelStoreOf, OneOfManyWhoAcceptAtOnceGetsIn) {
  store_->people.add_invitation({"token", Role::assessor, 100, ""});
  std::vector<std::thread> threads;
  std::atomic<int> accepted = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      if (store_->people.accept("token", {.name = "n" + to_text(i)}, 1)) ++accepted;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accepted, 1);
  EXPECT_EQ(store_->people.accounts().size(), 1U);
}

TEST_P(LabelStoreOf, LoginsExpireAndEnd) {
  const RowId ann = store_->people.add_account({.name = "ann"});
  for (const char* token : {"a", "b", "c"}) store_->people.add_login({token, ann, "csrf", 100});
  EXPECT_EQ(store_->people.login("a", 99)->csrf, "csrf");
  EXPECT_EQ(store_->people.login("a", 99)->account, ann);
  EXPECT_FALSE(store_->people.login("a", 100));
  EXPECT_FALSE(store_->people.login("x", 1));
  store_->people.end_login("a");
  EXPECT_FALSE(store_->people.login("a", 1));
  EXPECT_TRUE(store_->people.login("b", 1));
  store_->people.end_logins(ann);
  EXPECT_FALSE(store_->people.login("b", 1));
}

TEST_P(LabelStoreOf, BrowsersAreKnownToOneAccountUntilTheyExpire) {
  const RowId ann = store_->people.add_account({.name = "ann"});
  const RowId bob = store_->people.add_account({.name = "bob"});
  store_->people.add_known_browser({"a", ann, 100});
  EXPECT_TRUE(store_->people.is_known_browser("a", ann, 99));
  EXPECT_FALSE(store_->people.is_known_browser("a", ann, 100));
  EXPECT_FALSE(store_->people.is_known_browser("a", bob, 1));
  EXPECT_FALSE(store_->people.is_known_browser("b", ann, 1));
  store_->people.add_known_browser({"a", ann, 200});
  EXPECT_TRUE(store_->people.is_known_browser("a", ann, 199)) << "its time was prolonged";
  store_->people.sweep(150);
  EXPECT_TRUE(store_->people.is_known_browser("a", ann, 1));
  store_->people.end_logins(ann);
  EXPECT_FALSE(store_->people.is_known_browser("a", ann, 1));
  store_->people.add_known_browser({"c", bob, 100});
  store_->people.sweep(100);
  EXPECT_FALSE(store_->people.is_known_browser("c", bob, 1));
}

TEST_P(LabelStoreOf, TheAuditLogGivesTheLatestFirst) {
  for (int i = 0; i < 5; ++i) {
    store_->people.record({.at = i, .account = 0, .action = "a" + to_text(i), .address = "::1"});
  }
  const auto records = store_->people.audit(2);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(records[0].action, "a4");
  EXPECT_EQ(records[1].action, "a3");
  EXPECT_EQ(records[1].address, "::1");
}

// --- schema ---

TEST_P(LabelStoreOf, OpeningAgainKeepsEverything) {
  store_->projects.create({.name = "p"}, 1);
  store_.reset();
  EXPECT_TRUE(open_store()->projects.find("p"));
}

TEST_P(LabelStoreOf, ADatabaseOfANewerProgramIsRefused) {
  database_->open()->write([](Connection& connection) {
    connection.run("INSERT INTO schema_steps (step) VALUES (?)",
                   {static_cast<std::int64_t>(schema_steps() + 1)});
  });
  try {
    open_store();
    FAIL() << "accepted";
  } catch (const StorageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("newer podium"));
  }
}

class NewDatabase : public StoreFixture {};
INSTANTIATE_TEST_SUITE_P(Databases, NewDatabase, testing::ValuesIn(databases_there_are()),
                         name_of_database);

TEST_P(NewDatabase, ManyServersMayStartAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] { open_store()->projects.create({.name = "p" + to_text(i)}, 1); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(open_store()->projects.all().size(), 8U);
}

}  // namespace
}  // namespace podium::labelling
