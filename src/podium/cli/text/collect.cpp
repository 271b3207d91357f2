#include <algorithm>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"

namespace podium::cli {

std::vector<std::string> feature_files() {
  return {"manifest.json", "Feature_NULL/*", "Feature_MIN/*", "QueryLevelNorm/*"};
}

std::vector<std::string> collection_files() {
  std::vector<std::string> files = feature_files();
  files.emplace_back("meta/*");
  return files;
}

void add_feature_parameters(Command& command, std::vector<std::string>& set) {
  command
      .option("--set", set,
              "set parameters of retrieval models, such as k1=1.2; see 'podium list "
              "feature-parameters'")
      .value("NAME=VALUE");
}

namespace {

/// Says how many relevant documents are not in the sample, all of them above all.
void say_what_is_lost(const text::CollectionSummary& summary, const Context& context) {
  const auto count = [&](std::string_view name) -> std::uint64_t {
    const auto found = std::find_if(summary.count.begin(), summary.count.end(),
                                    [&](const auto& row) { return row.first == name; });
    return found == summary.count.end() ? 0 : found->second;
  };
  const std::uint64_t relevant = count("relevant documents");
  const std::uint64_t lost = count("relevant documents lost by sampling");
  if (lost > 0) {
    context.say(fmt::format(
        "{} of {} relevant documents ({:.1f} %) are not in the sample; measures on it are too "
        "high",
        lost, relevant, 100.0 * static_cast<double>(lost) / static_cast<double>(relevant)));
  }
  const bool is_judged = count("queries") > count("topics without judgements");
  if (!is_judged || relevant > lost) return;
  context.say("WARNING: no sampled document is relevant; all labels are 0");
}

}  // namespace

void print_collection(const text::CollectionSummary& summary, const Context& context) {
  for (const std::string& remark : summary.remark) context.say(remark);
  Table table{.columns = {"property", "count"}};
  for (const auto& [name, number] : summary.count) table.rows.push_back({name, number});
  say_what_is_lost(summary, context);
  context.out << render(table, context.format);
}

std::string meta_folder(const std::string& folder) {
  const std::filesystem::path inside = std::filesystem::path(folder) / "meta";
  return std::filesystem::is_directory(inside) ? inside.string() : folder;
}

void add_collect_commands(Command& podium) {
  Command& collect =
      podium.add("collect", "build data sets from documents, queries and judgements");
  add_collect_build(collect);
  add_collect_features(collect);
  add_features_command(podium);
}

}  // namespace podium::cli
