#pragma once

#include <span>
#include <string>

#include "podium/core/base/options.hpp"

namespace podium {

/// Of words NAME=VALUE.
inline OptionText to_options(std::span<const std::string> words) {
  OptionText options;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    options[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return options;
}

}  // namespace podium
