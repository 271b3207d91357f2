#include <map>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/cli/assignments.hpp"
#include "podium/cli/collect_commands.hpp"
#include "podium/text/document_batches.hpp"
#include "podium/text/feature_server.hpp"

namespace podium {

namespace {

struct FeaturesArgs {
  std::string collection;
  std::string query;
  std::string anchor;
  CorpusSource document;
  std::vector<std::string> columns;
};

/// The documents of a file in a format that corpora have; any other file is one plain text.
std::vector<RawDocument> read_documents(const CorpusSource& source) {
  std::vector<RawDocument> documents;
  const bool is_file = !std::filesystem::is_directory(source.path);
  if (is_file && source.options.format == CorpusFormat::unknown &&
      guessed_format(source.path) == CorpusFormat::unknown) {
    RawDocument document{.id = source.path.filename().string()};
    document.field.emplace("text", InputText(source.path).view());
    documents.push_back(std::move(document));
    return documents;
  }
  for_each_batch(source, [&](std::span<RawDocument> batch) {
    for (RawDocument& document : batch) documents.push_back(std::move(document));
  });
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

void run_features(const FeaturesArgs& args, const Context& context) {
  const FeatureServer server(meta_folder(args.collection));
  const std::vector<RawDocument> documents = read_documents(args.document);
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
  Table table{.columns = {"feature"}};
  for (const RawDocument& document : documents) table.columns.push_back(document.id);
  const auto& slots = server.recipe().slot;
  for (std::size_t f = 0; f < slots.size(); ++f) {
    std::vector<Cell> row = {slots[f].name};
    for (std::size_t d = 0; d < documents.size(); ++d) {
      row.push_back({served.value[d * slots.size() + f], 6});
    }
    table.rows.push_back(std::move(row));
  }
  context.out << render(table, context.format);
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
        .add_option_function<std::string>(
            "--document",
            [args = args.get()](const std::string& path) { args->document.path = path; },
            "a document or several in a format of corpora, or a plain text")
        ->type_name("FILE")
        ->required();
    command.add_option("--anchor", args->anchor, "words of links to the document")
        ->type_name("TEXT");
    command
        .add_option("--column", args->columns,
                    "name=value of a feature that is not made of text, such as pagerank=1.5")
        ->type_name("NAME=VALUE");
    add_option_fields(command, args->document.options);
    add_option_fields(command, args->document.html);
    return [args](const Context& ctx) { run_features(*args, ctx); };
  });
}

}  // namespace podium
