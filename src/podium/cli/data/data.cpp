#include "podium/cli/commands.hpp"

namespace podium::cli {

void add_data_commands(Command& podium) {
  Command& data =
      podium.add("data", "prepare data sets: inspect, check, convert, split and normalise them");
  add_data_info(data);
  add_data_check(data);
  add_data_convert(data);
  add_data_normalise(data);
  add_data_fill(data);
  add_data_split(data);
  add_data_truth(data);
}

}  // namespace podium::cli
