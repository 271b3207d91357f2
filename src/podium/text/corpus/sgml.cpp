#include "podium/text/corpus/sgml.hpp"

#include <algorithm>
#include <utility>

#include "podium/core/base/ascii.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

bool is_name_character(char c) noexcept {
  return is_letter_or_digit(c) || c == '-' || c == '_';
}

/// The name of the tag at `at`, which is a '<', in lower case; empty when there is none.
std::string tag_name(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 32;
  std::string name;
  for (std::size_t i = at + 1; i < text.size() && name.size() < longest; ++i) {
    if (!is_name_character(text[i])) break;
    name += to_lower(text[i]);
  }
  return name;
}

}  // namespace

std::size_t find_any_case(std::string_view text, std::string_view word, std::size_t from) noexcept {
  if (from >= text.size()) return std::string_view::npos;
  const auto found =
      std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), word.begin(),
                  word.end(), [](char a, char b) { return to_lower(a) == b; });
  return found == text.end() && !word.empty() ? std::string_view::npos
                                              : static_cast<std::size_t>(found - text.begin());
}

std::string_view trimmed_lines(std::string_view text) noexcept {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<SgmlSection> sgml_sections(std::string_view record) {
  std::vector<SgmlSection> sections;
  std::vector<std::string> unclosed;  // names without an end tag, which is searched for only once
  std::size_t at = 0;
  while ((at = record.find('<', at)) != std::string_view::npos) {
    SgmlSection section{.name = tag_name(record, at), .begin = at};
    const std::size_t begin = section.name.empty() ? std::string_view::npos : record.find('>', at);
    if (begin == std::string_view::npos) {
      ++at;
      if (!section.name.empty()) break;  // no further tag ends
      continue;
    }
    const bool is_unclosed =
        std::find(unclosed.begin(), unclosed.end(), section.name) != unclosed.end();
    std::size_t end = is_unclosed ? std::string_view::npos
                                  : find_any_case(record, "</" + section.name + ">", begin + 1);
    if (end == std::string_view::npos) {
      if (!is_unclosed && unclosed.size() < 100) unclosed.push_back(section.name);
      end = std::min(record.find('<', begin + 1), record.size());
      section.end = end;
    } else {
      section.end = end + section.name.size() + 3;
    }
    section.text = record.substr(begin + 1, end - begin - 1);
    at = section.end;
    sections.push_back(std::move(section));
    if (unclosed.size() == 100) break;  // no real record has that many sections
  }
  return sections;
}

// --- records ---

SgmlReader::SgmlReader(InputStream& in, std::string name, std::size_t max_bytes)
    : in_(in), begin_("<" + name), end_("</" + name + ">"), max_bytes_(max_bytes) {}

std::optional<std::string_view> SgmlReader::rest_of_line() {
  constexpr std::size_t piece_bytes = std::size_t{1} << 16;
  constexpr std::size_t longest_tag = 1024;
  while (at_ == line_.size()) {
    const auto piece = in_.next_piece(piece_bytes);
    if (!piece) return std::nullopt;
    line_.assign(std::exchange(carry_, {})).append(*piece);
    at_ = 0;
    if (!in_.line_goes_on()) {
      line_ += '\n';
      break;
    }
    const std::size_t tag = line_.rfind('<');
    if (tag == std::string::npos || tag + longest_tag < line_.size()) continue;
    if (line_.find('>', tag) != std::string::npos) continue;
    carry_ = line_.substr(tag);
    line_.resize(tag);
  }
  return std::string_view(line_).substr(at_);
}

std::size_t SgmlReader::find_begin(std::string_view line, std::size_t& behind) const {
  std::size_t at = 0;
  while ((at = find_any_case(line, begin_, at)) != std::string_view::npos) {
    const std::size_t next = at + begin_.size();
    if (next < line.size() && !is_name_character(line[next])) {
      const std::size_t end = line.find('>', next);
      behind = end == std::string_view::npos ? line.size() : end + 1;
      return at;
    }
    at = next;
  }
  return std::string_view::npos;
}

void SgmlReader::append(std::string_view part, std::string& record) {
  const std::size_t room = max_bytes_ - std::min(max_bytes_, record.size());
  was_cut_ = was_cut_ || part.size() > room;
  record += part.substr(0, room);
}

bool SgmlReader::next(std::string& record) {
  record.clear();
  was_cut_ = false;
  is_closed_ = false;
  bool is_inside = false;
  while (const auto rest = rest_of_line()) {
    std::size_t behind = 0;
    const std::size_t begin = find_begin(*rest, behind);
    const std::size_t end = is_inside ? find_any_case(*rest, end_) : std::string_view::npos;
    if (is_inside) append(rest->substr(0, std::min(begin, end)), record);
    if (is_inside && end < begin) {
      at_ += end + end_.size();
      is_closed_ = true;
      return true;
    }
    if (is_inside && begin != std::string_view::npos) {
      at_ += begin;
      return true;
    }
    if (begin == std::string_view::npos) {
      const bool is_stray = !is_inside && !trimmed_lines(*rest).empty() && rest->front() != '<';
      if (is_stray && stray_line_ == 0) stray_line_ = in_.line_number();
      at_ = line_.size();
    } else {
      at_ += behind;
      is_inside = true;
      line_number_ = in_.line_number();
    }
  }
  return is_inside;
}

RecordState SgmlReader::state() const {
  return {.where = {in_.path(), line_number_}, .was_cut = was_cut_, .is_unclosed = !is_closed_};
}

std::string header_charset(std::string_view headers) {
  const std::size_t type = find_any_case(headers, "content-type:");
  if (type == std::string_view::npos) return "";
  const std::string_view line = headers.substr(type, headers.find('\n', type) - type);
  return std::string(declared_charset(line));
}

}  // namespace podium::text
