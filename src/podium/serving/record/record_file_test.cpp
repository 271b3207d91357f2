#include "podium/serving/record/record_file.hpp"

#include <bit>
#include <cmath>
#include <csignal>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "podium/core/base/random.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium::serving {
namespace {

using testing::HasSubstr;

const FeatureSet record_features{.count = 2, .first_id = 1, .names = {"bm25", "title match"}};

DocumentValues rows_of(std::vector<float> values) {
  return {.width = 2, .listed = std::move(values), .list_width = 2};
}

const std::vector<std::string> two_documents = {"a", "b"};

bool append(RecordFile& file, const std::string& id, const FeatureSet& features = record_features) {
  return file.append(id, two_documents, rows_of({1, 2, 3, 4.5F}), features);
}

/// The text of what append() appends.
std::string small_query(const std::string& id) {
  return "-1 qid:" + id + " 1:1 2:2 #docid = a\n-1 qid:" + id + " 1:3 2:4.5 #docid = b\n\n";
}

class RecordFileTest : public FileFixture {
 protected:
  std::filesystem::path path() const { return folder_ / "record.txt"; }

  std::string text() const { return std::string(MappedFile(path()).bytes()); }

  std::string refused() const {
    try {
      RecordFile file(path());
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
};

TEST(LetorQuery, WritesWordsAndMissingValues) {
  std::string text;
  letor_query("blue shoes", std::vector<std::string>{"a#b", "100%", ""},
              rows_of({0.1F, -0.0F, std::nanf(""), 2, 1e-30F, 3}), record_features,
              [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text,
            "-1 qid:blue%20shoes 1:0.1 2:-0 #docid = a%23b\n"
            "-1 qid:blue%20shoes 1:NULL 2:2 #docid = 100%25\n"
            "-1 qid:blue%20shoes 1:1e-30 2:3\n\n");
}

/// Two values of a request are two million in the text.
TEST(LetorQuery, WritesPiecesWhoseSizeDoesNotDependOnTheQuery) {
  const FeatureSet wide{.count = 1'000'000, .first_id = 1, .names = {}};
  const DocumentValues values{.width = wide.count, .named = {{0, 1.0F}, {7, 2.0F}}, .end = {1, 2}};
  std::size_t longest = 0;
  std::size_t all = 0;
  letor_query("q", two_documents, values, wide, [&](std::string_view piece) {
    longest = std::max(longest, piece.size());
    all += piece.size();
  });
  EXPECT_GT(all, 20'000'000U);
  EXPECT_LT(longest, 70'000U);
}

TEST_F(RecordFileTest, IsADataSetOfTheSameBits) {
  RandomStream random(5, "", "test");
  std::vector<float> values = {0.0F,
                               -0.0F,
                               std::numeric_limits<float>::max(),
                               std::numeric_limits<float>::denorm_min(),
                               std::nanf(""),
                               1.0F / 3.0F};
  while (values.size() < 2000) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
    if (std::isfinite(value)) values.push_back(value);
  }
  std::vector<std::string> ids;
  for (std::size_t doc = 0; doc < values.size() / 2; ++doc) ids.push_back("d" + to_text(doc));
  EXPECT_TRUE(RecordFile(path()).append("q", ids, rows_of(values), record_features));
  const Dataset data = read_dataset(path());
  ASSERT_EQ(data.row_count(), ids.size());
  EXPECT_EQ(data.feature_name(1), "title match");
  EXPECT_EQ(data[0].id, "q");
  EXPECT_EQ(data.columns().label[0], -1.0);
  EXPECT_EQ(data.columns().document_id[999], "d999");
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float read = data[0].features[static_cast<DocIndex>(i / 2)][i % 2];
    if (std::isnan(values[i])) {
      EXPECT_TRUE(std::isnan(read));
    } else {
      EXPECT_EQ(std::bit_cast<std::uint32_t>(read), std::bit_cast<std::uint32_t>(values[i]));
    }
  }
}

TEST_F(RecordFileTest, GoesOnWhereItEnded) {
  for (const char* id : {"q1", "q2"}) {
    RecordFile file(path());
    EXPECT_TRUE(append(file, id));
  }
  EXPECT_EQ(text(),
            "# podium record: 2 features from 1\n"
            "# podium features: [\"bm25\",\"title match\"]\n\n" +
                small_query("q1") + small_query("q2"));
}

/// As after a kill at any time: of three queries the whole ones stay, and the next one is added.
TEST_F(RecordFileTest, CutsAQueryThatIsIncomplete) {
  {
    RecordFile file(path());
    for (const char* id : {"q1", "q2", "q3"}) append(file, id);
  }
  const std::string whole = text();
  const std::string query = small_query("q1");
  const std::size_t head = whole.size() - 3 * query.size();
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    write_file(path(), whole.substr(0, size));
    RecordFile file(path());
    EXPECT_TRUE(append(file, "q9"));
    const std::size_t kept = size < head ? 0 : (size - head) / query.size();
    ASSERT_EQ(text(), whole.substr(0, head + kept * query.size()) + small_query("q9")) << size;
  }
  EXPECT_EQ(read_dataset(path()).query_count(), 4U);
}

TEST_F(RecordFileTest, HasTheFeaturesOfItsFirstQuery) {
  FeatureSet others = record_features;
  others.names = {"bm25", "price"};
  RecordFile file(path());
  EXPECT_TRUE(append(file, "q1"));
  const std::string before = text();
  EXPECT_FALSE(append(file, "q2", others));
  EXPECT_FALSE(append(file, "q2", {.count = 2, .first_id = 0, .names = {}}));
  EXPECT_EQ(text(), before);
  std::filesystem::resize_file(path(), 0);  // another program has copied and emptied it
  EXPECT_TRUE(append(file, "q2", others));
  EXPECT_THAT(text(), HasSubstr("price"));
}

TEST_F(RecordFileTest, RefusesAndKeepsFilesOfOthers) {
  for (const char* other :
       {"2 qid:1 1:0.5\n\n2 qid:1 1:0.5", "# podium features: [\"a\"]\n", "x"}) {
    write_file(path(), other);
    EXPECT_THAT(refused(), HasSubstr("no record of this service"));
    EXPECT_EQ(text(), other);
  }
  std::filesystem::remove(path());
  const RecordFile first(path());
  EXPECT_THAT(refused(), HasSubstr("another process"));
  EXPECT_THROW(RecordFile(folder_ / "none/record.txt"), StorageError);
  EXPECT_THROW(RecordFile("/dev/null"), UsageError);
}

TEST_F(RecordFileTest, NoticesThatItWasMoved) {
  RecordFile file(path());
  EXPECT_TRUE(file.is_at_its_path());
  std::filesystem::rename(path(), folder_ / "old.txt");
  EXPECT_FALSE(file.is_at_its_path());
  folder_.file("record.txt", "");
  EXPECT_FALSE(file.is_at_its_path());
}

/// A disk that is full: nothing of the query stays, and the file is whole.
TEST_F(RecordFileTest, KeepsNothingOfAQueryThatTheDiskRefuses) {
  RecordFile file(path());
  append(file, "q1");
  const std::string before = text();
  const std::vector<std::string> many(10'000, "document");  // several pieces
  const DocumentValues rows = rows_of(std::vector<float>(2 * many.size(), 0.5F));
  struct rlimit old {};
  ::getrlimit(RLIMIT_FSIZE, &old);
  auto* const handler = ::signal(SIGXFSZ, SIG_IGN);
  struct rlimit small = old;
  for (const std::size_t room : {10U, 100'000U}) {
    small.rlim_cur = before.size() + room;
    ::setrlimit(RLIMIT_FSIZE, &small);
    EXPECT_THROW(file.append("q2", many, rows, record_features), StorageError);
    EXPECT_EQ(text(), before);
  }
  ::setrlimit(RLIMIT_FSIZE, &old);
  ::signal(SIGXFSZ, handler);
  EXPECT_TRUE(append(file, "q2"));
  EXPECT_EQ(read_dataset(path()).query_count(), 2U);
}

}  // namespace
}  // namespace podium::serving
