// Collections built from the real texts in the folder that PODIUM_DATA names.
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/cli/text/collect_fixture.hpp"

namespace podium::cli {
namespace {

using testing::HasSubstr;

class RealCollections : public CollectFixture {
 protected:
  void SetUp() override {
    if (real_data().empty()) GTEST_SKIP() << "PODIUM_DATA names no folder of data";
  }

  static std::string data(const std::string& name) { return (real_data() / name).string(); }

  static std::size_t place_of(const Dataset& data, std::string_view query_id) {
    std::size_t place = 0;
    while (place + 1 < data.query_count() && data[place].id != query_id) ++place;
    return place;
  }

  /// Cells of the published queries that differ from ours by more than `tolerance`.
  static std::size_t different_cells(const Dataset& ours, const Dataset& published,
                                     double tolerance = 5.1e-7) {
    std::size_t different = 0;
    for (std::size_t q = 0; q < published.query_count(); ++q) {
      const QueryView b = published[q];
      const QueryView a = ours[place_of(ours, b.id)];
      EXPECT_EQ(a.id, b.id);
      EXPECT_EQ(a.exact.stored().size(), b.exact.stored().size());
      EXPECT_EQ(ours.document_id(a.first_row), published.document_id(b.first_row));
      for (std::size_t i = 0; i < b.exact.stored().size(); ++i) {
        const bool is_same = std::isnan(b.exact.stored()[i])
                                 ? std::isnan(a.exact.stored()[i])
                                 : std::abs(a.exact.stored()[i] - b.exact.stored()[i]) <= tolerance;
        different += is_same ? 0U : 1U;
      }
    }
    return different;
  }
};

TEST_F(RealCollections, CranfieldIsBuiltByOneCommand) {
  const CliResult result =
      run_in_process({"collect", "build", "--corpus", data("cran/cran.all.1400"), "--topics",
                      data("cran/cran.qry"), "--number-by-order", "--qrels", data("cran/cranqrel"),
                      "--depth", "50", "--out", at("cran"), "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\ndocuments,1400\n"));
  EXPECT_THAT(result.out, HasSubstr("\nqueries,225\n"));
  EXPECT_THAT(result.out, HasSubstr("\nrows,11250\n"));
  EXPECT_THAT(result.out, HasSubstr("\nfeatures,45\n"));
}

TEST_F(RealCollections, CranfieldInAnotherNumberingIsNoticed) {
  const CliResult result =
      run_in_process({"collect", "build", "--corpus", data("cran/cran.all.1400"), "--topics",
                      data("cran/cran.qry"), "--qrels", data("cran/cranqrel"), "--depth", "10",
                      "--out", at("cran")});
  EXPECT_THAT(result.err, HasSubstr("WARNING: 73 topics without judgements, and 73 judged queries "
                                    "without a topic"));
  EXPECT_THAT(result.err, HasSubstr("give --number-by-order"));
}

TEST_F(RealCollections, CacmIsBuiltWithItsCitations) {
  const CliResult result = run_in_process(
      {"collect", "build", "--corpus", data("cacm/cacm.all"), "--topics", data("cacm/query.text"),
       "--qrels", data("cacm/qrels.text"), "--depth", "50", "--link-features", "--feedback",
       "--proximity", "--out", at("cacm"), "--format", "csv"});
  ASSERT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\ndocuments,3204\n"));
  EXPECT_THAT(result.out, HasSubstr("\nqueries,52\n"));
  EXPECT_THAT(result.out, HasSubstr("\nfeatures,74\n"));
}

TEST_F(RealCollections, OhsumedComesOutOfItsMetaInformation) {
  const CliResult result =
      run_in_process({"collect", "features", "--from-meta", data("OHSUMED-LETOR3/Meta"), "--recipe",
                      "ohsumed", "--out", at("ohsumed")});
  ASSERT_EQ(result.code, 0) << result.err;
  const auto published = [&](const char* name) {
    return read_dataset(data(name), {.features = FeatureDetail::exact});
  };
  EXPECT_EQ(different_cells(read("ohsumed/Feature_NULL/all.txt"),
                            published("OHSUMED-LETOR3/Feature-null/ALL/OHSUMED.txt")),
            0U);
  EXPECT_EQ(different_cells(read("ohsumed/Feature_MIN/all.txt"),
                            published("OHSUMED-LETOR3/Feature-min/ALL/OHSUMED.txt")),
            0U);
  // 106 queries make one part of 22: LETOR's is the last one, ours the first, as in LETOR 4.0.
  const Dataset normalised = read("ohsumed/QueryLevelNorm/all.txt");
  for (int fold = 1; fold <= 5; ++fold) {
    const std::string file = "OHSUMED-LETOR3/QueryLevelNorm/Fold" + to_text(fold) + "/test.txt";
    // Quotients such as 1/128 lie between two texts of six digits, and either may have been
    // written.
    EXPECT_EQ(different_cells(normalised, published(file.c_str()), 1.1e-6), 0U);
  }
}

}  // namespace
}  // namespace podium::cli
