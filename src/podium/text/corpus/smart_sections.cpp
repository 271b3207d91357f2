#include "podium/text/corpus/smart_sections.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "podium/core/base/text.hpp"

namespace podium::text {

namespace {

/// The letter of a line like ".T"; only ".I" may be followed by text.
std::optional<char> section_mark(std::string_view line) {
  if (line.size() < 2 || line[0] != '.' || line[1] < 'A' || line[1] > 'Z') return std::nullopt;
  const std::string_view rest = line.substr(2);
  const bool is_id = line[1] == 'I' && (rest.starts_with(' ') || rest.starts_with('\t'));
  if (!is_id && !trimmed(rest).empty()) return std::nullopt;
  return line[1];
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

void SmartReader::notice_stray(std::string_view line) {
  if (stray_line_ == 0 && !trimmed(line).empty()) stray_line_ = in_.line_number();
}

bool SmartReader::next(SmartRecord& record) {
  record = {};
  std::string* section = nullptr;
  std::size_t bytes = 0;
  while (const auto line = in_.next_line(max_bytes_)) {
    const auto mark = section_mark(*line);
    if (mark == 'I') {
      std::string id(trimmed(line->substr(2)));
      const bool ends_record = std::exchange(has_next_, true);
      record.id = std::exchange(next_id_, std::move(id));
      record.line = std::exchange(next_line_, in_.line_number());
      if (ends_record) return true;
    } else if (!has_next_) {
      notice_stray(*line);
    } else if (mark) {
      section = &record.section[static_cast<std::size_t>(*mark - 'A')];
    } else if (section != nullptr) {
      const std::size_t room = max_bytes_ - std::min(max_bytes_, bytes);
      record.was_cut = record.was_cut || in_.line_was_cut() || line->size() > room;
      section->append(line->substr(0, room)).append("\n");
      bytes += line->size() + 1;
    } else if (is_number(trimmed(*line))) {
      next_id_ += trimmed(*line);  // CACM has an id that continues on the next line
    } else {
      notice_stray(*line);
    }
  }
  record.id = std::exchange(next_id_, {});
  record.line = next_line_;
  return std::exchange(has_next_, false);
}

}  // namespace podium::text
