#include "podium/text/terms/words.hpp"

#include <algorithm>
#include <string>

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include "podium/core/base/error.hpp"

namespace podium::text {

namespace {

void check(UErrorCode status, const char* what) {
  if (U_FAILURE(status)) {
    throw StorageError(std::string("ICU cannot provide ") + what + ": " + u_errorName(status));
  }
}

/// The number of U+FFFD, whether written in the text or inserted for invalid bytes.
std::uint64_t replacements(const icu::UnicodeString& text) {
  const char16_t* begin = text.getBuffer();
  return static_cast<std::uint64_t>(std::count(begin, begin + text.length(), u'\uFFFD'));
}

std::uint64_t written_replacements(std::string_view text) {
  constexpr std::string_view written = "\xEF\xBF\xBD";
  std::uint64_t count = 0;
  for (std::size_t at = text.find(written); at != std::string_view::npos;
       at = text.find(written, at + written.size())) {
    ++count;
  }
  return count;
}

bool is_mark(UChar32 c) {
  return (U_GET_GC_MASK(c) & U_GC_M_MASK) != 0;
}

}  // namespace

struct WordSplitter::Impl {
  std::unique_ptr<icu::BreakIterator> breaks;
  const icu::Normalizer2* folding = nullptr;
  icu::UnicodeString text;
  std::int32_t begin = 0;  ///< of the rest of the current segment
  std::int32_t end = 0;
  std::string word;

  bool next_segment() {
    begin = end;
    end = breaks->next();
    return end != icu::BreakIterator::DONE;
  }

  /// Moves [begin, end) past its next word of letters, digits and marks after them.
  bool cut_word(std::int32_t& from, std::int32_t& to) {
    while (begin < end && !u_isalnum(text.char32At(begin))) begin = text.moveIndex32(begin, 1);
    if (begin >= end) return false;
    from = begin;
    while (begin < end) {
      const UChar32 c = text.char32At(begin);
      if (!u_isalnum(c) && !is_mark(c)) break;
      begin = text.moveIndex32(begin, 1);
    }
    to = begin;
    return true;
  }

  void fold(std::int32_t from, std::int32_t to) {
    UErrorCode status = U_ZERO_ERROR;
    const icu::UnicodeString folded =
        folding->normalize(text.tempSubStringBetween(from, to), status);
    check(status, "the folded form of a word");
    word.clear();
    folded.toUTF8String(word);
  }
};

WordSplitter::WordSplitter() : impl_(std::make_unique<Impl>()) {
  UErrorCode status = U_ZERO_ERROR;
  impl_->breaks.reset(icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  check(status, "word boundaries");
  impl_->folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  check(status, "case folding");
}

WordSplitter::~WordSplitter() = default;
WordSplitter::WordSplitter(WordSplitter&&) noexcept = default;
WordSplitter& WordSplitter::operator=(WordSplitter&&) noexcept = default;

std::uint64_t WordSplitter::split(std::string_view text) {
  expects(text.size() < 0x40000000, "less than 1 GiB of text at a time");
  impl_->text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  impl_->breaks->setText(impl_->text);
  impl_->begin = impl_->end = impl_->breaks->first();
  return replacements(impl_->text) - written_replacements(text);
}

bool WordSplitter::next(std::string_view& word) {
  while (true) {
    std::int32_t from = 0;
    std::int32_t to = 0;
    while (!impl_->cut_word(from, to)) {
      if (!impl_->next_segment()) return false;
    }
    if (static_cast<std::size_t>(to - from) > longest) continue;
    impl_->fold(from, to);
    word = impl_->word;
    if (!word.empty() && word.size() <= longest) return true;
  }
}

}  // namespace podium::text
