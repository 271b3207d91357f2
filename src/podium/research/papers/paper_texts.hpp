#pragma once

#include <span>

#include "podium/base/io/embedded_text.hpp"

namespace podium {

/// The files of research/papers/specs: the papers' studies and published.csv.
std::span<const EmbeddedText> paper_texts();

}  // namespace podium
