#include <string>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/unjudged_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/labelling/label_project.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/store/export.hpp"

namespace podium::cli {

namespace {

struct LabelExportArgs {
  LabelStoreArgs store;
  std::string name;
  labelling::ExportKind what = labelling::ExportKind::top_k;
  std::string out;
  std::string features;
  ToolArgs tool;
  AssessorArgs assessors;
  bool include_programs = false;
  UnjudgedArgs unjudged{.choice = Unjudged::drop};
};

void write_labelled_features(const LabelExportArgs& args, const labelling::Judgements& judgements,
                             const labelling::ExportOptions& options, const Context& context) {
  ReadReport input;
  const Dataset data = read_with_remarks(args.features, {}, FeatureDetail::exact, context, &input);
  const Qrels judged = labelling::final_qrels(judgements, options);
  const auto label = [&](Unjudged unjudged) {
    return labelling::with_labels(data, judged, unjudged, args.features);
  };
  write_dataset(args.unjudged.labelled(args.features, label, context), args.out,
                output_format(args.out, input));
}

void write(const LabelExportArgs& args, const labelling::Judgements& judgements,
           const labelling::ExportOptions& options, const Context& context) {
  if (args.features.empty()) {
    write_file(args.out, labelling::export_text(judgements, args.what, options));
  } else {
    write_labelled_features(args, judgements, options, context);
  }
}

/// How much of the project is in the file, and which part of the order no assessor decided.
void say_decided(const LabelExportArgs& args, const labelling::Judgements& judgements,
                 const labelling::ExportOptions& options, const Context& context) {
  const std::vector<labelling::FinalTop> tops =
      labelling::final_tops(judgements, options.voters, options.seed);
  const std::size_t decided = options.tool == labelling::Tool::grades
                                  ? labelling::final_grades(judgements, options.voters).size()
                                  : tops.size();
  context.say(
      fmt::format("{}: {} of {} queries are decided", args.out, decided, judgements.query.size()));
  const bool has_places = args.what == labelling::ExportKind::top_k ||
                          args.what == labelling::ExportKind::letor ||
                          args.what == labelling::ExportKind::qrels;
  std::size_t tied = 0;
  for (const labelling::FinalTop& top : tops) tied += top.tied;
  if (!has_places || options.tool == labelling::Tool::grades || tied == 0) return;
  context.say(
      fmt::format("{}: {} documents are tied with another of their query; their order is random or "
                  "that of the first stage (--what prefs keeps ties)",
                  args.out, tied));
}

void check(const LabelExportArgs& args) {
  if (!args.features.empty() && args.what != labelling::ExportKind::letor) {
    throw UsageError("label export: --features needs --what letor");
  }
  if (args.tool.is_given && !takes_tool(args.what)) {
    throw UsageError("label export: --tool needs --what letor or --what qrels");
  }
}

void run_label_export(const LabelExportArgs& args, const Context& context) {
  check(args);
  const auto store = args.store.open_existing();
  const labelling::Project project = chosen_project(*store, args.name);
  const labelling::Judgements judgements = args.assessors.read(*store, project);
  const labelling::ExportOptions options{
      .voters = args.include_programs ? labelling::Voters::everybody : labelling::Voters::people,
      .tool = args.tool.choice,
      .seed = project.settings.seed};
  try {
    write(args, judgements, options, context);
  } catch (const labelling::NothingToExport& error) {
    // The store knows no flags: the one that would help is named here.
    throw DataError({project.settings.name},
                    std::string(error.what()) +
                        (error.of_programs() > 0 ? "; --include-programs counts them" : ""));
  }
  record_command(
      *store, "export",
      project.settings.name + ": " +
          std::string(labelling::export_kind_names[static_cast<std::size_t>(args.what)]) +
          args.assessors.text());
  say_decided(args, judgements, options, context);
}

}  // namespace

void add_label_export(Command& label) {
  Command& command = label.add("export", "write the judgements of a project to a file");
  auto* const args = command.runs(run_label_export);
  args->store.add_to(command);
  add_project_name(command, args->name);
  command
      .choice("--what", args->what, labelling::export_kind_names,
              "content: top-k lists, labels, judgements or preferences; or the answers to pairs or "
              "grades, with times and comments; or all answers, also undone ones")
      .required()
      .by_default("");
  add_output(command, args->out, "file to write");
  command
      .option("--features", args->features, "with --what letor: data set whose labels are replaced")
      .reads("FILE");
  args->tool.add_to(command, "with --what letor or qrels: tool whose judgements become the labels");
  command.toggle("--include-programs", args->include_programs,
                 "include the judgements of programs");
  args->assessors.add_to(command);
  args->unjudged.add_to(command, {"--features"});
}

}  // namespace podium::cli
