#include "podium/labelling/store/accounts/account_look.hpp"

#include <utility>

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include "podium/core/base/error.hpp"
#include "podium/text/markup/blanks.hpp"

namespace podium::labelling {

namespace {

void check(UErrorCode status, const char* what) {
  if (U_FAILURE(status)) {
    throw StorageError(std::string("ICU cannot provide ") + what + ": " + u_errorName(status));
  }
}

/// Without differences of case and width, and without invisible characters.
icu::UnicodeString folded(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* folding = icu::Normalizer2::getNFKCCasefoldInstance(status);
  check(status, "case folding");
  icu::UnicodeString result = folding->normalize(text, status);
  check(status, "the folded form of a name");
  return result;
}

/// Each character replaced by the one that stands for all that resemble it (Unicode UTS 39).
icu::UnicodeString skeleton(const icu::UnicodeString& text) {
  UErrorCode status = U_ZERO_ERROR;
  static const icu::LocalUSpoofCheckerPointer checker(uspoof_open(&status));
  check(status, "the table of similar characters");
  icu::UnicodeString result;
  uspoof_getSkeletonUnicodeString(checker.getAlias(), 0, text, result, &status);
  check(status, "the skeleton of a name");
  return result;
}

std::string look_of(const icu::UnicodeString& text) {
  std::string bytes;
  folded(skeleton(text)).toUTF8String(bytes);  // folded again: a skeleton has "O" in place of "0"
  std::string look;
  text::append_collapsed(bytes, look);
  text::trim_end(look);
  return look;
}

}  // namespace

std::vector<std::string> looks_of(std::string_view name) {
  const icu::UnicodeString written =
      icu::UnicodeString::fromUTF8({name.data(), static_cast<std::int32_t>(name.size())});
  std::vector<std::string> looks = {look_of(folded(written))};
  std::string as_written = look_of(written);
  if (as_written != looks.front()) looks.push_back(std::move(as_written));
  return looks;
}

}  // namespace podium::labelling
