#pragma once

#include "podium/cli/command.hpp"

namespace podium {

// The commands of `podium label`, each in its own file.
void add_label_import(CLI::App& label, Context& context);
void add_label_serve(CLI::App& label, Context& context);
void add_label_invite(CLI::App& label, Context& context);
void add_label_ask(CLI::App& label, Context& context);
void add_label_agreement(CLI::App& label, Context& context);
void add_label_export(CLI::App& label, Context& context);
void add_label_simulate(CLI::App& label, Context& context);

}  // namespace podium
