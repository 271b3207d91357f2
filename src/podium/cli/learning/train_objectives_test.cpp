// podium train on two labels: --also, --labels, --lambda, --maximise.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/cli/run_in_process_fixture.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/random.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Labels follow x, margins follow y; one document of each query has no margin.
class TrainObjectives : public testing::Test {
 protected:
  TrainObjectives() {
    RandomStream random(5, "", "two labels");
    std::string table = "qid,rel,margin,x,y,bm25\n";
    std::string plain = "qid,rel,x,y,bm25\n";
    std::string letor;
    std::string margins;
    for (int q = 1; q <= 30; ++q) {
      for (int d = 0; d < 8; ++d) {
        const double x = random.uniform();
        const double y = random.uniform();
        const double bm25 = x + 0.3 * y + 0.3 * random.uniform();
        const int rel = x > 0.8 ? 2 : x > 0.5 ? 1 : 0;
        const int margin = y > 0.8 ? 2 : y > 0.5 ? 1 : 0;
        const std::string values = fmt::format("{:.4f},{:.4f},{:.4f}\n", x, y, bm25);
        table +=
            fmt::format("{},{},{},{}", q, rel, d == 3 ? "" : fmt::format("{}", margin), values);
        plain += fmt::format("{},{},{}", q, rel, values);
        letor += fmt::format("{} qid:{} 1:{:.4f} 2:{:.4f} 3:{:.4f}\n", rel, q, x, y, bm25);
        margins += fmt::format("{}\n", d == 3 ? -1 : margin);
      }
    }
    folder_.file("shop.csv", table);
    folder_.file("plain.csv", plain);
    folder_.file("shop.txt", letor);
    folder_.file("margins.txt", margins);
  }

  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  CliResult train(const std::string& data, const std::vector<std::string>& more,
                  const std::string& algorithm = "listnet",
                  const std::string& model = "m.json") const {
    std::vector<std::string> words = {"train",  algorithm, "--train",
                                      at(data), "--model", at(model)};
    if (data.ends_with(".csv")) words.insert(words.end(), {"--label-column", "rel"});
    words.insert(words.end(), more.begin(), more.end());
    return run_in_process(words);
  }

  std::string refusal(const std::vector<std::string>& more,
                      const std::string& algorithm = "listnet",
                      const std::string& data = "shop.csv") const {
    const CliResult result = train(data, more, algorithm);
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  }

  /// The model without what names data and options.
  std::string parameters(const std::string& name) const {
    RankingModel model = load_model(at(name));
    model.training = {};
    return to_json(model);
  }

  TemporaryFolder folder_;
};

const std::string within = "ndcg@5(rel) subject to ndcg@5(margin) >= +5%";

TEST_F(TrainObjectives, PrintsTheFrontAndWritesAnOrdinaryModel) {
  const CliResult result = train("shop.csv", {"--also", "margin", "--maximise", within,
                                              "--baseline", "bm25", "--report", at("front.html")});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("30 documents without margin, missing or below 0"));
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("lambda"), HasSubstr("ndcg@5(rel)"), HasSubstr("ndcg@5(margin)"),
                    HasSubstr("chosen"), HasSubstr("below the bound"), HasSubstr("baseline"),
                    HasSubstr("All points have the options: strength")));
  const RankingModel model = load_model(at("m.json"));
  EXPECT_EQ(model.training.options.at("also"), "margin");
  EXPECT_EQ(model.training.options.at("maximise"), within);
  EXPECT_EQ(model.preparation.features.names, (std::vector<std::string>{"x", "y", "bm25"}));
  const std::string page(InputText(at("front.html")).view());
  EXPECT_THAT(page, HasSubstr("One measure against the other"));
  EXPECT_EQ(run_in_process({"score", "--model", at("m.json"), "--data", at("shop.csv"),
                            "--label-column", "rel", "--out", at("scores.txt")})
                .code,
            0);
}

TEST_F(TrainObjectives, HasTheFrontAsJson) {
  const CliResult result =
      train("shop.csv", {"--also", "margin", "--maximise", within, "--baseline", "bm25", "--sure",
                         "0.9", "--format", "json"});
  EXPECT_EQ(result.code, 0) << result.err;
  const json front = json::parse(result.out).at("front");
  EXPECT_GE(front.size(), 12);
  double least = 0.0;
  for (const json& point : front) {
    if (point.at("lambda") == "baseline") least = 1.05 * point.at("ndcg@5(margin)").get<double>();
  }
  EXPECT_GT(least, 0.0);
  for (const json& point : front) {
    EXPECT_LE(point.at("ndcg@5(rel) from"), point.at("ndcg@5(rel) to"));
    if (point.at("result") != "chosen") continue;
    EXPECT_GE(point.at("bound holds, %"), 90.0);
    EXPECT_GE(point.at("ndcg@5(margin)"), least);
  }
}

TEST_F(TrainObjectives, TakesLabelsOfAFileForAnyFormat) {
  const std::vector<std::string> share = {"--lambda", "0.3", "--tune", "none"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), share.begin(), share.end());
    return more;
  };
  EXPECT_EQ(train("shop.csv", with({"--also", "margin"}), "listnet", "a.json").code, 0);
  EXPECT_EQ(
      train("plain.csv", with({"--labels", "margin=" + at("margins.txt")}), "listnet", "b.json")
          .code,
      0);
  EXPECT_EQ(parameters("a.json"), parameters("b.json"));
  const CliResult letor = train("shop.txt", with({"--labels", "margin=" + at("margins.txt")}));
  EXPECT_EQ(letor.code, 0) << letor.err;
  EXPECT_EQ(load_model(at("m.json")).training.options.at("lambda"), "0.3");
}

TEST_F(TrainObjectives, WithoutAShareIsPlainTraining) {
  for (const char* tune : {"none", "inner"}) {
    EXPECT_EQ(train("plain.csv", {"--tune", tune}, "listnet", "a.json").code, 0);
    EXPECT_EQ(train("shop.csv", {"--tune", tune, "--also", "margin", "--lambda", "0"}, "listnet",
                    "b.json")
                  .code,
              0);
    EXPECT_EQ(parameters("a.json"), parameters("b.json")) << tune;
  }
}

TEST_F(TrainObjectives, SaysWhatIsOutOfReach) {
  const CliResult result =
      train("shop.csv", {"--also", "margin", "--maximise",
                         "ndcg@5(rel) subject to ndcg@5(margin) >= 0.9999 and p@1(rel) >= 0.9"});
  EXPECT_EQ(result.code, 4);
  EXPECT_THAT(result.err, AllOf(HasSubstr("ndcg@5(margin) reaches 0."),
                                HasSubstr("p@1(rel) reaches"), HasSubstr("expected 0.9999")));
}

TEST_F(TrainObjectives, RefusesWhatHasNoEffectOrNoMeaning) {
  EXPECT_THAT(refusal({"--also", "margin"}), HasSubstr("--maximise"));
  EXPECT_THAT(refusal({"--lambda", "0.3"}), HasSubstr("--also"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "1.5"}), HasSubstr("1.5"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "0.3", "--maximise", within}),
              HasSubstr("--lambda"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "0.3", "--sure", "0.9"}),
              HasSubstr("--maximise"));
  EXPECT_THAT(refusal({"--also", "margin", "--maximise", within}), HasSubstr("--baseline"));
  EXPECT_THAT(refusal({"--also", "margin", "--maximise", within, "--tune", "none"}),
              HasSubstr("--tune"));
  EXPECT_THAT(refusal({"--also", "margin", "--maximise", "ndcg(click) subject to p@1(rel) >= 0"}),
              HasSubstr("ndcg@10(rel) or ndcg@10(margin)"));
  EXPECT_THAT(refusal({"--also", "rel", "--lambda", "0.3"}), HasSubstr("expected another"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "0.3"}, "auto"),
              HasSubstr("need an algorithm"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "0.3"}, "rankboost"),
              HasSubstr("rankboost cannot be trained on a second label"));
  EXPECT_THAT(refusal({"--also", "margin", "--lambda", "0.3"}, "listnet", "shop.txt"),
              HasSubstr("--labels reads those of"));
  const CliResult misspelt = train("shop.csv", {"--also", "margn", "--lambda", "0.3"});
  EXPECT_EQ(misspelt.code, 3);
  EXPECT_THAT(misspelt.err, AllOf(HasSubstr("found no column 'margn'"), HasSubstr("--also"),
                                  HasSubstr("margin"), Not(HasSubstr("--also-column"))));
}

TEST_F(TrainObjectives, RefusesLabelsThatAreNoNumbers) {
  folder_.file("bad.csv", "qid,rel,margin,x\n1,1,high,0.5\n1,0,1,0.4\n");
  const CliResult word = train("bad.csv", {"--also", "margin", "--lambda", "0.3"});
  EXPECT_EQ(word.code, 3);
  EXPECT_THAT(word.err,
              AllOf(HasSubstr("high"), HasSubstr("a label (a finite number) or nothing")));
  folder_.file("short.txt", "1\n0\n");
  const CliResult few =
      train("shop.csv", {"--labels", "margin=" + at("short.txt"), "--lambda", "0.3"});
  EXPECT_EQ(few.code, 3);
  EXPECT_THAT(few.err, HasSubstr("short.txt"));
}

}  // namespace
}  // namespace podium::cli
