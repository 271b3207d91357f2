#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/prepare/normalise.hpp"

namespace podium::cli {

namespace {

struct NormaliseArgs {
  std::string file;
  std::string kind = "query-minmax";
  std::string fit;
  std::string load;
  std::string save;
  std::string out;
  ReadOptions read;
};

Normaliser normaliser_for(const NormaliseArgs& args, const Dataset& data, const Context& context) {
  if (!args.load.empty()) return Normaliser::from_json(InputText(args.load).view(), args.load);
  const NormaliserKind kind = parse_normaliser_kind(args.kind);
  if (args.fit.empty()) return Normaliser::fit(kind, data);
  ReadOptions read = args.read;
  read.needs_weights = false;
  return Normaliser::fit(kind, read_with_remarks(args.fit, read, FeatureDetail::exact, context));
}

void run_normalise(const NormaliseArgs& args, const Context& context) {
  ReadReport input;
  const Dataset data =
      read_with_remarks(args.file, args.read, FeatureDetail::exact, context, &input);
  const Normaliser normaliser = normaliser_for(args, data, context);
  const Dataset normalised = naming(args.file, [&] { return normaliser.apply(data); });
  write_as_read(normalised, args.read, args.out, output_format(args.out, input));
  if (!args.save.empty()) write_file(args.save, normaliser.to_json());
  context.say(fmt::format(
      "{}: {} normalised by {}{}", args.out, counted(data.row_count(), "row"), normaliser.name(),
      normaliser.is_servable() ? ""
                               : "; it uses all documents of a query, so it cannot be applied to a "
                                 "single document"));
}

}  // namespace

void add_data_normalise(Command& data) {
  Command& command = data.add("normalise", "scale the features of a data set");
  auto* const args = command.runs(run_normalise);
  command.option("file", args->file, "data set").reads("FILE").required();
  add_output(command, args->out, std::string("file to write; ") + format_by_name);
  command.option("--kind", args->kind, "method; see 'podium list normalisers' for the formulas")
      .value("NAME")
      .one_of(row_names(normalisers()));
  command.option("--fit", args->fit, "fit the normaliser to this data set instead of FILE")
      .reads("FILE")
      .only_if([args] { return has_parameters(parse_normaliser_kind(args->kind)); },
               "--kind minmax, zscore, robust or auto");
  command.option("--save", args->save, "write the fitted normaliser to this file, as JSON")
      .writes("FILE");
  command.option("--load", args->load, "apply a normaliser written by --save")
      .reads("FILE")
      .excludes({"--kind", "--fit"});
  add_option_fields(command, args->read);
}

}  // namespace podium::cli
