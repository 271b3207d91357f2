#include "podium/text/features/meta_xml.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/mutation_fixture.hpp"
#include "podium/text/terms/toy_corpus_fixture.hpp"

namespace podium::text {
namespace {

using testing::HasSubstr;

CollectionMeta sample_collection() {
  return {"a & <b>", 7, {{"title", 3, 10}, {"ab\r\nstract", 12, 400'000'000'000}}};
}

QueryMeta sample_query() {
  QueryMeta query{.id = "12a", .length = {1, 2}};
  query.term = {{"na\xC3\xAFv", {3, 4}, {5, 600'000'000'000}}, {"<&>", {0, 1}, {0, 2}}};
  query.document = {{"FT911-1", 2.0, {3, 4}, {3, 2}, {1, 0, 2, 2}},
                    {"a&b", 0.5, {0, 1}, {0, 1}, {0, 0, 0, 1}}};
  return query;
}

template <class Parse>
std::string complaint(Parse parse) {
  try {
    parse();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no complaint";
}

std::string complaint_of(const std::string& query) {
  return complaint([&] { parse_query_meta(query, "q.xml"); });
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  return text.replace(at, what.size(), with);
}

TEST(MetaXml, ReadsBackWhatItWrote) {
  EXPECT_EQ(parse_collection_meta(to_xml(sample_collection()), "c.xml"), sample_collection());
  EXPECT_EQ(parse_query_meta(to_xml(sample_query()), "q.xml"), sample_query());
}

TEST(MetaXml, ReadsBackRandomQueries) {
  rc::check([](const std::string& id, std::uint32_t count, std::uint64_t frequency, double label) {
    QueryMeta query = ToyCorpus({"a b", "c"}).query("a c");
    // Text that is nothing but blanks is no text to XML; ids have none.
    for (const char c : id) query.document[0].id += c == ' ' || c == '\0' ? '_' : c;
    query.document[0].frequency[1] = count;
    query.document[1].label = label;
    query.term[0].collection_frequency[0] = frequency;
    RC_ASSERT(parse_query_meta(to_xml(query), "q.xml") == query);
  });
}

TEST(MetaXml, NamesThePlaceOfAProblem) {
  const std::string good = to_xml(sample_query());
  EXPECT_THAT(complaint_of(replaced(good, "<termnum>2", "<termnum>two")),
              HasSubstr("q.xml:15:2: found 'two', expected a number in <termnum>"));
  EXPECT_THAT(complaint_of(replaced(good, "<termnum>2", "<termnum>1")),
              HasSubstr("found <term>, expected the end of <terminfo>"));
  EXPECT_THAT(complaint_of(replaced(good, "<termnum>2", "<termnum>3")),
              HasSubstr("found the end of <terminfo>, expected <term>"));
  EXPECT_THAT(complaint_of(replaced(good, "<streamid>2", "<streamid>3")),
              HasSubstr("found 3 in <streamid>, expected 2"));
  EXPECT_THAT(complaint_of(replaced(good, "<docid>FT911-1</docid>", "<docid><b/></docid>")),
              HasSubstr("found <b>, expected text in <docid>"));
  EXPECT_THAT(complaint_of(to_xml(sample_collection())),
              HasSubstr("found <collectioninfo>, expected <query>"));
  EXPECT_THAT(complaint_of(""), HasSubstr("q.xml:1:1: found"));
}

TEST(MetaXml, RefusesEveryCutFile) {
  const std::string good = to_xml(sample_query());
  const std::size_t last = good.rfind("</query>");
  for (std::size_t length = 0; length < last + 8; ++length) {
    EXPECT_NE(complaint_of(good.substr(0, length)), "no complaint") << length;
  }
}

TEST(MetaXml, EndsQuicklyOnHostileInput) {
  std::string deep;
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  EXPECT_THAT(complaint_of(deep), HasSubstr("too deeply"));
  EXPECT_NE(complaint_of(std::string(10'000'000, '<')), "no complaint");
  const std::string bomb =
      "<?xml version=\"1.0\"?><!DOCTYPE q [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><query>&b;"
      "</query>";
  EXPECT_THAT(complaint_of(bomb), HasSubstr("found a DOCTYPE, which is not supported"));
  const std::string huge = replaced(to_xml(sample_query()), "<docnum>2", "<docnum>99999999999999");
  EXPECT_NE(complaint_of(huge), "no complaint");
}

TEST(MetaXml, ParsesOrComplainsWhateverIsChanged) {
  const std::string good = to_xml(sample_query());
  rc::check([&] {
    const std::string text = mutated(good);
    try {
      parse_query_meta(text, "q.xml");
    } catch (const DataError& error) {
      RC_ASSERT(error.where().line > 0U);
    }
  });
}

}  // namespace
}  // namespace podium::text
