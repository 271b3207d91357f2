#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/data_file.hpp"
#include "podium/prepare/split.hpp"

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

void make_folder(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw StorageError("cannot make folder " + in_quotes(folder.string()));
}

/// Writes one part and notes it in the table.
void write_part(const Dataset& data, const QueryList& queries, const fs::path& path, Table& table) {
  const Dataset part = take_queries(data, queries);
  write_dataset(part, path, DataFormat::letor);
  table.rows.push_back({path.string(), part.query_count(), part.row_count()});
}

void write_folds(const Dataset& data, const QueryList& queries, const SplitArgs& args,
                 Table& table) {
  const fs::path out = args.out;
  const std::vector<QueryList> parts = cut_evenly(queries, args.folds);
  const std::vector<Fold> folds = rotate_folds(parts);
  make_folder(out);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    write_part(data, parts[i], out / fmt::format("S{}.txt", i + 1), table);
  }
  for (std::size_t i = 0; i < folds.size(); ++i) {
    const fs::path folder = out / fmt::format("Fold{}", i + 1);
    make_folder(folder);
    write_part(data, folds[i].train, folder / "train.txt", table);
    write_part(data, folds[i].vali, folder / "vali.txt", table);
    write_part(data, folds[i].test, folder / "test.txt", table);
  }
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
        fmt::format("fractions: found {}, expected 2 (train, test) or 3 (train, vali, "
                    "test)",
                    fractions.size()));
  }
  return fractions;
}

void write_fractions(const Dataset& data, const QueryList& queries, const SplitArgs& args,
                     Table& table) {
  const std::vector<QueryList> parts = cut_by_fractions(queries, parse_fractions(args.fractions));
  const fs::path out = args.out;
  make_folder(out);
  write_part(data, parts.front(), out / "train.txt", table);
  if (parts.size() == 3) write_part(data, parts[1], out / "vali.txt", table);
  write_part(data, parts.back(), out / "test.txt", table);
}

void run_split(const SplitArgs& args, const Context& context) {
  const Dataset data = read_with_remarks(args.file, args.read, FeatureDetail::exact, context);
  const auto seed = args.shuffle ? std::optional(context.seed) : std::nullopt;
  const QueryList queries = all_queries(data.query_count(), seed);
  Table table{.columns = {"file", "queries", "rows"}};
  if (args.fractions.empty()) {
    write_folds(data, queries, args, table);
  } else {
    write_fractions(data, queries, args, table);
  }
  context.out << render(table, context.format);
}

}  // namespace

void add_data_split(CLI::App& data, Context& context) {
  const char* summary = "cut into the folds of a cross-validation, or into train, vali and test";
  add_command(data, context, "split", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<SplitArgs>();
    command.add_option("file", args->file, "data set")->type_name("FILE")->required();
    command.add_option("--out", args->out, "folder for S1.txt, ..., Fold1/train.txt, ...")
        ->type_name("DIR")
        ->required();
    auto* folds = command.add_option("--folds", args->folds, "number of folds, 3 or more")
                      ->type_name("K")
                      ->capture_default_str();
    command
        .add_option("--fractions", args->fractions,
                    "shares of train, vali and test, such as .6,.2,.2, instead of folds")
        ->type_name("LIST")
        ->excludes(folds);
    command.add_flag("--shuffle-queries", args->shuffle, "cut a random order of queries (--seed)");
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_split(*args, ctx); };
  });
}

}  // namespace podium
