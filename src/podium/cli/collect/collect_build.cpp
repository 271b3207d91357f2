#include <memory>
#include <optional>

#include "podium/cli/collect/collect_commands.hpp"
#include "podium/cli/learn/assignments.hpp"
#include "podium/cli/progress_line.hpp"

namespace podium {

namespace {

struct CollectBuildArgs {
  CollectionRequest request;
  std::vector<std::string> set;
};

void add_files(CLI::App& command, CollectionRequest& request) {
  const auto add = [&](const char* flag, std::filesystem::path& path, const char* type,
                       const char* help) {
    return command
        .add_option_function<std::string>(
            flag, [&path](const std::string& text) { path = text; }, help)
        ->type_name(type);
  };
  add("--corpus", request.corpus.path, "PATH", "documents: a file, or a folder of files")
      ->required();
  add("--topics", request.topics, "FILE", "queries")->required();
  add("--qrels", request.qrels, "FILE",
      "judgements; without them all topics are kept and all labels are 0");
  add("--out", request.out, "DIR", "folder for the collection")->required();
  add("--also-count", request.also_count, "FILE",
      "text with words of queries to come, so that podium features can serve them");
  add("--links", request.links, "FILE", "more links, lines 'from to' of document ids");
  add("--page-topics", request.page_topics, "FILE",
      "what pages are about, lines 'docid p1 p2 ...', for topical link features");
  add("--query-topics", request.query_topics, "FILE", "the same for queries");
}

void run_collect_build(CollectBuildArgs& args, const Context& context) {
  args.request.parameters = parse_assignments(args.set);
  std::optional<ProgressLine> line;
  const auto talk = [&](const std::string& what) {
    line.reset();  // cleared before anything else is said
    context.say(what);
    line.emplace(context);
  };
  const auto progress = [&](std::size_t documents, std::size_t of) {
    line->show(documents, of, "documents");
  };
  if (args.request.qrels.empty()) context.say("no judgements: all labels will be 0");
  const CollectionSummary summary = build_collection(args.request, talk, progress);
  line.reset();
  print_collection(summary, context);
}

}  // namespace

void add_collect_build(CLI::App& collect, Context& context) {
  const char* summary = "raw text, queries and judgements into a LETOR-like collection";
  add_command(collect, context, "build", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<CollectBuildArgs>();
    CollectionRequest& request = args->request;
    add_files(command, request);
    add_option_fields(command, request.options);
    add_option_fields(command, request.sample);
    add_feature_parameters(command, args->set);
    add_option_fields(command, request.analyser);
    add_option_fields(command, request.corpus.options);
    add_option_fields(command, request.corpus.html);
    add_option_fields(command, request.topic);
    return [args](const Context& ctx) { run_collect_build(*args, ctx); };
  });
}

}  // namespace podium
