#include <filesystem>
#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/base/io/json_text.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/learn/explain_document.hpp"
#include "podium/cli/learn/explain_features.hpp"
#include "podium/cli/learn/model_summary.hpp"
#include "podium/model/model_file.hpp"
#include "podium/report/render.hpp"

namespace podium {

namespace {

struct ExplainArgs : ModelArgs {
  std::string report;
  std::string data;
  std::string query;
  std::string document;
  ReadOptions read;
};

void check(const ExplainArgs& args) {
  const bool has_all = !args.data.empty() && !args.query.empty() && !args.document.empty();
  const bool has_none = args.data.empty() && args.query.empty() && args.document.empty();
  if (!has_all && !has_none) {
    throw UsageError("explain: give --data, --query and --document together, or none of them");
  }
}

/// The results of the command; `shown` features are printed.
struct Findings {
  RankingModel model;
  std::vector<WeightedFeature> features;
  std::size_t shown = 0;
  std::optional<DocumentScore> document;

  std::span<const WeightedFeature> most() const { return std::span(features).first(shown); }
};

std::string features_text(const Findings& found, TableFormat format) {
  Table table = feature_table(found.model, found.most(), format);
  if (format == TableFormat::table || format == TableFormat::markdown) {
    add_text_bars(table, found.most());
  }
  if (format == TableFormat::csv) return render(table, format);
  if (format != TableFormat::json)
    return weight_heading(found.model, format) + render(table, format);
  Json json;
  json["kind"] = kind_name(found.model.kind);
  json["weight"] = feature_weights(found.model.kind).meaning;
  json["features"] = to_json(table);
  return json_text(json);
}

std::string document_heading(const DocumentScore& score) {
  return fmt::format("contributions to the score of document {} of query {}", score.document,
                     score.query);
}

std::string document_text(const Findings& found, TableFormat format) {
  const DocumentScore& score = *found.document;
  const Table table = part_table(score, found.shown, format);
  if (format == TableFormat::csv) return render(table, format);
  if (format != TableFormat::json) {
    return fmt::format("{}{}\n\n{}", format == TableFormat::latex ? "% " : "",
                       document_heading(score), render(table, format));
  }
  Json json;
  json["query"] = score.query;
  json["document"] = score.document;
  json["score"] = score.score;
  json["parts"] = to_json(table);
  return json_text(json);
}

ReportSection document_section(const DocumentScore& score, std::size_t shown) {
  return {
      .title = fmt::format("Document {} of query {}", score.document, score.query),
      .text = {fmt::format("Contributions of the features to the score of {:.6g}.", score.score)},
      .blocks = {part_bars(score, shown),
                 TableBlock{.table = part_table(score, shown, TableFormat::table)}}};
}

ReportDocument report(const Findings& found, const std::string& name) {
  ReportDocument document{.title = name};
  document.sections.push_back(
      {.title = "The model", .blocks = {TableBlock{.table = property_table(found.model)}}});
  if (found.document) document.sections.push_back(document_section(*found.document, found.shown));
  document.sections.push_back(
      {.title = "Features by weight",
       .text = {fmt::format("Weight: {}. {} of {} features are shown.",
                            feature_weights(found.model.kind).meaning, found.shown,
                            found.features.size())},
       .blocks = {
           feature_bars(found.most()),
           TableBlock{.table = feature_table(found.model, found.most(), TableFormat::table)}}});
  return document;
}

void run_explain(const ExplainArgs& args, const Context& context) {
  check(args);
  Findings found{.model = load_model(args.model), .features = {}, .document = std::nullopt};
  found.features = weighted_features(found.model);
  found.shown = shown_count(args, found.features.size());
  if (!args.data.empty()) {
    const Dataset data = read_with_remarks(args.data, args.read, FeatureDetail::single, context);
    found.document = explained_score(found.model, args.model, data, args.query, args.document);
  }
  if (!args.report.empty()) {
    const std::string name = std::filesystem::path(args.model).filename().string();
    write_file(args.report, report_page(report(found, name)));
  }
  context.out << (found.document ? document_text(found, context.format)
                                 : features_text(found, context.format));
  say_what_is_shown(args, found.features.size(), context);
}

}  // namespace

void add_explain_command(Command& podium) {
  Command& command = podium.add(
      "explain", "show which features a model uses, and explain the score of a document");
  auto args = std::make_shared<ExplainArgs>();
  add_model_args(command, *args);
  command.option("--report", args->report, "write an HTML page with charts to this file")
      .writes("FILE");
  command.option("--data", args->data, "explain the score of a document of this data set")
      .reads("FILE");
  command.option("--query", args->query, "query of the document").value("QID");
  command
      .option("--document", args->document,
              "id of the document, or its row number if the data has no ids")
      .value("ID");
  add_option_fields(command, args->read);
  command.action = [args](const Context& context) { run_explain(*args, context); };
}

}  // namespace podium
