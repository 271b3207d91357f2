#include <map>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/cli/collect/collect_commands.hpp"
#include "podium/cli/learn/assignments.hpp"
#include "podium/collect/collection_versions.hpp"
#include "podium/collect/feature_server.hpp"
#include "podium/corpus/document_batches.hpp"
#include "podium/prepare/fold_files.hpp"

namespace podium {

namespace {

struct FeaturesArgs {
  std::string collection;
  std::string query;
  std::string query_id = "1";
  std::string anchor;
  std::string document;
  std::string format = "auto";
  std::vector<std::string> columns;
  std::string out;
};

/// Read as the collection was, but for the format.
CorpusSource source_of(const FeaturesArgs& args, const FeatureDefinition& definition) {
  CorpusSource source{.path = args.document, .options = definition.corpus, .html = definition.html};
  for_each_field<CorpusOptions>([&](const auto& f) {
    if (f.name == "corpus-format") f.read(source.options, args.format);
  });
  return source;
}

/// The documents of a file in a format that corpora have; any other file is one plain text.
std::vector<RawDocument> read_documents(const CorpusSource& source, const Context& context) {
  std::vector<RawDocument> documents;
  const bool is_file = !std::filesystem::is_directory(source.path);
  if (is_file && source.options.format == CorpusFormat::unknown &&
      guessed_format(source.path) == CorpusFormat::unknown) {
    RawDocument document{.id = source.path.filename().string()};
    document.field.emplace("text", InputText(source.path).view());
    documents.push_back(std::move(document));
    return documents;
  }
  const CorpusReport report = for_each_batch(source, [&](std::span<RawDocument> batch) {
    for (RawDocument& document : batch) documents.push_back(std::move(document));
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

void print_features(const FeatureRecipe& recipe, const std::vector<RawDocument>& documents,
                    const std::vector<double>& values, const Context& context) {
  Table table{.columns = {"feature"}};
  for (const RawDocument& document : documents) table.columns.push_back(document.id);
  for (std::size_t f = 0; f < recipe.slot.size(); ++f) {
    std::vector<Cell> row = {recipe.slot[f].name};
    for (std::size_t d = 0; d < documents.size(); ++d) {
      row.push_back({values[d * recipe.slot.size() + f], 6});
    }
    table.rows.push_back(std::move(row));
  }
  context.out << render(table, context.format);
}

/// Rows as those of the build's Feature_NULL, with label 0.
void write_features(const FeaturesArgs& args, const FeatureRecipe& recipe,
                    const std::vector<RawDocument>& documents, const std::vector<double>& values) {
  QueryMeta query{.id = args.query_id};
  for (const RawDocument& document : documents) query.document.push_back({.id = document.id});
  write_part(rounded_features(feature_dataset(recipe, query, values), written_decimals), {0},
             args.out);
}

void run_features(const FeaturesArgs& args, const Context& context) {
  const FeatureServer server(meta_folder(args.collection));
  const std::vector<RawDocument> documents =
      read_documents(source_of(args, server.definition()), context);
  std::map<std::string, std::vector<double>> columns;
  for (const auto& [name, text] : parse_assignments(args.columns)) {
    columns[name].assign(documents.size(), column_number(name, text));
  }
  const std::vector<std::string> anchors(documents.size(), args.anchor);
  const ServedFeatures served = server.features(args.query, documents, columns, anchors);
  if (!served.uncounted_word.empty()) {
    context.say(fmt::format("words that no query of the collection has take no part: {}",
                            fmt::join(served.uncounted_word, ", ")));
  }
  if (args.out.empty()) {
    print_features(server.recipe(), documents, served.value, context);
  } else {
    write_features(args, server.recipe(), documents, served.value);
  }
}

}  // namespace

void add_features_command(CLI::App& app, Context& context) {
  const char* summary = "a query and a document's text into the features of a collection";
  add_command(app, context, "features", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<FeaturesArgs>();
    command.add_option("--collection", args->collection, "what podium collect build wrote")
        ->type_name("DIR")
        ->required();
    command.add_option("--query", args->query, "words to look for")->type_name("TEXT")->required();
    command
        .add_option("--document", args->document,
                    "a document or several in a format of corpora, or a plain text")
        ->type_name("FILE")
        ->required();
    command.add_option("--corpus-format", args->format, "how the documents are written down")
        ->check(CLI::IsMember(
            std::vector<std::string>(corpus_format_names.begin(), corpus_format_names.end())))
        ->capture_default_str();
    command.add_option("--anchor", args->anchor, "words of links to the document")
        ->type_name("TEXT");
    command
        .add_option("--column", args->columns,
                    "name=value of a feature that is not made of text, such as pagerank=1.5")
        ->type_name("NAME=VALUE");
    command
        .add_option("--out", args->out,
                    "write rows for podium score there instead, as Feature_NULL has them")
        ->type_name("FILE");
    command.add_option("--qid", args->query_id, "id of the query in these rows")
        ->capture_default_str();
    return [args](const Context& ctx) { run_features(*args, ctx); };
  });
}

}  // namespace podium
