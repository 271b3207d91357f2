#include "podium/text/corpus/text_index.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/text/corpus/text_column.hpp"

namespace podium::text {
namespace {

RC_GTEST_PROP(TextIndex, IsAMapOfTexts, (const std::vector<std::uint8_t>& keys)) {
  TextIndex index;
  std::map<std::string, std::uint32_t> slow;
  for (std::uint32_t i = 0; i < keys.size() * 8; ++i) {
    const std::string text = "id" + std::to_string(keys[i / 8] * (i % 8));
    RC_ASSERT(index.emplace(TextFingerprint::of(text), i) == slow.emplace(text, i).second);
  }
  RC_ASSERT(index.size() == slow.size());
  for (const auto& [text, number] : slow) RC_ASSERT(index.at(text) == number);
  RC_ASSERT(!index.find(TextFingerprint::of("other")).has_value());
}

RC_GTEST_PROP(TextIndex, OfAListIsThatOfOneAfterTheOther, (const std::vector<std::uint8_t>& keys)) {
  std::vector<TextFingerprint> texts;
  TextIndex slow;
  for (const std::uint8_t key : keys) {
    texts.push_back(key == 0 ? TextFingerprint{} : TextFingerprint::of(std::to_string(key)));
    if (key != 0) slow.emplace(texts.back(), static_cast<std::uint32_t>(texts.size() - 1));
  }
  const TextIndex index = TextIndex::of(texts);
  RC_ASSERT(index.size() == slow.size());
  for (const TextFingerprint& text : texts) RC_ASSERT(index.find(text) == slow.find(text));
}

TEST(TextIndex, NamesATextThatHasNoNumber) {
  EXPECT_THROW((void)TextIndex().at("a"), std::out_of_range);
}

TEST(TextIndex, TellsTextsApartWhoseFirstHalvesAreTheSame) {
  TextIndex index;
  EXPECT_TRUE(index.emplace({7, 1}, 1));
  EXPECT_TRUE(index.emplace({7, 2}, 2));
  EXPECT_EQ(index.find({7, 2}), 2U);
}

RC_GTEST_PROP(TextColumn, HoldsItsTexts, (const std::vector<std::string>& texts)) {
  TextColumn column;
  for (const std::string& text : texts) column.push_back(text);
  RC_ASSERT(column.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) RC_ASSERT(column[i] == texts[i]);
}

}  // namespace
}  // namespace podium::text
