#include <array>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/learning/learning_commands_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

/// Data whose second feature is a code: documents of the codes 2 and 4 are relevant. The first
/// feature says nothing.
class CategoricalFeatures : public LearningCommands {
 protected:
  CategoricalFeatures() {
    put("codes.txt", lines(1, 41));
    put("others.txt", lines(41, 61));
  }

  static std::string lines(int begin, int end) {
    std::string text;
    for (int q = begin; q < end; ++q) {
      for (int d = 0; d < 5; ++d) {
        const int code = 1 + (d + q) % 5;
        text += fmt::format("{} qid:{} 1:{} 2:{}\n", code == 2 || code == 4 ? 1 : 0, q,
                            0.1 * ((3 * q + 7 * d) % 10), code);
      }
    }
    return text;
  }

  CliResult train(const std::vector<std::string>& more, const std::string& algorithm) const {
    return run({"train", algorithm, "--train", at("codes.txt"), "--test", at("others.txt"),
                "--measures", "ndcg@10", "--format", "json", "--model", at("model.json")},
               more);
  }

  static double measured(const CliResult& result) {
    EXPECT_EQ(result.code, 0) << result.err;
    return nlohmann::json::parse(result.out)["test"]["ndcg@10"].get<double>();
  }

  const std::vector<std::string> flags_ = {"--categorical", "2"};
};

TEST_F(CategoricalFeatures, AreLearnedByLinearModels) {
  EXPECT_LT(measured(train({}, "listnet")), 0.9);
  EXPECT_EQ(measured(train(flags_, "listnet")), 1.0);
  const RankingModel model = load_model(at("model.json"));
  ASSERT_EQ(model.preparation.categories.size(), 1U);
  EXPECT_EQ(model.preparation.categories[0].value, (std::vector<float>{1, 2, 3, 4, 5}));
  EXPECT_THAT(run({"model", "show", at("model.json")}).out, HasSubstr("2 (5 values)"));
}

TEST_F(CategoricalFeatures, AreLearnedByTrees) {
  EXPECT_EQ(
      measured(train({"--categorical", "2", "--set", "rounds=20", "--tune", "none"}, "lambdamart")),
      1.0);
}

TEST_F(CategoricalFeatures, AreSplitBySetsInAutoToo) {
  // The code turns the sign of the other feature.
  const auto turned = [](int begin, int end) {
    std::string text;
    for (int q = begin; q < end; ++q) {
      for (int d = 0; d < 8; ++d) {
        const int code = 1 + (3 * d + 5 * q) % 6;
        const int x = (7 * q + 5 * d + q * d) % 11 - 5;
        const int use = code == 2 || code == 3 || code == 6 ? x : -x;
        text += fmt::format("{} qid:{} 1:{} 2:{}\n", use > 1 ? 1 : 0, q, x, code);
      }
    }
    return text;
  };
  put("codes.txt", turned(1, 81));
  put("others.txt", turned(81, 121));
  const double alone = measured(train(flags_, "lambdamart"));
  EXPECT_GT(alone, 0.9);
  EXPECT_GT(measured(train(flags_, "auto")), alone - 0.02);
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(model.preparation.features.names.back(), "2 (set)");
  EXPECT_THAT(run({"model", "show", at("model.json")}).out,
              testing::ContainsRegex("features +2, numbered from 1"));
  EXPECT_THAT(train({"--categorical", "2", "--single"}, "auto").err,
              HasSubstr("--single: trees see the means of categories only"));
  EXPECT_THAT(load_model(at("model.json")).preparation.features.names,
              testing::Not(testing::Contains("2 (set)")));
}

TEST_F(CategoricalFeatures, KeepTheChecksOfNumbersAndColumnsBesideSets) {
  const std::vector<std::string> few = {"--categorical", "2",      "--set",
                                        "rounds=20",     "--tune", "none"};
  ASSERT_EQ(train(few, "lambdamart").code, 0);
  EXPECT_THAT(run({"model", "show", at("model.json")}).out, HasSubstr("2, numbered from 1"));
  const auto said = [&](const std::string& text, const std::vector<std::string>& more = {}) {
    put("data.csv", text);
    return run({"score", "--model", at("model.json"), "--data", at("data.csv"), "--out",
                at("scores.txt")},
               more)
        .err;
  };
  EXPECT_THAT(said("qid,label,f0,f1,f2\n1,0,3,1,2\n"),
              HasSubstr("the data has the feature 'f0'; those of the model are numbered from 1"));
  EXPECT_THAT(said("qid,label,f1,f2,extra\n1,0,3,1,2\n"), HasSubstr("'extra'"));
  EXPECT_THAT(said("qid,label,f2,f1\n1,0,3,1\n", {"--by-position"}),
              HasSubstr("columns are taken by position: 'f2' as '1'"));
  EXPECT_THAT(said("qid,label,f1,f2\n1,0,.5,77\n1,1,.5,78\n"),
              HasSubstr(": 2: 100.0 % of the rows have codes that the training data did not have, "
                        "which count as 0"));
  std::string empty = "qid,label,f1,f2\n";
  for (int row = 0; row < 20; ++row) empty += "1,0,,2\n";
  EXPECT_THAT(said(empty), HasSubstr("no row has a value of 1; the model fills it"));
  put("gaps.txt", "2 qid:1 1:NULL 2:1\n0 qid:1 1:2 2:0\n1 qid:1 1:3 2:4\n");
  EXPECT_THAT(run({"train", "listnet", "--train", at("gaps.txt"), "--tune", "none", "--model",
                   at("gaps.json")})
                  .err,
              HasSubstr("gaps.txt: 1 feature with missing values (1 33.3 %); --fill auto says"));
  const CliResult graded =
      run({"train", "listnet", "--train", at("codes.txt"), "--test", at("gaps.txt"), "--profile",
           "letor3", "--measures", "kappa-ndcg@2", "--model", at("never.json")});
  EXPECT_NE(graded.code, 0);
  EXPECT_THAT(graded.err, HasSubstr("gaps.txt: "));
  EXPECT_FALSE(std::filesystem::exists(at("never.json"))) << graded.err;
  EXPECT_THAT(said(empty + "1,0,.5,2\n"), testing::Not(HasSubstr("no row has a value")));
  EXPECT_THAT(said("qid,label,f1,f2,2 (set)\n1,0,.5,2,9\n1,1,.5,3,9\n"), HasSubstr("'2 (set)'"));
}

TEST_F(CategoricalFeatures, AreScoredByTheModelAlone) {
  ASSERT_EQ(train({"--categorical", "2", "--normalise", "zscore"}, "listnet").code, 0);
  put("new.txt", "0 qid:1 1:0.5 2:4\n0 qid:1 1:0.5 2:1\n0 qid:1 1:0.5 2:77\n0 qid:1 1:0.5 2:3\n");
  const CliResult result = run(
      {"score", "--model", at("model.json"), "--data", at("new.txt"), "--out", at("scores.txt")});
  ASSERT_EQ(result.code, 0) << result.err;
  std::istringstream text(text_of("scores.txt"));
  double relevant = 0.0;
  double other = 0.0;
  double unknown = 0.0;
  text >> relevant >> other >> unknown;
  EXPECT_GT(relevant, unknown);
  EXPECT_GT(unknown, other);
}

TEST_F(CategoricalFeatures, AreTheSameWhenTrainedAgain) {
  ASSERT_EQ(train({"--categorical", "2", "--tune", "none"}, "listnet").code, 0);
  const CliResult result = run({"explain", at("model.json"), "--data", at("others.txt"), "--train",
                                at("codes.txt"), "--format", "json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const nlohmann::json json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["retrained_value"], json["value"]);
}

TEST_F(CategoricalFeatures, AreUsedByCrossValidation) {
  const auto mean = [&](const std::vector<std::string>& more) {
    const CliResult result =
        run({"crossval", "listnet", "--data", at("codes.txt"), "--fold-count", "4", "--tune",
             "none", "--measures", "ndcg@10", "--format", "json", "--state", at("state.jsonl")},
            more);
    return result.code == 0
               ? nlohmann::json::parse(result.out)["mean"]["test"]["ndcg@10"].get<double>()
               : -1.0;
  };
  EXPECT_EQ(mean(flags_), 1.0);
  EXPECT_EQ(mean({}), -1.0);  // the state is that of another cross-validation
}

TEST_F(CategoricalFeatures, AreUsedByTuning) {
  const CliResult result = run({"tune", "listnet", "--train", at("codes.txt"), "--model",
                                at("model.json"), "--budget", "5", "--categorical", "2"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("--categorical 2"));
  EXPECT_EQ(load_model(at("model.json")).preparation.categories.size(), 1U);
  // The best feature of the data is known by means that its own queries are not part of.
  EXPECT_EQ(measured(train({"--categorical", "2", "--baseline", "best-feature"}, "listnet")), 1.0);
  EXPECT_EQ(load_model(at("model.json")).training.tuning->baseline, "2");
}

TEST_F(CategoricalFeatures, AreNoBaselineAsSets) {
  std::string text;  // the order of the codes is that of the labels, by chance
  for (int q = 0; q < 12; ++q) {
    for (int d = 0; d < 6; ++d) {
      text += fmt::format("{} qid:{} 1:{} 2:{}\n", d / 2, q, 0.1 * ((3 * q + 7 * d) % 10), d + 1);
    }
  }
  put("codes.txt", text);
  ASSERT_EQ(train({"--categorical", "2", "--baseline", "best-feature", "--grid", "rounds=5"},
                  "lambdamart")
                .code,
            0);
  const RankingModel model = load_model(at("model.json"));
  EXPECT_EQ(model.preparation.features.names.back(), "2 (set)");
  EXPECT_EQ(model.training.tuning->baseline, "2");
}

/// A code turns the sign of another feature, which means of labels do not show.
TEST_F(CategoricalFeatures, AreSplitBySets) {
  const auto data = [](int begin, int end) {
    std::string text;
    for (int q = begin; q < end; ++q) {
      for (int d = 0; d < 10; ++d) {
        const int code = 1 + (7 * d + 3 * q) % 10;
        const int value = (5 * d + 11 * q + d * q) % 21 - 10;
        const bool is_turned = code == 2 || code == 3 || code == 7 || code == 9;
        text += fmt::format("{} qid:{} 1:{} 2:{}\n", (is_turned ? -value : value) > 2 ? 1 : 0, q,
                            value, code);
      }
    }
    return text;
  };
  put("codes.txt", data(0, 120));
  put("others.txt", data(120, 180));
  const std::vector<std::string> trees = {"--categorical", "2",      "--set",
                                          "rounds=30",     "--tune", "none"};
  EXPECT_GT(measured(train(trees, "lambdamart")), 0.9);
  EXPECT_THAT(run({"explain", at("model.json"), "--tree", "1"}).out, HasSubstr("2 (set)"));
  EXPECT_THAT(
      run({"export", at("model.json"), "--to", "xgboost", "--out", at("m")}).err,
      HasSubstr("category-sets=false' (--single if the algorithm is auto), or export to c, onnx "
                "instead"));
  EXPECT_EQ(run({"export", at("model.json"), "--to", "c", "--out", at("m.h")}).code, 0);
  EXPECT_THAT(text_of("m.h"), HasSubstr("static const unsigned long long set[]"));
  // A feature and its sets are one: they are shuffled and dropped together.
  const CliResult worth = run({"explain", at("model.json"), "--data", at("others.txt"), "--train",
                               at("codes.txt"), "--format", "json"});
  ASSERT_EQ(worth.code, 0) << worth.err;
  EXPECT_THAT(worth.err, testing::Not(HasSubstr("not the data")));
  const nlohmann::json json = nlohmann::json::parse(worth.out);
  EXPECT_EQ(json["retrained_value"], json["value"]);
  ASSERT_EQ(json["features"].size(), 2U);
  for (const nlohmann::json& feature : json["features"]) {
    EXPECT_GT(feature["shuffled"].get<double>(), 0.05);
    EXPECT_GT(feature["dropped"].get<double>(), 0.05);
  }
  std::vector<std::string> without = trees;
  without.insert(without.end(), {"--set", "category-sets=false"});
  EXPECT_LT(measured(train(without, "lambdamart")), 0.9);
  EXPECT_EQ(load_model(at("model.json")).preparation.categories.size(), 1U);
}

/// The same as words, in another order of columns.
class WordFeatures : public LearningCommands {
 protected:
  WordFeatures() {
    put("words.csv", "qid,label,brand,f\n" + lines(1, 41));
    put("others.csv", "qid,label,brand,f\n" + lines(41, 61));
  }

  static std::string lines(int begin, int end) {
    constexpr std::array brands = {"acme", "\"Zoë, Ltd\"", "bolt", "7", "x y"};
    std::string text;
    for (int q = begin; q < end; ++q) {
      for (int d = 0; d < 5; ++d) {
        const int code = (d + q) % 5;
        text +=
            fmt::format("{},{},{},{}\n", q, code == 1 || code == 3 ? 1 : 0,
                        brands.at(static_cast<std::size_t>(code)), 0.1 * ((3 * q + 7 * d) % 10));
      }
    }
    return text;
  }

  CliResult train(const std::vector<std::string>& more) const {
    return run({"train", "listnet", "--train", at("words.csv"), "--vali", at("others.csv"),
                "--test", at("others.csv"), "--measures", "ndcg@10", "--model", at("model.json")},
               more);
  }
};

TEST_F(WordFeatures, AreLeftOutUnlessTheyAreNamed) {
  const CliResult result = train({"--allow-empty"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(
      result.err,
      HasSubstr("brand: words, left out; training with --categorical brand uses it (5 words)"));
  EXPECT_EQ(load_model(at("model.json")).preparation.features.count, 1U);
  EXPECT_EQ(run({"score", "--model", at("model.json"), "--data", at("others.csv"), "--out",
                 at("scores.txt")})
                .code,
            0);
}

TEST_F(WordFeatures, AreLearnedAndScored) {
  const CliResult result = train({"--categorical", "brand"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, testing::ContainsRegex("test ndcg@10 +1\\.0000"));
  const RankingModel model = load_model(at("model.json"));
  ASSERT_EQ(model.preparation.categories.size(), 1U);
  EXPECT_THAT(model.preparation.categories[0].word,
              testing::ElementsAre("7", "Zoë, Ltd", "acme", "bolt", "x y"));
  EXPECT_EQ(model.preparation.categories[0].count[0], 40.0);
  const std::string shown = run({"model", "show", at("model.json")}).out;
  EXPECT_THAT(shown, HasSubstr("brand (5 words)"));
  EXPECT_THAT(shown, HasSubstr("brand, highest words"));
  EXPECT_THAT(run({"explain", at("model.json"), "--data", at("others.csv"), "--query", "41",
                   "--format", "json"})
                  .out,
              HasSubstr("acme"));
  // Another order of columns, words that were not seen, and a column that nobody needs.
  put("new.csv", "f,brand,note,qid\n0.5,7,a,1\n0.5,new,b,1\n0.5,,c,1\n0.5,bolt,d,1\n");
  const CliResult scored = run(
      {"score", "--model", at("model.json"), "--data", at("new.csv"), "--out", at("scores.txt")});
  ASSERT_EQ(scored.code, 0) << scored.err;
  EXPECT_THAT(scored.err, HasSubstr("brand: 25.0 % of the rows have words that the training data "
                                    "did not have"));
  put("foreign.csv", "f,brand,qid,label\n0.5,p,a,1\n900,q,a,0\n");
  EXPECT_THAT(run({"evaluate", "--model", at("model.json"), "--data", at("foreign.csv")}).err,
              HasSubstr("model.json: brand: 100.0 % of the rows have words that the "));
  const CliResult tested =
      run({"train", "listnet", "--train", at("words.csv"), "--test", at("foreign.csv"),
           "--categorical", "brand", "--model", at("tested.json")});
  EXPECT_THAT(tested.err,
              HasSubstr("foreign.csv: brand: 100.0 % of the rows have words that the "));
  EXPECT_THAT(
      tested.err,
      HasSubstr("foreign.csv: 1 feature with values far beyond those of the training data (f"));
  std::istringstream text(text_of("scores.txt"));
  std::array<double, 4> score{};
  for (double& value : score) text >> value;
  EXPECT_GT(score[0], score[1]);
  EXPECT_EQ(score[1], score[2]);
  EXPECT_LT(score[3], score[1]);
  EXPECT_THAT(run({"score", "--model", at("model.json"), "--data", at("others.csv"), "--out",
                   at("scores.txt")})
                  .err,
              testing::Not(HasSubstr("of the rows have words")))
      << "all are known";
  EXPECT_EQ(run({"evaluate", "--data", at("others.csv"), "--model", at("model.json")}).code, 0);
  const CliResult numbers = run({"score", "--model", at("model.json"), "--data", at("train.txt"),
                                 "--by-position", "--out", at("scores.txt")});
  EXPECT_EQ(numbers.code, 2);
  put("renamed.csv", "f,make,qid,label\n0.5,7,a,1\n0.7,new,a,0\n");
  const CliResult renamed = run({"score", "--model", at("model.json"), "--data", at("renamed.csv"),
                                 "--by-position", "--out", at("scores.txt")});
  EXPECT_EQ(renamed.code, 2);
  EXPECT_THAT(renamed.err, HasSubstr(": --by-position: the model has words in 'brand', "
                                     "which are found by the name of their column; found no "
                                     "column of that name: rename the column"));
}

TEST_F(WordFeatures, AreNoNumbersForOtherModels) {
  const auto codes = [](int begin, int end) {
    std::string text = "qid,label,shop,f\n";
    for (int q = begin; q < end; ++q) {
      for (int d = 0; d < 5; ++d) {
        text += fmt::format("{},{},{},{}\n", q, d / 3, 7 * d, (q + d) % 4);
      }
    }
    return text;
  };
  put("codes.csv", codes(0, 20));
  put("new.csv", codes(20, 30));
  const auto train = [&](const std::string& model, const std::vector<std::string>& more) {
    const CliResult result = run(
        {"train", "listnet", "--train", at("codes.csv"), "--tune", "none", "--model", at(model)},
        more);
    EXPECT_EQ(result.code, 0) << result.err;
  };
  train("words.json", {"--categorical", "shop"});
  train("numbers.json", {});
  const auto problem = [&](const std::vector<std::string>& more) {
    const CliResult result =
        run({"evaluate", "--data", at("new.csv"), "--model", at("words.json")}, more);
    EXPECT_EQ(result.code, 2) << result.out;
    return result.err;
  };
  EXPECT_THAT(problem({"--model", at("numbers.json")}),
              HasSubstr("feature 'shop': found words, expected numbers"));
  EXPECT_THAT(problem({"--feature", "shop"}),
              HasSubstr("--feature shop: a model of the same command reads it as words"));
  EXPECT_EQ(
      run({"evaluate", "--data", at("new.csv"), "--model", at("words.json"), "--feature", "f"})
          .code,
      0);
}

TEST_F(WordFeatures, AreTextsInExportedModels) {
  ASSERT_EQ(train({"--categorical", "brand"}).code, 0);
  // An unseen word, a missing one, and the columns in another order.
  put("new.csv", "f,brand,qid\n0.5,7,1\n0.5,new,1\n0.5,,1\n0.5,\"Zoë, Ltd\",1\n");
  const std::vector<std::string> exporting = {"export",       at("model.json"), "--out",
                                              at("model"),    "--check",        at("new.csv"),
                                              "--check-file", at("check.tsv")};
  for (const char* format : {"c", "onnx"}) {
    const CliResult result = run(exporting, {"--to", format});
    ASSERT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("checked on 4 documents"));
    EXPECT_THAT(text_of("model"),
                HasSubstr(format == std::string("c") ? "\"Zo\\303\\253, Ltd\"" : "Zoë, Ltd"));
    EXPECT_THAT(text_of("check.tsv"), HasSubstr("\n\"Zoë, Ltd\"\t0.5\t"));
    EXPECT_THAT(run(exporting, {"--to", format, "--words-table", at("words.csv")}).err,
                HasSubstr("takes words; leave the flag out"));
  }
}

TEST_F(WordFeatures, StayInTablesThatAreWritten) {
  const auto told = [&](const std::string& command, const std::string& out,
                        const std::vector<std::string>& more) {
    const CliResult result = run({"data", command, at("words.csv")}, more);
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(at(out)));
    return result.err;
  };
  EXPECT_THAT(told("split", "parts/Fold1/train.csv", {"--out", at("parts")}),
              testing::Not(HasSubstr("left out")));
  told("convert", "words.tsv", {at("words.tsv")});
  const auto scores = [&](const std::string& data) {
    EXPECT_EQ(run({"train", "listnet", "--train", at(data), "--categorical", "brand", "--tune",
                   "none", "--model", at("model.json")})
                  .code,
              0);
    return text_of("model.json").substr(0, text_of("model.json").find("\"training\""));
  };
  EXPECT_EQ(scores("words.csv"), scores("words.tsv"));
  EXPECT_EQ(run({"crossval", "listnet", "--folds", at("parts"), "--categorical", "brand", "--tune",
                 "none"})
                .code,
            0);
  EXPECT_THAT(told("convert", "words.txt", {at("words.txt")}),
              HasSubstr("words.csv: words are kept in csv and tsv only"));
}

TEST_F(WordFeatures, AreNotNumbersForABaseline) {
  put("numbers.csv", "qid,label,f,g\n1,1,3,5\n1,0,4,2\n2,1,1,9\n2,0,2,1\n");
  const std::vector<std::string> training = {"train",  "listnet", "--train",      at("numbers.csv"),
                                             "--tune", "none",    "--allow-empty"};
  ASSERT_EQ(run(training, {"--model", at("first.json")}).code, 0);
  const CliResult result = run({"train", "listnet", "--train", at("numbers.csv"), "--categorical",
                                "g", "--baseline", at("first.json"), "--model", at("model.json")});
  EXPECT_EQ(result.code, 2);
  EXPECT_THAT(result.err, HasSubstr("feature 'g': found words, expected numbers"));
}

TEST_F(WordFeatures, AreNumbersInEngines) {
  ASSERT_EQ(train({"--categorical", "brand"}).code, 0);
  const std::vector<std::string> exporting = {"export",  at("model.json"), "--to",
                                              "vespa",   "--out",          at("model"),
                                              "--check", at("others.csv")};
  EXPECT_THAT(run(exporting).err, HasSubstr("--words-table FILE"));
  const CliResult result = run(exporting, {"--words-table", at("words-table.csv")});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("checked on 100 documents"));
  EXPECT_THAT(text_of("words-table.csv"), HasSubstr("\"brand\",\"Zoë, Ltd\",0."));
}

TEST_F(CategoricalFeatures, AreRefusedWhereTheyCannotBe) {
  const auto refusal = [&](const std::vector<std::string>& more) {
    const CliResult result = train(more, "listnet");
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_THAT(refusal({"--categorical", "site"}),
              HasSubstr("categorical: found 'site', expected a name or a number from 1 to 2"));
  EXPECT_THAT(refusal({"--categorical", "1,2,1"}), HasSubstr("found '1' twice"));
  EXPECT_THAT(refusal({"--categorical", ""}), HasSubstr("--categorical: found no name"));
  EXPECT_THAT(refusal({"--categorical", "2", "--fill", "zero,2=max"}),
              HasSubstr("--fill: found a rule for '2', a categorical feature"));
  EXPECT_THAT(train({"--set", "category-sets=true"}, "mart").err,
              HasSubstr("--set category-sets has no effect without --categorical"));
  EXPECT_THAT(
      train({"--categorical", "2", "--normalise", "log1p", "--set", "rounds=2"}, "mart").err,
      HasSubstr("--normalise log1p: trees see the means of categories only"));
  put("named.csv", "qid,label,x (set)\n1,1,2\n1,0,1\n");
  EXPECT_THAT(run({"train", "mart", "--train", at("named.csv"), "--tune", "none", "--model",
                   at("model.json")})
                  .err,
              HasSubstr("feature 'x (set)': found a name that ends in ' (set)'"));
  put("pairs.txt", "");
  EXPECT_THAT(refusal({"--categorical", "2", "--pairs", at("pairs.txt")}),
              HasSubstr("--categorical"));
}

}  // namespace
}  // namespace podium::cli
