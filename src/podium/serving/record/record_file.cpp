#include "podium/serving/record/record_file.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/feature_names.hpp"
#include "podium/core/format/letor_rows.hpp"

namespace podium::serving {

namespace {

constexpr std::string_view record_mark = "# podium record: ";
constexpr std::string_view end_of_query = "\n\n";

/// The comments before the first query, which tell the features.
std::string record_head(const FeatureSet& features) {
  return fmt::format("{}{} features from {}\n{}\n", record_mark, features.count, features.first_id,
                     feature_names_comment(features.names));
}

/// A text as one word.
std::string as_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7f || c == '#' || c == '%') {
      word += fmt::format("%{:02X}", byte);
    } else {
      word += c;
    }
  }
  return word;
}

/// Finds the marks of a file without holding it in memory, or mapping what may become shorter.
class PieceReader {
 public:
  PieceReader(const std::filesystem::path& path, std::size_t size)
      : stream_(path, std::ios::binary), size_(size) {}

  std::string piece(std::size_t begin, std::size_t count) const {
    std::string bytes(std::min(count, size_ - std::min(begin, size_)), '\0');
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(begin));
    stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream_.gcount(), 0)));
    return bytes;
  }

  /// The comments before the first query; all of the file if these do not end.
  std::string head() const {
    std::string text;
    while (text.size() < size_) {
      const std::string more = piece(text.size(), step);
      if (more.empty()) break;
      const std::size_t from = text.size() - std::min<std::size_t>(text.size(), 1);
      text += more;
      const std::size_t end = text.find(end_of_query, from);
      if (end != std::string::npos) return text.substr(0, end + end_of_query.size());
    }
    return text;
  }

  /// 0 if none ends.
  std::size_t end_of_last_query() const {
    for (std::size_t end = size_; end > 0;) {
      const std::size_t begin = end - std::min(end, step);
      const std::size_t found = piece(begin, end - begin).rfind(end_of_query);
      if (found != std::string::npos) return begin + found + end_of_query.size();
      end = begin == 0 ? 0 : begin + 1;  // a mark may lie across
    }
    return 0;
  }

 private:
  static constexpr std::size_t step = std::size_t{1} << 20U;

  mutable std::ifstream stream_;
  std::size_t size_;
};

std::filesystem::path no_stream(std::filesystem::path path) {
  if (!is_stream(path)) return path;
  throw UsageError(path.string() + ": found a device or a pipe, expected a file");
}

}  // namespace

void letor_query(std::string_view query_id, std::span<const std::string> document_ids,
                 const DocumentValues& values, const FeatureSet& features,
                 const std::function<void(std::string_view)>& write) {
  constexpr std::size_t piece = std::size_t{64} << 10U;
  const std::string start = "-1 qid:" + as_word(query_id);
  std::string text;
  std::vector<float> memory;
  for (std::size_t doc = 0; doc < document_ids.size(); ++doc) {
    text += start;
    const std::span<const float> row = values.row(doc, memory);
    for (std::size_t f = 0; f < features.count; ++f) {
      append_letor_value(text, features.first_id + f, row[f]);
      if (text.size() < piece) continue;
      write(text);
      text.clear();
    }
    if (!document_ids[doc].empty()) text += " #docid = " + as_word(document_ids[doc]);
    text += '\n';
  }
  write(text + '\n');
}

RecordFile::RecordFile(std::filesystem::path path)
    : file_(no_stream(std::move(path)), AppendFile::Mode::of_owner) {
  file_.lock();
  cut_incomplete_query();
}

/// The head is written just before the first query, so it may be incomplete, too.
void RecordFile::cut_incomplete_query() {
  const std::size_t size = file_.size();
  if (size == 0) return;
  const PieceReader reader(file_.path(), size);
  const std::string start = reader.piece(0, record_mark.size());
  if (start != record_mark.substr(0, start.size())) {
    throw UsageError(file_.path().string() +
                     ": found a file that is no record of this service, expected one, or none");
  }
  const std::string head = reader.head();
  const std::size_t last = reader.end_of_last_query();
  // A head alone is no use: the next query, which may have other features, writes its own.
  const bool has_query = last > head.size();
  if (has_query) head_ = head;
  const std::size_t whole = has_query ? last : 0;
  if (whole < size) file_.cut(whole);
}

bool RecordFile::append(std::string_view query_id, std::span<const std::string> document_ids,
                        const DocumentValues& values, const FeatureSet& features) {
  const std::string head = record_head(features);
  const std::size_t begin = file_.size();
  if (begin > 0 && head != head_) return false;
  try {
    if (begin == 0) file_.append(head);  // also if another program has emptied the file
    letor_query(query_id, document_ids, values, features,
                [&](std::string_view piece) { file_.append(piece); });
  } catch (...) {
    file_.cut(begin);
    throw;
  }
  head_ = head;
  return true;
}

}  // namespace podium::serving
