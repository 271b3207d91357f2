#include "podium/core/format/letor_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/decimal.hpp"

namespace podium {

namespace {

constexpr std::string_view qid_mark = "qid:";

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}

const char* skip_blanks(const char* p, const char* end) noexcept {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

const char* skip_token(const char* p, const char* end) noexcept {
  while (p != end && !is_blank(*p)) ++p;
  return p;
}

std::string_view rest(const char* p, const char* end) noexcept {
  return {p, static_cast<std::size_t>(end - p)};
}

const char* comment_start(std::string_view line) noexcept {
  const void* mark = std::memchr(line.data(), '#', line.size());
  return mark == nullptr ? line.data() + line.size() : static_cast<const char*>(mark);
}

/// Whether a row begins with its query id or a feature. A label has no colon.
bool lacks_label(const char* p, const char* end) noexcept {
  return rest(p, skip_token(p, end)).find(':') != std::string_view::npos;
}

bool is_null(const char* p, const char* end) noexcept {
  return end - p >= 4 && (p[0] | 0x20) == 'n' && (p[1] | 0x20) == 'u' && (p[2] | 0x20) == 'l' &&
         (p[3] | 0x20) == 'l';
}

/// Istella's files use the largest double for a missing value.
bool is_istella_missing(const char* p, const char* end) noexcept {
  const auto wide = read_double(p, end);
  return wide.error == DecimalError::none && std::abs(wide.value) >= 1.79769e308;
}

/// The value after "key = " in a comment, or nothing.
std::string_view comment_value(std::string_view comment, std::string_view key) noexcept {
  for (auto at = comment.find(key); at != std::string_view::npos; at = comment.find(key, at + 1)) {
    if (at > 0 && !is_blank(comment[at - 1])) continue;
    const char* const end = comment.data() + comment.size();
    const char* p = skip_blanks(comment.data() + at + key.size(), end);
    if (p == end || *p != '=') continue;
    p = skip_blanks(p + 1, end);
    return rest(p, skip_token(p, end));
  }
  return {};
}

double comment_number(std::string_view comment, std::string_view key, std::string_view line) {
  const std::string_view text = comment_value(comment, key);
  if (text.empty()) return std::numeric_limits<double>::quiet_NaN();
  const char* const end = text.data() + text.size();
  const auto number = read_double(text.data(), end);
  if (number.error != DecimalError::none || number.end != end) {
    expected(text.data(), line, fmt::format("a number for '{}'", key));
  }
  return number.value;
}

/// Reads the document id from a comment: "#docid = d ..." of LETOR, or a single word, which RankLib
/// and SVMrank users write.
void read_comment(std::string_view comment, std::string_view line, RowContent& content) {
  comment = trimmed(comment);
  if (const std::size_t end = comment.find('\r'); end != std::string_view::npos) {
    throw RowProblem{comment.data() + end,
                     "found a carriage return inside a row, expected line feeds as line ends"};
  }
  if (const std::size_t end = comment.find('\0'); end != std::string_view::npos) {
    // So ends a mapped file that another program has just made shorter.
    throw RowProblem{comment.data() + end,
                     "found a NUL, expected text; is the file still being written?"};
  }
  const std::string_view document_id = comment_value(comment, "docid");
  content.document_id = document_id;
  if (!document_id.empty()) {
    content.inc = comment_number(comment, "inc", line);
    content.prob = comment_number(comment, "prob", line);
  } else if (comment.find_first_of(" \t=") == std::string_view::npos) {
    content.document_id = comment;
  }
}

/// Returns the place behind the label.
const char* read_label(const char* p, std::string_view line, RowContent& content) {
  const char* const end = line.data() + line.size();
  const auto label = read_double(p, end);
  if (label.error == DecimalError::not_finite) expected(p, line, "a finite label");
  if (label.error != DecimalError::none || (label.end != end && !is_blank(*label.end))) {
    expected(p, line,
             rest(p, end).starts_with(qid_mark)
                 ? "a label (a number); only podium score, podium explain --query and podium train "
                   "--pairs take rows without one"
                 : "a label (a number)");
  }
  content.label = label.value;
  return skip_blanks(label.end, end);
}

void append_value(std::string& text, std::size_t id, auto value) {
  char buffer[96] = {' '};
  char* end = std::to_chars(buffer + 1, std::end(buffer), id).ptr;
  *end++ = ':';
  end = std::isnan(value) ? std::ranges::copy(std::string_view("NULL"), end).out
                          : std::to_chars(end, std::end(buffer), value).ptr;
  text.append(buffer, end);
}

}  // namespace

bool LetorRows::is_row(std::string_view line) const noexcept {
  const char* const end = line.data() + line.size();
  const char* const p = skip_blanks(line.data(), end);
  return p != end && *p != '#';
}

std::optional<RowHead> LetorRows::head(std::string_view line) const noexcept {
  RowHead head;
  const char* const line_end = line.data() + line.size();
  const char* first = line.data();  // start of the features
  if (shape_.has_query_ids) {
    const char* p = skip_blanks(line.data(), line_end);
    if (shape_.needs_labels || !lacks_label(p, line_end)) {
      p = skip_blanks(skip_token(p, line_end), line_end);
    }
    if (!rest(p, line_end).starts_with(qid_mark)) return std::nullopt;
    p += qid_mark.size();
    first = skip_token(p, line_end);
    if (p == first) return std::nullopt;
    head.query_id = rest(p, first);
  }
  if (shape_.skip_features) return head;
  // Feature numbers ascend, so the last one of the row is the largest.
  const std::string_view features = rest(first, comment_start(rest(first, line_end)));
  const std::size_t colon = features.rfind(':');
  if (colon == std::string_view::npos) return head;
  const char* const number_end = first + colon;
  const char* number = number_end;
  while (number != first && is_digit(number[-1])) --number;
  std::size_t id = 0;
  const auto [stop, error] = std::from_chars(number, number_end, id);
  if (error == std::errc{} && stop == number_end && id >= shape_.first_feature_id &&
      id <= std::numeric_limits<std::uint32_t>::max()) {
    head.feature_end = id - shape_.first_feature_id + 1;
  }
  return head;
}

void LetorRows::fill(std::string_view line, RowContent& content) const {
  const char* const end = line.data() + line.size();
  const char* p = skip_blanks(line.data(), end);
  if (shape_.needs_labels || !lacks_label(p, end)) p = read_label(p, line, content);
  const bool has_id = rest(p, end).starts_with(qid_mark);
  if (shape_.has_query_ids) {
    if (!has_id) expected(p, line, "'qid:' (rows without it need a file of group sizes)");
    const char* const id = p + qid_mark.size();
    p = skip_token(id, end);
    if (p == id) expected(p, line, "a query id after 'qid:'");
  } else if (has_id) {
    expected(p, line, "no 'qid:', since the groups come from a file of group sizes");
  }
  if (shape_.skip_features) {
    p = comment_start(rest(p, end));
  } else {
    if (shape_.left_out_is_missing) content.features.start_missing();
    p = read_features(p, line, content);
  }
  if (p != end) read_comment(rest(p + 1, end), line, content);
}

const char* LetorRows::read_features(const char* p, std::string_view line,
                                     RowContent& content) const {
  const char* const end = line.data() + line.size();
  std::size_t next = shape_.first_feature_id;  // smallest valid number of the next feature
  for (p = skip_blanks(p, end); p != end && *p != '#'; p = skip_blanks(p, end)) {
    const char* const start = p;
    std::size_t id = 0;
    while (p != end && is_digit(*p) && p - start < 10) {
      id = id * 10 + static_cast<std::size_t>(*p++ - '0');
    }
    if (p == start || p == end || *p != ':') expected(start, line, "a feature 'number:value'");
    if (id < next) {
      expected(start, line,
               next == shape_.first_feature_id
                   ? fmt::format("feature numbers from {} on (see --first-feature-id)", next)
                   : fmt::format("a feature number above {}; feature numbers must be ascending",
                                 next - 1));
    }
    if (id > std::numeric_limits<std::uint32_t>::max()) {
      expected(start, line, "a feature number below 2^32");
    }
    next = id + 1;
    const char* const number = ++p;
    auto value = read_float(p, end);
    if (value.error != DecimalError::none) {
      if (is_null(p, end)) {
        value = {p + 4, DecimalError::none, std::numeric_limits<float>::quiet_NaN()};
      } else if (value.error == DecimalError::not_finite && is_istella_missing(p, end)) {
        value.value = std::numeric_limits<float>::quiet_NaN();
      } else {
        expected(p, line,
                 value.error == DecimalError::not_finite
                     ? "a finite value that a 32-bit float holds, or NULL"
                     : "a value (a number or NULL)");
      }
    }
    if (value.end != end && !is_blank(*value.end) && *value.end != '#') {
      expected(p, line, "a value (a number or NULL)");
    }
    p = value.end;
    const bool wants_digits = content.features.wants_exact() && !std::isnan(value.value);
    content.features.set(id - shape_.first_feature_id, value.value,
                         wants_digits ? read_double(number, end).value : double{value.value});
  }
  return p;
}

void append_letor_value(std::string& text, std::size_t id, float value) {
  append_value(text, id, value);
}

void append_letor_value(std::string& text, std::size_t id, double value) {
  append_value(text, id, value);
}

}  // namespace podium
