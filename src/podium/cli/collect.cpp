#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/collect_commands.hpp"

namespace podium {

void add_feature_parameters(CLI::App& command, std::vector<std::string>& set) {
  command
      .add_option("--set", set,
                  "parameter=value of retrieval models, such as k1=1.2; see podium list "
                  "feature-parameters")
      ->type_name("NAME=VALUE");
}

void print_collection(const CollectionSummary& summary, const Context& context) {
  for (const std::string& remark : summary.remark) context.say(remark);
  Table table{.columns = {"what", "count"}};
  std::uint64_t relevant = 0;
  for (const auto& [name, number] : summary.count) {
    table.rows.push_back({name, number});
    if (name == "relevant documents") relevant = number;
    if (name == "relevant documents lost by sampling" && number > 0) {
      context.say(fmt::format(
          "{} of {} relevant documents ({:.1f} %) are not in the sample: measures on it look "
          "better than they are",
          number, relevant, 100.0 * static_cast<double>(number) / static_cast<double>(relevant)));
    }
  }
  context.out << render(table, context.format);
}

std::string meta_folder(const std::string& folder) {
  const std::filesystem::path inside = std::filesystem::path(folder) / "meta";
  return std::filesystem::is_directory(inside) ? inside.string() : folder;
}

void add_collect_commands(CLI::App& app, Context& context) {
  CLI::App* collect =
      app.add_subcommand("collect", "data sets from raw texts, queries and judgements");
  collect->require_subcommand(1);
  add_collect_build(*collect, context);
  add_collect_features(*collect, context);
  add_features_command(app, context);
}

}  // namespace podium
