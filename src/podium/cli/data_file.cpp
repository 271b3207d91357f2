#include "podium/cli/data_file.hpp"

namespace podium {

Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context) {
  options.features = features;
  ReadReport report;
  Dataset data = read_dataset(path, options, &report);
  for (const std::string& remark : report.remarks()) context.say(path + ": " + remark);
  return data;
}

void add_output(CLI::App& command, std::string& path, const std::string& help) {
  command.add_option("--out", path, help)->type_name("FILE")->required();
}

}  // namespace podium
