#include "podium/cli/command.hpp"

namespace podium {

void add_verify_commands(CLI::App& app, Context& context) {
  CLI::App* verify = app.add_subcommand("verify", "whether what this program relies on is true");
  verify->require_subcommand(1);
  add_verify_theory(*verify, context);
}

}  // namespace podium
