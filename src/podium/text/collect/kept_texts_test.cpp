#include "podium/text/collect/kept_texts.hpp"

#include <string>

#include <gtest/gtest.h>

#include "podium/core/base/parallel.hpp"
#include "podium/core/format/file_fixture.hpp"

namespace podium::text {
namespace {

using KeptTextsTest = FileFixture;

/// Documents whose fields differ in length; some are empty, and one has zeros and line ends.
std::vector<std::vector<std::string>> made_documents(std::size_t count) {
  std::vector<std::vector<std::string>> documents(count);
  for (std::size_t d = 0; d < count; ++d) {
    documents[d] = {"id " + std::to_string(d), std::string(d % 7 * 100, 'x'), "",
                    std::string("a\0\nb", 4) + std::to_string(d)};
  }
  return documents;
}

std::vector<DocumentText> texts_of(std::span<const std::vector<std::string>> documents) {
  std::vector<DocumentText> texts;
  for (const std::vector<std::string>& document : documents) {
    texts.push_back({document[0], {document.begin() + 1, document.end()}});
  }
  return texts;
}

TEST_F(KeptTextsTest, ComeBackInTheirBatchesAsOftenAsWanted) {
  const auto documents = made_documents(500);
  const auto all = std::span(documents);
  const std::vector<std::span<const std::vector<std::string>>> batches = {
      all.first(200), all.subspan(200, 1), all.subspan(201, 64), all.subspan(265)};
  for (const std::size_t threads : {1U, 4U}) {
    const ThreadLimit limit(threads);
    KeptTexts kept(folder_ / "");
    for (const auto batch : batches) kept.add(texts_of(batch));
    for (int pass = 0; pass < 2; ++pass) {
      std::size_t b = 0;
      kept.for_each_batch([&](std::span<DocumentText> batch) {
        const std::vector<DocumentText> expected = texts_of(batches[b++]);
        ASSERT_EQ(batch.size(), expected.size());
        for (std::size_t d = 0; d < batch.size(); ++d) {
          EXPECT_EQ(batch[d].id, expected[d].id);
          EXPECT_EQ(batch[d].field, expected[d].field);
        }
      });
      EXPECT_EQ(b, batches.size());
    }
  }
}

TEST_F(KeptTextsTest, MayBeNone) {
  const KeptTexts kept(folder_ / "");
  kept.for_each_batch([](std::span<DocumentText>) { FAIL(); });
}

}  // namespace
}  // namespace podium::text
