#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/prepare/fold_files.hpp"

namespace podium {

namespace {

namespace fs = std::filesystem;

struct SplitArgs {
  std::string file;
  std::size_t folds = 5;
  std::string fractions;
  bool shuffle = false;
  std::string out;
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
                     Table& table) {
  const std::vector<QueryList> parts = cut_by_fractions(queries, parse_fractions(args.fractions));
  const fs::path out = args.out;
  make_folder(out);
  note(write_part(data, parts.front(), out / "train.txt"), table);
  if (parts.size() == 3) note(write_part(data, parts[1], out / "vali.txt"), table);
  note(write_part(data, parts.back(), out / "test.txt"), table);
}

/// With --fractions, other files than those of folds are written.
void check_parts(const SplitArgs& args, std::vector<UsedFile> files) {
  if (args.fractions.empty()) return;
  for (UsedFile& file : files) {
    if (file.is_written()) file.contents = {"train.*", "vali.*", "test.*"};
  }
  check_file_uses(files);
}

void run_split(const SplitArgs& args, const Context& context) {
  check_parts(args, context.files);
  const Dataset data = read_with_remarks(args.file, args.read, FeatureDetail::exact, context);
  const auto seed = args.shuffle ? std::optional(context.seed) : std::nullopt;
  const QueryList queries = all_queries(data.query_count(), seed);
  Table table{.columns = {"file", "queries", "rows"}};
  if (args.fractions.empty()) {
    for (const PartFile& part : write_folds(data, queries, args.folds, args.out)) {
      note(part, table);
    }
  } else {
    write_fractions(data, queries, args, table);
  }
  context.out << render(table, context.format);
}

}  // namespace

void add_data_split(Command& data) {
  Command& command = data.add(
      "split", "split a data set into cross-validation folds, or into train, vali and test files");
  auto args = std::make_shared<SplitArgs>();
  command.option("file", args->file, "data set").reads("FILE").required();
  command.option("--out", args->out, "folder to write S1.txt, ..., Fold1/train.txt, ... to")
      .writes("DIR")
      .inside({"S[0-9]*", "Fold[0-9]*/*"})
      .required();
  command.number("--folds", args->folds, "number of folds, at least 3").value("K");
  command
      .option("--fractions", args->fractions,
              "fractions for train, vali and test, such as .6,.2,.2, instead of folds")
      .value("LIST")
      .excludes({"--folds"});
  command.toggle("--shuffle-queries", args->shuffle, "shuffle the queries first (see --seed)");
  add_option_fields(command, args->read);
  command.action = [args](const Context& context) { run_split(*args, context); };
}

}  // namespace podium
