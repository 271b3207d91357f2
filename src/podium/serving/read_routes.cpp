#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <iterator>
#include <stop_token>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/base/on_this_thread.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/csv_rows.hpp"
#include "podium/core/format/feature_names.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/http/json_response.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

constexpr std::size_t most_features = 1'000'000;  ///< that a request may ask for

/// A text as a file of this process alone, which readers of data files take.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : descriptor_(::memfd_create("read", MFD_CLOEXEC)) {
    bool is_written = descriptor_ >= 0;
    while (is_written && !text.empty()) {
      const ::ssize_t count = ::write(descriptor_, text.data(), text.size());
      is_written = count > 0;
      if (is_written) text.remove_prefix(static_cast<std::size_t>(count));
    }
    if (is_written && ::lseek(descriptor_, 0, SEEK_SET) == 0) return;
    const std::string reason = system_reason();
    if (descriptor_ >= 0) ::close(descriptor_);
    throw StorageError("cannot keep the body in memory: " + reason);
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  MemoryFile(MemoryFile&&) = delete;
  MemoryFile& operator=(MemoryFile&&) = delete;

  std::string path() const { return "/proc/self/fd/" + to_text(descriptor_); }

 private:
  int descriptor_;
};

/// The sentence of a reader about a file of memory, whose name tells nobody anything.
std::string without_path(const DataError& error, const std::string& path) {
  std::string sentence = error.what();
  const Location& where = error.where();
  if (sentence.starts_with(path)) {
    sentence.erase(0, sentence.find(": ", path.size()) + 2);
    if (where.line > 0) sentence = fmt::format("line {}: {}", where.line, sentence);
  }
  for (std::size_t at = 0; (at = sentence.find(path, at)) != std::string::npos;) {
    sentence.replace(at, path.size(), "FILE");
  }
  return sentence;
}

/// A parameter of the address; `otherwise` where it is missing.
std::size_t number_in(const ServeCall& call, const std::string& name, std::size_t otherwise,
                      std::size_t most) {
  const auto found = call.request.query.find(name);
  if (found == call.request.query.end()) return otherwise;
  const auto number = parse_number<std::size_t>(found->second);
  if (number && *number <= most) return *number;
  throw UsageError(fmt::format("{}: found {}, expected a whole number from 0 to {}", name,
                               in_quotes(found->second), most));
}

struct ReadFile {
  Dataset data;
  ReadReport report;
};

/// The most features of a row in LETOR, at least `known`: their numbers stand before colons.
std::size_t most_columns(std::string_view text, std::size_t known) {
  std::size_t columns = known;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    std::size_t begin = colon;
    while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
    const auto number = parse_number<std::size_t>(text.substr(begin, colon - begin));
    if (number) columns = std::max(columns, std::min(*number, most_features - 1) + 1);
  }
  return columns;
}

/// Takes memory for the rows, names and values of a file: no more values than a request for scores
/// may have. Tables have fewer values than bytes. Returns the bytes of the values.
std::size_t take_memory_of(ServeCall& call, const std::string& path, std::size_t known) {
  constexpr std::size_t bytes_of_entry = 256;  // a row or a name, in all the columns and indices
  const InputText text(path);
  const std::size_t columns =
      most_columns(text.view(), std::max(known, feature_names_in(text).size()));
  const auto rows = static_cast<std::size_t>(std::ranges::count(text.view(), '\n')) + 1;
  const std::string_view table = text.view().substr(separator_line(text.view()).size());
  const auto names = static_cast<std::size_t>(std::ranges::count_if(
      csv_header(table, csv_separators, ReadOptions().qid_column),
      [](char c) { return csv_separators.find(c) != std::string_view::npos; }));
  const std::size_t values = std::min(rows * columns, call.state.options.query.values);
  const std::size_t bytes = sizeof(float) * std::max(values, text.view().size());
  call.take_memory(bytes + (rows + names) * bytes_of_entry);
  return bytes;
}

ReadFile read_text(ServeCall& call, std::string_view text) {
  constexpr std::size_t slack = 1'000'000;  // values of a query begin at multiples of some bytes
  const MemoryFile file(text);
  ReadFile read;
  ReadOptions options{.needs_labels = false};
  if (const auto words = call.request.query.find("words"); words != call.request.query.end()) {
    constexpr std::size_t bytes_of_words = 24;  // for each byte of the text: all may differ
    options.categorical = words->second;
    call.take_memory(bytes_of_words * text.size());
  }
  ReadOptions numbered = options;
  numbered.first_feature_id = number_in(call, "first", 1, 1);
  numbered.feature_count = number_in(call, "features", 0, most_features);
  const auto load = [&](ReadOptions by, std::size_t bytes) {
    by.memory_limit_gb = 1e-9 * static_cast<double>(bytes + slack);
    on_this_thread([&] { read.data = read_dataset(file.path(), by, &read.report); });
  };
  try {
    const std::size_t bytes = take_memory_of(call, file.path(), numbered.feature_count);
    try {
      load(numbered, bytes);
    } catch (const UsageError&) {  // at once, for a table: its features have names
      load(options, bytes);
    }
  } catch (const DataError& error) {
    throw UsageError(without_path(error, file.path()));
  }
  return read;
}

/// Takes memory for the text, its values and what is made of them.
ReadFile read_body(ServeCall& call) {
  constexpr std::size_t copies = 2;  // of the text: as a file, and decoded or as ids
  std::string_view text = call.request.body;
  std::string unpacked_text;
  if (const auto packing = packing_of(text)) {
    const std::size_t limit = call.state.options.body_bytes;
    const UnpackLimits limits{.free = std::size_t{1} << 20U, .bytes = limit};
    const std::size_t most = static_cast<std::size_t>(limits.ratio) * text.size();
    call.take_memory(std::min(std::max<std::size_t>(most, limits.free), limit));
    unpacked_text = unpacked(text, *packing, "FILE", limits);
    text = unpacked_text;
    // Readers would unpack it without these limits.
    if (packing_of(text)) throw UsageError("found a compressed file inside another, expected text");
  }
  if (is_cache(text)) throw UsageError("found a binary cache of podium, expected a text file");
  call.take_memory(copies * text.size());
  return read_text(call, text);
}

/// Whether a text is in JSON as it is.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; });
}

/// Appends an id or a name as JSON has it, which cannot have bytes that are not UTF-8.
void append_text(std::string& answer, std::string_view id) {
  if (utf8_prefix(id) != id.size()) {
    throw UsageError(
        fmt::format("found the id {} that is not UTF-8, expected UTF-8; 'iconv -f "
                    "latin1 -t utf-8' converts a file in Latin-1",
                    in_quotes(id)));
  }
  if (is_plain(id)) {  // of which there may be millions
    answer.append(1, '"').append(id).append(1, '"');
  } else {
    answer += Json(id).dump();
  }
}

/// [{"id": "a", "label": 2, "values": [0.5, null, "word"]}]
void append_rows(std::string& answer, const Dataset& data, std::size_t place, bool has_labels) {
  const QueryView query = data[place];
  const StringColumn& ids = data.columns().document_id;
  const std::vector<float> values = query.features.dense();
  const std::size_t width = data.feature_count();
  answer += '[';
  for (std::size_t doc = 0; doc < query.size(); ++doc) {
    const std::size_t row = query.first_row + doc;
    const std::string_view id = ids.empty() ? std::string_view() : ids[row];
    answer += doc == 0 ? R"({"id":)" : R"(,{"id":)";
    append_text(answer, id.empty() ? to_text(doc + 1) : std::string(id));
    if (has_labels) answer += fmt::format(R"(,"label":{})", data.columns().label[row]);
    answer += R"(,"values":[)";
    for (std::size_t f = 0; f < width; ++f) {
      if (f > 0) answer += ',';
      const float value = values[doc * width + f];
      const auto words = data.columns().words.find(f);
      if (std::isnan(value)) {
        answer += "null";
      } else if (words != data.columns().words.end()) {
        append_text(answer, (*words->second)[static_cast<std::size_t>(value)]);
      } else {
        fmt::format_to(std::back_inserter(answer), "{}", value);
      }
    }
    answer += "]}";
  }
  answer += ']';
}

/// The queries whose rows are wanted: all, or the one that is named.
std::vector<std::size_t> wanted_queries(const ServeCall& call, const Dataset& data) {
  const auto named = call.request.query.find("query");
  std::vector<std::size_t> wanted;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    if (named == call.request.query.end() || data[query].id == named->second) {
      wanted.push_back(query);
    }
  }
  if (wanted.empty() && named != call.request.query.end()) {
    throw UsageError("found no query " + in_quotes(named->second));
  }
  return wanted;
}

/// Takes memory for the answer, and returns its most bytes. Rows are as a request for scores has
/// them, so no more of these than that may have.
std::size_t take_memory_of_answer(ServeCall& call, const Dataset& data,
                                  const std::vector<std::size_t>& wanted, bool has_rows) {
  constexpr std::size_t bytes_of_value = 20;  // as text, and unpacked if the data is sparse
  constexpr std::size_t bytes_of_entry = 64;  // of a query, a document or a name, besides its text
  constexpr std::size_t bytes_escaped = 6;    // of a byte: "\\u0001"
  const QueryLimits& limits = call.state.options.query;
  std::size_t documents = 0;
  for (const std::size_t query : wanted) documents += has_rows ? data[query].size() : 0;
  const std::size_t values = documents * data.feature_count();
  if (documents > limits.documents || values > limits.values) {
    throw UsageError(fmt::format(
        "found {} documents with {} features, expected at most {} documents and {} values; ask for "
        "one query by ?query=ID, or for none by ?rows=none",
        documents, data.feature_count(), limits.documents, limits.values));
  }
  std::size_t bytes = values * bytes_of_value;
  const auto add = [&](std::string_view text) {
    bytes += bytes_of_entry + (is_plain(text) ? 1 : bytes_escaped) * text.size();
  };
  const StringColumn& names = data.columns().feature_name;
  for (std::size_t f = 0; f < names.size(); ++f) add(names[f]);
  for (const std::size_t query : wanted) {
    add(data[query].id);
    for (std::size_t doc = 0; has_rows && doc < data[query].size(); ++doc) {
      add(data.document_id(data[query].first_row + doc));
    }
  }
  call.take_memory(bytes);
  return bytes;
}

HttpResponse read_file(ServeCall& call) {
  // Reading takes longer than scoring, which must not wait for it.
  const ScoringLease lease(call.state, call.state.explaining);
  std::atomic<bool> is_stopped = false;
  const std::stop_callback callback(call.request.stop, [&] { is_stopped = true; });
  const StopScope scope(&is_stopped);
  const auto [data, report] = read_body(call);
  const auto rows = call.request.query.find("rows");
  const bool has_rows = rows == call.request.query.end();
  if (!has_rows && rows->second != "none") {
    throw UsageError(fmt::format("rows: found {}, expected none", in_quotes(rows->second)));
  }
  const std::vector<std::size_t> wanted = wanted_queries(call, data);
  std::string answer = Json({{"remarks", report.remarks()}}).dump();
  answer.reserve(answer.size() + take_memory_of_answer(call, data, wanted, has_rows));
  answer.pop_back();  // the bracket: names and rows are written faster than Json writes them
  if (const StringColumn& names = data.columns().feature_name; !names.empty()) {
    answer += R"(,"features":[)";
    for (std::size_t f = 0; f < names.size(); ++f) {
      if (f > 0) answer += ',';
      append_text(answer, names[f]);
    }
    answer += ']';
  }
  answer += R"(,"queries":[)";
  // Files without labels are read as if all were 0.
  const bool has_labels =
      std::ranges::any_of(data.columns().label, [](double label) { return label != 0.0; });
  for (const std::size_t query : wanted) {
    stop_if_told();
    if (!answer.ends_with('[')) answer += ',';
    answer += R"({"id":)";
    append_text(answer, data[query].id);
    answer += R"(,"documents":)";
    if (has_rows) {
      append_rows(answer, data, query, has_labels);
    } else {
      answer += to_text(data[query].size());
    }
    answer += '}';
  }
  answer += "]}";
  return {.type = std::string(json_type), .body = std::move(answer)};
}

constexpr std::array<ServeRoute, 1> read_table = {
    ServeRoute{"POST", "/v1/read", Access::score, true,
               "Read a data file in LETOR or CSV as queries that can be scored.", "ReadQueries",
               read_file, data_file_schema, "query,rows,features,first,words"},
};

}  // namespace

std::span<const ServeRoute> read_routes() {
  return read_table;
}

}  // namespace podium::serving
