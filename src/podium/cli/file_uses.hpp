#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace podium::cli {

/// What a command does with the file or folder that a flag names: nothing, as it names none; reads
/// it; writes it anew; reads it and adds to it.
enum class FileUse { none, read, write, update };

/// A file or folder that a command line names.
struct UsedFile {
  std::string flag;  ///< as it is typed, or the name of an argument by position
  std::filesystem::path path;
  FileUse use = FileUse::read;
  /// Which files of a folder are meant, by their paths from there, as the shell matches names ("*"
  /// goes through folders too). None: all if the folder is a table of Parquet files.
  std::vector<std::string> contents = {"*"};

  bool is_written() const { return use != FileUse::read; }
};

/// Throws UsageError when a command would write onto a file that it reads, or twice onto the same
/// one, under whatever names; when an output is among the files that are meant in a folder; when
/// standard input would be read twice; and when a stream is to be added to.
void check_file_uses(std::span<const UsedFile> files);

/// Whether one of the files is standard output, so that nothing else may go there.
bool takes_standard_output(std::span<const UsedFile> files);

/// Where the path begins in "FILE" or "NAME=FILE"; a name has no slash.
std::size_t path_begin(std::string_view text);

/// The path that is meant by the one that was typed: "-" stands for standard input or output.
std::string path_of_stream(const std::string& typed, FileUse use);

}  // namespace podium::cli
