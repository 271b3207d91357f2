#include "podium/core/report/render.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/core/report/sample_report.hpp"

namespace podium {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

ReportDocument with(ReportBlock block) {
  return {.title = "t", .summary = {}, .sections = {{"s", {}, {std::move(block)}}}};
}

nlohmann::json json_of(ReportBlock block) {
  return nlohmann::json::parse(to_json(with(std::move(block))))["sections"][0]["blocks"][0];
}

std::string markdown_of(ReportBlock block) {
  std::string text = to_markdown(with(std::move(block)));
  const std::string head = "# t\n\n## s\n\n";
  EXPECT_THAT(text, testing::StartsWith(head));
  return text.substr(head.size());
}

std::string page_json(const std::string& page) {
  const std::string open = "id=\"report\">";
  const std::size_t begin = page.find(open) + open.size();
  return page.substr(begin, page.find("</script", begin) - begin);
}

// --- JSON ---

TEST(ReportJson, HasAllBlocksInOrder) {
  const auto json = nlohmann::json::parse(to_json(sample_report()));
  EXPECT_EQ(json["title"], "Do top-k labels suffice? </title><b>");
  EXPECT_EQ(json["summary"].size(), 3U);
  std::vector<std::string> kinds;
  for (const auto& section : json["sections"]) {
    for (const auto& block : section["blocks"]) kinds.push_back(block["kind"]);
  }
  EXPECT_THAT(kinds, testing::ElementsAre("claims", "table", "table", "curves", "curves", "curves",
                                          "per-query", "per-query", "bars", "bars", "tree", "cards",
                                          "commands"));
}

TEST(ReportJson, IsTheSameEachTime) {
  EXPECT_EQ(to_json(sample_report()), to_json(sample_report()));
}

TEST(ReportJson, KeepsWhatPeopleReadBesideTheNumber) {
  Table table{.columns = {"a", "b", "c", "d"}, .rows = {{"x", Cell(0.123456, 2), 7, nan}}};
  table.rows[0][1].strong = true;
  table.rows[0][1].mark = "*";
  table.rows[0][3].mark = "*";
  const auto row = json_of(TableBlock{"", "", table})["rows"][0];
  EXPECT_EQ(row[0], "x");
  EXPECT_EQ(row[1], (nlohmann::json{
                        {"text", "0.12"}, {"value", 0.123456}, {"strong", true}, {"mark", "*"}}));
  EXPECT_EQ(row[2], (nlohmann::json{{"text", "7"}, {"value", 7}}));
  EXPECT_EQ(row[3], (nlohmann::json{{"text", "-"}, {"value", nullptr}}));
}

TEST(ReportJson, SaysWhichCurvesAreFitted) {
  const auto curves = json_of(CurvesBlock{
      .curves = {{"a", {{.x = 1.0}}}, {.name = "b", .points = {{.x = 1.0}}, .is_fitted = true}}});
  EXPECT_FALSE(curves["curves"][0].contains("fitted"));
  EXPECT_EQ(curves["curves"][1]["fitted"], true);
}

TEST(ReportJson, WritesNoNumberThatIsNone) {
  const auto curves = json_of(
      CurvesBlock{.x_label = "k", .y_label = "map", .curves = {{"a", {{.x = 1.0, .y = nan}}}}});
  EXPECT_TRUE(curves["curves"][0]["points"][0]["y"].is_null());
  EXPECT_FALSE(curves["curves"][0]["points"][0].contains("low"));
  const auto queries = json_of(PerQueryBlock{"", "", {"q"}, {"map"}, {{"a", {{nan}}}}});
  EXPECT_TRUE(queries["systems"][0]["value"][0][0].is_null());
}

TEST(ReportJson, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(json_of(CommandsBlock{"", {"a\xff"}})["commands"][0], "a\uFFFD");
}

// --- Markdown ---

TEST(ReportMarkdown, StartsWithTheSummary) {
  const ReportDocument document{.title = "A *title*",
                                .summary = {"One.", "Two\nlines."},
                                .sections = {{"Part", {"First <b>.", "Second."}, {}}}};
  EXPECT_EQ(to_markdown(document),
            "# A \\*title\\*\n\n- One.\n- Two lines.\n\n## Part\n\nFirst \\<b>.\n\nSecond.\n");
  EXPECT_EQ(to_markdown({}), "");
}

TEST(ReportMarkdown, PutsTheNoteBelowTheTable) {
  EXPECT_EQ(markdown_of(TableBlock{"Means", "A note.", {.columns = {"a"}, .rows = {{1}}}}),
            "### Means\n\n| a |\n|--:|\n| 1 |\n\nA note.\n");
}

TEST(ReportMarkdown, JoinsCurvesByTheirPlaces) {
  const CurvesBlock block{
      .x_label = "k",
      .y_label = "map",
      .curves = {{"a", {{2.0, 0.5, 0.4, 0.6, ""}, {10.0, 0.75, {}, {}, "full"}}},
                 {"b", {{1.0, nan, {}, {}, ""}, {10.0, 1.0, {}, {}, ""}}}}};
  EXPECT_EQ(markdown_of(block),
            "| k    | a                      | b      |\n"
            "|------|------------------------|--------|\n"
            "| 1    |                        | -      |\n"
            "| 2    | 0.5000 (0.4000\u20130.6000) |        |\n"
            "| full | 0.7500                 | 1.0000 |\n");
}

TEST(ReportMarkdown, HasAWordForEveryVerdict) {
  const std::string text =
      markdown_of(ClaimsBlock{"",
                              {{"a", "b", ClaimVerdict::holds, "r", "c", "p"},
                               {"a", "b", ClaimVerdict::refuted, "r", "c", "p"},
                               {"a", "b", ClaimVerdict::not_shown},
                               {"d|e"}}});
  EXPECT_THAT(text, HasSubstr("| a     | b      | **holds**"));
  EXPECT_THAT(text, HasSubstr("| **refuted** "));
  EXPECT_THAT(text, HasSubstr("| **not shown either way** "));
  EXPECT_THAT(text, HasSubstr("| d\\|e  |        | **needs data not at hand** |"));
  EXPECT_THAT(text, HasSubstr("| r    | c        | p     |"));
}

TEST(ReportMarkdown, SetsCardsSideBySide) {
  const CardsBlock block{
      "Data", {{"A", {{"queries", "3"}, {"features", "5"}}}, {"B", {{"features", "6"}}}}};
  EXPECT_EQ(
      markdown_of(block),
      "### Data\n\n"
      "|          | A | B |\n|----------|---|---|\n| queries  | 3 |   |\n| features | 5 | 6 |\n");
}

TEST(ReportMarkdown, WritesBarsAsTable) {
  EXPECT_EQ(markdown_of(BarsBlock{"", "", "weight", {{"bm25", -0.000012345}}}),
            "|      | weight     |\n|------|------------|\n| bm25 | -1.234e-05 |\n");
}

/// One split and two leaves.
TreeBlock small_tree() {
  TreeBlock block{.title = "Tree", .note = "A note.", .value_label = "value", .nodes = {}};
  block.nodes.resize(3);
  block.nodes[0].split = {"bm25", "<= 0.5", true, 2, 1, 12.0};
  block.nodes[0].rows = 7;
  block.nodes[1] = {.split = {}, .value = -0.25, .rows = 3, .cover = 0.75};
  block.nodes[2] = {.split = {}, .value = 0.5, .rows = 4, .cover = 1.0};
  return block;
}

TEST(ReportMarkdown, WritesANodeOfATreeALine) {
  EXPECT_THAT(markdown_of(small_tree()),
              testing::AllOf(HasSubstr("|    1 | bm25 <= 0.5 | 3           | 2    | 3 "),
                             HasSubstr("| -0.25 |    3 | 0.75  |"), HasSubstr("A note.")));
}

TEST(ReportJson, TellsSplitsFromLeaves) {
  const auto nodes = json_of(small_tree())["nodes"];
  ASSERT_EQ(nodes.size(), 3U);
  EXPECT_EQ(nodes[0], nlohmann::json::parse(R"({"rows": 7, "cover": 0.0, "split": {
      "feature": "bm25", "condition": "<= 0.5", "missing": "yes", "yes": 2, "no": 1,
      "gain": 12.0}})"));
  EXPECT_EQ(nodes[1], nlohmann::json::parse(R"({"rows": 3, "cover": 0.75, "value": -0.25})"));
}

TEST(ReportMarkdown, FencesCommandsThatHaveFences) {
  EXPECT_EQ(markdown_of(CommandsBlock{"", {"a", "echo ````"}}), "`````\na\necho ````\n`````\n");
}

TEST(ReportMarkdown, SaysOfQueriesNothingButTheNote) {
  EXPECT_EQ(markdown_of(PerQueryBlock{"By query", "A note.", {"q"}, {"map"}, {{"a", {{0.5}}}}}),
            "A note.\n");
}

// --- the page ---

TEST(ReportPage, CarriesTheDocument) {
  const ReportDocument document = sample_report();
  EXPECT_EQ(nlohmann::json::parse(page_json(report_page(document))),
            nlohmann::json::parse(to_json(document)));
}

TEST(TableNote, SpeaksOfBoldCellsOnlyWhereThereAreAny) {
  TableBlock block{.title = "Means",
                   .note = "A note.",
                   .table = {.columns = {"a"}, .rows = {{Cell(0.5)}}},
                   .strong_meaning = "best of the column"};
  EXPECT_THAT(markdown_of(block), Not(HasSubstr("Bold")));
  EXPECT_EQ(json_of(block)["note"], "A note.");
  block.table.rows[0][0].strong = true;
  EXPECT_THAT(markdown_of(block), HasSubstr("A note. Bold: best of the column."));
  EXPECT_EQ(json_of(block)["note"], "A note. Bold: best of the column.");
  EXPECT_THAT(to_text(with(block), TableFormat::latex), HasSubstr("Bold: best of the column."));
  EXPECT_THAT(to_text(with(block), TableFormat::table), Not(HasSubstr("Bold")))
      << "plain text has no bold cells";
  EXPECT_THAT(to_text(with(block), TableFormat::csv), Not(HasSubstr("Bold")));
}

TEST(ReportPage, LetsNoNameBreakOut) {
  const std::string hostile = "</script><script>alert(1)</script><!--<script>]]>\"@REPORT@\"";
  ReportDocument document{.title = hostile, .summary = {hostile}, .sections = {}};
  document.sections.push_back({hostile, {hostile}, {CommandsBlock{hostile, {hostile}}}});
  const std::string json = page_json(report_page(document));
  EXPECT_THAT(json, Not(HasSubstr("<")));
  EXPECT_EQ(nlohmann::json::parse(json)["title"], hostile);
  const std::string empty = report_page({});
  EXPECT_EQ(report_page(document).size() - json.size(), empty.size() - page_json(empty).size());
}

// --- other formats ---

TEST(ReportText, HasTheSummaryAndEveryTable) {
  const ReportDocument document{
      .title = "t",
      .summary = {"All is well."},
      .sections = {{"s",
                    {},
                    {TableBlock{"One", "a note", {.columns = {"a"}, .rows = {{Cell(0.5)}}}},
                     CommandsBlock{"Commands", {"podium"}}}}}};
  EXPECT_EQ(to_text(document, TableFormat::table),
            "All is well.\n\nOne\n\n     a\n------\n0.5000\na note\n\n");
  EXPECT_EQ(to_text(document, TableFormat::csv), "# All is well.\n\n# One\n\na\n0.5\n# a note\n\n");
  EXPECT_EQ(to_text(document, TableFormat::markdown), to_markdown(document));
  EXPECT_EQ(to_text(document, TableFormat::json), to_json(document));
}

}  // namespace
}  // namespace podium
