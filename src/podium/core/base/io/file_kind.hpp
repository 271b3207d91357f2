#pragma once

#include <string>
#include <string_view>

namespace podium {

/// "found a Parquet file, expected text; ..." with what to do about it, when these are the bytes of
/// a file that is no text: spreadsheets, archives, tables of other programs, encodings without a
/// mark. Empty for everything else. `path` is the name of the file for commands in the message.
std::string complaint_of_binary(std::string_view bytes, const std::string& path);

/// The same for a web page: what a server sends instead of a file that needs a login.
std::string complaint_of_page(std::string_view text);

}  // namespace podium
