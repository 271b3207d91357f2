#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/base/unicode/utf8.hpp"
#include "podium/labelling/store/import.hpp"

namespace podium::cli {

namespace {

struct LabelImportArgs {
  LabelStoreArgs store;
  std::string name;
  labelling::ImportFiles files;
  labelling::ImportOptions import;
  labelling::SessionOptions session;
  std::string guidelines;
  std::string scale;
  std::uint32_t overlap = 1;
};

std::string guidelines_in(const std::string& path) {
  const InputText text(path);
  if (utf8_prefix(text.view()) != text.view().size()) {
    throw DataError({path}, "the text is not valid UTF-8");
  }
  return std::string(text.view());
}

labelling::ProjectSettings settings_of(const LabelImportArgs& args, std::uint64_t seed) {
  labelling::ProjectSettings settings{
      .name = args.name, .session = args.session, .seed = seed, .overlap = args.overlap};
  if (args.session.gold_every > 0 && args.files.gold.empty()) {
    throw UsageError("label import: --gold-every needs --gold");
  }
  if (!args.guidelines.empty()) settings.guidelines = guidelines_in(args.guidelines);
  if (!args.scale.empty()) {
    settings.scale.clear();
    for (const std::string_view grade : split_outside_brackets(args.scale, ',')) {
      settings.scale.emplace_back(trimmed(grade));
    }
  }
  return settings;
}

/// The project, made when it is not there. One that is there keeps its settings.
labelling::RowId project_of(labelling::LabelStore& store, const LabelImportArgs& args,
                            std::uint64_t seed) {
  const auto found = store.projects.find(args.name);
  if (!found) {
    const labelling::RowId made = store.projects.create(settings_of(args, seed), current_instant());
    record_command(store, "project created", args.name);
    return made;
  }
  const bool has_settings = !options_text(args.session).empty() || !args.guidelines.empty() ||
                            !args.scale.empty() || args.overlap != 1;
  if (has_settings) {
    throw UsageError(fmt::format(
        "the project {} exists; its settings cannot be changed, only queries can be added",
        in_quotes(args.name)));
  }
  return found->id;
}

void run_label_import(const LabelImportArgs& args, const Context& context) {
  if (args.files.collection.empty() &&
      (args.files.queries.empty() || args.files.documents.empty())) {
    throw UsageError("label import: give --queries and --documents, or --collection");
  }
  labelling::ImportReport report;
  labelling::ImportOptions options = args.import;
  options.seed = context.seed;
  const std::vector<labelling::LabelQuery> queries =
      labelling::import_queries(args.files, options, &report);
  for (const std::string& remark : report.remarks()) context.say(remark);
  const auto store = args.store.open();
  const labelling::RowId project = project_of(*store, args, context.seed);
  store->projects.add_queries(project, queries);
  record_command(*store, "import", args.name + ": " + to_text(queries.size()) + " queries");
  std::size_t documents = 0;
  std::size_t gold = 0;
  const std::size_t k = store->projects.get(project).settings.session.k;
  std::size_t short_queries = 0;
  for (const labelling::LabelQuery& query : queries) {
    if (query.document.size() < k) ++short_queries;
    documents += query.document.size();
    gold += query.gold.size();
  }
  if (short_queries > 0) {
    context.say(fmt::format("{} fewer than k = {} documents; all their documents are ordered",
                            counted(short_queries, "query has", "queries have"), k));
  }
  const Table table{.columns = {"project", "queries", "documents", "gold pairs"},
                    .rows = {{args.name, queries.size(), documents, gold}}};
  context.out << render(table, context.format);
}

void add_files(Command& command, labelling::ImportFiles& files) {
  command.option("--queries", files.queries, "queries").reads("FILE");
  command
      .option("--documents", files.documents,
              "documents; with --collection: their current location if they were moved")
      .reads("PATH");
  command
      .option("--collection", files.collection,
              "folder written by podium collect build: queries, documents and BM25 scores")
      .reads("DIR")
      .inside(collection_files());
  command
      .option("--run", files.run,
              "TREC run that selects the documents of each query, best first; default: all "
              "documents in file order")
      .reads("FILE");
  command
      .option(
          "--scores", files.scores,
          "scores, instead of a run: lines 'qid docid score', or one score per row of --features")
      .reads("FILE");
  command.option("--features", files.features, "data set with document ids, for --scores")
      .reads("FILE");
  command
      .option("--gold", files.gold,
              "preferences with known answers, used as control questions (gold pairs)")
      .reads("FILE");
}

}  // namespace

void add_label_import(Command& label) {
  Command& command = label.add("import", "add queries and documents to a labelling project");
  auto* const args = command.runs(run_label_import);
  command.description =
      "Queries and documents are read from files, or from a collection that podium collect "
      "build wrote. The documents of a query can be selected by a run or by scores.";
  args->store.add_to(command);
  command.option("--name", args->name, "name of the project; created if missing")
      .value("PROJECT")
      .required();
  add_files(command, args->files);
  add_option_fields(command, args->import);
  command.option("--guidelines", args->guidelines, "text file with instructions for assessors")
      .reads("FILE");
  command.option("--scale", args->scale, "names of the grades, worst first").value("A,B,C");
  command.number("--overlap", args->overlap,
                 "number of assessors who judge each query with each tool", 1, 1000);
  add_option_fields(command, args->session);
}

}  // namespace podium::cli
