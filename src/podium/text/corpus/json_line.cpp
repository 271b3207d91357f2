#include "podium/text/corpus/json_line.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

constexpr std::size_t lines_batch_bytes = std::size_t{12} << 20;
constexpr std::size_t json_batch_lines = 4096;  // more where one piece of text has them

struct JsonLine {
  std::string text;
  std::string_view in_file;  ///< in place of `text` if it need not be kept
  RecordState state;
  std::string problem;  ///< why there is no object
  InOrder rest;

  /// The object; nothing if there is a problem.
  std::optional<Json> parsed(std::string_view encoding);
};

std::optional<Json> JsonLine::parsed(std::string_view encoding) {
  if (!in_file.empty()) text = in_file;
  state.bad_bytes = repair(text, encoding).bad_bytes;
  ParsedJson parsed = try_parse_json(text);
  if (parsed.value && parsed.value->is_object()) return std::move(parsed.value);
  if (parsed.value) parsed.problem = "found " + in_quotes(text) + ", expected a JSON object";
  problem = (parsed.byte > 0 ? "byte " + to_text(parsed.byte) + ": " : "") + parsed.problem;
  return std::nullopt;
}

/// Cuts a file into the texts of its objects: one in each line, or those of one list.
class JsonRecords {
 public:
  JsonRecords(InputStream& in, std::size_t most) : in_(in), most_(most), unread_(in.unread()) {
    if (unread_ && trimmed_lines(*unread_).starts_with('[')) unread_.reset();
  }

  /// The next objects, some megabytes of them; none at the end of the file.
  std::vector<JsonLine> next() {
    std::vector<JsonLine> batch;
    bytes_ = 0;
    while (bytes_ < lines_batch_bytes && batch.size() < json_batch_lines) {
      if (unread_) {
        if (unread_->empty()) break;
        borrow_line(batch);
        continue;
      }
      const auto piece = in_.next_piece(most_);
      if (!piece) {
        if (is_list_ && depth_ > 0) end_of_file(batch);
        break;
      }
      if (!has_begun_ && trimmed(*piece).starts_with('[')) is_list_ = true;
      if (is_list_) {
        add_to_list(*piece, batch);
      } else {
        add_line(*piece, batch);
      }
    }
    return batch;
  }

  /// Tells the system that the lines, which were parsed, are not needed any more.
  void release(const std::vector<JsonLine>& lines) const {
    if (!unread_ || lines.empty()) return;
    const char* const first = lines.front().in_file.data();
    const std::string_view last = lines.back().in_file;
    in_.release({first, static_cast<std::size_t>(last.data() + last.size() - first)});
  }

 private:
  /// The next line of a file whose bytes are its text; it is copied by the thread that parses it.
  void borrow_line(std::vector<JsonLine>& batch) {
    std::string_view line = unread_->substr(0, unread_->find('\n'));
    unread_->remove_prefix(std::min(line.size() + 1, unread_->size()));
    ++line_number_;
    const bool is_too_long = line.size() > most_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!is_too_long && trimmed(line).empty()) return;
    JsonLine& added = batch.emplace_back();
    added.in_file = line;
    added.state.where.line = line_number_;
    if (is_too_long) added.problem = too_long;
    bytes_ += line.size();
  }

  JsonLine begin(std::string problem = {}) const {
    return {.text = {}, .state = {.where = in_.where()}, .problem = std::move(problem), .rest = {}};
  }

  void add_line(std::string_view piece, std::vector<JsonLine>& batch) {
    const bool is_rest = is_rest_;
    is_rest_ = in_.line_goes_on();
    if (is_rest || (trimmed(piece).empty() && !is_rest_)) return;
    has_begun_ = true;
    if (is_rest_) {
      batch.push_back(begin(too_long));
    } else {
      batch.push_back(begin());
      batch.back().text = piece;
      bytes_ += piece.size();
    }
  }

  /// An item ends at the comma or bracket behind it that is in no text, list or object of its own.
  void add_to_list(std::string_view piece, std::vector<JsonLine>& batch) {
    for (const char c : piece) {
      const bool is_in_text = is_in_text_;
      if (is_in_text_ && !is_escaped_ && c == '"') is_in_text_ = false;
      if (!is_in_text && c == '"') is_in_text_ = true;
      is_escaped_ = is_in_text && !is_escaped_ && c == '\\';
      const bool closes = !is_in_text && (c == ']' || c == '}');
      if (depth_ == 1 && !is_in_text && (c == ',' || closes)) {
        end_item(batch);
      } else if (depth_ > 0 && (is_item_ || !is_blank_or_line_end(c))) {
        add_to_item(c);
      } else if (depth_ == 0 && c != '[' && !is_blank_or_line_end(c) && !is_behind_) {
        is_behind_ = true;
        batch.push_back(begin("found text behind the list, expected the end of the file"));
      }
      if (!is_in_text && (c == '[' || c == '{')) ++depth_;
      if (closes && depth_ > 0) --depth_;
    }
    if (is_item_ && !in_.line_goes_on()) add_to_item('\n');
  }

  void add_to_item(char c) {
    if (!is_item_) {
      item_ = begin();
      is_item_ = true;
    }
    if (item_.text.size() < most_) {
      item_.text += c;
    } else if (item_.problem.empty()) {
      item_.problem = "found an object that is longer than a document may be";
    }
  }

  void end_item(std::vector<JsonLine>& batch) {
    if (!is_item_) return;
    while (is_blank_or_line_end(item_.text.back())) item_.text.pop_back();
    bytes_ += item_.text.size();
    batch.push_back(std::move(item_));
    is_item_ = false;
  }

  void end_of_file(std::vector<JsonLine>& batch) {
    end_item(batch);
    batch.push_back(begin("found the end of the file inside a list, expected ']'"));
    depth_ = 0;
  }

  static bool is_blank_or_line_end(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }

  static constexpr const char* too_long = "found a line that is longer than a document may be";

  InputStream& in_;
  std::size_t most_;
  std::optional<std::string_view> unread_;  ///< if lines need not be copied
  std::size_t line_number_ = 0;             ///< of those
  std::size_t bytes_ = 0;                   ///< of the objects of a batch
  bool has_begun_ = false;                  ///< there was a line
  bool is_rest_ = false;                    ///< of a line that is too long
  bool is_list_ = false;
  bool is_behind_ = false;  ///< text behind the list was found
  std::size_t depth_ = 0;   ///< 1: in the list itself
  bool is_in_text_ = false;
  bool is_escaped_ = false;
  bool is_item_ = false;
  JsonLine item_;
};

}  // namespace

void for_each_json_line(
    InputStream& in, std::size_t most, CorpusReport& report,
    const std::function<InOrder(const Json&, const RecordState&, std::size_t)>& convert,
    std::string_view encoding, const JsonBatches& batches) {
  JsonRecords records(in, most);
  std::vector<JsonLine> following = records.next();
  std::vector<JsonLine> done;
  while (!following.empty()) {
    std::vector<JsonLine> lines = std::exchange(following, {});
    batches.begin(lines.size());
    parallel_for(lines.size() + 1, [&](std::size_t i) {
      if (i == 0) {  // one thread reads on
        records.release(done);
        done = std::vector<JsonLine>();
        following = records.next();
        return;
      }
      JsonLine& line = lines[i - 1];
      line.state.where.path = in.path();
      if (!line.problem.empty()) return;
      if (const auto object = line.parsed(encoding)) {
        line.rest = convert(*object, line.state, i - 1);
      }
      line.text = {};
    });
    for (JsonLine& line : lines) {
      if (line.problem.empty()) {
        line.rest();
      } else {
        report.skip(std::move(line.state.where), std::move(line.problem));
      }
    }
    batches.end();
    done = std::move(lines);
  }
}

std::string json_text(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  if (found == nullptr) return {};
  if (const auto* text = found->as<std::string>()) return *text;
  return found->is_number() ? found->dump() : std::string();
}

}  // namespace podium::text
