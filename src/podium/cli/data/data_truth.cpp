#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/data/relabel.hpp"
#include "podium/core/doctor/match.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/orders/top_k_records.hpp"

namespace podium::cli {

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
  const std::filesystem::path ending = without_packing(path).extension();
  return ending == ".jsonl" || ending == ".json";
}

bool writes_labels_of_top_k(const TruthArgs& args) {
  return parse_truth_setting(args.truth).kind == TruthSetting::Kind::top_k &&
         !names_json_lines(args.out);
}

void write_truth(const Dataset& data, const ReadReport& input, const TruthArgs& args,
                 const Context& context) {
  const TruthSetting setting = parse_truth_setting(args.truth);
  if (!names_json_lines(args.out)) {
    write_as_read(with_setting(data, setting, context.seed, {.kappa_base = args.kappa_base}),
                  args.read, args.out, output_format(args.out, input));
    return;
  }
  if (setting.kind != TruthSetting::Kind::top_k) {
    throw UsageError("data truth: JSON lines need --truth topk:K, found --truth " + args.truth);
  }
  write_top_k(top_k_records(data, setting.k, context.seed), args.out);
}

/// The first data set keeps its grades, the second one gives the truth, both for the documents
/// that are in both.
void run_matched(const Dataset& graded, const ReadReport& input, const TruthArgs& args,
                 const Context& context) {
  ReadReport matched_input;
  const Dataset other =
      read_with_remarks(args.match, args.match_read, FeatureDetail::exact, context, &matched_input);
  const MatchedDatasets matched = match_documents(graded, other);
  if (matched.first.row_count() == 0) {
    throw UsageError("data truth: " + args.file + " and " + args.match +
                     " have no document of the same query in common");
  }
  write_truth(matched.second, matched_input, args, context);
  if (!args.graded_out.empty()) {
    write_as_read(matched.first, args.read, args.graded_out, output_format(args.graded_out, input));
  }
  context.say(fmt::format("in both files: {} with {}; dropped: {} and {}",
                          counted(matched.first.query_count(), "query", "queries"),
                          counted(matched.first.row_count(), "document"),
                          counted(matched.queries_dropped, "query", "queries"),
                          counted(matched.documents_dropped, "document")));
}

void run_truth(const TruthArgs& args, const Context& context) {
  ReadReport input;
  const Dataset data =
      read_with_remarks(args.file, args.read, FeatureDetail::exact, context, &input);
  if (args.match.empty()) {
    write_truth(data, input, args, context);
  } else {
    run_matched(data, input, args, context);
  }
}

void add_truth_flags(Command& command, TruthArgs& args) {
  command.option("--truth", args.truth, "ground truth to derive; ties are broken by --seed")
      .value("graded|full|topk:K|top-vs-rest:K")
      .one_of({"graded", "full", "topk:", "top-vs-rest:"});
  command
      .choice("--kappa-base", args.kappa_base, kappa_base_names,
              "largest label of a top-k truth: k, or kprime = min(k, number of documents)")
      .only_if([&args] { return writes_labels_of_top_k(args); },
               "--truth topk:K and a data set as --out");
  command
      .option("--match", args.match,
              "take the truth from this data set; keep only documents that are in both data sets")
      .reads("FILE");
  command
      .choice("--match-format", args.match_read.format, data_format_names,
              "format of the --match file")
      .needs("--match");
  command
      .option("--graded-out", args.graded_out,
              "with --match: write FILE, restricted to the same documents, to this file")
      .writes("FILE")
      .beside(dataset_side_files())
      .needs("--match");
}

}  // namespace

void add_data_truth(Command& data) {
  Command& command = data.add("truth", "derive orders and top-k lists from graded labels");
  auto* const args = command.runs(run_truth);
  command.description =
      "Turns graded labels into full orders (full), ordered lists of the best k documents "
      "(topk:K) or sets of the best k documents (top-vs-rest:K).";
  command.option("file", args->file, "data set").reads("FILE").required();
  add_output(command, args->out,
             "file to write: JSON lines if its name ends in .jsonl or .json, else a data set");
  add_truth_flags(command, *args);
  add_option_fields(command, args->read);
  for (const std::string_view flag : weight_flags) {
    command.flag(flag).only_if([args] { return !names_json_lines(args->out); },
                               "a data set as --out");
  }
}

}  // namespace podium::cli
