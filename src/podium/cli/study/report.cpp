#include "podium/learning/study/report.hpp"

#include <ostream>

#include <fmt/format.h>

#include "podium/cli/commands.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/experiment/statistics/correction.hpp"
#include "podium/learning/study/run.hpp"

namespace podium::cli {

namespace {

struct ReportArgs {
  std::vector<std::string> results;
  std::string out;
  std::string title;
  ComparedBy by;
};

void run_report(const ReportArgs& args, const Context& context) {
  std::vector<StudyResults> studies;
  for (const std::string& path : args.results) studies.push_back(read_study_results(path));
  ReportDocument document = study_report(studies, {}, args.by);
  if (!args.title.empty()) document.title = args.title;
  if (args.out.empty()) {
    context.out << to_text(document, context.format);
    return;
  }
  write_file(args.out, report_page(document));
  context.say(fmt::format("{} can be opened in any browser, even offline", args.out));
}

}  // namespace

void add_report_command(Command& podium) {
  Command& command = podium.add("report", "write tables and figures for experiment results");
  auto* const args = command.runs(run_report);
  command
      .option("results", args->results,
              "results files of podium experiment run; several are combined into one report")
      .reads("FILE")
      .required();
  command.option("--out", args->out, "write an HTML page to this file; default: print the tables")
      .writes("FILE");
  command.option("--title", args->title, "title of the report; default: that of the experiment")
      .value("TEXT");
  command
      .option("--baseline", args->by.baseline,
              "row that the others are compared with; default: that of the experiment")
      .value("ROW");
  command
      .option("--correct", args->by.correction,
              "correction for multiple rows; default: that of the experiment")
      .one_of({correction_names.begin(), correction_names.end()})
      .value("none|holm|bh");
  command.examples = {{"podium report study.jsonl --out report.html", "write the page again"},
                      {"podium report study.jsonl --baseline auto --correct holm",
                       "compare all learners with the row auto, without running anything again"}};
}

}  // namespace podium::cli
