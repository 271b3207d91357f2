#include "podium/serve/record/record_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/format/feature_names.hpp"
#include "podium/format/letor_rows.hpp"

namespace podium {

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

[[noreturn]] void refuse_writing(const std::filesystem::path& path) {
  throw StorageError(path.string() + ": cannot write: " + system_reason());
}

}  // namespace

std::string letor_query(std::string_view query_id, std::span<const std::string> document_ids,
                        std::span<const float> rows, const FeatureSet& features) {
  const std::string start = "-1 qid:" + as_word(query_id);
  std::string text;
  for (std::size_t doc = 0; doc < document_ids.size(); ++doc) {
    text += start;
    for (std::size_t f = 0; f < features.count; ++f) {
      append_letor_value(text, features.first_id + f, rows[doc * features.count + f]);
    }
    if (!document_ids[doc].empty()) text += " #docid = " + as_word(document_ids[doc]);
    text += '\n';
  }
  return text + '\n';
}

RecordFile::RecordFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) refuse_writing(path_);
  try {
    if (!std::filesystem::is_regular_file(path_)) {
      throw UsageError(path_.string() + ": found a device or a pipe, expected a file");
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      throw UsageError(path_.string() + " is being written by another process");
    }
    cut_incomplete_query();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

RecordFile::~RecordFile() {
  ::close(descriptor_);
}

/// The head is written together with the first query, so it may be incomplete, too.
void RecordFile::cut_incomplete_query() {
  if (size() == 0) return;
  const MappedFile file(path_);
  const std::string_view text = file.bytes();
  const std::size_t known = std::min(text.size(), record_mark.size());
  if (text.substr(0, known) != record_mark.substr(0, known)) {
    throw UsageError(path_.string() +
                     ": found a file that is no record of this service, expected one, or none");
  }
  const std::size_t last = text.rfind(end_of_query);
  const std::size_t first = text.find(end_of_query);
  // A head alone is no use: the next query, which may have other features, writes its own.
  const bool has_query = last != first;
  if (has_query) head_ = text.substr(0, first + end_of_query.size());
  const std::size_t whole = has_query ? last + end_of_query.size() : 0;
  if (whole < text.size() && ::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) {
    refuse_writing(path_);
  }
}

bool RecordFile::append(const FeatureSet& features, std::string_view query) {
  const std::size_t before = size();
  std::string bytes;
  const std::string head = record_head(features);
  if (before == 0) {
    bytes = head;  // also if another program has emptied the file
  } else if (head != head_) {
    return false;
  }
  bytes += query;
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const StorageError error(path_.string() + ": cannot write: " + system_reason());
      if (::ftruncate(descriptor_, static_cast<off_t>(before)) != 0) refuse_writing(path_);
      throw error;
    }
    done += static_cast<std::size_t>(count);
  }
  head_ = head;
  return true;
}

bool RecordFile::is_at_its_path() const {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor_, &open) == 0 && ::stat(path_.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

std::size_t RecordFile::size() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) refuse_writing(path_);
  return static_cast<std::size_t>(status.st_size);
}

}  // namespace podium
