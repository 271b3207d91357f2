#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/text.hpp"
#include "podium/text/collect/collection_inputs.hpp"

namespace podium::cli {

namespace {

struct CollectBuildArgs {
  text::MetaRequest request;
  text::FeatureOptions features;
  std::filesystem::path out;
  std::vector<std::string> set;
};

void add_files(Command& command, CollectBuildArgs& args) {
  text::MetaRequest& request = args.request;
  command.option("--corpus", request.corpus.path, "documents: a file, or a folder of files")
      .reads("PATH")
      .required();
  command.option("--topics", request.queries.topics, "queries").reads("FILE").required();
  command
      .option("--qrels", request.queries.qrels,
              "judgements; without this file, all topics are kept and all labels are 0")
      .reads("FILE");
  command.option("--out", args.out, "folder for the collection")
      .writes("DIR")
      .inside(collection_files())
      .required();
  command
      .option("--also-count", request.also_count,
              "text file with the words of future queries, so that podium features can compute "
              "features for them")
      .reads("FILE");
  command
      .option("--links", request.links.file,
              "additional links between documents: lines 'from to' with document ids")
      .reads("FILE");
  command
      .option("--page-topics", request.links.page_topics,
              "topic probabilities of pages, for topical link features: lines 'docid p1 p2 ...'")
      .reads("FILE");
  command
      .option("--query-topics", request.links.query_topics, "topics of queries, in the same format")
      .reads("FILE");
  command
      .option(
          "--directory", request.links.directory,
          "texts of known topic, lines 'topic TAB text': a classifier trained on them tells the "
          "topics of pages and queries")
      .reads("FILE");
}

/// Whether the first documents say that there are web pages: in HTML and WARC, and as a member,
/// column or element in formats that may hold anything.
bool has_pages(const text::CorpusSource& corpus) {
  using Format = text::CorpusFormat;
  const text::FirstFile first = text::first_file(corpus);
  if (first.format == Format::html || first.format == Format::warc) return true;
  if (first.path.empty()) return false;
  std::string start;
  InputStream(first.path).read(std::size_t{1} << 16, start);
  start = lower_case(start);
  const auto has = [&](std::string_view word) { return start.find(word) != std::string::npos; };
  switch (first.format) {
    case Format::jsonl:
      return has("\"html\"");
    case Format::csv:
      return start.substr(0, start.find('\n')).find("html") != std::string::npos;
    case Format::trec:
      return has("<html") || has("<dochdr>");
    default:
      return false;
  }
}

/// Refuses options that the corpus or the recipe leaves without effect.
void check_effects(const text::MetaRequest& request) {
  using Format = text::CorpusFormat;
  const Format format = text::first_file(request.corpus).format;
  const auto check = [](const std::string& flag, bool is_changed, bool has_effect,
                        const char* needed) {
    if (is_changed && !has_effect) throw UsageError(fmt::format("{} needs {}", flag, needed));
  };
  const text::CorpusOptions usual;
  check("--url-prefix", request.corpus.options.url_prefix != usual.url_prefix,
        format == Format::html, "a corpus of files of HTML");
  check("--encoding", request.corpus.options.encoding != usual.encoding,
        format != Format::html && format != Format::warc,
        "a corpus in another format than HTML and WARC, which name their encodings");
  for (const auto& [name, value] : options_text(request.corpus.html)) {
    check("--" + name, true, has_pages(request.corpus), "a corpus that begins with web pages");
  }
  const auto columns = [&](bool with_links) {
    text::FeatureDefinition definition = text::definition_of(request);
    definition.links = with_links;
    return definition.make_recipe().column_names();
  };
  const std::vector<std::string> plain = columns(false);
  check("--link-features", request.recipe.link_features, columns(true) != plain,
        "a recipe without link features");
  check("--host-rank", request.options.host_rank != text::HostRankRule::host,
        std::ranges::find(plain, "hostrank") != plain.end(), "a recipe with HostRank, such as gov");
}

void run_collect_build(CollectBuildArgs& args, const Context& context) {
  args.request.parameters = parse_assignments(args.set);
  check_effects(args.request);
  std::optional<ProgressLine> line;
  const auto report = [&](const std::string& what) {
    line.reset();  // cleared before anything else is said
    context.say(what);
    line.emplace(context);
  };
  const auto progress = [&](std::size_t documents, std::size_t of) {
    line->show(documents, of, "documents");
  };
  if (args.request.queries.qrels.empty()) context.say("no judgements given; all labels will be 0");
  const text::CollectionSummary summary =
      text::build_collection(args.request, args.features, args.out, report, progress);
  line.reset();
  print_collection(summary, context);
}

}  // namespace

void add_collect_build(Command& collect) {
  Command& command =
      collect.add("build", "build a LETOR-style collection from documents, queries and judgements");
  auto* const args = command.runs(run_collect_build);
  command.description =
      "Reads the documents once, computes a set of features (recipe) for a sample of documents of "
      "each query, and writes folds and meta information. An interrupted build continues where it "
      "stopped.";
  text::MetaRequest& request = args->request;
  add_files(command, *args);
  add_option_fields(command, request.options);
  add_option_fields(command, request.recipe);
  add_option_fields(command, request.queries.options);
  add_option_fields(command, args->features, "recipe");
  add_option_fields(command, request.sample);
  add_feature_parameters(command, args->set);
  add_option_fields(command, request.analyser);
  command.flag("--stop-words").reads("none|english|FILE");
  add_option_fields(command, request.corpus.options);
  add_option_fields(command, request.corpus.html);
  add_option_fields(command, request.queries.topic);
  for (const char* flag : {"--qrels-format", "--keep-unjudged"}) {
    command.flag(flag).needs("--qrels");
  }
  command.flag("--depth").only_if(
      [&request] { return request.sample.kind == text::SampleOptions::Kind::bm25; },
      "--sample bm25");
}

}  // namespace podium::cli
