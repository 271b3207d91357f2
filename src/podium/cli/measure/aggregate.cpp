#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "podium/cli/args/assignments.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/measure/aggregate_input.hpp"
#include "podium/core/aggregate/aggregator.hpp"
#include "podium/core/aggregate/consensus_report.hpp"
#include "podium/core/aggregate/majority_table.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/format/orders/preflib.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/run.hpp"

namespace podium::cli {

namespace {

enum class ListFormat { automatic, preflib, run };
enum class OrientationChoice { rank, score, automatic };

constexpr std::array<std::string_view, 2> orientation_names = {"rank", "score"};

// A majority table of more items takes over 200 MB: methods that do without one shall not fail for
// the sake of a number beside the result.
constexpr std::size_t max_items_with_cost = 5000;

struct AggregateFlags {
  std::string method = "skr";
  std::string weights;
  ListFormat from = ListFormat::automatic;
  OrientationChoice orientation = OrientationChoice::automatic;
  bool names = false;

  static auto fields() {
    using Self = AggregateFlags;
    return std::array{
        field("method", &Self::method, "aggregation method; see 'podium list aggregators'"),
        field("weights", &Self::weights,
              "weights of the voters: w1,w2,..., or a file with one weight per line; default: 1 "
              "for each"),
        field("from", &Self::from, std::array<std::string_view, 3>{"auto", "preflib", "run"},
              "format of --lists; auto: PrefLib if the name ends in .soc, .soi, .toc or .toi, else "
              "runs"),
        field("orientation", &Self::orientation,
              std::array<std::string_view, 3>{"rank", "score", "auto"},
              "meaning of the features of --data: ranks (smaller is better), scores (larger is "
              "better), or determined from the labels (auto)"),
        field("names", &Self::names,
              "PrefLib: print the names of alternatives instead of their numbers"),
    };
  }
};

struct AggregateArgs {
  std::vector<std::string> lists;
  std::string data;
  std::vector<std::string> set;
  std::string out;
  std::string run;
  std::string run_tag = "podium";
  AggregateFlags flags;
  ReadOptions read;
};

/// An aggregator as the command line describes it.
struct Method {
  const AggregatorEntry* entry = nullptr;
  OptionText options;
  Aggregator aggregate;
  TableOptions table;  ///< by which costs are computed: that of the method if it has one
};

Method method_of(const AggregateArgs& args) {
  Method method{.entry = &find_aggregator(args.flags.method),
                .options = parse_assignments(args.set)};
  if (!method.options.empty() && method.entry->options().empty()) {
    throw UsageError(fmt::format("--set: {} has no options", method.entry->name));
  }
  method.aggregate = method.entry->make(method.options);
  OptionText of_table = method.options;
  std::erase_if(of_table, [](const auto& o) { return o.first != "depth" && o.first != "missing"; });
  method.table = parse_options<TableOptions>(of_table);
  return method;
}

bool are_preflib(const AggregateArgs& args, std::span<const RankerFile> files) {
  if (args.flags.from != ListFormat::automatic) return args.flags.from == ListFormat::preflib;
  const auto count = std::ranges::count_if(files, [](const RankerFile& file) {
    // A stream has no name that says anything; PrefLib files begin with their own description.
    return is_stream(file.path) ? InputText(file.path).view().starts_with('#')
                                : preflib_kind_of_name(file.path).has_value();
  });
  if (count != 0 && static_cast<std::size_t>(count) != files.size()) {
    throw UsageError("aggregate: PrefLib files cannot be mixed with others; see --from");
  }
  return count > 0;
}

std::vector<NamedElection> list_elections(const AggregateArgs& args, const Method& method,
                                          std::span<const double> weights) {
  const std::vector<RankerFile> files = ranker_files(args.lists);
  if (are_preflib(args, files)) {
    if (method.entry->needs_scores) {
      throw UsageError(
          fmt::format("aggregate: {} needs scores; PrefLib files have none", method.entry->name));
    }
    return preflib_elections(files, weights, args.flags.names);
  }
  if (args.flags.names) throw UsageError("aggregate: --names needs PrefLib files");
  return run_elections(files, weights);
}

/// The data as lists: a feature that a row of LETOR text leaves out is not a rank of 0.
Dataset read_lists(const AggregateArgs& args, const Context& context) {
  ReadOptions read = args.read;
  if (read.format == DataFormat::automatic && format_of_name(args.data) == DataFormat::letor) {
    read.format = DataFormat::letor_agg;
  }
  return read_with_remarks(args.data, read, FeatureDetail::exact, context);
}

VoteOrientation orientation_of(const AggregateArgs& args, const Dataset& data,
                               const Context& context) {
  if (args.flags.orientation == OrientationChoice::rank) return VoteOrientation::rank;
  if (args.flags.orientation == OrientationChoice::score) return VoteOrientation::score;
  const OrientationEvidence evidence = orientation_by_labels(data);
  const auto orientation = evidence.orientation();
  if (!orientation) {
    throw UsageError(
        "aggregate: the labels do not show whether features are ranks or scores; give "
        "--orientation "
        "rank or --orientation score");
  }
  context.say(fmt::format(
      "orientation {}: the mean rank correlation of features and labels over {} lists is {:.4f}",
      orientation_names[static_cast<std::size_t>(*orientation)], evidence.lists,
      evidence.correlation));
  return *orientation;
}

void check(const AggregateArgs& args) {
  if (args.lists.empty() == args.data.empty()) {
    throw UsageError("aggregate: give either --lists or --data");
  }
}

std::vector<NamedConsensus> aggregated(std::span<const NamedElection> elections,
                                       const Method& method) {
  std::vector<NamedConsensus> results(elections.size());
  parallel_for(elections.size(), [&](std::size_t i) {
    const Election& election = elections[i].election;
    results[i] = {.from = &elections[i], .consensus = method.aggregate(election)};
    const Consensus& found = results[i].consensus;
    if (found.bracket) {
      results[i].cost = found.bracket->cost;
    } else if (election.item_count() > max_items_with_cost) {
      results[i].cost = std::numeric_limits<double>::quiet_NaN();
    } else {
      results[i].cost = kemeny_cost(found.ranking.order, MajorityTable(election, method.table));
    }
  });
  return results;
}

/// The scores of all items, elections one after the other, items in their order.
std::vector<double> all_scores(std::span<const NamedConsensus> results) {
  std::vector<double> scores;
  for (const NamedConsensus& result : results) {
    const std::vector<ItemIndex>& order = result.consensus.ranking.order;
    const std::size_t begin = scores.size();
    scores.resize(begin + order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
      scores[begin + order[rank]] = score_of_rank(rank, order.size());
    }
  }
  return scores;
}

/// The run borrows the names of the elections.
Run run_of_lists(std::span<const NamedElection> elections, std::vector<double> scores,
                 const std::string& tag) {
  DocumentColumns columns{.value = std::move(scores)};
  for (const NamedElection& election : elections) {
    columns.query_id.push_back(election.id);
    columns.document.insert(columns.document.end(), election.item.begin(), election.item.end());
    columns.query_end.push_back(columns.document.size());
  }
  return {DocumentTable(std::move(columns)), tag};
}

void run_aggregate(const AggregateArgs& args, const Context& context) {
  check(args);
  const Method method = method_of(args);
  for (const std::string& path : {args.out, args.run}) {
    if (!path.empty()) check_writable(path);
  }
  std::vector<double> weights;
  if (!args.flags.weights.empty()) weights = read_voter_weights(args.flags.weights);
  AggregationReport report{.method = std::string(method.entry->name), .options = method.options};
  Dataset data;
  std::vector<NamedElection> elections;
  if (args.data.empty()) {
    elections = list_elections(args, method, weights);
  } else {
    data = read_lists(args, context);
    const VoteOrientation orientation = orientation_of(args, data, context);
    report.orientation = orientation_names[static_cast<std::size_t>(orientation)];
    elections = data_elections(data, orientation, weights);
  }
  report.results = aggregated(elections, method);
  const std::vector<double> scores = all_scores(report.results);
  if (!args.run.empty()) {
    write_run(args.data.empty() ? run_of_lists(elections, scores, args.run_tag)
                                : run_of(data, scores, args.run_tag),
              args.run);
  }
  if (!args.run.empty() && !args.data.empty()) say_row_numbers(data, args.data, context);
  if (!args.out.empty()) write_scores(scores_by_input(data, scores), args.out);
  context.out << render(report, context.format);
}

}  // namespace

void add_aggregate_command(Command& podium) {
  Command& command = podium.add("aggregate", "combine several rankings into one");
  auto* const args = command.runs(run_aggregate);
  command.description =
      "The rankings are elections in PrefLib format, TREC runs, or the features of a data "
      "set. The result is printed, or written as a run or as scores.";
  command
      .option("--lists", args->lists,
              "PrefLib files (one election each), or TREC runs (one voter each)")
      .reads("[NAME=]FILE");
  command
      .option("--data", args->data,
              "data set whose features are the ranks or scores of the rankings; a value is missing "
              "if the ranking does not contain the document")
      .reads("FILE");
  command.option("--set", args->set, "set an option; see 'podium list aggregator-options'")
      .value("OPTION=VALUE")
      .one_each_time();
  add_option_fields(command, args->flags);
  command.flag("--weights").reads("LIST|FILE");
  command.option("--run", args->run, "write a TREC run with scores n - rank to this file")
      .writes("FILE");
  command.option("--run-tag", args->run_tag, "run tag: the last column of the run")
      .value("TAG")
      .needs("--run");
  command
      .option("--out", args->out, "with --data: write the score n - rank of each row to this file")
      .writes("FILE");
  add_reading_of("--data", command, args->read);
  leave_out_weights(command, args->read);
  for (const char* flag : {"--from", "--names"}) command.flag(flag).needs("--lists");
  command.flag("--orientation").needs("--data");
  command.flag("--out").needs("--data");
}

}  // namespace podium::cli
