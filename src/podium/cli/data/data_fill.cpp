#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/prepare/fill.hpp"

namespace podium::cli {

namespace {

struct FillArgs {
  std::string file;
  std::string policy;
  std::string profile;
  std::string out;
  ReadOptions read;
};

FillPolicy policy_of(const FillArgs& args, const Dataset& data) {
  if (args.profile.empty()) return parse_fill_policy(args.policy);
  if (args.profile != "letor3") {
    throw UsageError("fill profile: found " + in_quotes(args.profile) + ", expected letor3");
  }
  return letor3_fill_policy(data);
}

void run_fill(const FillArgs& args, const Context& context) {
  ReadReport input;
  const Dataset data =
      read_with_remarks(args.file, args.read, FeatureDetail::exact, context, &input);
  const FillPolicy policy = policy_of(args, data);
  const FillResult result = fill_missing(data, learned_policy(policy, data));
  write_as_read(result.data, args.read, args.out, output_format(args.out, input));
  context.say(fmt::format("{}: {} filled by rule {}, {} kept", args.out,
                          counted(result.filled, "missing value"), to_text(policy), result.kept));
}

}  // namespace

void add_data_fill(Command& data) {
  Command& command = data.add("fill", "replace missing values");
  auto* const args = command.runs(run_fill);
  command.option("file", args->file, "data set").reads("FILE").required();
  add_output(command, args->out, std::string("file to write; ") + format_by_name);
  command
      .option(
          "--policy", args->policy,
          "rule for all features, then rules for single features: RULE,FEATURE=RULE,... A rule "
          "is min, mean or max (over the query), train-min, train-mean or train-max (their mean "
          "over all queries of the file), zero, constant:V or keep")
      .value("RULES")
      .by_default("min");
  command
      .option("--profile", args->profile,
              "letor3: min for all features except 11 and 12 of each block of 15 (BM25), which get "
              "zero; the data must have 45 features")
      .one_of({"letor3"})
      .excludes({"--policy"});
  add_option_fields(command, args->read);
}

}  // namespace podium::cli
