#include "podium/learning/model/tree_json.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/learning/model/model_file.hpp"
#include "podium/learning/model/random_model_fixture.hpp"

namespace podium {
namespace {

using Document = nlohmann::ordered_json;
using testing::HasSubstr;

/// Two splits and three leaves over two features.
Document sound() {
  return Document::parse(
      R"({"base":0.5,"rate":0.1,"trees":[{"feature":[0,1],"threshold":[0.35,2.5],)"
      R"("missing_left":[false,true],"left":[-1,-2],"right":[1,-3],"gain":[5.6,2.5],)"
      R"("value":[-1.2,1.0,-0.5],"rows":[8,5,3,4,1],"curvature":[5.0,3.5,1.5,3.0,0.5]}]})");
}

TreeEnsemble read(const std::string& text, std::size_t features = 2) {
  return read_tree_ensemble(read_json(text, {"m"}), features);
}

std::string complaint(const std::string& text, std::size_t features = 2) {
  try {
    (void)read(text, features);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

std::string complaint_after(const std::function<void(Document& tree)>& change) {
  Document json = sound();
  change(json["trees"][0]);
  return complaint(json.dump());
}

TEST(TreeJson, ComesBackEqual) {
  EXPECT_EQ(json_of(read(sound().dump())).dump(), sound().dump());
  RandomStream random(1, "", "test");
  for (int round = 0; round < 20; ++round) {
    const TreeEnsemble model = random_trees(4, random.below(6), random);
    EXPECT_EQ(read(json_of(model).dump(), 4), model);
  }
}

/// With a linear model that they were added to.
Document with_start() {
  Document json = sound();
  json["start"] = Document::parse(
      R"({"name":"listmle","kind":"linear","parameters":{"weights":[1.0,0.5],"bias":2.0}})");
  return json;
}

TEST(TreeJson, HasTheStart) {
  const TreeEnsemble model = read(with_start().dump());
  ASSERT_TRUE(model.start);
  EXPECT_EQ(*model.start, (NamedRanker{"listmle", LinearModel{{2, true}, {1.0, 0.5, 2.0}}}));
  EXPECT_EQ(json_of(model).dump(), with_start().dump());
  const auto refusal = [&](const std::function<void(Document & start)>& change) {
    Document json = with_start();
    change(json["start"]);
    return complaint(json.dump());
  };
  for (const char* kind : {"trees", "re-ranking"}) {
    EXPECT_EQ(refusal([&](Document& start) { start["kind"] = kind; }),
              "m: start.kind: found '" + std::string(kind) +
                  "', expected a ranker that scores documents one by one, without trees");
  }
  EXPECT_THAT(refusal([](Document& start) { start["kind"] = "magic"; }), HasSubstr("linear"));
  EXPECT_THAT(refusal([](Document& start) { start["parameters"]["weights"].push_back(1); }),
              HasSubstr("start.parameters.weights: found a list of 3"));
  EXPECT_THAT(refusal([](Document& start) { start["weight"] = 1; }),
              HasSubstr("found the key 'weight'"));
  EXPECT_THAT(refusal([](Document& start) { start.erase("name"); }), HasSubstr("found no 'name'"));
  EXPECT_THAT(refusal([](Document& start) { start = 5; }), HasSubstr("start: found 5"));
}

TEST(TreeJson, RefusesColumnsOfOtherLengths) {
  for (const char* key :
       {"threshold", "missing_left", "left", "right", "gain", "value", "rows", "curvature"}) {
    EXPECT_THAT(complaint_after([&](Document& tree) { tree[key].push_back(tree[key][0]); }),
                HasSubstr(std::string("trees[0].") + key + ": found a list of"))
        << key;
    EXPECT_THAT(complaint_after([&](Document& tree) { tree[key].erase(0); }),
                HasSubstr(std::string("trees[0].") + key + ": found a list of"))
        << key;
    EXPECT_THAT(complaint_after([&](Document& tree) { tree.erase(key); }),
                HasSubstr("trees[0]: found no '" + std::string(key) + "'"));
    EXPECT_THAT(complaint_after([&](Document& tree) { tree[key][0] = "x"; }),
                HasSubstr("found 'x'"))
        << key;
  }
  EXPECT_THAT(complaint_after([](Document& tree) { tree["more"] = 1; }),
              HasSubstr("found the key 'more'"));
}

TEST(TreeJson, RefusesChildrenThatAreNoTree) {
  const std::string no_tree = "found children that do not form one tree";
  EXPECT_THAT(complaint_after([](Document& tree) { tree["left"][0] = -3; }), HasSubstr(no_tree));
  EXPECT_THAT(complaint_after([](Document& tree) { tree["left"][0] = 0; }), HasSubstr(no_tree));
  EXPECT_THAT(complaint_after([](Document& tree) { tree["left"][1] = 1; }), HasSubstr(no_tree));
  EXPECT_EQ(complaint_after([](Document& tree) { tree["right"][0] = 2; }),
            "m: trees[0].right[0]: found 2, expected a split from 0 to 1 or a leaf from -1 to -3");
  EXPECT_THAT(complaint_after([](Document& tree) { tree["right"][0] = -4; }),
              HasSubstr("found -4, expected a split"));
  EXPECT_THAT(complaint_after([](Document& tree) { tree["right"][0] = 0.5; }),
              HasSubstr("found 0.5, expected a split"));
}

TEST(TreeJson, RefusesFeaturesThatThereAreNot) {
  EXPECT_THAT(complaint_after([](Document& tree) { tree["feature"][0] = 2; }),
              HasSubstr("feature[0]: found 2, expected a whole number from 0 to 1"));
  EXPECT_THAT(complaint(sound().dump(), 0), HasSubstr("expected none in a model without features"));
  EXPECT_THAT(complaint_after([](Document& tree) { tree["rows"][0] = -1; }), HasSubstr("found -1"));
}

// Whatever is changed, the reader takes it or complains; what it takes can be scored.
TEST(TreeJson, MeetsRubbish) {
  RandomStream random(2, "", "rubbish");
  const std::string text = with_start().dump();
  const std::string letters = "0123456789-.,[]{}\":aeflnrstu_ ";
  std::size_t taken = 0;
  for (int round = 0; round < 5000; ++round) {
    std::string other = text;
    for (std::size_t changes = 1 + random.below(3); changes > 0; --changes) {
      other[random.below(other.size())] = letters[random.below(letters.size())];
    }
    try {
      const TreeEnsemble model = read(other);
      ++taken;
      ASSERT_TRUE(model.is_whole());
      Workspace workspace;
      const std::vector<float> row = {0.1F, std::nanf("")};
      double score = 0.0;
      model.score({row, 2}, {&score, 1}, workspace);
    } catch (const DataError&) {
    }
  }
  EXPECT_GT(taken, 0U);
}

}  // namespace
}  // namespace podium
