#include "podium/serving/model_registry.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "podium/core/base/stop.hpp"
#include "podium/serving/serve_fixture.hpp"

namespace podium::serving {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ModelRegistryTest : public ServeFixture {
 protected:
  static std::vector<std::string> loaded(const std::vector<ModelChange>& changes) {
    std::vector<std::string> names;
    for (const ModelChange& change : changes) {
      if (change.problem.empty()) names.push_back(change.reference);
    }
    return names;
  }

  static double score(const ModelHandle& model) {
    std::vector<float> rows = {1.0F, 1.0F};
    double value = 0.0;
    Workspace workspace;
    model->scorer.score(rows, std::span(&value, 1), workspace);
    return value;
  }
};

TEST_F(ModelRegistryTest, FindsModelsByNameLabelVersionAndAlias) {
  save("shop/v9.json", linear_model(1, 0));
  save("shop/v10.json.zst", linear_model(2, 0));
  save("news.json", linear_model(3, 0));
  save("shop/notes.txt", linear_model(4, 0));
  ModelRegistry registry({.files = {}, .folder = models(), .aliases = {{"best", "shop:v9"}}});
  EXPECT_FALSE(registry.is_ready());
  EXPECT_THAT(registry.refresh(), SizeIs(3));
  EXPECT_TRUE(registry.is_ready());
  EXPECT_EQ(score(registry.find("shop")), 2.0);  // 10 comes behind 9
  EXPECT_EQ(score(registry.find("shop:v9")), 1.0);
  EXPECT_EQ(score(registry.find("best")), 1.0);
  EXPECT_EQ(score(registry.find("news")), 3.0);
  EXPECT_EQ(registry.find("shop@" + registry.find("best")->version), registry.find("best"));
  for (const char* unknown : {"", "sho", "shop:", "shop:v1", "shop@v9", "news:v9", "shop:notes"}) {
    EXPECT_EQ(registry.find(unknown), nullptr) << unknown;
  }
}

TEST_F(ModelRegistryTest, LoadsOnlyWhatHasChanged) {
  save("a.json", linear_model(1, 0));
  save("b.json", linear_model(2, 0));
  ModelRegistry registry({.files = {}, .folder = models()});
  registry.refresh();
  const ModelHandle a = registry.find("a");
  const ModelHandle b = registry.find("b");
  EXPECT_THAT(registry.refresh(), IsEmpty());
  save("b.json", linear_model(5, 0));
  EXPECT_THAT(loaded(registry.refresh()), ElementsAre("b"));
  EXPECT_EQ(registry.find("a"), a);
  EXPECT_EQ(score(registry.find("b")), 5.0);
  EXPECT_NE(registry.find("b")->version, b->version);
  EXPECT_EQ(score(b), 2.0);  // a request that has it can go on with it
  save("b.json", linear_model(5, 0));
  EXPECT_THAT(registry.refresh(), IsEmpty());  // touched, but the same text
}

TEST_F(ModelRegistryTest, FreesOldModelsWhileItRefreshes) {
  save("a.json", linear_model(1, 0));
  ModelRegistry registry({.files = {{"a", models() / "a.json"}}});
  registry.refresh();
  ModelHandle held = registry.find("a");
  const std::weak_ptr<const LoadedModel> first = held;
  save("a.json", linear_model(2, 0));
  registry.refresh();
  held.reset();
  EXPECT_FALSE(first.expired());  // the request that had it last has not freed it
  const std::weak_ptr<const LoadedModel> second = registry.find("a");
  save("a.json", linear_model(3, 0));
  registry.refresh();
  EXPECT_TRUE(first.expired());
  EXPECT_TRUE(second.expired());  // nobody had it
}

TEST_F(ModelRegistryTest, KeepsTheModelWhoseNewFileIsDamaged) {
  save("a.json", linear_model(1, 0));
  ModelRegistry registry({.files = {{"a", models() / "a.json"}}});
  registry.refresh();
  const std::string whole(InputText(models() / "a.json").view());
  for (const std::size_t size : {std::size_t{0}, whole.size() / 2, whole.size() - 3}) {
    write_file(models() / "a.json", whole.substr(0, size));
    const std::vector<ModelChange> changes = registry.refresh();
    ASSERT_THAT(changes, SizeIs(1));
    EXPECT_THAT(changes[0].problem, HasSubstr("a.json"));
    EXPECT_EQ(score(registry.find("a")), 1.0);
    EXPECT_THAT(registry.refresh(), IsEmpty());  // it is said once
  }
  save("a.json", linear_model(7, 0));
  registry.refresh();
  EXPECT_EQ(score(registry.find("a")), 7.0);
}

TEST_F(ModelRegistryTest, TriesWhatFailedAgainOnlyIfItIsTold) {
  save("a.json", linear_model(1, 0));
  write_file(models() / "b.json", "{");
  ModelRegistry registry({.files = {}, .folder = models()});
  EXPECT_THAT(registry.refresh(), SizeIs(2));
  EXPECT_THAT(registry.refresh(), IsEmpty());
  const std::vector<ModelChange> changes = registry.refresh(true);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].reference, "b");
}

TEST_F(ModelRegistryTest, CanBeStoppedWhileItReadsAModel) {
  save("a.json", linear_model(1, 0));
  ModelRegistry registry({.files = {}, .folder = models()});
  {
    const std::atomic<bool> is_stopped = true;
    const StopScope scope(&is_stopped);
    EXPECT_THROW(registry.refresh(), Stopped);
  }
  EXPECT_EQ(registry.find("a"), nullptr);
  EXPECT_THAT(loaded(registry.refresh()), ElementsAre("a"));
}

TEST_F(ModelRegistryTest, RefusesAModelWithoutFiniteScores) {
  save("a.json", model_without_finite_scores());
  ModelRegistry registry({.files = {}, .folder = models()});
  const std::vector<ModelChange> changes = registry.refresh();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_THAT(changes[0].problem, HasSubstr("expected a finite one"));
  EXPECT_EQ(registry.find("a"), nullptr);
}

TEST_F(ModelRegistryTest, ForgetsFilesOfTheFolderThatHaveGoneButNoNamedOnes) {
  save("a.json", linear_model(1, 0));
  save("other/b.json", linear_model(2, 0));
  ModelRegistry registry({.files = {{"named", models() / "other" / "b.json"}}, .folder = models()});
  registry.refresh();
  EXPECT_NE(registry.find("a"), nullptr);
  EXPECT_NE(registry.find("other:b"), nullptr);
  EXPECT_THAT(registry.refresh(), IsEmpty());
  EXPECT_NE(registry.find("other:b"),
            nullptr);  // although it is the file of another reference, too
  std::filesystem::remove_all(models() / "other");
  std::filesystem::remove(models() / "a.json");
  EXPECT_THAT(loaded(registry.refresh()), IsEmpty());
  EXPECT_EQ(registry.find("a"), nullptr);
  EXPECT_EQ(registry.find("other:b"), nullptr);
  EXPECT_EQ(score(registry.find("named")), 2.0);
  save("c.json", linear_model(3, 0));
  registry.refresh();
  std::filesystem::rename(models() / "c.json", models() / "d.json");
  write_file(models() / "d.json", "{");
  registry.refresh();
  EXPECT_EQ(registry.find("c"), nullptr);  // gone, although the one that has come is not served
}

TEST_F(ModelRegistryTest, SaysThatAFolderOrFileIsMissing) {
  ModelRegistry folder({.files = {}, .folder = folder_ / "none"});
  const std::vector<ModelChange> changes = folder.refresh();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].problem, "cannot read the folder " + (folder_ / "none").string() +
                                    ": No such file or directory");
  EXPECT_THAT(folder.refresh(), IsEmpty());
  EXPECT_THAT(folder.refresh(true), SizeIs(1)) << "a reload must not seem to have worked";
  ModelRegistry file({.files = {{"a", folder_ / "none.json"}}});
  EXPECT_THAT(file.refresh(), SizeIs(1));
  EXPECT_THAT(file.refresh(), IsEmpty());
  EXPECT_FALSE(file.is_ready());
}

TEST_F(ModelRegistryTest, ServesWhatTheFolderHadWhileItCannotBeRead) {
  save("a.json", linear_model(1, 0));
  save("../named.json", linear_model(2, 0));
  const std::filesystem::path named = folder_ / "named.json";
  ModelRegistry registry({.files = {{"named", named}}, .folder = models()});
  registry.refresh();
  for (int round = 0; round < 2; ++round) {  // it is said again after the folder was there again
    std::filesystem::rename(models(), folder_ / "moved");
    EXPECT_THAT(registry.refresh(), SizeIs(1));
    EXPECT_THAT(registry.refresh(), IsEmpty());
    EXPECT_EQ(score(registry.find("a")), 1.0);
    std::filesystem::rename(folder_ / "moved", models());
    EXPECT_THAT(registry.refresh(), IsEmpty());
  }
  std::filesystem::rename(models(), folder_ / "moved");
  save_model(linear_model(3, 0), folder_ / "new.json");
  std::filesystem::rename(folder_ / "new.json", named);
  EXPECT_THAT(loaded(registry.refresh()), ElementsAre("named"));  // files that are named go on
  EXPECT_EQ(score(registry.find("named")), 3.0);
  EXPECT_EQ(score(registry.find("a")), 1.0);
}

TEST_F(ModelRegistryTest, ServesOneOfTwoFilesOfTheSameReferenceAndSaysSoOnce) {
  save("a.json", linear_model(1, 0));
  save("b.json", linear_model(2, 0));
  save("b.json.gz", linear_model(3, 0));
  save("c/x.json.zst", linear_model(4, 0));
  save("../own.json", linear_model(5, 0));
  ModelRegistry registry(
      {.files = {{"a", folder_ / "own.json"}, {"c", models() / "b.json"}}, .folder = models()});
  const std::vector<ModelChange> changes = registry.refresh();
  EXPECT_THAT(loaded(changes), ElementsAre("a", "c", "b", "c:x"));
  ASSERT_THAT(changes, SizeIs(6));
  EXPECT_EQ(changes[0].reference, (models() / "a.json").string());
  EXPECT_EQ(changes[0].problem, "the model 'a' is served from " + (folder_ / "own.json").string());
  EXPECT_EQ(changes[1].reference, (models() / "b.json.gz").string());
  EXPECT_EQ(changes[1].problem, "the model 'b' is served from " + (models() / "b.json").string());
  EXPECT_EQ(score(registry.find("a")), 5.0);
  EXPECT_EQ(score(registry.find("b")), 2.0);
  EXPECT_THAT(registry.contents()->models.at("a"), SizeIs(1));
  save("a.json", linear_model(6, 0));
  EXPECT_THAT(registry.refresh(), IsEmpty());
  std::filesystem::remove(models() / "b.json");
  EXPECT_THAT(loaded(registry.refresh()), ElementsAre("b"));
  EXPECT_EQ(score(registry.find("b")), 3.0);  // the other one
}

TEST_F(ModelRegistryTest, TakesAFileThatIsNamedAndInTheFolderOnce) {
  save("a.json", linear_model(1, 0));
  ModelRegistry registry({.files = {{"a", models() / "." / "a.json"}}, .folder = models()});
  EXPECT_THAT(registry.refresh(), SizeIs(1));
  EXPECT_THAT(registry.contents()->models.at("a"), SizeIs(1));
}

/// What one file of the folder does must not matter to the others.
TEST_F(ModelRegistryTest, ServesTheOthersWhateverIsInTheFolder) {
  save("a.json", linear_model(1, 0));
  RankingModel imported;
  imported.kind = WeakRankerSum{2, {}};
  imported.preparation.features.count = 2;
  std::string text = to_json(imported);
  const std::string count = "\"count\": 2";
  text.replace(text.find(count), count.size(), "\"count\": 9223372036854775808");
  write_file(models() / "huge.json", text);
  ASSERT_EQ(::mkfifo((models() / "pipe.json").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop.json", models() / "loop.json");
  std::filesystem::create_symlink("loop", models() / "loop");
  std::filesystem::create_directories(models() / "folder.json");
  std::filesystem::create_directories(models() / "lost+found");
  std::filesystem::permissions(models() / "lost+found", std::filesystem::perms::none);
  ModelRegistry registry({.files = {}, .folder = models()});
  const std::vector<ModelChange> changes = registry.refresh();
  EXPECT_THAT(loaded(changes), ElementsAre("a"));
  for (const char* name : {"huge", "pipe", "loop"}) {
    EXPECT_EQ(std::ranges::count(changes, name, &ModelChange::reference), 1) << name;
  }
  EXPECT_TRUE(registry.is_ready());
  EXPECT_THAT(registry.refresh(), IsEmpty());  // each is said once
  save("a.json", linear_model(2, 0));
  EXPECT_THAT(loaded(registry.refresh()), ElementsAre("a"));
  std::filesystem::permissions(models() / "lost+found", std::filesystem::perms::owner_all);
}

TEST_F(ModelRegistryTest, KeepsAModelWhoseFileBecomesAPipeOrAFolder) {
  save("../named.json", linear_model(2, 0));
  const std::filesystem::path named = folder_ / "named.json";
  ModelRegistry registry({.files = {{"named", named}}});
  registry.refresh();
  std::filesystem::remove(named);
  ASSERT_EQ(::mkfifo(named.c_str(), 0600), 0);
  EXPECT_THAT(registry.refresh().at(0).problem, HasSubstr("found a pipe"));
  std::filesystem::remove(named);
  std::filesystem::create_directory(named);
  registry.refresh();
  EXPECT_EQ(score(registry.find("named")), 2.0);
}

}  // namespace
}  // namespace podium::serving
