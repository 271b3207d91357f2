#include <ostream>

#include <fmt/format.h>

#include "podium/cli/args/baseline_args.hpp"
#include "podium/cli/args/data_file.hpp"
#include "podium/cli/commands.hpp"
#include "podium/cli/learning/engine_features.hpp"
#include "podium/cli/learning/format_summaries.hpp"
#include "podium/cli/text/collect_commands.hpp"
#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/learning/exchange/export_check.hpp"
#include "podium/learning/exchange/export_format.hpp"
#include "podium/learning/model/baseline.hpp"
#include "podium/learning/model/model_file.hpp"

namespace podium::cli {

namespace {

struct ExportArgs {
  std::string model;
  std::string out;
  std::string to;
  std::string features;
  std::string check;
  ReadOptions read;
  bool by_position = false;
  std::string check_file;
  std::string rename;
  std::string collection;
  std::string words_table;
  ModelExportOptions options;
};

/// "feature,word,value" of all words: the others, and missing ones, are 0.
std::string words_table(std::span<const CategoryMeans> words) {
  std::string table = "feature,word,value\n";
  for (const CategoryMeans& category : words) {
    if (is_set_feature(category.feature)) continue;
    for (std::size_t i = 0; i < category.word.size(); ++i) {
      table += fmt::format("{},{},{}\n", quoted_field(category.feature),
                           quoted_field(category.word[i]), static_cast<float>(category.mean[i]));
    }
  }
  return table;
}

CheckRows rows_to_check(const ExportArgs& args, const RankingModel& model,
                        const ServedModel& served, std::span<const CategoryMeans> words,
                        const Context& context) {
  if (args.check.empty()) return made_up_rows(served, context.seed);
  ReadOptions read = args.read;
  read.needs_labels = false;
  read.categorical = word_features(words.empty() ? model.preparation.categories : words);
  Dataset data = read_with_remarks(args.check, read, FeatureDetail::single, context);
  try {
    if (args.by_position) data = by_position(data, own_features(model));
    if (!words.empty()) {
      data = with_category_means(with_feature_set(data, own_features(model)), words);
    }
    return rows_of(model, served, data);
  } catch (const UsageError& error) {
    throw UsageError(args.check + ": " + error.what());
  }
}

/// The step with the names of the files that were written.
std::string with_names(std::string step, const ExportArgs& args) {
  const auto put = [&](std::string_view word, const std::string& path) {
    const std::size_t at = step.find(word);
    if (at == std::string::npos || path.empty()) return false;
    step.replace(at, word.size(), path);
    return true;
  };
  const std::string name = std::filesystem::path(args.out).filename().string();
  // No step has two of them.
  if (!put("FEATURES", args.features) && !put("FILENAME", name)) put("FILE", args.out);
  return step;
}

void say_what_to_do(const ExportArgs& args, const ExportedModel& exported,
                    const CheckedExport& checked, const Context& context) {
  if (checked.rows.size() == 0) {
    context.say(
        fmt::format("{}: NOT CHECKED: the model scores no document of {}", args.out, args.check));
  } else {
    context.say(fmt::format("{}: checked on {}, largest difference of the scores {:.3g}", args.out,
                            counted(checked.rows.size(), "document"), checked.worst));
  }
  if (checked.rows.left_out > 0) {
    context.say(fmt::format(
        "{}: left out {} with a missing value that the exported model does not accept{}",
        args.check, counted(checked.rows.left_out, "document"),
        checked.rows.query_end.empty() ? "" : ", or with such a document in the query"));
  }
  if (exported.constant != 0.0) {
    context.say(
        fmt::format("note: the scores there are Podium's plus {}, the same for every document",
                    exported.constant));
  }
  for (const std::string& remark : exported.remarks) context.say("note: " + remark);
  if (args.features.empty() && !exported.features.empty()) {
    context.say("note: FEATURES below is the file that --features writes");
  }
  for (const std::string& step : exported.steps) context.out << with_names(step, args) << "\n";
}

/// Those whose models have a name.
std::string named_formats() {
  std::vector<std::string_view> names;
  for (const ExportFormat& format : export_formats()) {
    if (format.has_name) names.push_back(format.name);
  }
  return joined(names);
}

void run_export(const ExportArgs& args, const Context& context) {
  RankingModel model = load_model(args.model);
  const ExportFormat& format = find_export_format(args.to);
  std::vector<CategoryMeans> words;
  if (!args.words_table.empty()) {
    if (format.takes_words) {
      throw UsageError(
          fmt::format("--words-table: in the format {} the model takes words; leave the flag out",
                      format.name));
    }
    words = take_words(model.preparation);
    if (words.empty()) throw UsageError("--words-table: the model has no feature that is words");
  }
  if (args.options.part == ModelPart::first && !std::holds_alternative<ReRanking>(model.kind)) {
    throw UsageError("--part first needs a model that re-ranks the documents of a first one");
  }
  if (!args.options.engine_version.empty() && format.name != "opensearch") {
    throw UsageError("--engine-version: only exports to opensearch depend on the version");
  }
  try {
    ServedModel served = served_model(model, args.options.plan());
    std::vector<std::string> index;
    if (!args.collection.empty()) {
      index = describe_by_collection(served, !model.preparation.features.names.empty(),
                                     args.collection);
    }
    if (!args.rename.empty()) rename_features(served, args.rename);
    check_expressible(format, served);
    ExportedModel exported = written(format, served, args.options);
    exported.remarks.insert(exported.remarks.end(), index.begin(), index.end());
    if (!args.features.empty() && exported.features.empty()) {
      throw UsageError(
          fmt::format("--features: the format {} has no definitions of features", format.name));
    }
    const CheckedExport checked = check_export(model, served, format, exported,
                                               rows_to_check(args, model, served, words, context));
    write_file(args.out, exported.model);
    if (!args.features.empty()) write_file(args.features, exported.features);
    if (!words.empty()) write_file(args.words_table, words_table(words));
    if (!args.check_file.empty()) write_file(args.check_file, check_file_text(served, checked));
    say_what_to_do(args, exported, checked, context);
  } catch (const NotExpressible& problem) {
    throw DataError({args.model}, problem.what());
  }
}

}  // namespace

void add_export_command(Command& podium) {
  Command& command = podium.add("export", "write a model in the format of a search engine");
  auto* const args = command.runs(run_export);
  command.description =
      "Normalisation and rules for missing values become part of what is written. A model that the "
      "format cannot express is refused, with the ways out. What to send to the engine is printed. "
      "Formats: " +
      summaries(export_formats()) + ".";
  command.option("MODEL", args->model, "trained model").reads("FILE").required();
  command.option("--to", args->to, "format").one_of(row_names(export_formats())).required();
  command.option("--out", args->out, "write the model to this file").writes("FILE").required();
  command
      .option("--features", args->features,
              "write the definitions of the features to this file, for the engine; places to fill "
              "in are marked FILL IN")
      .writes("FILE");
  command
      .option("--rename", args->rename,
              "names that features have in the engine: lines NAME TAB NAME")
      .reads("FILE");
  command
      .option("--collection", args->collection,
              "folder of podium collect build that the features are of: defines BM25, lengths and "
              "columns as it has them")
      .reads("DIR")
      .inside(collection_files());
  command
      .option("--check", args->check,
              "compare the scores on the documents of this data set; default: made-up documents "
              "that meet every threshold")
      .reads("FILE");
  add_by_position(command, args->by_position).needs("--check");
  add_reading_of("--check", command, args->read);
  leave_out_weights(command, args->read);
  command
      .option("--check-file", args->check_file,
              "write the compared documents to this file, with the scores that the engine is to "
              "give and how far rounding may take them away")
      .writes("FILE");
  command
      .option(
          "--words-table", args->words_table,
          "write feature, word and value to this CSV file, for a model with words: the exported "
          "model takes the value in place of the word, 0 for others; c and onnx take words")
      .writes("FILE");
  add_option_fields(command, args->options);
  command.flag("--opset-ml").only_if([args] { return args->to == "onnx"; }, "--to onnx");
  command.flag("--name").only_if([args] { return find_export_format(args->to).has_name; },
                                 "a format whose models have a name: --to " + named_formats());
  command.examples = {
      {"podium export model.json --to solr --out model-solr.json --features "
       "features-solr.json",
       "for Solr, with its feature store"},
      {"podium export model.json --to c --out ranker.h", "as a C function"},
      {"podium export model.json --to vespa --rename names.tsv --out ranker.expression",
       "for Vespa, with lines such as 'f1 TAB bm25(title)' in names.tsv"}};
}

}  // namespace podium::cli
