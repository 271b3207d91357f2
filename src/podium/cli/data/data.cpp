#include "podium/cli/command.hpp"

namespace podium {

void add_data_commands(CLI::App& app, Context& context) {
  CLI::App* data = app.add_subcommand("data", "what one does with data before learning");
  data->require_subcommand(1);
  add_data_info(*data, context);
  add_data_check(*data, context);
  add_data_convert(*data, context);
  add_data_normalise(*data, context);
  add_data_fill(*data, context);
  add_data_split(*data, context);
  add_data_truth(*data, context);
}

}  // namespace podium
