#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/cli/args/data_file.hpp"
#include "podium/cli/args/unjudged_args.hpp"
#include "podium/cli/commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/unpacker.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/feature_log.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/parquet/read_parquet.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/synth/preference_graph.hpp"

namespace podium::cli {

namespace {

enum class Kind { dataset, qrels, run, top_k, preferences, es_ltr_log, solr_log };

/// Files other than data sets, and the ending that gives them away, if there is one.
struct OtherFormat {
  std::string_view name;
  Kind kind;
  std::string_view ending;
};

constexpr std::array<OtherFormat, 6> other_formats = {{{"qrels", Kind::qrels, ".qrels"},
                                                       {"run", Kind::run, ".run"},
                                                       {"top-k", Kind::top_k, ".jsonl"},
                                                       {"preferences", Kind::preferences, ".pref"},
                                                       {"es-ltr-log", Kind::es_ltr_log, ""},
                                                       {"solr-log", Kind::solr_log, ""}}};

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
  std::string qrels;
  std::string scratch;
  UnjudgedArgs unjudged;
  FeatureLogOptions log;
  ReadOptions read;
};

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names(data_format_names.begin(), data_format_names.end());
  for (const OtherFormat& other : other_formats) names.push_back(other.name);
  return names;
}

/// The format that is named, or that the file's name stands for.
FileFormat format_of(const std::string& name, const std::filesystem::path& path) {
  const std::filesystem::path ending = without_packing(path).extension();
  for (const OtherFormat& other : other_formats) {
    const bool is_meant =
        name == "auto" ? !other.ending.empty() && ending == other.ending : name == other.name;
    if (is_meant) return {.kind = other.kind};
  }
  return {.data = static_cast<DataFormat>(chosen_index("format", format_names(), name))};
}

void say_all(const Context& context, const std::vector<std::string>& remarks) {
  for (const std::string& remark : remarks) context.say(remark);
}

/// `written`: the format of the data set that is made of it, if one is.
Dataset read_data(const Context& context, const std::string& path, ReadOptions options,
                  DataFormat format, ReadReport& report,
                  const std::function<DataFormat(const ReadReport&)>& written = {}) {
  options.format = format;
  Dataset data = written ? read_to_write(path, options, written, context, report)
                         : read_with_remarks(path, options, FeatureDetail::exact, context, &report);
  context.say(fmt::format("{}: {}, {}", path, counted(data.row_count(), "row"),
                          counted(data.query_count(), "query", "queries")));
  return data;
}

void save_qrels(const Context& context, const Qrels& qrels, const std::string& path) {
  write_qrels(qrels, path);
  context.say(fmt::format("{}: {}, {}", path, counted(qrels.judged.row_count(), "judgement"),
                          counted(qrels.judged.query_count(), "query", "queries")));
}

DataFormat written_format(const std::string& path, DataFormat format, const ReadReport& input) {
  return format == DataFormat::automatic ? output_format(path, input) : format;
}

void save_data(const Context& context, const Dataset& data, const ConvertArgs& args,
               DataFormat format, const ReadReport& input) {
  write_as_read(data, args.read, args.out, written_format(args.out, format, input));
  context.say(fmt::format("{}: {}, {}", args.out, counted(data.row_count(), "row"),
                          counted(data.query_count(), "query", "queries")));
}

UsageError no_such_conversion() {
  return UsageError(
      "there is no conversion between these two formats; supported are: data set to data set or "
      "qrels; data set with --scores to run; top-k to qrels or, with --data, to data set; "
      "preferences to qrels; logs of features to data set");
}

void convert_dataset(const Context& context, const ConvertArgs& args, const FileFormat& from,
                     const FileFormat& to) {
  if (to.kind == Kind::run && args.scores.empty()) {
    throw UsageError("a run needs scores; add --scores FILE");
  }
  if (to.kind != Kind::dataset && to.kind != Kind::qrels && to.kind != Kind::run) {
    throw no_such_conversion();
  }
  ReadReport input;
  std::function<DataFormat(const ReadReport&)> written;
  if (to.kind == Kind::dataset) {
    written = [&](const ReadReport& report) { return written_format(args.out, to.data, report); };
  }
  const Dataset data = read_data(context, args.in, args.read, from.data, input, written);
  if (to.kind != Kind::dataset) say_row_numbers(data, args.in, context);
  if (to.kind == Kind::dataset) {
    save_data(context, data, args, to.data, input);
  } else if (to.kind == Kind::qrels) {
    save_qrels(context, qrels_of(data), args.out);
  } else {
    const Run run = run_of(data, read_row_scores(args.scores, data), args.tag);
    write_run(run, args.out);
    context.say(fmt::format("{}: {}, {}", args.out, counted(data.row_count(), "document"),
                            counted(data.query_count(), "query", "queries")));
  }
}

void convert_top_k(const Context& context, const ConvertArgs& args, const FileFormat& to) {
  if (to.kind == Kind::dataset && args.data.empty()) {
    throw UsageError("a top-k file has no features; add --data FILE, the data set that it labels");
  }
  if (to.kind != Kind::dataset && to.kind != Kind::qrels) throw no_such_conversion();
  const std::vector<TopKRecord> records = read_top_k(args.in);
  context.say(fmt::format("{}: {}", args.in, counted(records.size(), "query", "queries")));
  if (to.kind == Kind::qrels) {
    save_qrels(context, qrels_of(records), args.out);
    return;
  }
  ReadReport input;
  const Dataset data = read_data(context, args.data, args.read, DataFormat::automatic, input);
  const auto label = [&](Unjudged unjudged) {
    return with_top_k(data, records, unjudged, args.data);
  };
  save_data(context, args.unjudged.labelled(args.data, label, context), args, to.data, input);
}

void convert_preferences(const Context& context, const ConvertArgs& args, const FileFormat& to) {
  if (to.kind != Kind::qrels) throw no_such_conversion();
  LineReport report;
  const auto preferences =
      read_preferences(args.in, args.read.lenient ? BadLines::skip : BadLines::refuse, &report);
  say_all(context, report.remarks());
  context.say(fmt::format(
      "{}: {} preferences; the label of a document is its number of wins, a tie counts 1/2",
      args.in, preferences.size()));
  save_qrels(context, qrels_by_wins(preferences), args.out);
}

void convert_log(const Context& context, const ConvertArgs& args, FeatureLogKind kind,
                 const FileFormat& to) {
  if (to.kind != Kind::dataset) throw no_such_conversion();
  const Dataset log = read_feature_log(args.in, kind, args.log);
  context.say(fmt::format("{}: {}, {}, {}", args.in, counted(log.row_count(), "document"),
                          counted(log.query_count(), "query", "queries"),
                          counted(log.feature_count(), "feature")));
  if (args.qrels.empty()) {
    context.say(args.out + ": no document is judged, all labels are -1; --qrels names judgements");
    save_data(context, log, args, to.data, {});
    return;
  }
  LineReport report;
  const Qrels qrels =
      read_qrels(args.qrels, args.read.lenient ? BadLines::skip : BadLines::refuse, &report);
  say_all(context, report.remarks());
  std::size_t not_logged = 0;
  const auto label = [&](Unjudged unjudged) {
    JudgedLog judged = judged_log(log, qrels, unjudged, args.in);
    not_logged = judged.not_logged;
    return std::move(judged.rows);
  };
  const Dataset data = args.unjudged.labelled(args.in, label, context);
  if (not_logged > 0) {
    context.say(fmt::format("{}: left out {} of documents that the log does not have", args.qrels,
                            counted(not_logged, "judgement")));
  }
  save_data(context, data, args, to.data, {});
}

/// The flags of logs of features.
std::vector<std::string> log_flags() {
  std::vector<std::string> flags = {"--qrels"};
  for (const OptionField& field : FeatureLogOptions::fields()) {
    flags.push_back("--" + std::string(field.name));
  }
  return flags;
}

/// A stream has no name that says anything: lines of JSON are top-k lists.
FileFormat input_format(const ConvertArgs& args) {
  const bool is_unknown = args.from == "auto" && is_stream(args.in) && !is_parquet(args.in);
  if (is_unknown && InputText(args.in).view().starts_with('{')) return {.kind = Kind::top_k};
  return format_of(args.from, args.in);
}

void run_convert(const ConvertArgs& args, const Context& context) {
  const FileFormat from = input_format(args);
  const FileFormat to = format_of(args.to, args.out);
  const OutOfCore memory = within_memory(args.read, args.scratch, args.out, context);
  switch (from.kind) {
    case Kind::dataset:
      return convert_dataset(context, args, from, to);
    case Kind::top_k:
      return convert_top_k(context, args, to);
    case Kind::preferences:
      return convert_preferences(context, args, to);
    case Kind::es_ltr_log:
      return convert_log(context, args, FeatureLogKind::es_ltr, to);
    case Kind::solr_log:
      return convert_log(context, args, FeatureLogKind::solr, to);
    case Kind::qrels:
    case Kind::run:
      break;
  }
  throw no_such_conversion();
}

/// What flags need besides others to have an effect.
void add_conditions(Command& command, const ConvertArgs& args) {
  const auto is_from = [&args](std::initializer_list<Kind> kinds) {
    return std::ranges::count(kinds, input_format(args).kind) > 0;
  };
  const auto is_to = [&args](Kind kind) { return format_of(args.to, args.out).kind == kind; };
  for (const char* flag : {"--scores", "--tag"}) {
    command.flag(flag).only_if([is_to] { return is_to(Kind::run); }, "a run as OUTPUT: --to run");
  }
  const auto labels_data = [is_from, is_to] {
    return is_from({Kind::top_k}) && is_to(Kind::dataset);
  };
  command.flag("--data").only_if(labels_data, "top-k lists as INPUT and a data set as OUTPUT");
  for (const std::string& flag : log_flags()) {
    const bool is_of_solr = flag == "--id-field";
    command.flag(flag).only_if(
        [is_from, is_of_solr] {
          return is_from({Kind::solr_log}) || (!is_of_solr && is_from({Kind::es_ltr_log}));
        },
        is_of_solr ? "a log of features: --from solr-log"
                   : "a log of features: --from es-ltr-log or solr-log");
  }
  for (const OptionField& field : ReadOptions::fields()) {
    const auto known =
        std::ranges::find(command.flags, "--" + std::string(field.name), &Flag::name);
    if (known == command.flags.end()) continue;
    const bool is_weight = std::ranges::count(weight_flags, known->name) > 0;
    const bool is_lenient = field.name == "lenient";
    known->only_if(
        [=] {
          if (is_lenient && is_from({Kind::preferences, Kind::es_ltr_log, Kind::solr_log})) {
            return true;
          }
          return (is_from({Kind::dataset}) || labels_data()) &&
                 (!is_weight || is_to(Kind::dataset));
        },
        is_weight ? "a data set as INPUT and OUTPUT" : "a data set to read");
  }
}

}  // namespace

void add_data_convert(Command& data) {
  Command& command = data.add("convert", "write data in another format");
  auto* const args = command.runs(run_convert);
  const std::vector<std::string_view> names = format_names();
  const std::vector<std::string> formats(names.begin(), names.end());
  std::vector<std::string> written = formats;
  std::erase(written, data_format_names.back());
  command.description =
      "Converts data sets to other data set formats or to qrels, data sets with scores to runs, "
      "top-k lists to qrels or to labels of a data set, preferences to qrels, and features that a "
      "search engine logged to data sets.";
  command.option("in", args->in, "file to read").reads("INPUT").required();
  command.option("out", args->out, "file to write")
      .writes("OUTPUT")
      .beside(dataset_side_files())
      .required();
  command.option("--from", args->from, "input format; auto: by file name and content")
      .value("FORMAT")
      .one_of(formats);
  command.option("--to", args->to, "output format; auto: by file name, else that of the input")
      .value("FORMAT")
      .one_of(written);
  command.option("--scores", args->scores, "scores of the rows, for writing a run").reads("FILE");
  command.option("--tag", args->tag, "run tag: the last column of the run").value("TAG");
  command.option("--data", args->data, "data set to label with a top-k file").reads("FILE");
  command.option("--qrels", args->qrels, "judgements of the documents of a log").reads("FILE");
  args->unjudged.add_to(command, {"--data", "--qrels"});
  add_option_fields(command, args->log);
  add_option_fields(command, args->read, "input-format");  // --from says it
  add_scratch(command, args->scratch, "OUTPUT");
  add_conditions(command, *args);
  command.examples = {{"podium data convert log.jsonl train.txt --from es-ltr-log --qrels q.qrels",
                       "make training data of features that Elasticsearch logged"}};
}

}  // namespace podium::cli
