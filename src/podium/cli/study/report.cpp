#include "podium/study/report.hpp"

#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/cli/command.hpp"
#include "podium/report/render.hpp"
#include "podium/study/run.hpp"

namespace podium {

namespace {

struct ReportArgs {
  std::vector<std::string> results;
  std::string out;
  std::string title;
};

void run_report(const ReportArgs& args, const Context& context) {
  std::vector<StudyResults> studies;
  for (const std::string& path : args.results) studies.push_back(read_study_results(path));
  ReportDocument document = study_report(studies, {});
  if (!args.title.empty()) document.title = args.title;
  if (args.out.empty()) {
    context.out << to_text(document, context.format);
    return;
  }
  write_file(args.out, report_page(document));
  context.say(fmt::format("{} can be opened in any browser, without a network", args.out));
}

}  // namespace

void add_report_command(CLI::App& app, Context& context) {
  add_command(app, context, "report", "tables and figures of an experiment's results",
              [](CLI::App& command) -> Action {
                auto args = std::make_shared<ReportArgs>();
                command
                    .add_option("results", args->results,
                                "what podium experiment run left; several become one report")
                    ->type_name("RESULTS.jsonl...")
                    ->required();
                command
                    .add_option("--out", args->out,
                                "one self-contained page; without it the tables are printed")
                    ->type_name("FILE.html");
                command.add_option("--title", args->title, "instead of the first study's")
                    ->type_name("TEXT");
                return [args](const Context& ctx) { run_report(*args, ctx); };
              });
}

}  // namespace podium
