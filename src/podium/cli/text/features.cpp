#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/text/collect/collection_versions.hpp"
#include "podium/text/collect/feature_server.hpp"
#include "podium/text/corpus/document_batches.hpp"

namespace podium::cli {

namespace {

struct FeaturesArgs {
  std::string collection;
  std::string query;
  std::string query_id = "1";
  std::string anchor;
  std::string document;
  text::CorpusFormat format = text::CorpusFormat::unknown;
  std::vector<std::string> columns;
  std::string out;
  std::string model;
};

/// Read as the collection was, but for the format.
text::CorpusSource source_of(const FeaturesArgs& args, const text::FeatureDefinition& definition) {
  text::CorpusSource source{
      .path = args.document, .options = definition.corpus, .html = definition.html};
  source.options.format = args.format;
  return source;
}

/// The documents of a file in a format that corpora have; any other file is one plain text.
std::vector<text::RawDocument> read_documents(const text::CorpusSource& source,
                                              const Context& context) {
  std::vector<text::RawDocument> documents;
  const bool is_file = !std::filesystem::is_directory(source.path);
  if (is_file && source.options.format == text::CorpusFormat::unknown &&
      text::guessed_format(source.path) == text::CorpusFormat::unknown) {
    text::RawDocument document{.id = source.path.filename().string()};
    document.field.emplace("text", InputText(source.path).view());
    const std::size_t most = source.options.max_document_bytes;
    if (text::truncate(document, most)) {
      context.say(fmt::format("{}: truncated to {} bytes, as documents of the collection were",
                              source.path.string(), most));
    }
    documents.push_back(std::move(document));
    return documents;
  }
  const text::CorpusReport report =
      text::for_each_batch(source, [&](std::span<text::RawDocument> batch) {
        for (text::RawDocument& document : batch) documents.push_back(std::move(document));
      });
  if (!report.is_complete()) {
    for (const std::string& remark : report.remarks()) context.say(remark);
  }
  return documents;
}

double column_number(const std::string& name, const std::string& text) {
  const auto number = parse_number<double>(text);
  if (!number) {
    throw UsageError("column " + in_quotes(name) + ": found " + in_quotes(text) +
                     ", expected a number");
  }
  return *number;
}

void print_features(const text::FeatureRecipe& recipe,
                    const std::vector<text::RawDocument>& documents,
                    const std::vector<double>& values, const Context& context) {
  Table table{.columns = {"feature"}};
  for (const text::RawDocument& document : documents) table.columns.push_back(document.id);
  for (std::size_t f = 0; f < recipe.slot.size(); ++f) {
    std::vector<Cell> row = {recipe.slot[f].name};
    for (std::size_t d = 0; d < documents.size(); ++d) {
      row.emplace_back(values[d * recipe.slot.size() + f], 6);
    }
    table.rows.push_back(std::move(row));
  }
  context.out << render(table, context.format);
}

/// Rows with the values of the build's Feature_NULL and label 0, in the format of the file's name.
void write_features(const FeaturesArgs& args, const text::FeatureRecipe& recipe,
                    const std::vector<text::RawDocument>& documents,
                    const std::vector<double>& values) {
  text::QueryMeta query{.id = args.query_id};
  for (const text::RawDocument& document : documents) query.document.push_back({.id = document.id});
  write_part(
      text::rounded_features(text::feature_dataset(recipe, query, values), text::written_decimals),
      {0}, args.out, format_of_name(args.out));
}

/// Whether a value is beyond those of the training data by more than their whole range, as values
/// in other units are; those of new documents are often a little beyond.
bool is_outside(double value, double low, double high) {
  const double rounding = 1e-6 * std::max({1.0, std::abs(low), std::abs(high)});
  return value < 2.0 * low - high - rounding || value > 2.0 * high - low + rounding;
}

/// Tells the user of values that the model did not learn from: those of features that were scaled
/// before the training, as in QueryLevelNorm, have other units.
void say_outside(const FeaturesArgs& args, const RankingModel& model,
                 const std::vector<text::FeatureSlot>& slots, std::span<const double> values,
                 const Context& context) {
  const FeatureRanges& ranges = model.training.ranges;
  const std::vector<std::string>& names = model.preparation.features.names;
  std::vector<std::string_view> outside;
  for (std::size_t f = 0; f < std::min(names.size(), ranges.low.size()); ++f) {
    const auto slot = std::ranges::find(slots, names[f], &text::FeatureSlot::name);
    if (slot == slots.end()) continue;
    std::size_t v = static_cast<std::size_t>(slot - slots.begin());
    while (v < values.size() && !is_outside(values[v], ranges.low[f], ranges.high[f])) {
      v += slots.size();
    }
    if (v < values.size()) outside.emplace_back(names[f]);
  }
  if (outside.empty()) return;
  const std::size_t shown = std::min<std::size_t>(outside.size(), 4);
  context.say(fmt::format(
      "{}: {} with values far beyond those of its training data ({}{}); a model of features that "
      "were scaled before the training, as in QueryLevelNorm, does not fit these rows",
      args.model, counted(outside.size(), "feature"),
      fmt::join(std::span(outside).first(shown), ", "), shown < outside.size() ? ", ..." : ""));
}

/// The rows are rarely all documents of a query, and not always in the units of the model; tells
/// the user when that matters.
void say_fitting_models(const FeaturesArgs& args, const std::vector<text::FeatureSlot>& slots,
                        std::span<const double> values, const Context& context) {
  if (args.model.empty()) {
    context.say(args.out +
                ": score these rows with a model that scores document by document (podium model "
                "show); other models need all documents of the query in the file");
    return;
  }
  const RankingModel model = load_model(args.model);
  say_outside(args, model, slots, values, context);
  if (serving_of(model) == Serving::documents) return;
  context.say(fmt::format("{}: {}; its scores hold only if {} has all documents of the query",
                          args.model, whole_query_reason(model), args.out));
}

void run_features(const FeaturesArgs& args, const Context& context) {
  const text::FeatureServer server(meta_folder(args.collection));
  const std::vector<text::RawDocument> documents =
      read_documents(source_of(args, server.definition()), context);
  std::map<std::string, std::vector<double>> columns;
  for (const auto& [name, text] : parse_assignments(args.columns, "--column")) {
    columns[name].assign(documents.size(), column_number(name, text));
  }
  const std::vector<std::string> anchors(documents.size(), args.anchor);
  const text::ServedFeatures served = server.features(args.query, documents, columns, anchors);
  if (!served.uncounted_word.empty()) {
    context.say(fmt::format(
        "ignored, because no query of the collection has these words: {}; to have them, build the "
        "collection again with --also-count",
        fmt::join(served.uncounted_word, ", ")));
  }
  if (!served.has_counted_word) {
    context.say(
        "WARNING: no word of the query is known: the features do not tell which documents match "
        "it");
  }
  if (args.out.empty()) {
    print_features(server.recipe(), documents, served.value, context);
  } else {
    write_features(args, server.recipe(), documents, served.value);
    say_fitting_models(args, server.recipe().slot, served.value, context);
  }
}

}  // namespace

void add_features_command(Command& podium) {
  Command& command =
      podium.add("features", "compute the features of a collection for a new query and document");
  auto* const args = command.runs(run_features);
  command.option("--collection", args->collection, "folder written by podium collect build")
      .reads("DIR")
      .inside(collection_files())
      .required();
  command.option("--query", args->query, "words of the query").value("TEXT").required();
  command
      .option("--document", args->document,
              "file or folder of documents in a corpus format, or a file of plain text")
      .reads("PATH")
      .required();
  command.choice("--corpus-format", args->format, text::corpus_format_names,
                 "format of the documents");
  command.option("--anchor", args->anchor, "anchor text of links to the document").value("TEXT");
  command
      .option("--column", args->columns,
              "value of a feature that is not computed from text, such as pagerank=1.5")
      .value("NAME=VALUE");
  command
      .option("--out", args->out,
              "write rows for podium score to this file; its ending selects the format")
      .writes("FILE");
  command
      .option("--model", args->model,
              "model that will score the rows; a message says if it needs all documents of a query")
      .reads("FILE")
      .needs("--out");
  command.option("--qid", args->query_id, "query id of the rows").value("QID").needs("--out");
}

}  // namespace podium::cli
