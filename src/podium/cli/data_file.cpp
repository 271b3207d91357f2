#include "podium/cli/data_file.hpp"

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/format/scores.hpp"

namespace podium {

Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context) {
  options.features = features;
  ReadReport report;
  Dataset data = read_dataset(path, options, &report);
  for (const std::string& remark : report.remarks()) context.say(path + ": " + remark);
  return data;
}

std::vector<double> read_row_scores(const std::string& path, const Dataset& data) {
  const std::vector<double> scores = read_scores(path);
  if (scores.size() != data.row_count()) {
    throw DataError({path},
                    fmt::format("found {} scores, expected {}, one for each row of the data",
                                scores.size(), data.row_count()));
  }
  return scores_by_row(data, scores);
}

void add_output(CLI::App& command, std::string& path, const std::string& help) {
  command.add_option("--out", path, help)->type_name("FILE")->required();
}

}  // namespace podium
