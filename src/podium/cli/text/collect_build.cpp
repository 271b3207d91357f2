#include <memory>
#include <optional>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/cli/text/collect_commands.hpp"

namespace podium::cli {

namespace {

struct CollectBuildArgs {
  text::CollectionRequest request;
  std::vector<std::string> set;
};

void add_files(Command& command, text::CollectionRequest& request) {
  command.option("--corpus", request.corpus.path, "documents: a file, or a folder of files")
      .reads("PATH")
      .required();
  command.option("--topics", request.topics, "queries").reads("FILE").required();
  command
      .option("--qrels", request.qrels,
              "judgements; without this file, all topics are kept and all labels are 0")
      .reads("FILE");
  command.option("--out", request.out, "folder for the collection")
      .writes("DIR")
      .inside(collection_files())
      .required();
  command
      .option("--also-count", request.also_count,
              "text file with the words of future queries, so that podium features can compute "
              "features for them")
      .reads("FILE");
  command
      .option("--links", request.links,
              "additional links between documents: lines 'from to' with document ids")
      .reads("FILE");
  command
      .option("--page-topics", request.page_topics,
              "topic probabilities of pages, for topical link features: lines 'docid p1 p2 ...'")
      .reads("FILE");
  command.option("--query-topics", request.query_topics, "topics of queries, in the same format")
      .reads("FILE");
  command
      .option(
          "--directory", request.directory,
          "texts of known topic, lines 'topic TAB text': a classifier trained on them tells the "
          "topics of pages and queries")
      .reads("FILE");
}

void run_collect_build(CollectBuildArgs& args, const Context& context) {
  args.request.parameters = parse_assignments(args.set);
  std::optional<ProgressLine> line;
  const auto report = [&](const std::string& what) {
    line.reset();  // cleared before anything else is said
    context.say(what);
    line.emplace(context);
  };
  const auto progress = [&](std::size_t documents, std::size_t of) {
    line->show(documents, of, "documents");
  };
  if (args.request.qrels.empty()) context.say("no judgements given; all labels will be 0");
  const text::CollectionSummary summary = text::build_collection(args.request, report, progress);
  line.reset();
  print_collection(summary, context);
}

}  // namespace

void add_collect_build(Command& collect) {
  Command& command =
      collect.add("build", "build a LETOR-style collection from documents, queries and judgements");
  auto args = std::make_shared<CollectBuildArgs>();
  command.description =
      "Reads the documents once, computes a set of features (recipe) for a sample of documents of "
      "each query, and writes folds and meta information. An interrupted build continues where it "
      "stopped.";
  text::CollectionRequest& request = args->request;
  add_files(command, request);
  add_option_fields(command, request.options);
  add_option_fields(command, request.sample);
  add_feature_parameters(command, args->set);
  add_option_fields(command, request.analyser);
  command.flag("--stop-words").reads("none|english|FILE");
  add_option_fields(command, request.corpus.options);
  add_option_fields(command, request.corpus.html);
  add_option_fields(command, request.topic);
  for (const char* flag : {"--qrels-format", "--keep-unjudged"}) {
    command.flag(flag).needs("--qrels");
  }
  command.action = [args](const Context& context) { run_collect_build(*args, context); };
}

}  // namespace podium::cli
