#pragma once

#include <cstddef>
#include <string>

#include "podium/cli/command.hpp"

namespace podium::cli {

/// Arguments of commands that inspect a model: its file, and the number of features to show.
struct ModelArgs {
  std::string model;
  std::size_t top = 20;
};

void add_model_args(Command& command, ModelArgs& args);

/// Tells the user when not all features are shown.
void say_what_is_shown(const ModelArgs& args, std::size_t count, const Context& context);

}  // namespace podium::cli
