#include "podium/cli/commands.hpp"

namespace podium::cli {

void add_label_commands(Command& podium) {
  Command& label = podium.add("label", "collect relevance labels from people and programs");
  add_label_import(label);
  add_label_serve(label);
  add_label_invite(label);
  add_label_password(label);
  add_label_ask(label);
  add_label_agreement(label);
  add_label_export(label);
  add_label_backup(label);
  add_label_restore(label);
  add_label_simulate(label);
}

}  // namespace podium::cli
