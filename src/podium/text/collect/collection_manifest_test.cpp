#include "podium/text/collect/collection_manifest.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::Pair;

class Manifest : public FileFixture {
 protected:
  StageRecord record(const FileList& output) {
    StageRecord record{{.count = {{"documents", 7}}, .remark = {"one remark"}},
                       {},
                       {{"analyser", {{"stem", "true"}}}},
                       output};
    record.add_input("corpus", folder_.file("corpus", "text"));
    return record;
  }

  /// What is said of a manifest.
  std::string complaint_of(const std::string& manifest) {
    return message([](const auto& path) { (void)CollectionManifest(path.parent_path()); },
                   folder_.file("manifest.json", manifest));
  }

  /// What is said of a manifest whose stage "meta" is this text.
  std::string complaint_of_stage(const std::string& stage) {
    return complaint_of(R"({"podium_collection":1,"stages":{"meta":)" + stage + "}}");
  }
};

TEST_F(Manifest, KeepsStagesAndTheirOrder) {
  CollectionManifest(folder_ / "").finish("meta", record({folder_.file("m", "1")}));
  CollectionManifest(folder_ / "").finish("all", record({folder_.file("a", "2")}));
  CollectionManifest(folder_ / "").finish("meta", record({folder_.file("m", "3")}));
  const CollectionManifest manifest(folder_ / "");
  EXPECT_TRUE(manifest.is_done("meta", record({})));
  EXPECT_TRUE(manifest.is_done("all", record({})));
  EXPECT_FALSE(manifest.is_done("other", record({})));
  EXPECT_FALSE(manifest.finished("other"));
  EXPECT_THAT(manifest.summary().count, ElementsAre(Pair("documents", 7), Pair("documents", 7)));
  EXPECT_THAT(manifest.summary().remark, ElementsAre("one remark", "one remark"));
  const auto meta = manifest.finished("meta");
  ASSERT_TRUE(meta);
  EXPECT_EQ(meta->key("meta"), record({}).key("meta"));
  EXPECT_LT(text_of(folder_ / "manifest.json").find("\"meta\""),
            text_of(folder_ / "manifest.json").find("\"all\""));
}

TEST_F(Manifest, SeesOtherInputsParametersAndOutputs) {
  CollectionManifest(folder_ / "").finish("meta", record({folder_.file("m", "1")}));
  StageRecord other = record({});
  other.parameter["analyser"]["stem"] = "false";
  EXPECT_FALSE(CollectionManifest(folder_ / "").is_done("meta", other));
  other = record({});
  other.add_input("corpus", folder_.file("other", "other text"));
  EXPECT_FALSE(CollectionManifest(folder_ / "").is_done("meta", other));
  folder_.file("m", "2");
  EXPECT_FALSE(CollectionManifest(folder_ / "").is_done("meta", record({})));
  EXPECT_THROW((void)CollectionManifest(folder_ / "").finished("meta"), DataError);
}

TEST_F(Manifest, AcceptsParametersThatAreNoLongerRecorded) {
  StageRecord older = record({folder_.file("m", "1")});
  older.parameter["collection"]["folds"] = "5";
  older.parameter["analyser"]["case"] = "lower";
  CollectionManifest(folder_ / "").finish("meta", older);
  EXPECT_TRUE(CollectionManifest(folder_ / "").is_done("meta", record({})));
  StageRecord newer = record({});
  newer.parameter["analyser"]["length"] = "64";
  EXPECT_FALSE(CollectionManifest(folder_ / "").is_done("meta", newer));
}

TEST_F(Manifest, RemovesOutputsOfOtherBuildsAndNothingElse) {
  const std::vector<std::string> leftovers = {
      "meta/query-9.xml",     "meta/similarity-9.txt", "meta/columns.tsv",   "meta/pages.tsv",
      "meta/links.txt",       "meta/sitemap.txt",      "meta/query-a b.xml", "meta/topic-names.txt",
      "meta/page-topics.txt", "meta/stop-words.txt"};
  const std::vector<std::string> others = {"meta/query-9.xml.bak", "meta/notes.txt",
                                           "meta/my-query-9.xml", "query-9.xml",
                                           "meta/query-topics.txt"};
  std::filesystem::create_directories(folder_ / "meta");
  for (const auto* names : {&leftovers, &others}) {
    for (const std::string& name : *names) folder_.file(name, "x");
  }
  StageRecord made = record({folder_.file("meta/query-1.xml", "x")});
  made.add_input("query-topics", folder_ / "meta/query-topics.txt");
  CollectionManifest(folder_ / "").finish("meta", made);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "meta/query-1.xml"));
  for (const auto& name : leftovers) EXPECT_FALSE(std::filesystem::exists(folder_ / name)) << name;
  for (const auto& name : others) EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
}

TEST_F(Manifest, RemovesFeatureFilesOfOtherFolds) {
  const std::vector<std::string> leftovers = {
      "Feature_MIN/all.txt", "Feature_MIN/S12.txt", "Feature_NULL/Fold7/train.txt",
      "QueryLevelNorm/Fold7/vali.txt", "QueryLevelNorm/Fold12/test.txt"};
  const std::vector<std::string> others = {"Feature_MIN/S.txt", "Feature_MIN/Sx.txt",
                                           "Feature_MIN/all.tsv", "Feature_MIN/Fold/test.txt",
                                           "Feature_MIN/Fold1/test2.txt"};
  for (const auto* names : {&leftovers, &others}) {
    for (const std::string& name : *names) {
      std::filesystem::create_directories((folder_ / name).parent_path());
      folder_.file(name, "x");
    }
  }
  CollectionManifest(folder_ / "").finish("features", record({}));
  for (const auto& name : leftovers) EXPECT_FALSE(std::filesystem::exists(folder_ / name)) << name;
  for (const auto& name : others) EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
  // As if the build had been killed while it removed them.
  for (const std::string& name : leftovers) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    folder_.file(name, "x");
  }
  StageRecord other = record({});
  other.parameter["analyser"]["stem"] = "false";
  EXPECT_FALSE(CollectionManifest(folder_ / "").is_done("features", other));
  EXPECT_TRUE(std::filesystem::exists(folder_ / leftovers.front()));
  EXPECT_TRUE(CollectionManifest(folder_ / "").is_done("features", record({})));
  for (const auto& name : leftovers) EXPECT_FALSE(std::filesystem::exists(folder_ / name)) << name;
  for (const auto& name : others) EXPECT_TRUE(std::filesystem::exists(folder_ / name)) << name;
}

TEST_F(Manifest, NamesThePlaceOfEveryDamage) {
  EXPECT_EQ(complaint_of_stage("7"), "manifest.json: stages.meta: found 7, expected an object");
  EXPECT_EQ(complaint_of_stage("{}"), "manifest.json: stages.meta: found no 'key', expected one");
  EXPECT_EQ(complaint_of_stage(R"({"key":7})"),
            "manifest.json: stages.meta.key: found 7, expected text");
  const auto with = [&](const std::string& name, const std::string& value) {
    std::string stage = R"({"key":"k")";
    for (const auto& [member, sound] : std::vector<std::pair<std::string, std::string>>{
             {"inputs", R"({"corpus":{"path":"p","checksum":"c"}})"},
             {"parameters", R"({"analyser":{"stem":"true"}})"},
             {"counts", R"({"documents":7})"},
             {"remarks", R"(["r"])"},
             {"outputs", R"({"m":"c"})"}}) {
      if (member != name) {
        stage += ",\"" + member + "\":" + sound;
      } else if (!value.empty()) {
        stage += ",\"" + member + "\":" + value;
      }
    }
    return complaint_of_stage(stage + "}");
  };
  EXPECT_EQ(with("", ""), "accepted");
  EXPECT_EQ(with("outputs", ""), "manifest.json: stages.meta: found no 'outputs', expected one");
  EXPECT_EQ(with("outputs", "[]"),
            "manifest.json: stages.meta.outputs: found a list of 0, expected an object");
  EXPECT_EQ(with("outputs", R"({"m":7})"),
            "manifest.json: stages.meta.outputs.m: found 7, expected text");
  EXPECT_EQ(
      with("counts", R"({"documents":-1})"),
      "manifest.json: stages.meta.counts.documents: found -1, expected a whole number from 0");
  EXPECT_EQ(with("remarks", "[null]"),
            "manifest.json: stages.meta.remarks[0]: found null, expected text");
  EXPECT_EQ(with("inputs", R"({"corpus":"p"})"),
            "manifest.json: stages.meta.inputs.corpus: found 'p', expected an object");
  EXPECT_EQ(with("parameters", R"({"analyser":{"stem":true}})"),
            "manifest.json: stages.meta.parameters.analyser.stem: found true, expected text");
}

TEST_F(Manifest, RefusesADocumentThatIsNoManifest) {
  EXPECT_EQ(complaint_of("{"), "manifest.json:1:2: found the end of the text, expected more JSON");
  EXPECT_EQ(complaint_of("[]"), "manifest.json: found a list of 0, expected an object");
  EXPECT_EQ(complaint_of("{}"), "manifest.json: found no 'podium_collection', expected one");
  EXPECT_EQ(complaint_of(R"({"podium_collection":2,"stages":{}})"),
            "manifest.json: podium_collection: found version 2, expected 1");
  EXPECT_EQ(complaint_of(R"({"podium_collection":1,"stages":[]})"),
            "manifest.json: stages: found a list of 0, expected an object");
}

}  // namespace
}  // namespace podium::text
