#include "podium/serve/model_shelf.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "podium/serve/serve_fixture.hpp"

namespace podium {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ModelShelfTest : public ServeFixture {
 protected:
  static std::vector<std::string> loaded(const std::vector<ShelfChange>& changes) {
    std::vector<std::string> names;
    for (const ShelfChange& change : changes) {
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

TEST_F(ModelShelfTest, FindsModelsByNameLabelVersionAndAlias) {
  save("shop/v9.json", linear_model(1, 0));
  save("shop/v10.json.zst", linear_model(2, 0));
  save("news.json", linear_model(3, 0));
  save("shop/notes.txt", linear_model(4, 0));
  ModelShelf shelf({.files = {}, .folder = models(), .aliases = {{"best", "shop:v9"}}});
  EXPECT_FALSE(shelf.is_ready());
  EXPECT_THAT(shelf.refresh(), SizeIs(3));
  EXPECT_TRUE(shelf.is_ready());
  EXPECT_EQ(score(shelf.find("shop")), 2.0);  // 10 comes behind 9
  EXPECT_EQ(score(shelf.find("shop:v9")), 1.0);
  EXPECT_EQ(score(shelf.find("best")), 1.0);
  EXPECT_EQ(score(shelf.find("news")), 3.0);
  EXPECT_EQ(shelf.find("shop@" + shelf.find("best")->version), shelf.find("best"));
  for (const char* unknown : {"", "sho", "shop:", "shop:v1", "shop@v9", "news:v9", "shop:notes"}) {
    EXPECT_EQ(shelf.find(unknown), nullptr) << unknown;
  }
}

TEST_F(ModelShelfTest, LoadsOnlyWhatHasChanged) {
  save("a.json", linear_model(1, 0));
  save("b.json", linear_model(2, 0));
  ModelShelf shelf({.files = {}, .folder = models()});
  shelf.refresh();
  const ModelHandle a = shelf.find("a");
  const ModelHandle b = shelf.find("b");
  EXPECT_THAT(shelf.refresh(), IsEmpty());
  save("b.json", linear_model(5, 0));
  EXPECT_THAT(loaded(shelf.refresh()), ElementsAre("b"));
  EXPECT_EQ(shelf.find("a"), a);
  EXPECT_EQ(score(shelf.find("b")), 5.0);
  EXPECT_NE(shelf.find("b")->version, b->version);
  EXPECT_EQ(score(b), 2.0);  // a request that has it can go on with it
  save("b.json", linear_model(5, 0));
  EXPECT_THAT(shelf.refresh(), IsEmpty());  // touched, but the same text
}

TEST_F(ModelShelfTest, FreesOldModelsWhileItRefreshes) {
  save("a.json", linear_model(1, 0));
  ModelShelf shelf({.files = {{"a", models() / "a.json"}}});
  shelf.refresh();
  ModelHandle held = shelf.find("a");
  const std::weak_ptr<const LoadedModel> first = held;
  save("a.json", linear_model(2, 0));
  shelf.refresh();
  held.reset();
  EXPECT_FALSE(first.expired());  // the request that had it last has not freed it
  const std::weak_ptr<const LoadedModel> second = shelf.find("a");
  save("a.json", linear_model(3, 0));
  shelf.refresh();
  EXPECT_TRUE(first.expired());
  EXPECT_TRUE(second.expired());  // nobody had it
}

TEST_F(ModelShelfTest, KeepsTheModelWhoseNewFileIsDamaged) {
  save("a.json", linear_model(1, 0));
  ModelShelf shelf({.files = {{"a", models() / "a.json"}}});
  shelf.refresh();
  const std::string whole(InputText(models() / "a.json").view());
  for (const std::size_t size : {std::size_t{0}, whole.size() / 2, whole.size() - 3}) {
    write_file(models() / "a.json", whole.substr(0, size));
    const std::vector<ShelfChange> changes = shelf.refresh();
    ASSERT_THAT(changes, SizeIs(1));
    EXPECT_THAT(changes[0].problem, HasSubstr("a.json"));
    EXPECT_EQ(score(shelf.find("a")), 1.0);
    EXPECT_THAT(shelf.refresh(), IsEmpty());  // it is said once
  }
  save("a.json", linear_model(7, 0));
  shelf.refresh();
  EXPECT_EQ(score(shelf.find("a")), 7.0);
}

TEST_F(ModelShelfTest, RefusesAModelWithoutFiniteScores) {
  save("a.json", model_without_finite_scores());
  ModelShelf shelf({.files = {}, .folder = models()});
  const std::vector<ShelfChange> changes = shelf.refresh();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_THAT(changes[0].problem, HasSubstr("expected a finite one"));
  EXPECT_EQ(shelf.find("a"), nullptr);
}

TEST_F(ModelShelfTest, ForgetsFilesOfTheFolderThatHaveGoneButNoNamedOnes) {
  save("a.json", linear_model(1, 0));
  save("other/b.json", linear_model(2, 0));
  ModelShelf shelf({.files = {{"named", models() / "other" / "b.json"}}, .folder = models()});
  shelf.refresh();
  EXPECT_NE(shelf.find("a"), nullptr);
  EXPECT_NE(shelf.find("other:b"), nullptr);
  EXPECT_THAT(shelf.refresh(), IsEmpty());
  EXPECT_NE(shelf.find("other:b"), nullptr);  // although it is the file of another reference, too
  std::filesystem::remove_all(models() / "other");
  std::filesystem::remove(models() / "a.json");
  EXPECT_THAT(loaded(shelf.refresh()), IsEmpty());
  EXPECT_EQ(shelf.find("a"), nullptr);
  EXPECT_EQ(shelf.find("other:b"), nullptr);
  EXPECT_EQ(score(shelf.find("named")), 2.0);
  save("c.json", linear_model(3, 0));
  shelf.refresh();
  std::filesystem::rename(models() / "c.json", models() / "d.json");
  write_file(models() / "d.json", "{");
  shelf.refresh();
  EXPECT_EQ(shelf.find("c"), nullptr);  // gone, although the one that has come is not served
}

TEST_F(ModelShelfTest, SaysThatAFolderOrFileIsMissing) {
  ModelShelf folder({.files = {}, .folder = folder_ / "none"});
  const std::vector<ShelfChange> changes = folder.refresh();
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].problem, "cannot read the folder " + (folder_ / "none").string() +
                                    ": No such file or directory");
  EXPECT_THAT(folder.refresh(), IsEmpty());
  ModelShelf file({.files = {{"a", folder_ / "none.json"}}});
  EXPECT_THAT(file.refresh(), SizeIs(1));
  EXPECT_THAT(file.refresh(), IsEmpty());
  EXPECT_FALSE(file.is_ready());
}

TEST_F(ModelShelfTest, ServesWhatTheFolderHadWhileItCannotBeRead) {
  save("a.json", linear_model(1, 0));
  save("../named.json", linear_model(2, 0));
  const std::filesystem::path named = folder_ / "named.json";
  ModelShelf shelf({.files = {{"named", named}}, .folder = models()});
  shelf.refresh();
  for (int round = 0; round < 2; ++round) {  // it is said again after the folder was there again
    std::filesystem::rename(models(), folder_ / "moved");
    EXPECT_THAT(shelf.refresh(), SizeIs(1));
    EXPECT_THAT(shelf.refresh(), IsEmpty());
    EXPECT_EQ(score(shelf.find("a")), 1.0);
    std::filesystem::rename(folder_ / "moved", models());
    EXPECT_THAT(shelf.refresh(), IsEmpty());
  }
  std::filesystem::rename(models(), folder_ / "moved");
  save_model(linear_model(3, 0), folder_ / "new.json");
  std::filesystem::rename(folder_ / "new.json", named);
  EXPECT_THAT(loaded(shelf.refresh()), ElementsAre("named"));  // files that are named go on
  EXPECT_EQ(score(shelf.find("named")), 3.0);
  EXPECT_EQ(score(shelf.find("a")), 1.0);
}

TEST_F(ModelShelfTest, ServesOneOfTwoFilesOfTheSameReferenceAndSaysSoOnce) {
  save("a.json", linear_model(1, 0));
  save("b.json", linear_model(2, 0));
  save("b.json.gz", linear_model(3, 0));
  save("c/x.json.zst", linear_model(4, 0));
  save("../own.json", linear_model(5, 0));
  ModelShelf shelf(
      {.files = {{"a", folder_ / "own.json"}, {"c", models() / "b.json"}}, .folder = models()});
  const std::vector<ShelfChange> changes = shelf.refresh();
  EXPECT_THAT(loaded(changes), ElementsAre("a", "c", "b", "c:x"));
  ASSERT_THAT(changes, SizeIs(6));
  EXPECT_EQ(changes[0].reference, (models() / "a.json").string());
  EXPECT_EQ(changes[0].problem, "the model 'a' is served from " + (folder_ / "own.json").string());
  EXPECT_EQ(changes[1].reference, (models() / "b.json.gz").string());
  EXPECT_EQ(changes[1].problem, "the model 'b' is served from " + (models() / "b.json").string());
  EXPECT_EQ(score(shelf.find("a")), 5.0);
  EXPECT_EQ(score(shelf.find("b")), 2.0);
  EXPECT_THAT(shelf.contents()->models.at("a"), SizeIs(1));
  save("a.json", linear_model(6, 0));
  EXPECT_THAT(shelf.refresh(), IsEmpty());
  std::filesystem::remove(models() / "b.json");
  EXPECT_THAT(loaded(shelf.refresh()), ElementsAre("b"));
  EXPECT_EQ(score(shelf.find("b")), 3.0);  // the other one
}

TEST_F(ModelShelfTest, TakesAFileThatIsNamedAndInTheFolderOnce) {
  save("a.json", linear_model(1, 0));
  ModelShelf shelf({.files = {{"a", models() / "." / "a.json"}}, .folder = models()});
  EXPECT_THAT(shelf.refresh(), SizeIs(1));
  EXPECT_THAT(shelf.contents()->models.at("a"), SizeIs(1));
}

/// What one file of the folder does must not matter to the others.
TEST_F(ModelShelfTest, ServesTheOthersWhateverIsInTheFolder) {
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
  std::filesystem::create_symlink("turn", models() / "turn");
  std::filesystem::create_directories(models() / "folder.json");
  std::filesystem::create_directories(models() / "lost+found");
  std::filesystem::permissions(models() / "lost+found", std::filesystem::perms::none);
  ModelShelf shelf({.files = {}, .folder = models()});
  const std::vector<ShelfChange> changes = shelf.refresh();
  EXPECT_THAT(loaded(changes), ElementsAre("a"));
  for (const char* name : {"huge", "pipe", "loop"}) {
    EXPECT_EQ(std::ranges::count(changes, name, &ShelfChange::reference), 1) << name;
  }
  EXPECT_TRUE(shelf.is_ready());
  EXPECT_THAT(shelf.refresh(), IsEmpty());  // each is said once
  save("a.json", linear_model(2, 0));
  EXPECT_THAT(loaded(shelf.refresh()), ElementsAre("a"));
  std::filesystem::permissions(models() / "lost+found", std::filesystem::perms::owner_all);
}

TEST_F(ModelShelfTest, KeepsAModelWhoseFileBecomesAPipeOrAFolder) {
  save("../named.json", linear_model(2, 0));
  const std::filesystem::path named = folder_ / "named.json";
  ModelShelf shelf({.files = {{"named", named}}});
  shelf.refresh();
  std::filesystem::remove(named);
  ASSERT_EQ(::mkfifo(named.c_str(), 0600), 0);
  EXPECT_THAT(shelf.refresh().at(0).problem, HasSubstr("found a pipe"));
  std::filesystem::remove(named);
  std::filesystem::create_directory(named);
  shelf.refresh();
  EXPECT_EQ(score(shelf.find("named")), 2.0);
}

}  // namespace
}  // namespace podium
