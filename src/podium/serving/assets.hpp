#pragma once

#include <span>

#include "podium/core/http/asset.hpp"

namespace podium::serving {

/// The page for trying models and the files that it loads; the page comes first.
std::span<const Asset> serve_page();

}  // namespace podium::serving
