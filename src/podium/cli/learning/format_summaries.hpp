#pragma once

#include <span>
#include <string>

namespace podium::cli {

/// The rows of a table of formats in one sentence: "c (a C99 header), onnx (ONNX)".
template <class Format>
std::string summaries(std::span<const Format> formats) {
  std::string text;
  for (const Format& format : formats) {
    text += text.empty() ? "" : ", ";
    text += std::string(format.name) + " (" + std::string(format.summary) + ")";
  }
  return text;
}

}  // namespace podium::cli
