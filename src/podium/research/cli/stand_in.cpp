#include "podium/research/stand_ins/stand_in.hpp"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "podium/cli/command.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/named.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/research/cli/papers_program.hpp"

namespace podium::research {

namespace {

struct StandInArgs {
  std::string set;
  std::string out;
  std::size_t documents = 0;
  std::size_t queries = 0;
};

void run_stand_in(const StandInArgs& args, const cli::Context& context) {
  constexpr std::size_t folds = 5;
  const StandInShape& shape = find_named(stand_in_shapes(), args.set, "data set");
  const SyntheticDataset made = stand_in(shape, context.seed, args.documents, args.queries);
  write_folds(made.data, all_queries(made.data.query_count(), context.seed), folds, args.out);
  write_file(std::filesystem::path(args.out) / stand_in_mark,
             fmt::format("A generated stand-in for {}, seed {}. It decides no claim about {}.\n",
                         shape.name, context.seed, shape.name));
  context.say(fmt::format("{}: stand-in for {}, {}, {}, {}", args.out, shape.name,
                          counted(made.data.query_count(), "query", "queries"),
                          counted(made.data.row_count(), "row"),
                          counted(made.data.feature_count(), "feature")));
}

}  // namespace

void add_stand_in_command(cli::Command& program) {
  cli::Command& command = program.add(
      "stand-in", "generate a data set of the published shape of one that is not public");
  auto* const args = command.runs(run_stand_in);
  command.description =
      "Writes S1.txt to S5.txt and Fold1 to Fold5 as LETOR has them. In the folder of the real "
      "data set, podium-papers reproduce uses it, says so, and lets it decide no claim. "
      "docs/data-sets.md has the shapes.";
  command.option("set", args->set, "data set to stand in for")
      .value("SET")
      .one_of(cli::row_names(stand_in_shapes()))
      .required();
  command.option("--out", args->out, "folder to write the folds to")
      .writes("DIR")
      .inside({"S[0-9]*", "Fold[0-9]*/*", std::string(stand_in_mark)})
      .required();
  command
      .number("--documents", args->documents,
              "at most this many documents per query; 0: as published")
      .value("N");
  command.number("--queries", args->queries, "at most this many queries; 0: as published")
      .value("N");
}

}  // namespace podium::research
