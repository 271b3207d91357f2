#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/base/text.hpp"
#include "podium/base/utf8.hpp"
#include "podium/cli/label/label_project.hpp"
#include "podium/store/import.hpp"

namespace podium {

namespace {

struct LabelImportArgs {
  LabelStoreArgs store;
  std::string name;
  ImportFiles files;
  ImportOptions import;
  SessionOptions session;
  std::string guidelines;
  std::string scale;
  std::uint32_t overlap = 1;
};

std::string guidelines_in(const std::string& path) {
  const InputText text(path);
  if (utf8_prefix(text.view()) != text.view().size()) {
    throw DataError({path}, "found bytes that are not UTF-8, expected text");
  }
  return std::string(text.view());
}

ProjectSettings settings_of(const LabelImportArgs& args, std::uint64_t seed) {
  ProjectSettings settings{
      .name = args.name, .session = args.session, .seed = seed, .overlap = args.overlap};
  if (args.session.gold_every > 0 && args.files.gold.empty()) {
    throw UsageError("label import: found --gold-every, expected --gold with it");
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
RowId project_of(LabelStore& store, const LabelImportArgs& args, std::uint64_t seed) {
  const auto found = store.find_project(args.name);
  if (!found) {
    const RowId made = store.create_project(settings_of(args, seed), current_instant());
    record_command(store, "project created", args.name);
    return made;
  }
  const bool has_settings = !options_text(args.session).empty() || !args.guidelines.empty() ||
                            !args.scale.empty() || args.overlap != 1;
  if (has_settings) {
    throw UsageError(fmt::format(
        "the project {} is there already: found settings, expected queries and documents alone",
        in_quotes(args.name)));
  }
  return found->id;
}

void run_label_import(const LabelImportArgs& args, const Context& context) {
  if (args.files.collection.empty() &&
      (args.files.queries.empty() || args.files.documents.empty())) {
    throw UsageError("label import: expected --queries and --documents, or --collection");
  }
  ImportReport report;
  const std::vector<LabelQuery> queries = import_queries(args.files, args.import, &report);
  for (const std::string& remark : report.remarks()) context.say(remark);
  const auto store = args.store.open();
  const RowId project = project_of(*store, args, context.seed);
  store->add_queries(project, queries);
  record_command(*store, "import", args.name + ": " + to_text(queries.size()) + " queries");
  std::size_t documents = 0;
  std::size_t gold = 0;
  const std::size_t k = store->project(project).settings.session.k;
  std::size_t short_queries = 0;
  for (const LabelQuery& query : queries) {
    if (query.document.size() < k) ++short_queries;
    documents += query.document.size();
    gold += query.gold.size();
  }
  if (short_queries > 0) {
    context.say(fmt::format("{} queries have fewer than k = {} documents: all are put in order",
                            short_queries, k));
  }
  const Table table{.columns = {"project", "queries", "documents", "gold pairs"},
                    .rows = {{args.name, queries.size(), documents, gold}}};
  context.out << render(table, context.format);
}

void add_files(CLI::App& command, ImportFiles& files) {
  const auto add = [&](const char* flag, std::string& path, const char* type, const char* help) {
    command.add_option(flag, path, help)->type_name(type);
  };
  add("--queries", files.queries, "FILE", "what is asked for");
  add("--documents", files.documents, "PATH",
      "what may answer it; with --collection, where its documents are now");
  add("--collection", files.collection, "DIR",
      "folder of podium collect build: its queries, documents and BM25");
  add("--run", files.run, "FILE",
      "TREC run of a first stage, which says which documents each query gets, best first; without "
      "a first stage, all in file order");
  add("--scores", files.scores, "FILE",
      "scores of a first stage instead, lines 'qid docid score', or one for each row of "
      "--features");
  add("--features", files.features, "FILE", "data file with document ids that --scores are of");
  add("--gold", files.gold, "FILE", "preferences with known answers");
}

}  // namespace

void add_label_import(CLI::App& label, Context& context) {
  const char* summary = "put queries and documents into a labelling project";
  add_command(label, context, "import", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<LabelImportArgs>();
    args->store.add_to(command);
    command.add_option("--name", args->name, "name of the project; made when it is not there")
        ->type_name("PROJECT")
        ->required();
    add_files(command, args->files);
    add_option_fields(command, args->import);
    command.add_option("--guidelines", args->guidelines, "text that assessors are told")
        ->type_name("FILE");
    command.add_option("--scale", args->scale, "names of the grades, worst first")
        ->type_name("A,B,C");
    command
        .add_option("--overlap", args->overlap,
                    "how many assessors judge each query with each tool")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    add_option_fields(command, args->session);
    return [args](const Context& ctx) { run_label_import(*args, ctx); };
  });
}

}  // namespace podium
