#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "podium/aggregate/aggregator.hpp"
#include "podium/aggregate/majority_table.hpp"
#include "podium/base/error.hpp"
#include "podium/base/parallel.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/learn/assignments.hpp"
#include "podium/cli/measure/aggregate_input.hpp"
#include "podium/cli/measure/print_consensus.hpp"
#include "podium/format/preflib.hpp"
#include "podium/format/run.hpp"
#include "podium/format/scores.hpp"

namespace podium {

namespace {

enum class ListFormat { automatic, preflib, run };
enum class OrientationChoice { rank, score, automatic };

constexpr std::array<std::string_view, 2> orientation_names = {"rank", "score"};

// A majority table of more items takes over 200 MB: methods that do without one shall not fail for
// the sake of a number beside the result.
constexpr std::size_t most_items_with_cost = 5000;

struct AggregateFlags {
  std::string method = "skr";
  std::string weights;
  ListFormat from = ListFormat::automatic;
  OrientationChoice orientation = OrientationChoice::automatic;
  bool names = false;

  static auto fields() {
    using Self = AggregateFlags;
    return std::array{
        field("method", &Self::method, "see podium list aggregators"),
        field("weights", &Self::weights,
              "of the voters: w1,w2,... or a file with one a line; all 1 when left out"),
        field("from", &Self::from, std::array<std::string_view, 3>{"auto", "preflib", "run"},
              "what --lists are; auto goes by the ending: .soc, .soi, .toc, .toi are PrefLib's"),
        field("orientation", &Self::orientation,
              std::array<std::string_view, 3>{"rank", "score", "auto"},
              "of the features of --data: small is better (rank), large is better (score), or as "
              "the labels say (auto)"),
        field("names", &Self::names, "PrefLib: print alternatives by name, not by number"),
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
  const auto count = std::ranges::count_if(
      files, [](const RankerFile& file) { return preflib_kind_of_name(file.path).has_value(); });
  if (count != 0 && static_cast<std::size_t>(count) != files.size()) {
    throw UsageError("aggregate: found PrefLib files and others, expected one kind; see --from");
  }
  return count > 0;
}

std::vector<NamedElection> list_elections(const AggregateArgs& args, const Method& method,
                                          std::span<const double> weights) {
  const std::vector<RankerFile> files = ranker_files(args.lists);
  if (are_preflib(args, files)) {
    if (method.entry->needs_scores) {
      throw UsageError(fmt::format(
          "aggregate: {} needs scores, found PrefLib files, which have none", method.entry->name));
    }
    return preflib_elections(files, weights, args.flags.names);
  }
  if (args.flags.names) throw UsageError("aggregate: found --names without PrefLib files");
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
        "aggregate: the labels do not say whether features are ranks or scores, expected "
        "--orientation rank or --orientation score");
  }
  context.say(fmt::format(
      "orientation {}: the mean rank correlation of values and labels is {:.4f} over {} lists",
      orientation_names[static_cast<std::size_t>(*orientation)], evidence.correlation,
      evidence.lists));
  return *orientation;
}

void check(const AggregateArgs& args) {
  if (args.lists.empty() == args.data.empty()) {
    throw UsageError(std::string("aggregate: expected one of --lists and --data, found ") +
                     (args.data.empty() ? "neither" : "both"));
  }
  if (args.data.empty()) {
    if (!args.out.empty()) {
      throw UsageError("aggregate: found --out without --data, whose rows it scores; see --run");
    }
    if (args.flags.orientation != OrientationChoice::automatic) {
      throw UsageError("aggregate: found --orientation without --data");
    }
  } else if (args.flags.names) {
    throw UsageError("aggregate: found --names without PrefLib files");
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
    } else if (election.item_count() > most_items_with_cost) {
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
  if (!args.out.empty()) write_scores(scores_by_input(data, scores), args.out);
  context.out << render(report, context.format);
}

}  // namespace

void add_aggregate_command(CLI::App& app, Context& context) {
  const std::string summary = "one ranking of many";
  add_command(app, context, "aggregate", summary, [](CLI::App& command) -> Action {
    const auto args = std::make_shared<AggregateArgs>();
    const auto file = [&](const char* flag, std::string& path, const char* help) {
      return command.add_option(flag, path, help)->type_name("FILE");
    };
    command
        .add_option("--lists", args->lists,
                    "PrefLib files, each an election, or TREC runs, each a voter in every query")
        ->type_name("FILE");
    file("--data", args->data,
         "a data set whose features are lists: ranks or scores, missing where a list lacks the "
         "document");
    command.add_option("--set", args->set, "an option, see podium list aggregator-options")
        ->type_name("OPTION=VALUE")
        ->allow_extra_args(false);
    add_option_fields(command, args->flags);
    file("--run", args->run, "where to write a TREC run; scores are n - rank");
    command.add_option("--run-tag", args->run_tag, "last column of the run")
        ->type_name("TAG")
        ->capture_default_str();
    file("--out", args->out, "with --data: where to write a score for each row, n - rank");
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_aggregate(*args, ctx); };
  });
}

}  // namespace podium
