#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium::detail {

/// The memory of a data set with other features than the original, which it keeps alive.
struct OwnFeatures {
  Dataset rest;
  FeatureMemory features;
  std::vector<std::uint64_t> name_end;
  std::string name_text;

  void add_name(std::string_view name) {
    name_text += name;
    name_end.push_back(name_text.size());
  }
};

}  // namespace podium::detail
