#include <memory>
#include <ostream>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/file.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/prepare/normalise.hpp"

namespace podium {

namespace {

struct NormaliseArgs {
  std::string file;
  std::string kind;
  std::string fit;
  std::string load;
  std::string save;
  std::string out;
  ReadOptions read;
};

Normaliser normaliser_for(const NormaliseArgs& args, const Dataset& data, const Context& context) {
  if (!args.load.empty()) {
    if (!args.kind.empty() || !args.fit.empty()) {
      throw UsageError("data normalise: found --load with --kind or --fit, expected one of them");
    }
    return Normaliser::from_json(InputText(args.load).view(), args.load);
  }
  const NormaliserKind kind = parse_normaliser_kind(args.kind.empty() ? "query-minmax" : args.kind);
  if (args.fit.empty()) return Normaliser::fit(kind, data);
  return Normaliser::fit(kind,
                         read_with_remarks(args.fit, args.read, FeatureDetail::exact, context));
}

void run_normalise(const NormaliseArgs& args, const Context& context) {
  const Dataset data = read_with_remarks(args.file, args.read, FeatureDetail::exact, context);
  const Normaliser normaliser = normaliser_for(args, data, context);
  write_dataset(normaliser.apply(data), args.out);
  if (!args.save.empty()) write_file(args.save, normaliser.to_json());
  context.say(fmt::format("{}: {} rows by {}{}", args.out, data.row_count(),
                          normalisers()[static_cast<std::size_t>(normaliser.kind())].name,
                          normaliser.is_servable()
                              ? ""
                              : "; it looks at all documents of a query, so it cannot be applied "
                                "to one document alone"));
}

std::string kinds_help() {
  std::string help = "how:";
  for (const NormaliserEntry& entry : normalisers()) {
    help += fmt::format("\n{} = {}", entry.name, entry.formula);
  }
  return help;
}

}  // namespace

void add_data_normalise(CLI::App& data, Context& context) {
  const char* summary = "bring features to one scale";
  add_command(data, context, "normalise", summary, [](CLI::App& command) -> Action {
    auto args = std::make_shared<NormaliseArgs>();
    command.add_option("file", args->file, "data set")->type_name("FILE")->required();
    add_output(command, args->out, "where to write it; the ending chooses the format");
    command.add_option("--kind", args->kind, kinds_help())
        ->type_name("KIND")
        ->default_str("query-minmax");
    command.add_option("--fit", args->fit, "learn the scale from this data set instead")
        ->type_name("FILE");
    command.add_option("--save", args->save, "keep what was learned, as JSON")->type_name("FILE");
    command.add_option("--load", args->load, "apply what --save kept")->type_name("FILE");
    add_option_fields(command, args->read);
    return [args](const Context& ctx) { run_normalise(*args, ctx); };
  });
}

}  // namespace podium
