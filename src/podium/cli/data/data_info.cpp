#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/json_text.hpp"
#include "podium/core/prepare/info.hpp"

namespace podium::cli {

namespace {

struct InfoArgs {
  std::vector<std::string> files;
  std::string scratch;
  ReadOptions read;
};

struct NamedInfo {
  std::string file;
  DatasetInfo info;
};

Json json_of(const NamedInfo& named) {
  const DatasetInfo& info = named.info;
  Json labels = Json::object();
  for (const auto& [label, rows] : info.labels) labels[to_text(label)] = rows;
  return {{"file", named.file},
          {"queries", info.queries},
          {"rows", info.rows},
          {"features", info.features},
          {"labels", std::move(labels)},
          {"documents_per_query",
           {{"min", info.documents_per_query.min},
            {"median", info.documents_per_query.median},
            {"max", info.documents_per_query.max}}},
          {"unjudged", info.unjudged},
          {"missing", info.missing},
          {"blank_queries", info.blank_queries},
          {"tied_queries", info.tied_queries},
          {"short_queries", info.short_queries},
          {"memory_bytes", info.memory_bytes},
          {"sparse", info.is_sparse},
          {"document_ids", info.has_document_ids},
          {"feature_names", info.has_feature_names},
          {"row_weights", info.has_row_weights},
          {"query_weights", info.has_query_weights},
          {"ordered", info.is_ordered}};
}

/// "0: 12279, 1: 2001, 2: 931"; only the ends when there are many.
std::string labels_text(const DatasetInfo& info) {
  if (info.labels.size() > 12) {
    return fmt::format("{} values from {} to {}", info.labels.size(), info.labels.begin()->first,
                       info.labels.rbegin()->first);
  }
  std::string text;
  for (const auto& [label, rows] : info.labels) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", label, rows);
  }
  return text;
}

std::string missing_text(const DatasetInfo& info) {
  const double cells = static_cast<double>(info.rows) * static_cast<double>(info.features);
  if (info.missing == 0) return "none";
  return fmt::format("{}, {:.2f} %", counted(info.missing, "cell"),
                     100.0 * static_cast<double>(info.missing) / cells);
}

std::string weights_text(const DatasetInfo& info) {
  if (info.has_row_weights && info.has_query_weights) return "of rows and queries";
  return info.has_row_weights ? "of rows" : info.has_query_weights ? "of queries" : "none";
}

Table table_of(std::span<const NamedInfo> all) {
  Table table{.columns = {"property"}};
  for (const NamedInfo& named : all) table.columns.push_back(named.file);
  const auto add = [&](const char* what, auto&& value) {
    auto& row = table.rows.emplace_back();
    row.emplace_back(what);
    for (const NamedInfo& named : all) row.emplace_back(value(named.info));
  };
  using Info = const DatasetInfo&;
  add("queries", [](Info i) { return to_text(i.queries); });
  add("rows", [](Info i) { return to_text(i.rows); });
  add("features", [](Info i) { return to_text(i.features); });
  add("labels", labels_text);
  add("documents that are not judged", [](Info i) { return to_text(i.unjudged); });
  add("documents per query", [](Info i) {
    return fmt::format("{} to {}, median {}", i.documents_per_query.min, i.documents_per_query.max,
                       i.documents_per_query.median);
  });
  add("missing values", missing_text);
  add("queries without a relevant document", [](Info i) { return to_text(i.blank_queries); });
  add("queries with one label", [](Info i) { return to_text(i.tied_queries); });
  add("queries with fewer than 10 documents", [](Info i) { return to_text(i.short_queries); });
  add("truth", [](Info i) { return i.is_ordered ? "orders" : "grades"; });
  add("document ids", [](Info i) { return i.has_document_ids ? "yes" : "no"; });
  add("feature names", [](Info i) { return i.has_feature_names ? "yes" : "no"; });
  add("weights", weights_text);
  add("features are stored", stored_text);
  add("memory",
      [](Info i) { return fmt::format("{:.1f} MB", static_cast<double>(i.memory_bytes) / 1e6); });
  return table;
}

void run_info(const InfoArgs& args, const Context& context) {
  const OutOfCore memory = within_memory(args.read, args.scratch, "", context);
  std::vector<NamedInfo> all;
  for (const std::string& file : args.files) {
    all.push_back(
        {file, describe(read_with_remarks(file, args.read, FeatureDetail::single, context))});
  }
  if (context.format != TableFormat::json) {
    context.out << render(table_of(all), context.format);
    return;
  }
  Json json = Json::array();
  for (const NamedInfo& named : all) json.push_back(json_of(named));
  context.out << json_text(all.size() == 1 ? json_of(all.front()) : json);
}

}  // namespace

void add_data_info(Command& data) {
  Command& command = data.add("info", "describe data sets: size, labels, missing values");
  auto* const args = command.runs(run_info);
  command.option("files", args->files, "data sets").reads("FILE").required();
  add_option_fields(command, args->read);
  add_scratch(command, args->scratch, "temporary files");
}

}  // namespace podium::cli
