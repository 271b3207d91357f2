#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/cli/args/listening_args.hpp"
#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/text.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class ServeCommand : public serving::ServeFixture {
 protected:
  static std::string refused(std::vector<std::string> arguments, int code = 2) {
    arguments.insert(arguments.begin(), "serve");
    const CliResult result = run_in_process(arguments);
    EXPECT_EQ(result.code, code) << result.err;
    return result.err;
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }
};

TEST_F(ServeCommand, SaysWhatItLacks) {
  save("a.json", serving::linear_model(1, 2));
  const std::string model = (models() / "a.json").string();
  EXPECT_THAT(refused({}), HasSubstr("found no models"));
  EXPECT_THAT(refused({at("none.json")}, 3), HasSubstr("none.json"));
  EXPECT_THAT(refused({model, "a=" + model}), HasSubstr("two models of the name 'a'"));
  EXPECT_THAT(refused({"a:b=" + model}), HasSubstr("expected a name without"));
  EXPECT_THAT(refused({model, "--canary", "a=b"}), HasSubstr("expected NAME=REFERENCE,SHARE"));
  EXPECT_THAT(refused({model, "--canary", "a=b,1.5"}), HasSubstr("between 0 and 1"));
  EXPECT_THAT(refused({model, "--canary", "a=a,0.5"}), HasSubstr("found the same model twice"));
  EXPECT_THAT(refused({model, "--canary", "a=b,0.5"}), HasSubstr("there is no model 'b'"));
  EXPECT_THAT(refused({model, "--shadow", "b=a,0.5"}), HasSubstr("there is no model 'b'"));
  EXPECT_THAT(refused({model, "--alias", "best=c"}),
              HasSubstr("--alias best: there is no model 'c'"));
  for (const auto& [flag, value] :
       {std::pair("--alias", "b=a"), std::pair("--canary", "b=a,0.5"),
        std::pair("--shadow", "b=a,0.5"), std::pair("--collection", "b=a")}) {
    EXPECT_THAT(refused({model, flag, value, flag, value}),
                HasSubstr(std::string(flag) + ": found the name 'b' twice"));
  }
  EXPECT_THAT(refused({"--models", at("none")}), HasSubstr("there is no such folder"));
  EXPECT_THAT(refused({model, "--collection", "c=" + at("none")}, 3), HasSubstr("none"));
}

TEST_F(ServeCommand, SaysWhyItCannotRecord) {
  save("a.json", serving::linear_model(1, 2));
  const std::string model = (models() / "a.json").string();
  const std::string record = at("record.txt");
  EXPECT_THAT(refused({model, "--record", at("none/record.txt")}, 5), HasSubstr("cannot write"));
  EXPECT_THAT(refused({model, "--record", "b=" + record}), HasSubstr("there is no model 'b'"));
  EXPECT_THAT(refused({model, "b=" + model, "--record", record}), HasSubstr("expected NAME=FILE"));
  EXPECT_THAT(refused({model, "--record", record, "--record", "a=" + at("other.txt")}),
              HasSubstr("two files for the model 'a'"));
  EXPECT_THAT(refused({model, "--record", record, "--record-share", "2"}),
              HasSubstr("--record-share"));
  EXPECT_THAT(refused({model, "--record-share", "0.5"}), HasSubstr("--record"));
  folder_.file("record.txt", "1 qid:1 1:1\n");
  EXPECT_THAT(refused({model, "--record", record}), HasSubstr("no record of this service"));
}

TEST_F(ServeCommand, RefusesToServeOthersWithoutEncryptionAndTokens) {
  save("a.json", serving::linear_model(1, 2));
  const std::string model = (models() / "a.json").string();
  EXPECT_THAT(refused({model, "--host", "0.0.0.0"}), HasSubstr("needs encryption"));
  EXPECT_THAT(refused({model, "--host", "127.example.com"}), HasSubstr("needs encryption"));
  EXPECT_THAT(refused({model, "--host", "0.0.0.0", "--behind-proxy"}), HasSubstr("needs --tokens"));
}

TEST_F(ServeCommand, RefusesABudgetThatOneRequestExceeds) {
  save("a.json", serving::linear_model(1, 2));
  const std::string model = (models() / "a.json").string();
  EXPECT_THAT(refused({model, "--memory", "32"}), HasSubstr("--max-megabytes 64 is more than"));
  EXPECT_THAT(refused({"--models", models().string(), "--tokens", at("tokens"), "--memory", "128"}),
              HasSubstr("--max-model-megabytes 256 is more than --memory 128"));
  EXPECT_THAT(refused({model, "--memory", "128", "--canary", "a=none,0.5"}),
              HasSubstr("--canary: there is no model 'none'"))
      << "no model can be uploaded";
  EXPECT_THAT(refused({model, "--max-model-megabytes", "5"}), HasSubstr("needs --models"));
}

TEST_F(ServeCommand, AnswersForTheNamesOfLoopbackOrThoseThatAreGiven) {
  ListeningArgs args;
  EXPECT_THAT(args.limits().hosts, testing::IsSupersetOf({"localhost", "127.0.0.1"}));
  args.hosts = {"Podium.Example"};
  EXPECT_THAT(args.limits().hosts, testing::Contains("podium.example"));
  args.behind_proxy = true;
  EXPECT_THAT(args.limits().hosts, testing::ElementsAre("podium.example"));
  args.hosts.clear();
  EXPECT_THAT(args.limits().hosts, testing::IsEmpty());
  args.behind_proxy = false;
  args.server.host = "0.0.0.0";
  EXPECT_THAT(args.limits().hosts, testing::IsEmpty());
}

TEST_F(ServeCommand, SaysAtItsEndWhetherAllWasAnswered) {
  EXPECT_EQ(end_words(0), "stopped; requests that had begun were answered");
  EXPECT_EQ(end_words(1), "stopped; 1 request that had begun was not answered");
  EXPECT_EQ(end_words(2), "stopped; 2 requests that had begun were not answered");
}

TEST_F(ServeCommand, EndsWellBySignalsThatComeWhileItStarts) {
  for (int i = 0; i < 100; ++i) save(to_text(i) + ".json", serving::linear_model(1, 2));
  const std::string log = at("log");
  ASSERT_EQ(::mkfifo(log.c_str(), 0600), 0);
  const int pipe = ::open(log.c_str(), O_RDONLY | O_NONBLOCK);
  CliResult result;
  std::thread serving([&] {
    result = run_in_process({"serve", "--models", models().string(), "--log", log, "--port", "0"});
  });
  char byte = 0;
  while (::read(pipe, &byte, 1) != 1) {  // until the first model is loaded
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(::getpid(), SIGHUP);
  ::kill(::getpid(), SIGTERM);
  serving.join();
  ::close(pipe);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("stopped"));
}

TEST_F(ServeCommand, MakesTokens) {
  const CliResult result =
      run_in_process({"serve", "--tokens", at("tokens"), "--new-token", "ops", "--role", "admin"});
  EXPECT_EQ(result.code, 0) << result.err;
  const std::string token = result.out.substr(0, result.out.find('\n'));
  EXPECT_EQ(serving::AccessList::read(at("tokens")).access_of("Bearer " + token),
            serving::Access::admin);
  EXPECT_THAT(refused({"--new-token", "x"}), HasSubstr("--tokens"));
}

TEST_F(ServeCommand, RefusesADamagedModelThatIsNamedButNotOneOfTheFolder) {
  folder_.file("bad.json", "{\"podium_model\":");
  const std::string named = refused({at("bad.json")}, 3);
  EXPECT_THAT(named, HasSubstr("bad.json"));
  EXPECT_EQ(std::ranges::count(named, '\n'), 1) << named;  // it is said once
  save("a.json", serving::linear_model(1, 2));
  write_file(models() / "b.json", "{");
  const std::string said = refused({"a=" + (models() / "a.json").string(), "--models",
                                    models().string(), "--canary", "a=none,0.5"});
  EXPECT_THAT(said, HasSubstr("b was not loaded"));
  EXPECT_THAT(said, HasSubstr("--canary: there is no model 'none'"));
}

TEST_F(ServeCommand, RefusesAModelThatGivesNoNumbersAsOtherCommandsDo) {
  save("a.json", serving::model_without_finite_scores());
  EXPECT_THAT(refused({(models() / "a.json").string()}, 4), HasSubstr("expected a finite one"));
}

TEST_F(ServeCommand, PrefersTheModelThatIsNamedToOneOfTheFolder) {
  save("a.json", serving::linear_model(1, 2));
  save_model(serving::linear_model(3, 4), folder_ / "a.json");
  const std::string said =
      refused({at("a.json"), "--models", models().string(), "--canary", "a=none,0.5"});
  EXPECT_THAT(said, HasSubstr((models() / "a.json").string() +
                              " was not loaded: the model 'a' is served from " + at("a.json")));
  EXPECT_THAT(said, HasSubstr("--canary: there is no model 'none'"));
}

}  // namespace
}  // namespace podium::cli
