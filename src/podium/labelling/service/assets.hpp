#pragma once

#include <span>

#include "podium/core/http/asset.hpp"

namespace podium::labelling {

/// The labelling page and the files that it loads; the page comes first.
std::span<const Asset> label_page();

}  // namespace podium::labelling
