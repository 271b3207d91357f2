#include "podium/cli/command.hpp"

namespace podium {

void add_label_commands(CLI::App& app, Context& context) {
  CLI::App* label = app.add_subcommand("label", "collect judgements from people");
  label->require_subcommand(1);
  add_label_import(*label, context);
  add_label_export(*label, context);
}

}  // namespace podium
