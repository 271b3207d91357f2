#include "podium/core/base/io/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>

#include <fmt/format.h>

#include "podium/core/base/text.hpp"

namespace podium {

namespace {

using namespace std::string_view_literals;

/// Where in a file its kind may be told.
constexpr std::size_t start_bytes = 4096;

struct FileKind {
  std::string_view name;
  std::string_view begins;  ///< with these bytes,
  std::string_view holds;   ///< has these among the first of them,
  std::string_view ends;    ///< and ends with these
  std::string_view advice;  ///< {0}: the file, {1}: the file without its ending
};

constexpr std::string_view save_as_csv = "save the sheet as CSV (UTF-8)";
constexpr std::string_view parquet_to_csv =
    "convert it: python3 -c \"import pandas; pandas.read_parquet('{0}').to_csv('{1}.csv', "
    "index=False)\"";
constexpr std::string_view feather_to_csv =
    "convert it: python3 -c \"import pandas; pandas.read_feather('{0}').to_csv('{1}.csv', "
    "index=False)\"";
constexpr std::string_view frame_to_csv = "write the table as CSV: frame.to_csv(..., index=False)";
constexpr std::string_view from_utf32 = "convert it: iconv -f UTF-32 -t UTF-8 {0}";

/// Of kinds that begin alike the first that fits is meant.
constexpr std::array<FileKind, 19> kinds = {{
    {"an Excel workbook", "PK\x03\x04"sv, "[Content_Types].xml", "", save_as_csv},
    {"an Excel workbook", "PK\x03\x04"sv, "xl/", "", save_as_csv},
    {"an OpenDocument sheet", "PK\x03\x04"sv, "opendocument.spreadsheet", "", save_as_csv},
    {"a zip archive", "PK\x03\x04"sv, "", "", "unpack it first: unzip {0}"},
    {"an Excel workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, "", "", save_as_csv},
    {"a Parquet file", "PAR1", "", "PAR1", parquet_to_csv},
    {"a Feather file", "ARROW1\0\0"sv, "", "", feather_to_csv},
    {"a 7z archive", "7z\xbc\xaf\x27\x1c"sv, "", "", "unpack it first: 7z x {0}"},
    {"a RAR archive", "Rar!\x1a\x07"sv, "", "", "unpack it first: unrar x {0}"},
    {"bzip2 data", "BZh", "1AY&SY", "", "unpack it first: bunzip2 -k {0}"},
    {"lz4 data", "\x04\x22\x4d\x18"sv, "", "", "unpack it first: lz4 -d {0}"},
    {"an SQLite database", "SQLite format 3\0"sv, "", "", "export the table as CSV"},
    {"a PDF document", "%PDF-", "", "", "export the table as CSV"},
    {"a NumPy array", "\x93NUMPY"sv, "", "", "write it as CSV with a header"},
    {"an HDF5 file", "\x89HDF\r\n\x1a\n"sv, "", "", "write the table as CSV"},
    {"a Python pickle", "\x80\x04\x95"sv, "", "", frame_to_csv},
    {"a Python pickle", "\x80\x05\x95"sv, "", "", frame_to_csv},
    {"UTF-32 text", "\xff\xfe\0\0"sv, "", "", from_utf32},
    {"UTF-32 text", "\0\0\xfe\xff"sv, "", "", from_utf32},
}};

bool is_of(const FileKind& kind, std::string_view bytes) {
  return bytes.starts_with(kind.begins) && bytes.ends_with(kind.ends) &&
         bytes.substr(0, start_bytes).find(kind.holds) != std::string_view::npos;
}

bool is_tar(std::string_view bytes) {
  constexpr std::size_t place = 257;
  return bytes.size() > place && bytes.substr(place).starts_with("ustar");
}

/// Latin text in UTF-16 has a zero at every second byte: 0 for the first of two, 1 for the second.
bool is_utf16_without_mark(std::string_view bytes, std::size_t zero) {
  constexpr std::size_t enough = 16;
  if (bytes.size() < enough) return false;
  bytes = bytes.substr(0, bytes.size() < 64 ? enough : 64);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if ((bytes[i] == '\0') != (i % 2 == zero)) return false;
  }
  return true;
}

std::string complaint(std::string_view name, std::string_view advice) {
  return fmt::format("found {}, expected text; {}", name, advice);
}

}  // namespace

std::string complaint_of_binary(std::string_view bytes, const std::string& path) {
  for (const FileKind& kind : kinds) {
    if (!is_of(kind, bytes)) continue;
    const std::string stem = std::filesystem::path(path).replace_extension().string();
    return complaint(kind.name, fmt::format(fmt::runtime(kind.advice), path, stem));
  }
  if (is_tar(bytes)) return complaint("a tar archive", "unpack it first: tar -xf " + path);
  for (const std::size_t zero : {0U, 1U}) {
    if (!is_utf16_without_mark(bytes, zero)) continue;
    const std::string_view order = zero == 1 ? "LE" : "BE";
    return complaint("UTF-16 text without a byte order mark",
                     fmt::format("convert it: iconv -f UTF-16{} -t UTF-8 {}", order, path));
  }
  return {};
}

std::string complaint_of_page(std::string_view text) {
  text = text.substr(0, start_bytes);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const std::string start = lower_case(text.substr(0, 16));
  if (!start.starts_with("<!doctype html") && !start.starts_with("<html")) return {};
  return complaint("a web page", "a server may send one in place of a file that needs a login");
}

}  // namespace podium
