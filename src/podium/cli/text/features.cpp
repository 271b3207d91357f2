#include <map>
#include <ostream>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/learning/explain/model_summary.hpp"
#include "podium/learning/model/baseline.hpp"
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

/// Rows with the values of the build's Feature_NULL and label 0.
Dataset feature_rows(const FeaturesArgs& args, const text::FeatureRecipe& recipe,
                     const std::vector<text::RawDocument>& documents,
                     const std::vector<double>& values) {
  text::QueryMeta query{.id = args.query_id};
  for (const text::RawDocument& document : documents) query.document.push_back({.id = document.id});
  return text::rounded_features(text::feature_dataset(recipe, query, values),
                                text::written_decimals);
}

/// The rows are rarely all documents of a query, and not always in the units of the model; tells
/// the user when that matters.
void say_fitting_models(const FeaturesArgs& args, const Dataset& rows, const Context& context) {
  if (args.model.empty()) {
    context.say(args.out +
                ": score these rows with a model that scores document by document (podium model "
                "show); other models need all documents of the query in the file");
    return;
  }
  const RankingModel model = load_model(args.model);
  const FeatureSet wanted = own_features(model);
  const Dataset own =  // as the scoring service takes them
      wanted.names.empty() ? by_position(rows, wanted) : with_feature_set(rows, wanted);
  say_other_units(model, args.model, own, context);
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
    const Dataset rows = feature_rows(args, server.recipe(), documents, served.value);
    write_part(rows, {0}, args.out, format_of_name(args.out));
    say_fitting_models(args, rows, context);
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
