#include "podium/core/base/table.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"

namespace podium {
namespace {

Table sample() {
  Table table{.columns = {"name", "value", "count"}};
  table.rows.push_back({"a_b", Cell(0.123456), 3});
  table.rows.push_back({"c|\"d\"", Cell(std::numeric_limits<double>::quiet_NaN()), 12});
  table.rows[0][1].strong = true;
  return table;
}

TEST(Table, AlignsTextAndRoundsNumbers) {
  EXPECT_EQ(render(sample(), TableFormat::table),
            "name    value  count\n"
            "-----  ------  -----\n"
            "a_b    0.1235      3\n"
            "c|\"d\"       -     12\n");
}

TEST(Table, EscapesMarkdown) {
  EXPECT_EQ(render(sample(), TableFormat::markdown),
            "| name   |      value | count |\n"
            "|--------|-----------:|------:|\n"
            "| a_b    | **0.1235** |     3 |\n"
            "| c\\|\"d\" |          - |    12 |\n");
}

TEST(Table, KeepsARowOfMarkdownInOneLine) {
  const Table table{.columns = {"a"}, .rows = {{"x\ny"}}};
  EXPECT_EQ(render(table, TableFormat::markdown), "| a   |\n|-----|\n| x y |\n");
}

TEST(Table, EscapesLatex) {
  EXPECT_EQ(render(sample(), TableFormat::latex),
            "\\begin{tabular}{lrr}\n\\hline\n"
            "name  &           value & count \\\\\n\\hline\n"
            "a\\_b  & \\textbf{0.1235} &     3 \\\\\n"
            "c|\"d\" &               - &    12 \\\\\n"
            "\\hline\n\\end{tabular}\n");
}

TEST(Table, KeepsEveryDigitInCsvAndJson) {
  EXPECT_EQ(render(sample(), TableFormat::csv),
            "name,value,count\na_b,0.123456,3\n\"c|\"\"d\"\"\",,12\n");
  EXPECT_EQ(
      render(sample(), TableFormat::json),
      "[\n  {\n    \"name\": \"a_b\",\n    \"value\": 0.123456,\n    \"count\": 3\n  },\n"
      "  {\n    \"name\": \"c|\\\"d\\\"\",\n    \"value\": null,\n    \"count\": 12\n  }\n]\n");
}

TEST(Table, KeepsEmptyCellsOfCsvApart) {
  const Table table{.columns = {"a", "b"}, .rows = {{"", ""}}};
  EXPECT_EQ(render(table, TableFormat::csv), "a,b\n,\n");
}

TEST(Table, ShowsMarksToPeopleAlone) {
  Table table{.columns = {"map"}, .rows = {{0.25}}};
  table.rows[0][0].mark = "*";
  table.rows[0][0].strong = true;
  EXPECT_EQ(render(table, TableFormat::table), "    map\n-------\n0.2500*\n");
  EXPECT_EQ(render(table, TableFormat::markdown),
            "|          map |\n|-------------:|\n| **0.2500\\*** |\n");
  EXPECT_EQ(render(table, TableFormat::csv), "map\n0.25\n");
  table.rows[0][0].before = "<= ";
  EXPECT_EQ(render(table, TableFormat::table), "       map\n----------\n<= 0.2500*\n");
  EXPECT_EQ(render(table, TableFormat::csv), "map\n0.25\n");
}

TEST(Table, RefusesAnUnknownFormatAndARaggedRow) {
  EXPECT_THROW(parse_table_format("yaml"), UsageError);
  Table ragged = sample();
  ragged.rows[0].pop_back();
  EXPECT_THROW(render(ragged, TableFormat::csv), ContractError);
}

TEST(Table, WrapsTextToTheWidth) {
  const Table table{.columns = {"name", "what it is about", "value"},
                    .rows = {{"a", "a text of several words", Cell(0.5)}, {"b", "short", 2.0}}};
  EXPECT_EQ(render(table, {TableFormat::table, 30}),
            "name  what it is about   value\n"
            "----  ----------------  ------\n"
            "a     a text of         0.5000\n"
            "      several words\n"
            "b     short             2.0000\n");
}

TEST(Table, PutsColumnsThatDoNotFitBelow) {
  const Table table{.columns = {"A", "B", "difference", "95 % from", "win/tie/loss"},
                    .rows = {{"regression", "listmle", 0.5, 0.25, "1/2/3"},
                             {"listmle", "ranksvm", -0.5, -0.75, "2/2/2"}}};
  EXPECT_EQ(render(table, {TableFormat::table, 66}),
            "A           B        difference  95 % from  win/tie/loss\n"
            "----------  -------  ----------  ---------  ------------\n"
            "regression  listmle      0.5000     0.2500  1/2/3\n"
            "listmle     ranksvm     -0.5000    -0.7500  2/2/2\n");
  EXPECT_EQ(render(table, {TableFormat::table, 54}),
            "A           B        difference     95 %  win/tie/loss\n"
            "                                    from\n"
            "----------  -------  ----------  -------  ------------\n"
            "regression  listmle      0.5000   0.2500  1/2/3\n"
            "listmle     ranksvm     -0.5000  -0.7500  2/2/2\n")
      << "headings of numbers are wrapped, too";
  EXPECT_EQ(render(table, {TableFormat::table, 40}),
            "A           B        difference     95 %\n"
            "                                    from\n"
            "----------  -------  ----------  -------\n"
            "regression  listmle      0.5000   0.2500\n"
            "listmle     ranksvm     -0.5000  -0.7500\n"
            "\n"
            "A           win/tie/loss\n"
            "----------  ------------\n"
            "regression  1/2/3\n"
            "listmle     2/2/2\n")
      << "behind the column that says what the row is about; no word is broken";
}

TEST(Table, CutsLongWordsOnlyWhenNothingElseHelps) {
  const Table table{.columns = {"a", "b"}, .rows = {{"abcdefghijkl mn", 12345678901234}}};
  EXPECT_EQ(render(table, {TableFormat::table, 28}),
            "a                          b\n"
            "------------  --------------\n"
            "abcdefghijkl  12345678901234\n"
            "mn\n");
  EXPECT_EQ(render(table, {TableFormat::table, 24}),
            "a                      b\n"
            "--------  --------------\n"
            "abcdefgh  12345678901234\n"
            "ijkl mn\n");
}

TEST(Table, IsNotWrappedWhenItFitsOrForPrograms) {
  for (const auto kind : {TableFormat::json, TableFormat::csv, TableFormat::markdown}) {
    EXPECT_EQ(render(sample(), {kind, 10}), render(sample(), kind));
  }
  EXPECT_EQ(render(sample(), {TableFormat::table, 20}), render(sample(), TableFormat::table));
}

}  // namespace
}  // namespace podium
