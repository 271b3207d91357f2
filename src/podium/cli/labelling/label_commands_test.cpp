#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/labelling/service/passwords.hpp"
#include "podium/labelling/store/label_store.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class LabelCommands : public FileFixture {
 protected:
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  CliResult run(const std::string& command, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"label",  command,  "--project",
                                          at("db"), "--name", "wind"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }

  std::vector<std::string> files() const {
    folder_.file("q", "{\"qid\":1,\"text\":\"wind\"}\n{\"qid\":2,\"text\":\"sea\"}\n");
    folder_.file("d", "{\"docid\":\"a\"}\n{\"docid\":\"b\"}\n{\"docid\":\"c\"}\n");
    folder_.file("g", "1 a b a\n");
    return {"--queries", at("q"), "--documents", at("d"), "--gold", at("g")};
  }

  CliResult import(const std::vector<std::string>& settings = {}) const {
    std::vector<std::string> arguments = files();
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return run("import", arguments);
  }

  static constexpr const char* always_left_bad =
      "while read q; do echo '{\"verdict\":\"left-bad\"}'; done";

  labelling::LabelStore store() const {
    return labelling::LabelStore(labelling::open_database(at("db"), ""));
  }
};

TEST_F(LabelCommands, ImportMakesAProjectWithItsSettings) {
  folder_.file("guide", "Look closely.\n");
  const CliResult result =
      import({"--guidelines", at("guide"), "--scale", "no, yes", "--k", "2", "--infer=false",
              "--ties", "false", "--seed", "7", "--overlap", "3", "--format", "csv"});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, "project,queries,documents,gold pairs\nwind,2,6,1\n");
  const labelling::Project project = store().projects.find("wind").value();
  EXPECT_EQ(project.settings.guidelines, "Look closely.\n");
  EXPECT_EQ(project.settings.scale, (std::vector<std::string>{"no", "yes"}));
  EXPECT_EQ(project.settings.session.k, 2U);
  EXPECT_FALSE(project.settings.session.infer);
  EXPECT_FALSE(project.settings.session.ties);
  EXPECT_EQ(project.settings.seed, 7U);
  EXPECT_EQ(project.settings.overlap, 3U);
  EXPECT_GT(project.created, 1'500'000'000'000);
  EXPECT_EQ(store().projects.queries(project.id).size(), 2U);
}

TEST_F(LabelCommands, ASecondImportAddsQueriesAndChangesNoSettings) {
  import();
  EXPECT_THAT(import().err, HasSubstr("the project already has a query '1'"));
  EXPECT_EQ(import().code, 2);
  EXPECT_THAT(import({"--k", "3"}).err, HasSubstr("the project 'wind' exists"));
  folder_.file("q2", "{\"qid\":3,\"text\":\"sun\"}\n");
  EXPECT_EQ(run("import", {"--queries", at("q2"), "--documents", at("d")}).code, 0);
  EXPECT_EQ(store().projects.queries(store().projects.find("wind")->id).size(), 3U);
}

TEST_F(LabelCommands, ABadFileIsNamedAndMakesNoProject) {
  folder_.file("bad", "{\"qid\":1}\n");
  files();
  const CliResult result = run("import", {"--queries", at("bad"), "--documents", at("d")});
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.err, HasSubstr("bad:1: found no topics: found the topic '1' without text"));
  EXPECT_FALSE(store().projects.find("wind"));
}

TEST_F(LabelCommands, BackupAndRestoreKeepAllProjects) {
  import();
  EXPECT_EQ(run("ask", {"--assessor", "bot", "--judge", always_left_bad}).code, 0);
  const auto command = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "label");
    return run_in_process(arguments);
  };
  const CliResult made = command({"backup", "--project", at("db"), "--out", at("b")});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("all projects and accounts, with "));
  const CliResult back = command({"restore", "--project", at("new"), "--backup", at("b")});
  EXPECT_EQ(back.code, 0) << back.err;
  EXPECT_THAT(back.err, testing::Not(HasSubstr("checksum")));
  std::filesystem::copy_file(at("b"), at("older"));
  std::fstream(at("older"), std::ios::in | std::ios::out | std::ios::binary)
      .seekp(60)
      .write("\0\0\0\0", 4);
  const CliResult older = command({"restore", "--project", at("new2"), "--backup", at("older")});
  EXPECT_EQ(older.code, 0) << older.err;
  EXPECT_THAT(older.err, HasSubstr("older has no checksum"));
  const labelling::LabelStore restored(labelling::open_database(at("new"), ""));
  EXPECT_EQ(restored.projects.find("wind")->settings.name, "wind");
  EXPECT_EQ(restored.people.accounts().size(), store().people.accounts().size());
  EXPECT_EQ(restored.people.audit(1).front().action, "restore");
  EXPECT_EQ(store().people.audit(1).front().action, "backup");

  EXPECT_EQ(command({"restore", "--project", at("db"), "--backup", at("b")}).code, 2);
  EXPECT_EQ(command({"restore", "--backup", at("b")}).code, 2);
  EXPECT_EQ(command({"backup", "--project", at("nothing"), "--out", at("b")}).code, 2);
  EXPECT_EQ(command({"backup", "--project", at("db"), "--out", at("db/podium.db")}).code, 2);
  EXPECT_THAT(command({"backup", "--database", "postgresql://x", "--out", at("b")}).err,
              HasSubstr("pg_dump"));
}

TEST_F(LabelCommands, PasswordMakesANewOne) {
  import();
  const labelling::RowId ann = store().people.add_account({.name = "ann", .password_hash = "old"});
  store().people.add_login({.token_hash = "t", .account = ann, .csrf = "c", .expires = 1'000});
  const CliResult made =
      run_in_process({"label", "password", "--project", at("db"), "--account", "Ann"});
  EXPECT_EQ(made.code, 0) << made.err;
  const std::string password = made.out.substr(0, made.out.find('\n'));
  EXPECT_EQ(password.size(), 16U);
  EXPECT_TRUE(labelling::Passwords(labelling::interactive_password_cost())
                  .matches(store().people.account(ann)->password_hash, password, true));
  EXPECT_FALSE(store().people.login("t", 1)) << "sessions end";
  EXPECT_EQ(store().people.audit(1).front().detail, "reset for ann");
  EXPECT_THAT(run_in_process({"label", "password", "--project", at("db"), "--account", "bob"}).err,
              HasSubstr("no person with the account name 'bob'"));
}

TEST_F(LabelCommands, ExportWritesWhatWasDecided) {
  import({"--k", "2"});
  EXPECT_THAT(run("export", {"--what", "top-k", "--out", at("t.jsonl")}).err,
              HasSubstr("found no query decided by preferences"));
  {
    labelling::LabelStore labels = store();
    const labelling::RowId ann = labels.people.add_account({.name = "ann"});
    const labelling::RowId query =
        labels.projects.queries(labels.projects.find("wind")->id).front().id;
    labels.tasks.adjudicate(query, ann, std::vector<DocIndex>{2, 0}, 1);
  }
  const CliResult result = run("export", {"--what", "top-k", "--out", at("t.jsonl")});
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("t.jsonl: 1 of 2 queries are decided"));
  EXPECT_EQ(read_top_k(at("t.jsonl")), (std::vector<TopKRecord>{{"1", 2, {"c", "a"}, {"b"}}}));
  folder_.file("f.txt", "0 qid:1 1:3 #docid = a\n0 qid:1 1:1 #docid = b\n0 qid:1 1:2 #docid = c\n");
  EXPECT_EQ(
      run("export", {"--what", "letor", "--features", at("f.txt"), "--out", at("l.txt")}).code, 0);
  EXPECT_EQ(text_of(at("l.txt")),
            "1 qid:1 1:3 #docid = a\n0 qid:1 1:1 #docid = b\n2 qid:1 1:2 #docid = c\n");
  EXPECT_EQ(run("export", {"--what", "qrels", "--features", at("f.txt"), "--out", at("x")}).code,
            2);
}

TEST_F(LabelCommands, ExportLeavesOutRowsThatNobodyJudged) {
  import({"--k", "2"});
  const auto labelled = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--what",    "letor", "--features",
                                          at("f.txt"), "--out", at("l.txt")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run("export", arguments);
  };
  folder_.file("f.txt",
               "9 qid:1 1:3 #docid = a\n9 qid:1 1:1 #docid = b\n9 qid:1 1:2 #docid = c\n"
               "9 qid:1 1:4 #docid = d\n9 qid:2 1:5 #docid = a\n");
  EXPECT_EQ(labelled({}).code, 3);
  EXPECT_THAT(labelled({}).err, HasSubstr("found no query decided by preferences"));
  {
    labelling::LabelStore labels = store();
    const labelling::RowId ann = labels.people.add_account({.name = "ann"});
    const labelling::RowId query =
        labels.projects.queries(labels.projects.find("wind")->id).front().id;
    labels.tasks.adjudicate(query, ann, std::vector<DocIndex>{2, 0}, 1);
  }
  const CliResult dropped = labelled({});
  EXPECT_EQ(dropped.code, 0) << dropped.err;
  EXPECT_THAT(dropped.err, HasSubstr("f.txt: omitted 1 document without a judgement\n"));
  EXPECT_THAT(dropped.err, HasSubstr("f.txt: omitted 1 query without a judgement\n"));
  const std::string judged =
      "1 qid:1 1:3 #docid = a\n0 qid:1 1:1 #docid = b\n2 qid:1 1:2 #docid = c\n";
  EXPECT_EQ(text_of(at("l.txt")), judged);
  EXPECT_EQ(labelled({"--unjudged", "rest"}).code, 0);
  EXPECT_EQ(text_of(at("l.txt")), judged + "0 qid:1 1:4 #docid = d\n");
  const CliResult refused = labelled({"--unjudged", "refuse"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_THAT(refused.err, HasSubstr("f.txt: found 1 document of judged queries and 1 query "
                                     "without a judgement"));
  EXPECT_THAT(refused.err, HasSubstr("--unjudged drop"));
  EXPECT_EQ(run("export", {"--what", "letor", "--unjudged", "drop", "--out", at("x")}).code, 2);
}

TEST_F(LabelCommands, ExportNamesTheFlagThatTakesProgramsIn) {
  import({"--k", "2"});
  ASSERT_EQ(run("ask", {"--assessor", "script", "--judge", always_left_bad}).code, 0);
  const CliResult people = run("export", {"--what", "pairs", "--out", at("pairs.csv")});
  EXPECT_EQ(people.code, 3);
  EXPECT_THAT(people.err,
              HasSubstr("by programs, which do not count; --include-programs counts them"));
  EXPECT_EQ(run("export", {"--what", "pairs", "--include-programs", "--out", at("pairs.csv")}).code,
            0);
}

TEST_F(LabelCommands, ExportHasTheTimesAndCommentsOfAnswersOfTheChosen) {
  import({"--k", "2", "--overlap", "2"});
  const auto judge = [](const char* comment) {
    return std::string("while read q; do echo '{\"verdict\":\"left-bad\",\"comment\":\"") +
           comment + "\"}'; done";
  };
  ASSERT_EQ(run("ask", {"--assessor", "one", "--judge", judge("spam")}).code, 0);
  ASSERT_EQ(run("ask", {"--assessor", "two", "--judge", judge("old")}).code, 0);
  const auto exported = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--what", "pairs", "--include-programs", "--out", at("pairs.csv")});
    const CliResult result = run("export", more);
    return result.code == 0 ? text_of(at("pairs.csv")) : result.err;
  };
  const std::string all = exported({});
  EXPECT_THAT(all, HasSubstr(",seconds,paused,time,comment\n"));
  EXPECT_THAT(all,
              testing::ContainsRegex(",one,true,[^\n]*,20..-..-..T[^\n]*Z,\"[^\n]*; spam\"\n"));
  EXPECT_THAT(all, HasSubstr("; old\"\n"));
  EXPECT_THAT(exported({"--without", "one"}), testing::Not(HasSubstr("spam")));
  EXPECT_THAT(exported({"--without", "one"}), HasSubstr("old"));
  EXPECT_EQ(exported({"--only", "two"}), exported({"--without", "one"}));
  EXPECT_THAT(exported({"--without", "one", "--without", "two"}), HasSubstr("found no answer"));
  EXPECT_THAT(exported({"--only", "onee"}),
              HasSubstr("unknown assessor 'onee'; did you mean 'one'"));
  EXPECT_EQ(store().people.audit(1).front().detail, "wind: pairs, without one");
}

TEST_F(LabelCommands, ExportSaysWhichOrderNobodyGave) {
  import({"--k", "2"});
  const std::string tie = "while read q; do echo '{\"verdict\":\"tie\"}'; done";
  ASSERT_EQ(run("ask", {"--assessor", "script", "--judge", tie}).code, 0);
  const auto said_of = [&](const char* what) {
    return run("export", {"--what", what, "--include-programs", "--out", at("x")}).err;
  };
  const char* const remark = "x: 4 documents are tied with another of their query";
  for (const char* const what : {"top-k", "qrels", "letor"}) {
    EXPECT_THAT(said_of(what), HasSubstr(remark)) << what;
  }
  EXPECT_THAT(said_of("prefs"), testing::Not(HasSubstr("are tied with")));
}

TEST_F(LabelCommands, ExportRefusesAToolWhereItWouldSayNothing) {
  import();
  for (const char* const what : {"top-k", "prefs", "pairs", "grades", "answers"}) {
    const CliResult result = run("export", {"--what", what, "--tool", "grades", "--out", at("x")});
    EXPECT_EQ(result.code, 2) << what;
    EXPECT_THAT(result.err, HasSubstr("--tool needs --what letor or --what qrels")) << what;
  }
}

TEST_F(LabelCommands, ExportOfNoProjectMakesNone) {
  const CliResult result = run("export", {"--what", "qrels", "--out", at("x")});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("there is no project in this folder"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "db"));
  std::filesystem::create_directory(folder_ / "db");
  EXPECT_EQ(run("export", {"--what", "qrels", "--out", at("x")}).code, 2);
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "db")) << "looking made a store";
  import();
  EXPECT_THAT(run_in_process({"label", "export", "--project", at("db"), "--name", "nix", "--what",
                              "qrels", "--out", at("x")})
                  .err,
              HasSubstr("unknown project 'nix'; known are: wind"));
}

TEST_F(LabelCommands, ADatabaseWithoutContentIsNoNewService) {
  std::filesystem::create_directories(at("db"));
  std::ofstream(at("db/podium.db"));
  for (const CliResult& result :
       {import(), run("export", {"--what", "prefs", "--out", at("out")}),
        run_in_process({"label", "serve", "--project", at("db"), "--port", "0"})}) {
    EXPECT_EQ(result.code, 5);
    EXPECT_THAT(result.err, HasSubstr("podium.db has no content"));
  }
  EXPECT_EQ(std::filesystem::file_size(at("db/podium.db")), 0U);
}

TEST_F(LabelCommands, ImportRefusesTheIdsThatThePageRefuses) {
  folder_.file("q", "{\"qid\":1,\"text\":\"wind\"}\n");
  for (const std::string& id : {std::string("a b"), std::string(1001, 'x')}) {
    folder_.file("d", "{\"docid\":\"" + id + "\"}\n{\"docid\":\"b\"}\n{\"docid\":\"c\"}\n");
    const CliResult result = run("import", {"--queries", at("q"), "--documents", at("d")});
    EXPECT_EQ(result.code, 3);
    EXPECT_THAT(result.err, HasSubstr("expected 1 to 1000 bytes of UTF-8 without blanks"));
  }
}

TEST_F(LabelCommands, ImportSaysWhatItsSettingsCannotMean) {
  std::vector<std::string> arguments = files();
  arguments.resize(4);  // without --gold
  arguments.insert(arguments.end(), {"--gold-every", "5"});
  const CliResult idle = run("import", arguments);
  EXPECT_EQ(idle.code, 2);
  EXPECT_THAT(idle.err, HasSubstr("--gold-every needs --gold"));
  folder_.file("guide", "caf\xe9\n");
  const CliResult latin = import({"--guidelines", at("guide")});
  EXPECT_EQ(latin.code, 3);
  EXPECT_THAT(latin.err, HasSubstr("guide: the text is not valid UTF-8"));
  EXPECT_EQ(import({"--ties", "false", "--infer-ties"}).code, 2);
  EXPECT_FALSE(store().projects.find("wind"));
  EXPECT_THAT(import({"--k", "4"}).err, HasSubstr("2 queries have fewer than k = 4 documents"));
}

class LabelInvite : public LabelCommands {
 protected:
  CliResult invite(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {"label", "invite", "--project", at("db")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_in_process(arguments);
  }
};

TEST_F(LabelInvite, NeedsAProject) {
  const CliResult result = invite({});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("there is no project in this folder"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "db"));
}

TEST_F(LabelInvite, MakesALinkThatABrowserOpens) {
  import();
  EXPECT_THAT(invite({"--url", "https://x.org/"}).out, testing::StartsWith("https://x.org/join/"));
  EXPECT_THAT(invite({"--url", "http://x.org/labels//"}).out,
              testing::StartsWith("http://x.org/labels/join/"));
  for (const char* const url :
       {"ftp://x.org", "https://x y", "x.org", "https://", "http://x\n", ""}) {
    const CliResult result = invite({"--url", url});
    EXPECT_EQ(result.code, 2) << url;
    EXPECT_THAT(result.err, HasSubstr("--url: found")) << url;
  }
}

TEST_F(LabelCommands, AreOfAFolderOrOfADatabase) {
  import();
  const CliResult result = run("agreement", {"--database", "postgresql://nobody"});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("give either --project or --database, not both"));
}

TEST_F(LabelCommands, RefuseNamesOfAccountsAndGradesThatThePageRefuses) {
  EXPECT_THAT(import({"--scale", "a,,b"}).err, HasSubstr("scale: found 'a', '', 'b'"));
  import();
  for (const char* const name : {"=1+1", "a\nb"}) {
    const CliResult result = run("ask", {"--assessor", name, "--judge", always_left_bad});
    EXPECT_EQ(result.code, 2) << name;
    EXPECT_THAT(result.err, HasSubstr("name: found")) << name;
  }
  EXPECT_TRUE(store().people.accounts().empty());
}

TEST_F(LabelCommands, CommandsThatChangeOrTakeAwayAreInTheAuditLog) {
  ASSERT_EQ(import({"--k", "2"}).code, 0);
  const CliResult asked = run("ask", {"--assessor", "script", "--judge", always_left_bad});
  ASSERT_EQ(asked.code, 0) << asked.err;
  ASSERT_EQ(run("export", {"--what", "pairs", "--include-programs", "--out", at("pairs.csv")}).code,
            0);
  ASSERT_EQ(
      run_in_process({"label", "invite", "--project", at("db"), "--note", "for our guest"}).code,
      0);
  const labelling::RowId script = store().people.find_account("script")->id;
  std::vector<std::string> lines;
  for (const labelling::AuditRecord& record : store().people.audit(100)) {
    EXPECT_GT(record.at, 1'500'000'000'000);
    EXPECT_EQ(record.address, "command line");
    lines.push_back((record.account == script ? "script, " : "") + record.action + ", " +
                    record.detail);
  }
  EXPECT_THAT(lines,
              testing::ElementsAre("invite, assessor, for our guest", "export, wind: pairs",
                                   "script, ask, wind: 2 tasks", "script, assign, script: 2 tasks",
                                   "script, account made, script", "import, wind: 2 queries",
                                   "project created, wind"));
}

}  // namespace
}  // namespace podium::cli
