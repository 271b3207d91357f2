#include <memory>

#include "podium/cli/assignments.hpp"
#include "podium/cli/collect_commands.hpp"

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
  add("--qrels", request.qrels, "FILE", "judgements")->required();
  add("--out", request.out, "DIR", "folder for the collection")->required();
  add("--links", request.links, "FILE", "more links, lines 'from to' of document ids");
  add("--page-topics", request.page_topics, "FILE",
      "what pages are about, lines 'docid p1 p2 ...', for topical link features");
  add("--query-topics", request.query_topics, "FILE", "the same for queries");
}

void run_collect_build(CollectBuildArgs& args, const Context& context) {
  args.request.parameters = parse_assignments(args.set);
  const auto talk = [&](const std::string& line) { context.say(line); };
  print_collection(build_collection(args.request, talk), context);
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
