#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "podium/core/base/io/unpacker.hpp"

namespace podium {

/// The text in the bytes of a file as InputText describes it, with its mark; nothing if that is the
/// bytes themselves. Throws DataError.
std::optional<std::string> decoded_text(std::string_view bytes, const std::string& path,
                                        const UnpackLimits& limits);

/// The text of a file, as InputText reads it, for services: a mapped file that another program
/// makes shorter ends the process, so this one is copied, and a file that changes meanwhile is
/// refused. Only when a service starts, it may wait for a pipe; else what is no regular file is
/// refused at once, unless it was read before.
std::string copied_text(const std::filesystem::path& path, bool is_starting);

}  // namespace podium
