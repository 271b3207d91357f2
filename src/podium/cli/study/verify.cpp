#include "podium/cli/commands.hpp"

namespace podium {

void add_verify_commands(Command& podium) {
  add_verify_theory(
      podium.add("verify", "check the theorems that the losses and measures are based on"));
}

}  // namespace podium
