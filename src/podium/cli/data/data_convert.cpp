#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"
#include "podium/cli/command.hpp"
#include "podium/cli/data/data_file.hpp"
#include "podium/cli/data/unjudged_args.hpp"
#include "podium/format/preferences.hpp"
#include "podium/format/qrels.hpp"
#include "podium/format/run.hpp"
#include "podium/format/top_k_file.hpp"
#include "podium/synth/preference_graph.hpp"

namespace podium {

namespace {

enum class Kind { dataset, qrels, run, top_k, preferences };

/// Files other than data sets, and the ending that gives them away.
struct OtherFormat {
  std::string_view name;
  Kind kind;
  std::string_view ending;
};

constexpr std::array<OtherFormat, 4> other_formats = {
    {{"qrels", Kind::qrels, ".qrels"},
     {"run", Kind::run, ".run"},
     {"top-k", Kind::top_k, ".jsonl"},
     {"preferences", Kind::preferences, ".pref"}}};

struct FileFormat {
  Kind kind = Kind::dataset;
  DataFormat data = DataFormat::automatic;
};

struct ConvertArgs {
  std::string in;
  std::string out;
  std::string from = "auto";
  std::string to = "auto";
  std::string scores;
  std::string tag = "podium";
  std::string data;
  UnjudgedArgs unjudged;
  ReadOptions read;
};

std::string format_names() {
  std::vector<std::string_view> names(data_format_names.begin(), data_format_names.end());
  for (const OtherFormat& other : other_formats) names.push_back(other.name);
  return joined(names);
}

/// The format that is named, or that the file's name stands for.
FileFormat format_of(const std::string& name, std::filesystem::path path) {
  if (path.extension() == ".gz" || path.extension() == ".zst") path.replace_extension();
  for (const OtherFormat& other : other_formats) {
    const bool is_meant = name == "auto" ? path.extension() == other.ending : name == other.name;
    if (is_meant) return {.kind = other.kind};
  }
  const auto* found = std::ranges::find(data_format_names, name);
  if (found == data_format_names.end()) {
    throw UsageError(
        fmt::format("format: found {}, expected one of: {}", in_quotes(name), format_names()));
  }
  return {.data = static_cast<DataFormat>(found - data_format_names.begin())};
}

void say_all(const Context& context, const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks) context.say(remark);
}

Dataset read_data(const Context& context, const std::string& path, ReadOptions options,
                  DataFormat format) {
  options.format = format;
  Dataset data = read_with_remarks(path, options, FeatureDetail::exact, context);
  context.say(fmt::format("{}: {} rows of {} queries", path, data.row_count(), data.query_count()));
  return data;
}

void save_qrels(const Context& context, const Qrels& qrels, const std::string& path) {
  write_qrels(qrels, path);
  context.say(fmt::format("{}: {} judgements of {} queries", path, qrels.judged.row_count(),
                          qrels.judged.query_count()));
}

void save_data(const Context& context, const Dataset& data, const std::string& path,
               DataFormat format) {
  write_dataset(data, path, format);
  context.say(fmt::format("{}: {} rows of {} queries", path, data.row_count(), data.query_count()));
}

UsageError no_such_conversion() {
  return UsageError(
      "found two formats without a conversion, expected one of: data set to data set or qrels; "
      "data set with --scores to run; top-k to qrels or, with --data, to data set; preferences to "
      "qrels");
}

void convert_dataset(const Context& context, const ConvertArgs& args, const FileFormat& from,
                     const FileFormat& to) {
  if (to.kind == Kind::run && args.scores.empty()) {
    throw UsageError("a run needs scores: give --scores");
  }
  if (to.kind != Kind::dataset && to.kind != Kind::qrels && to.kind != Kind::run) {
    throw no_such_conversion();
  }
  const Dataset data = read_data(context, args.in, args.read, from.data);
  if (to.kind == Kind::dataset) {
    save_data(context, data, args.out, to.data);
  } else if (to.kind == Kind::qrels) {
    save_qrels(context, qrels_of(data), args.out);
  } else {
    const Run run = run_of(data, read_row_scores(args.scores, data), args.tag);
    write_run(run, args.out);
    context.say(fmt::format("{}: {} documents of {} queries", args.out, data.row_count(),
                            data.query_count()));
  }
}

void convert_top_k(const Context& context, const ConvertArgs& args, const FileFormat& to) {
  if (to.kind == Kind::dataset && args.data.empty()) {
    throw UsageError("a top-k file has no features: give the data set they belong to by --data");
  }
  if (to.kind != Kind::dataset && to.kind != Kind::qrels) throw no_such_conversion();
  const std::vector<TopKRecord> records = read_top_k(args.in);
  context.say(fmt::format("{}: {} queries", args.in, records.size()));
  if (to.kind == Kind::qrels) {
    save_qrels(context, qrels_of(records), args.out);
    return;
  }
  const Dataset data = read_data(context, args.data, args.read, DataFormat::automatic);
  const auto label = [&](Unjudged unjudged) {
    return with_top_k(data, records, unjudged, args.data);
  };
  save_data(context, args.unjudged.labelled(args.data, label, context), args.out, to.data);
}

void convert_preferences(const Context& context, const ConvertArgs& args, const FileFormat& to) {
  if (to.kind != Kind::qrels) throw no_such_conversion();
  LineReport report;
  const auto preferences =
      read_preferences(args.in, args.read.lenient ? BadLines::skip : BadLines::refuse, &report);
  say_all(context, report.remarks());
  context.say(fmt::format("{}: {} preferences; labels count wins, a tie counts half", args.in,
                          preferences.size()));
  save_qrels(context, qrels_by_wins(preferences), args.out);
}

void run_convert(const Context& context, const ConvertArgs& args) {
  const FileFormat from = format_of(args.from, args.in);
  const FileFormat to = format_of(args.to, args.out);
  args.unjudged.check("--data", !args.data.empty());
  switch (from.kind) {
    case Kind::dataset:
      return convert_dataset(context, args, from, to);
    case Kind::top_k:
      return convert_top_k(context, args, to);
    case Kind::preferences:
      return convert_preferences(context, args, to);
    case Kind::qrels:
    case Kind::run:
      break;
  }
  throw no_such_conversion();
}

}  // namespace

void add_data_convert(CLI::App& data, Context& context) {
  add_command(
      data, context, "convert", "write data in another format", [](CLI::App& app) -> Action {
        const auto args = std::make_shared<ConvertArgs>();
        app.add_option("in", args->in, "what to read")->required();
        app.add_option("out", args->out, "where to write")->required();
        const std::string names = format_names();
        app.add_option("--from", args->from,
                       "format of the input; auto goes by its name and content")
            ->type_name(names)
            ->capture_default_str();
        app.add_option("--to", args->to, "format of the output; auto goes by its name")
            ->type_name(names)
            ->capture_default_str();
        app.add_option("--scores", args->scores, "score file, to write a run");
        app.add_option("--tag", args->tag, "last column of a run")->capture_default_str();
        app.add_option("--data", args->data, "data set that gets the truth of a top-k file");
        args->unjudged.add_to(app, "--data");
        add_option_fields(app, args->read);
        app.remove_option(app.get_option("--input-format"));  // --from says it
        return [args](const Context& ctx) { run_convert(ctx, *args); };
      });
}

}  // namespace podium
