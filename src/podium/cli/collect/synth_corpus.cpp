#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/io/file.hpp"
#include "podium/base/named.hpp"
#include "podium/base/parallel.hpp"
#include "podium/cli/collect/collect_commands.hpp"
#include "podium/cli/commands.hpp"
#include "podium/prepare/fold_files.hpp"
#include "podium/synth/stand_in.hpp"
#include "podium/synth/web/web_judge.hpp"
#include "podium/synth/web/web_page_text.hpp"

namespace podium {

namespace {

struct SynthCorpusArgs {
  WebCorpusOptions options;
  std::string out;
};

/// The task of a data set of LETOR; none for sets that were not made from a web.
std::optional<WebTask> task_of(const StandInShape& shape) {
  if (shape.truth != StandInTruth::binary) return std::nullopt;
  switch (shape.task) {
    case StandInTask::topics:
      return WebTask::topic_distillation;
    case StandInTask::home_page:
      return WebTask::home_page;
    case StandInTask::named_page:
      return WebTask::named_page;
    case StandInTask::documents:
      break;
  }
  return std::nullopt;
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const StandInShape& shape : stand_in_shapes()) {
    if (task_of(shape)) names.emplace_back(shape.name);
  }
  return names;
}

/// Task and number of queries as published, and pages enough for as many sites and subjects.
void apply_preset(const std::string& name, WebCorpusOptions& options) {
  constexpr std::size_t least_pages = 15'000;
  const StandInShape& shape = find_named(stand_in_shapes(), name, "data set");
  options.task = *task_of(shape);
  options.queries = shape.queries;
  options.pages =
      options.task == WebTask::topic_distillation ? pages_for_subjects(shape.queries) : least_pages;
}

/// Writes all pages as JSON lines and shows each to the judge.
std::size_t write_pages(const WebCorpus& web, WebJudge& judge, const std::filesystem::path& path) {
  constexpr std::size_t block = 256;
  OutputFile file(path);
  std::size_t bytes = 0;
  for (std::size_t first = 0; first < web.page_count(); first += block) {
    const std::size_t count = std::min(block, web.page_count() - first);
    std::vector<WebPage> pages(count);
    std::vector<std::string> lines(count);
    parallel_for(count, [&](std::size_t i) {
      const auto page = static_cast<PageIndex>(first + i);
      pages[i] = web.page(page);
      append_json_line(web, page, pages[i], lines[i]);
    });
    for (std::size_t i = 0; i < count; ++i) {
      judge.add(static_cast<PageIndex>(first + i), pages[i]);
      file.write(lines[i]);
      bytes += lines[i].size();
    }
  }
  file.commit();
  return bytes;
}

void run_synth_corpus(SynthCorpusArgs& args, const Context& context) {
  args.options.seed = context.seed;
  const WebCorpus web(args.options);
  WebJudge judge(web);
  const std::filesystem::path out = args.out;
  make_folder(out);
  const std::size_t bytes = write_pages(web, judge, out / "corpus.jsonl");
  std::string topics;
  for (const Topic& topic : web_topics(web)) topics += topic.id + '\t' + topic.title + '\n';
  write_file(out / "topics.tsv", topics);
  write_file(out / "directory.tsv", web_directory(web));
  const Qrels judgements = judge.judgements();
  write_qrels(judgements, out / "qrels.txt");
  context.say(fmt::format("{}: {} pages, {} links, {} queries, {:.1f} MB", args.out,
                          web.page_count(), web.links().link_count(), args.options.queries,
                          static_cast<double>(bytes) / 1e6));
  const std::size_t judged = judgements.judged.query_count();
  if (judged < args.options.queries) {
    context.say(fmt::format(
        "{} of {} queries have no judgements, because no page contains any of their words",
        args.options.queries - judged, args.options.queries));
  }
}

}  // namespace

void add_synth_corpus(Command& synth) {
  Command& command =
      synth.add("corpus", "generate web pages, queries and judgements for podium collect build");
  auto args = std::make_shared<SynthCorpusArgs>();
  // Declared first, so that the other flags change the preset and not the other way round.
  command
      .option(
          "--preset",
          [args = args.get()](const std::string& name) { apply_preset(name, args->options); },
          "task and number of queries of a data set of LETOR 3.0, and enough pages for them")
      .one_of(preset_names());
  add_option_fields(command, args->options, "seed");
  command
      .option("--out", args->out,
              "folder for corpus.jsonl, topics.tsv, qrels.txt and directory.tsv")
      .writes("DIR")
      .inside({"corpus.jsonl", "topics.tsv", "qrels.txt", "directory.tsv"})
      .required();
  command.action = [args](const Context& context) { run_synth_corpus(*args, context); };
}

}  // namespace podium
