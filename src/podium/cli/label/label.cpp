#include "podium/cli/label/label_commands.hpp"

namespace podium {

void add_label_commands(CLI::App& app, Context& context) {
  CLI::App* label = app.add_subcommand("label", "top-k preferences from people and programs");
  label->require_subcommand(1);
  add_label_import(*label, context);
  add_label_serve(*label, context);
  add_label_invite(*label, context);
  add_label_ask(*label, context);
  add_label_agreement(*label, context);
  add_label_export(*label, context);
  add_label_simulate(*label, context);
}

}  // namespace podium
