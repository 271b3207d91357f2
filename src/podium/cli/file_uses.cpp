#include "podium/cli/file_uses.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/descriptor.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/parquet/table_files.hpp"

namespace podium::cli {

namespace {

namespace fs = std::filesystem;

/// The path without links and dots; the file need not exist.
fs::path place_of(const fs::path& path) {
  std::error_code problem;
  return fs::weakly_canonical(fs::absolute(followed(path), problem), problem);
}

/// Whether one file has both names. Not for pipes and devices, which may be read and written by one
/// command, and not for folders.
bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code problem;
  if (fs::exists(a, problem) && !fs::is_regular_file(a, problem)) return false;
  return fs::equivalent(a, b, problem) || place_of(a) == place_of(b);
}

/// Whether a pattern names a file, or files in it if it is a folder, by its path from the folder.
bool is_among(const std::vector<std::string>& contents, const std::string& path) {
  return std::ranges::any_of(contents, [&](const std::string& pattern) {
    return pattern == path || ::fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
  });
}

bool is_table(const fs::path& folder) {
  try {
    return !parquet::parts_of(folder).empty();
  } catch (const DataError&) {
    return false;
  }
}

/// Whether `inner` is, or has, one of the files that `outer` means in its folder.
bool reaches_into(const UsedFile& outer, const UsedFile& inner) {
  std::error_code problem;
  if (!fs::is_directory(outer.path, problem)) return false;
  const bool is_folder = fs::is_directory(inner.path, problem);
  const fs::path within = place_of(inner.path).lexically_relative(place_of(outer.path));
  if (within.empty() || *within.begin() == "..") return false;
  if (outer.contents.empty() && !outer.is_written()) return is_table(outer.path);
  if (within != ".") return is_among(outer.contents, within.string() + (is_folder ? "/" : ""));
  return std::ranges::any_of(inner.contents,
                             [&](const std::string& one) { return is_among(outer.contents, one); });
}

/// Whether a link in the folder that `written` means leads out of it, to the file of `read`.
bool has_link_to(const UsedFile& written, const UsedFile& read) {
  std::error_code problem;
  if (!fs::is_regular_file(read.path, problem)) return false;
  for (fs::recursive_directory_iterator entry(written.path, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (entry.depth() > 1)
      entry.disable_recursion_pending();  // outputs are no deeper: NULL/Fold1/x
    std::error_code none;
    const fs::path within = entry->path().lexically_relative(written.path);
    if (entry->is_symlink(none) && is_among(written.contents, within.string()) &&
        fs::equivalent(entry->path(), read.path, none)) {
      return true;
    }
  }
  return false;
}

bool is_stream_number(const UsedFile& file, int number) {
  return descriptor_of(followed(file.path)) == number;
}

void refuse(const UsedFile& written, const UsedFile& other) {
  throw UsageError(other.is_written()
                       ? fmt::format("{} {}: {} writes to the same file; give two different files",
                                     written.flag, written.path.string(), other.flag)
                       : fmt::format("{} {}: this would overwrite what {} reads ({}); give another "
                                     "name",
                                     written.flag, written.path.string(), other.flag,
                                     other.path.string()));
}

void check_streams(std::span<const UsedFile> files) {
  const UsedFile* input = nullptr;
  const UsedFile* output = nullptr;
  for (const UsedFile& file : files) {
    if (file.use == FileUse::update && is_stream(file.path)) {
      throw UsageError(fmt::format("{} {}: found a pipe or device, expected a file", file.flag,
                                   file.path.string()));
    }
    const bool is_input = file.use == FileUse::read && is_stream_number(file, 0);
    const bool is_output = file.use == FileUse::write && is_stream_number(file, 1);
    if (is_input && std::exchange(input, &file) != nullptr) {
      throw UsageError(file.flag + ": standard input can be given only once");
    }
    if (is_output && std::exchange(output, &file) != nullptr) {
      throw UsageError(file.flag + ": standard output can be given only once");
    }
  }
}

}  // namespace

void check_file_uses(std::span<const UsedFile> files) {
  check_streams(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const UsedFile& b : files.subspan(i + 1)) {
      const UsedFile& a = files[i];
      if (!a.is_written() && !b.is_written()) continue;
      if (is_same(a.path, b.path) || reaches_into(a, b) || reaches_into(b, a) ||
          (a.is_written() && has_link_to(a, b)) || (b.is_written() && has_link_to(b, a))) {
        a.is_written() ? refuse(a, b) : refuse(b, a);
      }
    }
  }
}

bool takes_standard_output(std::span<const UsedFile> files) {
  return std::ranges::any_of(files, [](const UsedFile& file) {
    return file.use == FileUse::write && is_stream_number(file, 1);
  });
}

std::size_t path_begin(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals != std::string_view::npos && text.find('/') > equals ? equals + 1 : 0;
}

std::string path_of_stream(const std::string& typed, FileUse use) {
  if (typed != "-") return typed;
  return use == FileUse::write ? "/dev/stdout" : "/dev/stdin";
}

}  // namespace podium::cli
