#pragma once

#include <string_view>

namespace podium {

/// The version of the library, "0.1.0" say; what a saved model names as its maker.
std::string_view version() noexcept;

}  // namespace podium
