#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/data/relabel.hpp"
#include "podium/doctor/match.hpp"
#include "podium/format/top_k_file.hpp"
#include "podium/format/top_k_records.hpp"

namespace podium {

namespace {

struct TruthArgs {
  std::string file;
  std::string truth = "topk:10";
  KappaBase kappa_base = KappaBase::k;
  std::string match;
  std::string graded_out;
  std::string out;
  ReadOptions read;
  ReadOptions match_read;
};

bool names_json_lines(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  }
  return path.ends_with(".jsonl") || path.ends_with(".json");
}

void write_truth(const Dataset& data, const TruthArgs& args, const Context& context) {
  const TruthSetting setting = parse_truth_setting(args.truth);
  if (!names_json_lines(args.out)) {
    write_dataset(with_setting(data, setting, context.seed, {.kappa_base = args.kappa_base}),
                  args.out);
    return;
  }
  if (setting.kind != TruthSetting::Kind::top_k) {
    throw UsageError("data truth: found --truth " + args.truth +
                     " with a name that ends in .json, "
                     "expected topk:K for JSON lines");
  }
  write_top_k(top_k_records(data, setting.k, context.seed), args.out);
}

/// The first data set keeps its grades, the second one gives the truth, both for the documents
/// that are in both.
void run_matched(const Dataset& graded, const TruthArgs& args, const Context& context) {
  const Dataset other =
      read_with_remarks(args.match, args.match_read, FeatureDetail::exact, context);
  const MatchedDatasets matched = match_documents(graded, other);
  if (matched.first.row_count() == 0) {
    throw UsageError("data truth: " + args.file + " and " + args.match +
                     " have no document of a query in common");
  }
  write_truth(matched.second, args, context);
  if (!args.graded_out.empty()) write_dataset(matched.first, args.graded_out);
  context.say(
      fmt::format("{} queries with {} documents are in both; dropped from the two: {} "
                  "queries, {} documents",
                  matched.first.query_count(), matched.first.row_count(), matched.queries_dropped,
                  matched.documents_dropped));
}

void run_truth(const TruthArgs& args, const Context& context) {
  if (args.match.empty() && !args.graded_out.empty()) {
    throw UsageError("data truth: found --graded-out without --match");
  }
  const Dataset data = read_with_remarks(args.file, args.read, FeatureDetail::exact, context);
  if (args.match.empty()) {
    write_truth(data, args, context);
  } else {
    run_matched(data, args, context);
  }
}

void add_truth_flags(CLI::App& command, TruthArgs& args) {
  command.add_option("--truth", args.truth, "what the labels become; ties by --seed")
      ->type_name("graded|full|topk:K|top-vs-rest:K")
      ->capture_default_str();
  command
      .add_option_function<std::string>(
          "--kappa-base",
          [&args](const std::string& text) {
            field("kappa-base", &TruthArgs::kappa_base, kappa_base_names, "").read(args, text);
          },
          "labels of a top-k truth count down from k, or from min(k, n)")
      ->type_name("k|kprime")
      ->default_str("k");
  command
      .add_option("--match", args.match,
                  "take the truth of this data set, of the documents that are in both")
      ->type_name("FILE");
  command
      .add_option_function<std::string>(
          "--match-format",
          [&args](const std::string& text) {
            field("match-format", &ReadOptions::format, data_format_names, "")
                .read(args.match_read, text);
          },
          "how --match is written down")
      ->type_name(joined(data_format_names))
      ->default_str("auto");
  command
      .add_option("--graded-out", args.graded_out,
                  "with --match: where to write the first data set, cut to the same documents")
      ->type_name("FILE");
}

}  // namespace

void add_data_truth(CLI::App& data, Context& context) {
  const char* summary = "make orders and top-k truths of grades";
  add_command(data, context, "truth", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<TruthArgs>();
    command.add_option("file", args->file, "data set")->type_name("FILE")->required();
    add_output(
        command, args->out,
        "where to write it: JSON lines if the name ends in .jsonl or .json, else a data set");
    add_truth_flags(command, *args);
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_truth(*args, ctx); };
  });
}

}  // namespace podium
