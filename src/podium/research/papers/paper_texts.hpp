#pragma once

#include <span>

#include "podium/core/base/io/embedded_text.hpp"

namespace podium::research {

/// The files of research/papers/specs: the papers' studies and published.csv.
std::span<const EmbeddedText> paper_texts();

}  // namespace podium::research
