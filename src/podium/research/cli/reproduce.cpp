#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/interrupt.hpp"
#include "podium/cli/progress_line.hpp"
#include "podium/cli/study/study_run.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/report/render.hpp"
#include "podium/learning/study/run.hpp"
#include "podium/research/cli/papers_program.hpp"
#include "podium/research/papers/labelling/labelling_numbers.hpp"
#include "podium/research/papers/reproduction.hpp"
#include "podium/research/papers/reproduction_summary.hpp"
#include "podium/research/papers/trials/partitions.hpp"
#include "podium/research/papers/trials/stand_ins.hpp"

namespace podium::research {

namespace {

struct ReproduceArgs {
  std::string paper;
  std::string data;
  std::string state = "podium-results";
  std::string out;
  std::string pages;
  bool quick = false;
  bool summary = false;
  bool print_specs = false;
  std::size_t stand_ins = 0;
  std::size_t partitions = 0;
};

/// A study that is to be run and the file that its results go to.
struct PlannedStudy {
  Study study;
  std::filesystem::path state;
};

std::filesystem::path data_folder(const ReproduceArgs& args) {
  if (!args.data.empty()) return args.data;
  const char* folder = std::getenv("PODIUM_DATA");
  return folder != nullptr && *folder != '\0' ? folder : "data";
}

void print_specs(const ReproduceArgs& args, std::span<const Paper* const> papers,
                 std::ostream& out) {
  for (const Paper* paper : papers) {
    std::vector<PaperStudy> studies = studies_of(*paper);
    if (args.stand_ins > 0)
      std::ranges::move(stand_in_studies_of(*paper), std::back_inserter(studies));
    for (const PaperStudy& study : studies) {
      out << "# " << study.name << "\n" << study.text << "\n";
    }
  }
}

StudyWorld world_of(const ReproduceArgs& args) {
  StudyWorld world{.folder = data_folder(args), .leaves_out_missing = true};
  if (args.quick) {
    world.max_folds = 1;
    world.max_values = 6;
    world.max_seeds = 1;
  }
  return world;
}

/// The studies of the papers on the data at hand, in partition number `partition` into folds; 0 is
/// that of the files.
std::vector<PlannedStudy> planned(const ReproduceArgs& args, std::span<const Paper* const> papers,
                                  std::size_t partition = 0) {
  StudyWorld world = world_of(args);
  world.partition = partition;
  const std::filesystem::path folder = args.state;
  std::vector<PlannedStudy> plans;
  for (const Paper* paper : papers) {
    for (const PaperStudy& study : studies_of(*paper)) {
      Study opened(study.text, study.name, world);
      const std::string& name = opened.spec().name;
      std::filesystem::path state =
          partition == 0 ? folder / (name + ".jsonl")
                         : folder / "partitions" / fmt::format("{}-{}.jsonl", name, partition);
      plans.push_back({std::move(opened), std::move(state)});
    }
  }
  return plans;
}

/// The studies of the papers on a generated collection, in place of data sets without results.
std::vector<PlannedStudy> planned_on_stand_ins(const ReproduceArgs& args,
                                               std::span<const Paper* const> papers,
                                               const Findings& findings, std::size_t collection) {
  StudyWorld world = world_of(args);
  std::vector<PlannedStudy> plans;
  for (const Paper* paper : papers) {
    for (const PaperStudy& study : stand_in_studies_of(*paper)) {
      const std::string name = parse_study(study.text, study.name).name;
      world.open = stand_ins_for(findings, name, collection);
      plans.push_back(
          {Study(study.text, study.name, world), std::filesystem::path(args.state) / "stand-ins" /
                                                     fmt::format("{}-{}.jsonl", name, collection)});
    }
  }
  return plans;
}

/// Says which data sets are left out, each once.
void say_missing(const std::vector<PlannedStudy>& plans, const ReproduceArgs& args,
                 const cli::Context& context) {
  std::vector<std::string> said;
  for (const PlannedStudy& plan : plans) {
    for (const StudyData& data : plan.study.missing()) {
      const std::string place = (data_folder(args) / data.folds).string();
      if (std::ranges::count(said, place) > 0) continue;
      said.push_back(place);
      context.say(fmt::format("left out: {}; expected it in {}", data.name, place));
    }
  }
}

std::vector<StudyFinding> run_all(const std::vector<PlannedStudy>& plans,
                                  const cli::Context& context, std::string_view part = "") {
  std::size_t of = 0;
  for (const PlannedStudy& plan : plans) of += plan.study.cells().size();
  const cli::InterruptWatch interrupt;
  cli::ProgressLine line(context);
  std::vector<StudyFinding> findings;
  std::size_t before = 0;
  for (const PlannedStudy& plan : plans) {
    std::filesystem::create_directories(plan.state.parent_path());
    LineLog log(plan.state, results_beginning);
    std::optional<StudyResults> results = plan.study.run(log, [&](const RunProgress& progress) {
      line.show(before + progress.done, of,
                fmt::format("{}{}: {}", part, plan.study.spec().name, progress.name));
      return !interrupt.was_interrupted();
    });
    if (!results || interrupt.was_interrupted()) {
      throw cli::Interrupted("interrupted; the same command continues where it stopped");
    }
    before += plan.study.cells().size();
    findings.push_back(finding_of(plan.study.spec(), std::move(*results), plan.study.missing()));
  }
  return findings;
}

/// The results on the data at hand. What was generated in place of a real data set is named so.
Findings results_at_hand(const std::vector<PlannedStudy>& plans, const ReproduceArgs& args,
                         std::vector<MeasuredNumber> measured, const cli::Context& context,
                         std::string_view part = "") {
  std::vector<StudyFinding> found = run_all(plans, context, part);
  for (StudyFinding& finding : found) name_stand_ins(finding, data_folder(args));
  return Findings(std::move(found), std::move(measured));
}

/// Repeats everything on other partitions of the queries into folds, which have a say in verdicts.
void try_partitions(const ReproduceArgs& args, std::span<const Paper* const> papers,
                    const Findings& findings, std::span<CheckedPaper> checked,
                    const cli::Context& context) {
  const std::vector<MeasuredNumber> measured(findings.measured().begin(),
                                             findings.measured().end());
  std::vector<std::vector<CheckedPaper>> others;
  for (std::size_t partition = 1; partition <= args.partitions; ++partition) {
    const std::string part = fmt::format("partition {} of {}, ", partition, args.partitions);
    const std::vector<PlannedStudy> plans = planned(args, papers, partition);
    others.push_back(checked_papers(papers, results_at_hand(plans, args, measured, context, part)));
  }
  decide_by_all_partitions(checked, others);
}

/// Tries the claims that need other data on generated collections, which have no say in verdicts.
void try_stand_ins(const ReproduceArgs& args, std::span<const Paper* const> papers,
                   const Findings& findings, std::span<CheckedPaper> checked,
                   const cli::Context& context) {
  StandInTally tally(checked, findings);
  for (std::size_t collection = 1; collection <= args.stand_ins; ++collection) {
    const std::string part = fmt::format("collection {} of {}, ", collection, args.stand_ins);
    const auto plans = planned_on_stand_ins(args, papers, findings, collection);
    tally.add(with_data_at_hand(run_all(plans, context, part), findings));
  }
  tally.note(checked);
}

/// The numbers of the labelling study of [Niu12], which is quick enough to be repeated every time.
/// As in the other studies, --seed has no effect.
std::vector<MeasuredNumber> measured_for(std::span<const Paper* const> papers) {
  constexpr std::uint64_t seed = 1;
  const bool has_labelling =
      std::ranges::any_of(papers, [](const Paper* paper) { return paper->name == "niu2012"; });
  return has_labelling ? labelling_numbers(seed) : std::vector<MeasuredNumber>{};
}

/// For people the claims, and numbers that no claim holds all of; for tables all published values
/// beside ours; else the whole document.
std::string printed(std::span<const CheckedPaper> checked, std::span<const Paper* const> papers,
                    const Findings& findings, const ReportDocument& document, TableFormat format) {
  if (format == TableFormat::csv || format == TableFormat::latex) {
    return render(published_table(papers, findings), format);
  }
  if (format != TableFormat::table) return to_text(document, format);
  std::string text;
  for (const std::string& sentence : document.summary) text += sentence + "\n";
  for (const CheckedPaper& paper : checked) {
    for (const CheckedClaim& one : paper.claims) {
      const ClaimsBlock::Claim claim = one.full();
      text += fmt::format("\n[{}] {}\n  {}; rule: {}\n  {}\n", claim.source, claim.claim,
                          words_of(claim.verdict), claim.rule, claim.evidence);
      if (!claim.power.empty()) text += fmt::format("  power of 80 %: {}\n", claim.power);
      if (!one.stand_ins.empty()) text += fmt::format("  {}\n", one.stand_ins);
    }
    for (const Table* table : {&paper.stand_in_levels, &paper.stand_in_portraits}) {
      if (!table->rows.empty()) text += "\n" + render(*table, format);
    }
  }
  if (!findings.measured().empty()) {
    text += "\n" + render(measured_table(findings.measured()), format);
  }
  return text;
}

/// One page for each paper, named after it.
void write_pages(const std::filesystem::path& folder, std::span<const CheckedPaper> papers,
                 const Findings& findings, const ReproductionScope& scope) {
  std::filesystem::create_directories(folder);
  for (const CheckedPaper& checked : papers) {
    const ReportDocument document = reproduction(std::span(&checked, 1), findings, scope);
    write_file(folder / fmt::format("{}.html", checked.paper->name), report_page(document));
  }
}

void run_reproduce(const ReproduceArgs& args, const cli::Context& context) {
  const std::vector<const Paper*> papers = parse_papers(args.paper);
  if (args.print_specs) return print_specs(args, papers, context.out);
  if (!args.out.empty()) cli::check_writable(args.out);
  const std::vector<PlannedStudy> plans = planned(args, papers);
  for (const PlannedStudy& plan : plans) {
    cli::check_outputs(plan.study, data_folder(args), context.files);
  }
  say_missing(plans, args, context);
  const Findings findings = results_at_hand(plans, args, measured_for(papers), context);
  std::vector<CheckedPaper> checked = checked_papers(papers, findings);
  try_partitions(args, papers, findings, checked, context);
  try_stand_ins(args, papers, findings, checked, context);
  const ReproductionScope scope{.is_quick = args.quick};
  const ReportDocument document = reproduction(checked, findings, scope);
  if (!args.out.empty()) write_file(args.out, report_page(document));
  if (!args.pages.empty()) write_pages(args.pages, checked, findings, scope);
  if (args.summary) {
    context.out << to_text(reproduction_summary(checked, findings, scope), context.format);
    return;
  }
  context.out << printed(checked, papers, findings, document, context.format);
}

}  // namespace

void add_reproduce_command(cli::Command& program) {
  cli::Command& command = program.add(
      "reproduce",
      "run the experiments of a paper and compare the results with the published values");
  auto* const args = command.runs(run_reproduce);
  command.description =
      "Data sets that are not in the data folder are left out, and the claims that need "
      "them are reported so.";
  command.option("paper", args->paper, "paper to reproduce; --print-specs shows the experiments")
      .value("PAPER")
      .one_of({"niu2012", "cheng2015", "lan2013", "xia2009", "letor3", "all"})
      .required();
  command
      .option("--data", args->data,
              "folder with the data sets; default: $PODIUM_DATA, or data if that is not set")
      .reads("DIR")
      .inside({});
  command
      .option("--state", args->state,
              "folder for finished work; if interrupted, the same command continues from it")
      .updates("DIR")
      .inside({"*.jsonl", "partitions/*.jsonl", "stand-ins/*.jsonl"});
  command.option("--out", args->out, "write an HTML report to this file").writes("FILE");
  command
      .option(
          "--pages", args->pages,
          "write an HTML page for each paper to this folder: claims, verdicts, figures, and how "
          "data and protocol differ")
      .writes("DIR")
      .inside({"*.html"});
  command.toggle("--quick", args->quick,
                 "run a quick preview: one fold, one seed and few values of each sweep");
  command
      .number("--stand-ins", args->stand_ins,
              "also try the claims that need missing data sets on this many generated collections "
              "of the published shape; apart from the verdicts, which stay as they are")
      .value("N");
  command
      .number("--partitions", args->partitions,
              "repeat everything on this many other partitions of the queries into folds; a claim "
              "holds, or is refuted, only if all agree")
      .value("N");
  command.toggle("--summary", args->summary,
                 "print only the verdicts, with short evidence, and the main tables");
  command.toggle("--print-specs", args->print_specs,
                 "print the experiments as TOML without running them");
  constexpr std::array<std::string_view, 3> printed = {"paper", "--stand-ins", "--print-specs"};
  command.flag("--print-specs").excludes(command.flags_but(printed));
}

}  // namespace podium::research
