#include <filesystem>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/prepare/fold_files.hpp"

namespace podium::cli {

namespace {

namespace fs = std::filesystem;

struct SplitArgs {
  std::string file;
  std::size_t folds = 5;
  std::string fractions;
  bool shuffle = false;
  std::string out;
  DataFormat to = DataFormat::automatic;
  ReadOptions read;
};

void note(const PartFile& part, Table& table) {
  table.rows.push_back({part.path.string(), part.queries, part.rows});
}

std::vector<double> parse_fractions(const std::string& text) {
  std::vector<double> fractions;
  for (const std::string_view part : split_outside_brackets(text, ',')) {
    const auto fraction = parse_number<double>(trimmed(part));
    if (!fraction) {
      throw UsageError("fractions: found " + in_quotes(part) + ", expected a number");
    }
    fractions.push_back(*fraction);
  }
  if (fractions.size() != 2 && fractions.size() != 3) {
    throw UsageError(
        fmt::format("fractions: found {} values, expected 2 (train, test) or 3 (train, vali, test)",
                    fractions.size()));
  }
  return fractions;
}

void write_fractions(const Dataset& data, const QueryList& queries, const SplitArgs& args,
                     DataFormat format, Table& table) {
  const std::vector<QueryList> parts = cut_by_fractions(queries, parse_fractions(args.fractions));
  const fs::path out = args.out;
  make_folder(out);
  const auto write = [&](const QueryList& part, std::string name) {
    name += ending_of(format);
    note(write_part(data, part, out / name, format), table);
  };
  write(parts.front(), "train");
  if (parts.size() == 3) write(parts[1], "vali");
  write(parts.back(), "test");
}

/// That of the input, except that parts need query ids: without them, all would begin with query 1.
DataFormat format_of_parts(DataFormat asked, DataFormat input) {
  if (asked != DataFormat::automatic) return asked;
  if (input == DataFormat::parquet) {
    throw UsageError("split: Parquet is read but not written; --to names another format");
  }
  return input == DataFormat::svmlight ? DataFormat::letor : input;
}

/// With --fractions, other files than those of folds are written.
void check_parts(const SplitArgs& args, std::vector<UsedFile> files) {
  if (args.fractions.empty()) return;
  for (UsedFile& file : files) {
    if (file.is_written()) file.contents = {"train.*", "vali.*", "test.*"};
  }
  check_file_uses(files);
}

/// Folds of another split that would stay beside the new ones, where crossval would use both.
void refuse_other_folds(const SplitArgs& args) {
  const fs::path other = fs::path(args.out) / fmt::format("Fold{}", args.folds + 1);
  if (!args.fractions.empty() || !fs::exists(other)) return;
  throw UsageError(
      fmt::format("--out: {} is of another split; remove the folds there, or give "
                  "another folder",
                  other.string()));
}

void run_split(const SplitArgs& args, const Context& context) {
  check_parts(args, context.files);
  refuse_other_folds(args);
  ReadReport input;
  DataFormat format = args.to;
  const auto format_for = [&](const ReadReport& report) {
    return format = format_of_parts(args.to, report.format);
  };
  const Dataset data = read_to_write(args.file, args.read, format_for, context, input);
  const auto seed = args.shuffle ? std::optional(context.seed) : std::nullopt;
  const QueryList queries = all_queries(data.query_count(), seed);
  Table table{.columns = {"file", "queries", "rows"}};
  if (args.fractions.empty()) {
    for (const PartFile& part : write_folds(data, queries, args.folds, args.out, format)) {
      note(part, table);
    }
  } else {
    write_fractions(data, queries, args, format, table);
  }
  context.out << render(table, context.format);
}

}  // namespace

void add_data_split(Command& data) {
  Command& command = data.add(
      "split", "split a data set into cross-validation folds, or into train, vali and test files");
  auto* const args = command.runs(run_split);
  command.option("file", args->file, "data set").reads("FILE").required();
  command
      .option("--out", args->out,
              "folder to write S1.txt, ..., Fold1/train.txt, ... to; the endings of other formats "
              "are .csv, .tsv and .podium")
      .writes("DIR")
      .inside({"S[0-9]*", "Fold[0-9]*/*"})
      .required();
  command.number("--folds", args->folds, "number of folds, at least 3").value("K");
  command
      .option("--fractions", args->fractions,
              "fractions for train, vali and test, such as .6,.2,.2, instead of folds")
      .value("LIST")
      .excludes({"--folds"});
  command.choice("--to", args->to, written_format_names, "output format; auto: that of the input");
  command.toggle("--shuffle-queries", args->shuffle, "shuffle the queries first (see --seed)");
  add_option_fields(command, args->read);
}

}  // namespace podium::cli
