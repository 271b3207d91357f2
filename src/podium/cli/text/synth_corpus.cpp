#include <algorithm>
#include <array>
#include <filesystem>
#include <ostream>
#include <string_view>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/text/web/web_judge.hpp"
#include "podium/text/web/web_page_text.hpp"

namespace podium::cli {

namespace {

struct SynthCorpusArgs {
  text::WebCorpusOptions options;
  std::string out;
};

/// Task and number of queries of a data set of LETOR 3.0.
struct WebPreset {
  std::string_view name;
  text::WebTask task = text::WebTask::adhoc;
  std::size_t queries = 0;
};

constexpr std::array<WebPreset, 6> web_presets = {
    {{"TD2003", text::WebTask::topic_distillation, 50},
     {"TD2004", text::WebTask::topic_distillation, 75},
     {"NP2003", text::WebTask::named_page, 150},
     {"NP2004", text::WebTask::named_page, 75},
     {"HP2003", text::WebTask::home_page, 150},
     {"HP2004", text::WebTask::home_page, 75}}};

/// Also pages enough for as many sites or subjects.
void apply_preset(const std::string& name, text::WebCorpusOptions& options) {
  constexpr std::size_t pages_for_sites = 15'000;
  const WebPreset& preset = find_named(web_presets, name, "data set");
  options.task = preset.task;
  options.queries = preset.queries;
  options.pages = preset.task == text::WebTask::topic_distillation
                      ? text::pages_for_subjects(preset.queries)
                      : pages_for_sites;
}

/// Writes all pages as JSON lines and shows each to the judge.
std::size_t write_pages(const text::WebCorpus& web, text::WebJudge& judge,
                        const std::filesystem::path& path) {
  constexpr std::size_t block = 256;
  OutputFile file(path);
  std::size_t bytes = 0;
  for (std::size_t first = 0; first < web.page_count(); first += block) {
    const std::size_t count = std::min(block, web.page_count() - first);
    std::vector<text::WebPage> pages(count);
    std::vector<std::string> lines(count);
    parallel_for(count, [&](std::size_t i) {
      const auto page = static_cast<text::PageIndex>(first + i);
      pages[i] = web.page(page);
      text::append_json_line(web, page, pages[i], lines[i]);
    });
    for (std::size_t i = 0; i < count; ++i) {
      judge.add(static_cast<text::PageIndex>(first + i), pages[i]);
      file.write(lines[i]);
      bytes += lines[i].size();
    }
  }
  file.commit();
  return bytes;
}

void run_synth_corpus(SynthCorpusArgs& args, const Context& context) {
  args.options.seed = context.seed;
  const text::WebCorpus web(args.options);
  text::WebJudge judge(web);
  const std::filesystem::path out = args.out;
  make_folder(out);
  const std::size_t bytes = write_pages(web, judge, out / "corpus.jsonl");
  std::string topics;
  for (const text::Topic& topic : text::web_topics(web))
    topics += topic.id + '\t' + topic.title + '\n';
  write_file(out / "topics.tsv", topics);
  write_file(out / "directory.tsv", text::web_directory(web));
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
  auto* const args = command.runs(run_synth_corpus);
  // Declared first, so that the other flags change the preset and not the other way round.
  command
      .option(
          "--preset", [args](const std::string& name) { apply_preset(name, args->options); },
          "task and number of queries of a data set of LETOR 3.0, and enough pages for them")
      .one_of(row_names(web_presets));
  add_option_fields(command, args->options, "seed");
  command
      .option("--out", args->out,
              "folder for corpus.jsonl, topics.tsv, qrels.txt and directory.tsv")
      .writes("DIR")
      .inside({"corpus.jsonl", "topics.tsv", "qrels.txt", "directory.tsv"})
      .required();
}

}  // namespace podium::cli
