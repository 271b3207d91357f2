#include "podium/text/terms/analyser.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/text/terms/stem_cache.hpp"
#include "podium/text/terms/words.hpp"

namespace podium::text {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Split {
  std::vector<std::string> words;
  std::uint64_t bad = 0;

  bool operator==(const Split&) const = default;
};

Split fast(WordSplitter& splitter, std::string_view text) {
  Split split;
  split.bad =
      splitter.for_each_word(text, [&](std::string_view word) { split.words.emplace_back(word); });
  return split;
}

Split by_icu(WordSplitter& splitter, std::string_view text) {
  Split split;
  split.bad = splitter.for_each_unicode_word(
      text, [&](std::string_view word) { split.words.emplace_back(word); });
  return split;
}

const AnalyserOptions unstemmed{.stemmer = "none", .stop_words = "none"};

TEST(Words, AreFoldedRunsOfLettersAndDigits) {
  WordSplitter splitter;
  EXPECT_THAT(fast(splitter, "Don't STOP: x_1, 3.14 e-mail").words,
              ElementsAre("don", "t", "stop", "x", "1", "3", "14", "e", "mail"));
  EXPECT_THAT(fast(splitter, "").words, IsEmpty());
  EXPECT_THAT(fast(splitter, " .,- ").words, IsEmpty());
}

TEST(Words, FoldOtherScriptsAndForms) {
  WordSplitter splitter;
  EXPECT_THAT(fast(splitter, "Stra\u00DFe NA\u00CFVE na\u00EF\u0308ve").words,
              ElementsAre("strasse", "na\u00EFve", "na\u00EF\u0308ve"));
  EXPECT_THAT(fast(splitter, "e\u0301t\u00E9").words, ElementsAre("\u00E9t\u00E9"));
  EXPECT_THAT(fast(splitter, "\u0421\u043B\u043E\u0432\u043E\u2014word").words,
              ElementsAre("\u0441\u043B\u043E\u0432\u043E", "word"));
  EXPECT_THAT(fast(splitter, "\uFF21\uFF22\uFF11").words, ElementsAre("ab1"));
}

TEST(Words, CutScriptsWithoutBlanksByDictionary) {
  WordSplitter splitter;
  EXPECT_GT(fast(splitter, "\u4E2D\u534E\u4EBA\u6C11\u5171\u548C\u56FD\u4E07\u5C81").words.size(),
            1U);
}

TEST(Words, CountBytesThatAreNoUtf8) {
  WordSplitter splitter;
  const Split split = fast(splitter,
                           "ab\xFF"
                           "cd \xC3 x\xE2\x82y");
  EXPECT_THAT(split.words, ElementsAre("ab", "cd", "x", "y"));
  EXPECT_EQ(split.bad, 3U);
}

TEST(Words, PassOverWordsTooLongToBeWords) {
  WordSplitter splitter;
  const std::string longest(255, 'a');
  EXPECT_THAT(fast(splitter, longest + " b").words, ElementsAre(longest, "b"));
  EXPECT_THAT(fast(splitter, longest + "a b").words, ElementsAre("b"));
  EXPECT_THAT(fast(splitter, std::string(10'000'000, 'x')).words, IsEmpty());
  for (const std::size_t length : {254U, 255U, 256U, 300U}) {
    const std::string text = std::string(length, 'A') + "\u00E9 b";
    EXPECT_EQ(fast(splitter, text), by_icu(splitter, text)) << length;
  }
}

/// Pieces that Unicode's rules treat in every special way they have.
// clang-format off
const std::vector<std::string> pieces = {
    "a", "Bc", "7", "42", " ", "\t", "\n", "\r\n", "'", ".", ",", ":", ";", "_", "-", "\"", "\\",
    "\u00E9", "\u0301", "\u00DF", "\u0130", "\u2019", "\u00B7", "\u200D", "\u200C", "\u00AD",
    "\uFEFF", "\u05D0", "\u05F4", "\u0E01\u0E32\u0E23", "\u4E2D\u56FD", "\u3042", "\u30A2",
    "\u30FC", "\uFF21", "\uFF11", "\u0660", "\u00BD", "\u00AA", "\uFDFA", "\u2028", "\u3000",
    "\u00A0", "\U0001F1E9", "\U0001F1EA", "\U0001F600", "\U00010400", "\u0915\u093F",
    "\u1100\u1161", "\u203F", "\uFFFD", "\xFF", "\xC3", "\xE2\x82", "\xF0\x9F", "\xED\xA0\x80",
    "\x80",
};
// clang-format on

TEST(Words, AreTheSameByTheFastPathAndByIcu) {
  WordSplitter splitter;
  rc::check([&] {
    const auto chosen = *rc::gen::container<std::vector<std::size_t>>(
        rc::gen::inRange<std::size_t>(0, pieces.size()));
    std::string text;
    for (const std::size_t piece : chosen) text += pieces[piece];
    RC_ASSERT(fast(splitter, text) == by_icu(splitter, text));
  });
  rc::check([&](const std::string& bytes) {
    RC_ASSERT(fast(splitter, bytes) == by_icu(splitter, bytes));
  });
}

TEST(Analyser, StemsAndLeavesStopWordsOut) {
  Analyser analyser;
  EXPECT_THAT(analyser.terms("The relational databases don't RELATE to it."),
              ElementsAre("relat", "databas", "relat"));
}

TEST(Analyser, DoesWhatItsOptionsSay) {
  EXPECT_THAT(Analyser(unstemmed).terms("The Cats"), ElementsAre("the", "cats"));
  EXPECT_THAT(Analyser({.stemmer = "english", .stop_words = "none"}).terms("generously"),
              ElementsAre("generous"));
  EXPECT_THAT(Analyser({.stemmer = "porter", .stop_words = "none"}).terms("generously"),
              ElementsAre("gener"));
  EXPECT_THAT(Analyser({.stemmer = "german", .stop_words = "none"}).terms("H\u00C4USER"),
              ElementsAre("haus"));
  EXPECT_THAT(
      Analyser({.stemmer = "none", .stop_words = "none", .longest_word = 3}).terms("ab abcd"),
      ElementsAre("ab"));
}

TEST(Analyser, TakesStopWordsFromAFile) {
  const auto path = std::filesystem::temp_directory_path() / "podium_stop_words_test.txt";
  write_file(path, "Caf\u00C9\ntea\n");
  EXPECT_THAT(
      Analyser({.stemmer = "none", .stop_words = path.string()}).terms("The caf\u00E9 TEA x"),
      ElementsAre("the", "x"));
  std::filesystem::remove(path);
  EXPECT_THROW(Analyser({.stop_words = path.string()}), DataError);
}

TEST(Analyser, RefusesAnUnknownStemmer) {
  EXPECT_THROW(Analyser({.stemmer = "klingon"}), UsageError);
}

TEST(Analyser, GivesTheSameTermsFromACopy) {
  Analyser analyser;
  const std::string text = "Learning to rank: a na\u00EFve approach, ranked";
  EXPECT_EQ(analyser.copy_for_thread().terms(text), analyser.terms(text));
}

TEST(Analyser, RemembersNothingWrong) {
  Analyser one;  // sees more words than it can remember
  Analyser other({.stemmer = "porter", .stop_words = "none"});
  for (int i = 0; i < 150'000; ++i) {
    const std::string text = "running" + std::to_string(i * 7919 % 150'000) + "ly";
    const auto terms = one.terms(text);
    ASSERT_EQ(terms.size(), 1U);
    if (i % 5000 == 0) {
      EXPECT_EQ(terms, other.terms(text));
    }
  }
  EXPECT_THAT(one.terms("the running"), ElementsAre("run"));
}

TEST(TermFingerprint, IsOfTheStem) {
  Analyser analyser;
  analyser.for_each_term("ranking", [](const Term& term) {
    EXPECT_EQ(term.text, "rank");
    EXPECT_EQ(term.fingerprint, term_fingerprint("rank"));
  });
}

TEST(TermFingerprint, TakesTheFirstBytesInTheirOrder) {
  const std::string text = "\x01\x82\x03\xf4\x05\x06\x87\x08\xff";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i) {
      expected |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    }
    EXPECT_EQ(first_bytes(text.data(), size), expected) << size;
  }
}

TEST(TermFingerprint, DiffersBetweenWords) {
  std::set<std::uint64_t> seen;
  std::size_t words = 0;
  for (std::string word(1, 'a'); word.size() < 200; word += 'a') {
    for (std::size_t at = 0; at < word.size(); at += 3) {
      for (const char c : {'b', 'z', '\0'}) {
        std::string other = word;
        other[at] = c;
        seen.insert(term_fingerprint(other));
        ++words;
      }
    }
  }
  EXPECT_EQ(seen.size(), words);
}

TEST(AnalyserOptions, AreAllOptions) {
  static_assert(has_all_fields<AnalyserOptions>());
  const AnalyserOptions options{.stemmer = "german", .longest_word = 20};
  EXPECT_EQ(parse_options<AnalyserOptions>(options_text(options)), options);
}

}  // namespace
}  // namespace podium::text
