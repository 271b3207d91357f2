#include <algorithm>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/wrap.hpp"
#include "podium/core/doctor/doctor.hpp"
#include "podium/core/prepare/folds.hpp"

namespace podium::cli {

namespace {

struct CheckArgs {
  std::vector<std::string> files;
  std::string folds;
  bool strict = false;
  std::string scratch;
  ReadOptions read;
};

/// Findings and what they are about: a file, or a split.
struct Diagnosis {
  std::string about;
  std::vector<Finding> findings;
};

NamedDataset read_part(std::string name, const std::filesystem::path& path, SplitRole role,
                       const CheckArgs& args, const Context& context) {
  ReadReport report;
  Dataset data = read_with_remarks(path, args.read, FeatureDetail::single, context, &report);
  return {std::move(name), std::move(data), role, report.numbers_queries()};
}

std::vector<NamedDataset> read_parts(const FoldFiles& fold, const CheckArgs& args,
                                     const Context& context) {
  std::vector<NamedDataset> parts;
  const auto add = [&](const char* name, SplitRole role, const std::filesystem::path& path) {
    parts.push_back(read_part(fmt::format("{} {}", fold.name, name), path, role, args, context));
  };
  add("train", SplitRole::train, fold.train);
  if (fold.vali) add("vali", SplitRole::vali, *fold.vali);
  add("test", SplitRole::test, fold.test);
  return parts;
}

void diagnose_each(std::span<const NamedDataset> parts, std::vector<Diagnosis>& diagnoses) {
  for (const NamedDataset& part : parts) {
    diagnoses.push_back({part.name, check_dataset(part.data)});
  }
}

/// Every fold is searched for leaks; the first one's parts, which hold all queries, for the rest.
std::vector<Diagnosis> diagnose_folds(const CheckArgs& args, const Context& context) {
  std::vector<Diagnosis> diagnoses;
  for (const FoldFiles& fold : find_folds(args.folds)) {
    const std::vector<NamedDataset> parts = read_parts(fold, args, context);
    if (diagnoses.empty()) diagnose_each(parts, diagnoses);
    diagnoses.push_back({fold.name + " as a split", check_leaks(parts)});
  }
  return diagnoses;
}

std::vector<Diagnosis> diagnose_files(const CheckArgs& args, const Context& context) {
  std::vector<NamedDataset> parts;
  for (const std::string& file : args.files) {
    parts.push_back(read_part(file, file, SplitRole::unknown, args, context));
  }
  std::vector<Diagnosis> diagnoses;
  diagnose_each(parts, diagnoses);
  if (parts.size() > 1) diagnoses.push_back({"files as a split", check_leaks(parts)});
  return diagnoses;
}

std::string plain_words(std::span<const Diagnosis> diagnoses, std::size_t width) {
  constexpr const char* indent = "      ";
  std::string text;
  for (const Diagnosis& diagnosis : diagnoses) {
    text += diagnosis.about + "\n";
    if (diagnosis.findings.empty()) text += "  no findings\n";
    for (const Finding& finding : diagnosis.findings) {
      text += wrapped_text(fmt::format("  {}: {} {} [{}]", name_of(finding.severity), finding.count,
                                       finding.message, finding.check),
                           width, indent);
      for (const std::string& example : finding.examples) {
        text += wrapped_text(indent + example, width, indent);
      }
      if (finding.count > finding.examples.size() && !finding.examples.empty()) {
        text += fmt::format("{}and {} more\n", indent, finding.count - finding.examples.size());
      }
    }
  }
  return text;
}

Table table_of(std::span<const Diagnosis> diagnoses) {
  Table table{.columns = {"data", "severity", "check", "count", "finding", "examples"}};
  for (const Diagnosis& diagnosis : diagnoses) {
    for (const Finding& finding : diagnosis.findings) {
      table.rows.push_back({diagnosis.about, name_of(finding.severity), finding.check,
                            finding.count, finding.message,
                            fmt::format("{}", fmt::join(finding.examples, "; "))});
    }
  }
  return table;
}

std::size_t error_count(std::span<const Diagnosis> diagnoses) {
  std::size_t count = 0;
  for (const Diagnosis& diagnosis : diagnoses) {
    count += static_cast<std::size_t>(
        std::ranges::count(diagnosis.findings, Severity::error, &Finding::severity));
  }
  return count;
}

void run_check(const CheckArgs& args, const Context& context) {
  if (args.files.empty() == args.folds.empty()) {
    throw UsageError("data check: give either files or --folds DIR");
  }
  const OutOfCore memory = within_memory(args.read, args.scratch, "", context);
  const std::vector<Diagnosis> diagnoses =
      args.folds.empty() ? diagnose_files(args, context) : diagnose_folds(args, context);
  context.out << (context.format == TableFormat::table
                      ? plain_words(diagnoses, context.format.width)
                      : render(table_of(diagnoses), context.format));
  if (const std::size_t errors = error_count(diagnoses); args.strict && errors > 0) {
    throw DataError({args.folds.empty() ? args.files.front() : args.folds},
                    fmt::format("found {}, expected none with --strict", counted(errors, "error")));
  }
}

}  // namespace

void add_data_check(Command& data) {
  Command& command =
      data.add("check", "find useless features, contradictory labels and leaks between data sets");
  auto* const args = command.runs(run_check);
  command.description =
      "Findings are notes, warnings or errors; 'podium list checks' explains each. If "
      "several files are given, queries and documents that occur in two of them are "
      "reported as leaks.";
  command.option("files", args->files, "data sets; several are also compared with each other")
      .reads("FILE");
  command
      .option("--folds", args->folds,
              "check the folds in this folder: Fold1, Fold2, ..., or train, vali and test files")
      .reads("DIR");
  command.toggle("--strict", args->strict, "exit with code 3 if a finding is an error");
  add_option_fields(command, args->read);
  add_scratch(command, args->scratch, "temporary files");
  leave_out_weights(command, args->read);
  command.examples = {{"podium data check train.txt test.txt --strict",
                       "check two files, and check that they have no query or document in common"}};
}

}  // namespace podium::cli
