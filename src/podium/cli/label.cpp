#include "podium/cli/command.hpp"

namespace podium {

void add_label_commands(CLI::App& app, Context& context) {
  CLI::App* label = app.add_subcommand("label", "find the best documents by asking people");
  label->require_subcommand(1);
  add_label_serve(*label, context);
  add_label_invite(*label, context);
  add_label_ask(*label, context);
}

}  // namespace podium
