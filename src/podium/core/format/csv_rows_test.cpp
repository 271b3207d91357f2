#include "podium/core/format/csv_rows.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/row_reader.hpp"

namespace podium {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsNan;

class Csv : public FileFixture {
 protected:
  Dataset read(const std::string& text, const ReadOptions& options = {},
               const std::string& name = "d.csv") {
    return read_dataset(folder_.file(name, text), options, &report_);
  }

  /// The message, or "accepted".
  std::string problem(const std::string& text, const ReadOptions& options = {}) {
    try {
      (void)read(text, options);
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }

  static std::vector<std::string> names(const Dataset& data) {
    std::vector<std::string> all;
    for (std::size_t f = 0; f < data.feature_count(); ++f) all.push_back(data.feature_name(f));
    return all;
  }

  ReadReport report_;
};

TEST_F(Csv, LeavesOutTheIndexThatPandasWrites) {
  EXPECT_THAT(names(read(",qid,label,f\n0,1,2,0.5\n1,1,0,0.25\n")), ElementsAre("f"));
  EXPECT_THAT(report_.remarks(), ElementsAre(HasSubstr("left out column '', the row numbers")));
  EXPECT_THAT(names(read("\"\",\"qid\",\"label\",\"f\"\n\"1\",1,2,0.5\n")), ElementsAre("f"));
  const std::string saved_twice = "Unnamed: 0.1,Unnamed: 0,qid,label,f\n0,0,1,2,0.5\n";
  EXPECT_THAT(names(read(saved_twice)), ElementsAre("f"));
  EXPECT_THAT(report_.index_columns, ElementsAre("Unnamed: 0.1", "Unnamed: 0"));
  EXPECT_THAT(names(read(saved_twice, {.columns = "f,Unnamed: 0"})),
              ElementsAre("Unnamed: 0", "f"));
  EXPECT_THAT(problem("qid,label,,f\n1,2,3,4\n"), HasSubstr("found a column without a name"));
}

TEST_F(Csv, TakesASeparatorAtTheEndOfEachLine) {
  const Dataset data = read("qid;label;f;\n1;2;0,5;\n1;0;1; \r\n1;0;2;\"\"\n");
  EXPECT_THAT(names(data), ElementsAre("f"));
  EXPECT_THAT(data[0].features.dense(), ElementsAre(0.5, 1, 2));
  EXPECT_THAT(report_.remarks(), IsEmpty());
  EXPECT_THAT(names(read(",qid,label,f,\n0,1,2,0.5,\n")), ElementsAre("f"));
  EXPECT_THAT(problem("qid,label,f,\n1,2,3,\n1,2,3,4\n"),
              EndsWith("d.csv:3:7: found '4', expected nothing in a column without a name"));
  EXPECT_THAT(problem("qid,label,f,,\n1,2,3,,\n"), HasSubstr("found a column without a name"));
}

TEST_F(Csv, ObeysTheSeparatorThatSpreadsheetsAreTold) {
  for (const char* line : {"sep=;\n", "SEP=;\r\n"}) {
    const Dataset data = read(std::string(line) + "qid;label;\"f;g\";qid,x\n1;2;0,5;1\n");
    EXPECT_THAT(names(data), ElementsAre("f;g", "qid,x"));
    EXPECT_THAT(data[0].features.dense(), ElementsAre(0.5, 1));
  }
  EXPECT_THAT(problem("sep=;\nqid;label;f\n1;x;2\n"), HasSubstr("d.csv:3:3: found 'x'"));
  EXPECT_THAT(problem("sep=,\nqid;label;f\n1;2;3\n"), HasSubstr("d.csv:2:1: found no column"));
}

TEST_F(Csv, RefusesNamesThatAreNotUtf8) {
  EXPECT_THAT(names(read("qid,label,prix \xc3\xa9t\xc3\xa9\n1,2,0.5\n")),
              ElementsAre("prix \xc3\xa9t\xc3\xa9"));
  EXPECT_THAT(problem("qid,label,prix \xe9t\xe9\n1,2,0.5\n"),
              HasSubstr("d.csv:1:11: found a name that is not UTF-8 after 'prix ', expected UTF-8; "
                        "'iconv -f latin1 -t utf-8' converts"));
}

TEST_F(Csv, TakesEveryCommonWordForAMissingValue) {
  for (const std::string word : {"", "NaN", "nan", "-nan", "NA", "N/A", "null", "NULL", "None",
                                 "<NA>", "#N/A", " ", "\"\""}) {
    const Dataset data =
        read("qid,label,f\n1,2," + word + "\n", {.features = FeatureDetail::exact});
    EXPECT_TRUE(std::isnan(data[0].features[0][0])) << word;
    EXPECT_TRUE(std::isnan(data[0].exact.stored()[0])) << word;
  }
  EXPECT_THAT(problem("qid,label,f\n1,2,inf\n"), HasSubstr("found 'inf', expected a finite value"));
  EXPECT_THAT(names(read("qid,label,f\n1,2,nano\n")), IsEmpty()) << "a word";
  EXPECT_THAT(problem("qid,label,f\n1,NA,1\n"), HasSubstr("found 'NA', expected a label"));
}

TEST_F(Csv, TakesTrueAndFalseForNumbers) {
  const Dataset data = read("qid,label,f,g\n1,True,FALSE,true\n1,False,1,false\n");
  EXPECT_THAT(data[0].truth.label, ElementsAre(1, 0));
  EXPECT_THAT(data[0].features.dense(), ElementsAre(0, 1, 1, 0));
  EXPECT_THAT(names(read("qid,label,f\n1,1,truely\n")), IsEmpty()) << "a word";
}

TEST_F(Csv, ReadsDoubledQuotesAndWritesThem) {
  const Dataset data = read(
      "qid,label,docid,\"the \"\"f\"\"\"\n\"say \"\"hi\"\"\",1,\"\"\"a\"\", b\",1\n"
      "\"say \"\"hi\"\"\",0,c\"d,2\n");
  ASSERT_EQ(data.query_count(), 1U);
  EXPECT_EQ(data[0].id, "say \"hi\"");
  EXPECT_EQ(data.document_id(0), "\"a\", b");
  EXPECT_EQ(data.document_id(1), "c\"d");
  EXPECT_THAT(names(data), ElementsAre("the \"f\""));
  write_dataset(data, folder_ / "again.csv");
  const Dataset back = read_dataset(folder_ / "again.csv");
  EXPECT_EQ(back[0].id, data[0].id);
  EXPECT_EQ(back.document_id(0), data.document_id(0));
  EXPECT_EQ(back.document_id(1), data.document_id(1));
  EXPECT_EQ(names(back), names(data));
}

TEST_F(Csv, LeavesOutAndChoosesColumns) {
  const std::string text = "qid,label,title,f,\"g,h\",docid\n1,2,a text,0.5,3,d\n";
  EXPECT_THAT(names(read(text)), ElementsAre("f", "g,h"));
  EXPECT_THAT(
      report_.remarks(),
      ElementsAre("title: words, left out; training with --categorical title uses it (1 word)"));
  std::string ids = "qid,label,f,product\n";
  for (int row = 0; row < 20; ++row) ids += fmt::format("1,1,{},P{}\n", row, row);
  (void)read(ids);
  EXPECT_THAT(report_.remarks(),
              ElementsAre("product: words, left out; each row has its own (20 words)"));
  EXPECT_THAT(problem("qid,label,f\n1,2,\"1,234.5\"\n"),
              EndsWith("d.csv:2:6: found '1,234.5', expected a value (a number, True, False, NA or "
                       "nothing); a column that is no feature is left out by --ignore 'f'"));
  EXPECT_THAT(names(read(text, {.ignore = "title"})), ElementsAre("f", "g,h"));
  EXPECT_THAT(names(read(text, {.columns = "\"g,h\""})), ElementsAre("g,h"));
  EXPECT_EQ(problem(text, {.columns = "\"g,h\", f", .ignore = "f"}),
            "--ignore: found column 'f', which --columns takes");
  EXPECT_EQ(problem(text, {.columns = "f,\"g,h\",f"}),
            "--columns: found column 'f' twice, expected it once");
  EXPECT_EQ(problem(text, {.columns = "f,label"}),
            "--columns: found column 'label', which --label-column takes");
  EXPECT_EQ(read(text, {.ignore = "title"}).document_id(0), "d");
  EXPECT_EQ(read(text, {.ignore = "title,docid"}).document_id(0), "1") << "its row";
  EXPECT_THAT(problem(text, {.ignore = "titel"}),
              HasSubstr("--ignore: found no column 'titel'; did you mean 'title'?"));
  EXPECT_THAT(problem(text, {.columns = "z"}), HasSubstr("--columns: found no column 'z'"));
  EXPECT_EQ(problem(text, {.columns = "f,title"}),
            "--columns: found words in column 'title', expected numbers; training with "
            "--categorical title takes words");
  EXPECT_THAT(problem(text, {.ignore = "qid"}), HasSubstr("found no column 'qid', expected one"));
  folder_.file("d.txt", "1 qid:1 1:1\n");
  EXPECT_THROW(read_dataset(folder_ / "d.txt", {.ignore = "1"}), UsageError);
}

/// The words of the first feature, row by row; "-" where there is none.
std::vector<std::string> words_by_row(const Dataset& data) {
  std::vector<std::string> words;
  for (std::size_t q = 0; q < data.query_count(); ++q) {
    for (DocIndex doc = 0; doc < data[q].size(); ++doc) {
      const float place = data[q].features[doc][0];
      words.push_back(
          std::isnan(place) ? "-" : (*data.columns().words.at(0))[static_cast<std::size_t>(place)]);
    }
  }
  return words;
}

TEST_F(Csv, ReadsWords) {
  const Dataset data = read(
      "qid,label,brand,f\n1,2, acme ,1\n2,0,\"Zoë, \"\"Ltd\"\"\",2\n1,1,7,3\n2,1,,4\n2,1,7.0,5\n"
      "2,1,acme,6\n",
      {.categorical = "brand"});
  EXPECT_THAT(*data.columns().words.at(0), ElementsAre("7", "7.0", "Zoë, \"Ltd\"", "acme"));
  EXPECT_THAT(words_by_row(data), ElementsAre("acme", "7", "Zoë, \"Ltd\"", "-", "7.0", "acme"));
  EXPECT_EQ(data[1].features[3][1], 6.0F);
  EXPECT_THAT(report_.word_columns, IsEmpty());
  const Dataset exact = read("qid,label,brand\n1,1,b\n1,0,a\n",
                             {.features = FeatureDetail::exact, .categorical = "brand"});
  EXPECT_THAT(exact[0].exact.stored(), ElementsAre(1, 0));
}

TEST_F(Csv, ReadsWordsOfManyPartsOfTheFile) {
  std::string text = "qid,label,brand\n";
  std::vector<std::string> expected;
  for (int row = 0; row < 400'000; ++row) {  // more than one chunk
    expected.push_back(fmt::format("b{}", row % 5000 * 7919 % 5000));
    text += fmt::format("{},1,{}\n", row / 100, expected.back());
  }
  const Dataset data = read(text, {.categorical = "brand"});
  EXPECT_EQ(data.columns().words.at(0)->size(), 5000U);
  EXPECT_TRUE(std::ranges::is_sorted(*data.columns().words.at(0)));
  EXPECT_EQ(words_by_row(data), expected);
  (void)read(text);
  EXPECT_THAT(report_.remarks(), ElementsAre(HasSubstr("(5000 words)")));
}

TEST_F(Csv, LeavesOutColumnsWhoseWordsComeLate) {
  std::string text = "qid,label,f,g\n";
  for (int row = 0; row < 300; ++row) text += fmt::format("1,1,{},{}\n", row, row);
  text += "1,1,5,12x\n1,1,5,n/a\n";
  const Dataset data = read(text);
  EXPECT_THAT(names(data), ElementsAre("f"));
  EXPECT_EQ(data.row_count(), 302U);
  EXPECT_EQ(report_.rows, 302U);
  EXPECT_THAT(report_.remarks(),
              ElementsAre("g: words, left out; training with --categorical g uses it (302 "
                          "words; the first is '12x' in line 302)"));
  EXPECT_THAT(names(read(text, {.lenient = true})), ElementsAre("f", "g"));
  EXPECT_EQ(report_.rows_skipped, 1U) << "of a column of numbers";
  (void)read("qid,label,f\n1,1,2\n1,0,\"a,b\"\n1,0,c\n");
  EXPECT_THAT(report_.remarks(), ElementsAre(HasSubstr("(3 words; the first is 'a,b' in line 3)")));
  const char* brands = "qid,label,f,brand\n1,1,2,acme\n1,0,3,7\n1,0,4,bolt\n";
  EXPECT_THAT(names(read(brands, {.lenient = true})), ElementsAre("f"));
  EXPECT_EQ(report_.rows_skipped, 0U) << "more words than numbers";
}

TEST_F(Csv, RefusesTextsThatAreNoWords) {
  const auto refusal = [&](const std::string& word) {
    return problem("qid,label,brand\n1,1,a\n1,1," + word + "\n", {.categorical = "brand"});
  };
  EXPECT_EQ(refusal(std::string(256, 'a')), "accepted");
  EXPECT_THAT(refusal(std::string(257, 'a')), HasSubstr("d.csv:3:5: found 'aaa"));
  EXPECT_THAT(refusal(std::string("a\0b", 3)), HasSubstr("a word without the character NUL"));
  EXPECT_THAT(refusal("Zo\xeb"), HasSubstr("expected a word in UTF-8"));
}

TEST_F(Csv, SuggestsTheColumnOfQueries) {
  EXPECT_THAT(problem("qids,label,f\n1,2,3\n"), HasSubstr("did you mean 'qids'?"));
}

TEST_F(Csv, TakesSemicolonsAndDecimalCommas) {
  const Dataset data =
      read("qid;label;f;g\r\n1;2;0,5;1e-2\r\n1;0,5;-3;,25\r\n", {.features = FeatureDetail::exact});
  EXPECT_THAT(data[0].truth.label, ElementsAre(2, 0.5));
  EXPECT_THAT(data[0].features.dense(), ElementsAre(0.5F, 0.01F, -3.0F, 0.25F));
  EXPECT_THAT(data[0].exact.stored(), ElementsAre(0.5, 0.01, -3.0, 0.25));
  EXPECT_THAT(problem("qid;label;f\n1;2;1.234,5\n"),
              HasSubstr("found '1.234,5', expected a value"));
  EXPECT_THAT(problem("qid;label;f\n1;2;1,234,5\n"),
              HasSubstr("found '1,234,5', expected a value"));
  EXPECT_THAT(names(read("qid;label;f\n1;2;a,b\n")), IsEmpty()) << "a word";
}

TEST_F(Csv, RefusesCommasThatMayMarkThousands) {
  for (const char* value : {"1,234", "-12,500", "+999,000"}) {
    const std::string text = fmt::format("qid;label;f\n1;2;{}\n", value);
    EXPECT_THAT(problem(text), HasSubstr(fmt::format("2:5: found '{}', expected a number of one "
                                                     "meaning",
                                                     value)));
    EXPECT_THAT(problem(text), HasSubstr("--decimal-comma says decimals"));
    EXPECT_EQ(read(text, {.decimal_comma = true}).row_count(), 1U);
  }
  EXPECT_THAT(problem("qid;label;f\n1;1,000;2\n"), HasSubstr("found '1,000'"));
  const Dataset data = read("qid;label;f;g\n1;2;0,125;1,25\n1;2;1234,567;1,2345\n");
  EXPECT_THAT(data[0].features.dense(), ElementsAre(0.125F, 1.25F, 1234.567F, 1.2345F));
}

TEST_F(Csv, TakesDecimalCommasElsewhereOnlyWhenToldSo) {
  const std::string text = "qid\tlabel\tf\n1\t2\t0,5\n";
  EXPECT_THAT(problem(text), HasSubstr("found '0,5', expected a value"));
  EXPECT_THAT(read(text, {.decimal_comma = true})[0].features.dense(), ElementsAre(0.5F));
  EXPECT_THAT(problem("qid,label,f\n1,2,\"1,234\"\n"), HasSubstr("found '1,234'"));
}

TEST_F(Csv, TakesTheSeparatorUnderWhichThereAreQueries) {
  EXPECT_THAT(names(read("qid\tlabel\ta,b\n1\t2\t3\n")), ElementsAre("a,b"));
  EXPECT_THAT(names(read("qid;label;a,b\n1;2;3\n")), ElementsAre("a,b"));
  EXPECT_THAT(names(read("qid,label,a;b\n1,2,3\n")), ElementsAre("a;b"));
  EXPECT_THAT(problem("a;b\n1;2\n"), HasSubstr("found no column 'qid'"));
}

TEST_F(Csv, ReadsUtf16) {
  std::string text = "\xff\xfe";
  for (const char c : std::string("qid\tlabel\tf\r\n1\t2\t0.5\r\n")) {
    text += c;
    text += '\0';
  }
  EXPECT_THAT(read(text, {}, "d.tsv")[0].features.dense(), ElementsAre(0.5F));
}

TEST_F(Csv, SaysWhatAFileIsThatIsNone) {
  EXPECT_THAT(problem("PK\x03\x04 xl/workbook.xml"), HasSubstr("found an Excel workbook"));
  EXPECT_THAT(problem("<!DOCTYPE html>\n<html>"), HasSubstr("d.csv: found a web page"));
}

TEST_F(Csv, SkipsTheValuesOfLeftOutColumnsWhateverTheyAre) {
  const Dataset data = read("qid,label,url,f\n1,2,\"http://h/?a=1,2\",1\n1,0,,2\n",
                            {.ignore = "url", .lenient = true});
  EXPECT_THAT(data[0].features.dense(), ElementsAre(1, 2));
  EXPECT_EQ(report_.rows_skipped, 0U);
  EXPECT_THAT(report_.remarks(), IsEmpty());
}

TEST_F(Csv, QuotesMayHoldLineEnds) {
  const std::string text =
      "qid,label,\"click\nrate\",note,docid\n"
      "1,2,0.5,\"first\nsecond, \"\"third\"\"\n\",d1\r\n"
      "\n"
      "1,0,\"0.25\",\"a\r\nb\",d2\n"
      "2,1,7,plain,d3\n";
  const Dataset data = read(text, {.ignore = "note"});
  EXPECT_THAT(names(data), ElementsAre("click rate"));
  EXPECT_EQ(report_.rows, 3U);
  EXPECT_EQ(data[0].features[1][0], 0.25F);
  EXPECT_EQ(data.document_id(2), "d3");
}

TEST_F(Csv, NamesTheLineOfTheProblemBehindLineEndsInQuotes) {
  const std::string start = "qid,label,\"f\n1\",note\n1,2,0.5,\"x\ny\nz\"\n";
  const ReadOptions options{.ignore = "note"};
  EXPECT_EQ(problem(start, options), "accepted");
  EXPECT_THAT(problem(start + "1,2,inf,a\n", options), HasSubstr("d.csv:6:5: found 'inf'"));
  EXPECT_THAT(problem(start + "1,2,1,\"a\nb\",1,2\n", options),
              HasSubstr("d.csv:7:4: found more fields, expected 4"));
  EXPECT_THAT(problem(start + "1,2,1,\"a\n1,2,1,b\n", options),
              HasSubstr("d.csv:6:7: found an opening quote"));
  EXPECT_THAT(problem(start + "\"1\n2\",2,1,a\n", options),
              HasSubstr("expected an id without line ends"));
  EXPECT_THAT(problem("qid,label,\"f\n1\",\"f\n1\"\n1,1,1,1\n"),
              HasSubstr("d.csv:2:4: found a second column 'f 1'"));
  ReadOptions lenient = options;
  lenient.lenient = true;
  EXPECT_EQ(read(start + "1,2,\"n\no\",a\n1,2,1,\"a\n1,0,3,\"b\nc\"\n", lenient).row_count(), 2U);
  EXPECT_EQ(report_.rows_skipped, 2U);
  EXPECT_THAT(report_.first_skips, ElementsAre(HasSubstr("d.csv:6:6:"), HasSubstr("d.csv:8:7:")));
}

TEST_F(Csv, QuotedLineEndsDoNotDependOnHowTheFileIsCut) {
  // Several chunks, with line ends in quotes at nearly every place where one could be cut.
  std::string broken = "qid,label,f,note\n";
  std::string plain = broken;
  for (std::size_t row = 0; row < 30'000; ++row) {
    const std::string head =
        std::to_string(row / 10) + "," + std::to_string(row % 3) + "," + std::to_string(row) + ",";
    std::string note;
    for (std::size_t word = 0; word < row % 40; ++word) note += "word\n";
    broken += head + "\"" + note + "\"\n";
    std::ranges::replace(note, '\n', ' ');
    plain += head + note + "\n";
  }
  ASSERT_GT(broken.size(), std::size_t{2} << 20U);
  const Dataset a = read(broken, {.ignore = "note"});
  const Dataset b = read(plain, {.ignore = "note"});
  ASSERT_EQ(a.row_count(), b.row_count());
  EXPECT_TRUE(std::ranges::equal(a.columns().label, b.columns().label));
  EXPECT_TRUE(std::ranges::equal(a.columns().features, b.columns().features));
  EXPECT_TRUE(std::ranges::equal(a.columns().query_end, b.columns().query_end));
  EXPECT_THAT(problem(broken + "1,x,1,a\n", {.ignore = "note"}),
              HasSubstr(std::to_string(std::ranges::count(broken, '\n') + 1) + ":3: found 'x'"));
}

TEST_F(Csv, ReadsNoFurtherThanTheFirstQuoteThatIsNotClosed) {
  const CsvRows rows("qid,label", ",", {});
  const auto chunks = detail::cut_into_chunks(
      "1,2\n1,\"2\n1,2\n1,2\n",
      [&](std::string_view rest, bool& goes_on) { return rows.row_length(rest, &goes_on); });
  ASSERT_EQ(chunks.size(), 1U);
  EXPECT_EQ(chunks[0].text, "1,2\n1,\"2\n");
}

TEST_F(Csv, NeedsNoColumnOfLabelsWhereNobodyReadsThem) {
  const std::string text = "qid,f\n1,0.5\n";
  EXPECT_THAT(problem(text), HasSubstr("found no column 'label', expected one"));
  const Dataset data = read(text, {.needs_labels = false});
  EXPECT_EQ(data.columns().label[0], 0.0);
  EXPECT_EQ(data.feature_count(), 1U);
}

TEST_F(Csv, RefusesNamedColumnsThatAreNotThere) {
  const std::string text = "qid,label,sku,w,f\n1,2,77,3,0.5\n";
  EXPECT_THAT(problem(text, {.docid_column = "skuu"}),
              HasSubstr("found no column 'skuu', expected one (see --docid-column); did you mean "
                        "'sku'?"));
  EXPECT_THAT(problem(text, {.row_weight_column = "ww"}), HasSubstr("(see --row-weight-column)"));
  EXPECT_THAT(problem(text, {.query_weight_column = "ww"}),
              HasSubstr("(see --query-weight-column)"));
  EXPECT_THAT(names(read(text, {.docid_column = "sku", .row_weight_column = "w"})),
              ElementsAre("f"));
  EXPECT_THAT(names(read(text, {.row_weight_column = "ww", .needs_weights = false})),
              ElementsAre("sku", "w", "f"));
  EXPECT_THAT(problem(text, {.names_docid = true}), HasSubstr("found no column 'docid'"));
  EXPECT_THAT(problem(text, {.names_row_weight = true}), HasSubstr("found no column 'row_weight'"));
  EXPECT_THAT(problem(text, {.names_query_weight = true}),
              HasSubstr("found no column 'query_weight'"));
}

TEST_F(Csv, ReadsASecondLabel) {
  const std::string text = "qid,label,margin,f\n1,2,0.1,5\n2,1,,6\n1,0,NA,7\n2,0,3,8\n";
  const Dataset data = read(text, {.second_label_column = "margin"});
  EXPECT_THAT(names(data), ElementsAre("f"));
  EXPECT_THAT(data.columns().second_label, ElementsAre(0.1, -1, -1, 3));  // by query
  EXPECT_THAT(read(text).columns().second_label, IsEmpty());
  EXPECT_THAT(names(read(text, {.columns = "f", .second_label_column = "margin"})),
              ElementsAre("f"));
  EXPECT_THAT(problem(text, {.second_label_column = "margn"}),
              HasSubstr("found no column 'margn', expected one (see --also); did you mean"));
  EXPECT_THAT(problem("qid,label,margin,f\n1,2,high,5\n", {.second_label_column = "margin"}),
              HasSubstr("found 'high', expected a label (a finite number) or nothing"));
  EXPECT_THAT(problem("qid,label,margin,f\n1,2,inf,5\n", {.second_label_column = "margin"}),
              HasSubstr("expected a label"));
}

TEST_F(Csv, TakesBarsAsSeparators) {
  EXPECT_THAT(names(read("qid|label|f|g\n1|2|0.5|3\n")), ElementsAre("f", "g"));
}

TEST_F(Csv, RefusesCarriageReturnsAsLineEnds) {
  EXPECT_THAT(problem("qid,label,f\r1,2,3\r"),
              HasSubstr("d.csv:1:12: found a carriage return as line end, expected a line feed; "
                        "convert the file: tr '\\r' '\\n'"));
}

}  // namespace
}  // namespace podium
