#include "podium/cli/args/data_file.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/data/row_order.hpp"
#include "podium/core/data/unjudged.hpp"
#include "podium/core/format/csv_cursor.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/prepare/feature_ranges.hpp"
#include "podium/core/prepare/info.hpp"
#include "podium/core/prepare/transform.hpp"

namespace podium::cli {

Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context, ReadReport* report) {
  options.features = features;
  ReadReport unasked;
  ReadReport& noticed = report != nullptr ? *report : unasked;
  Dataset data = read_dataset(path, options, &noticed);
  say_remarks(path, noticed, context);
  if (context.verbose && features != FeatureDetail::none) {
    context.say(path + ": features are stored " + stored_text(describe(data)));
  }
  return data;
}

Dataset read_to_write(const std::string& path, ReadOptions options,
                      const std::function<DataFormat(const ReadReport&)>& format,
                      const Context& context, ReadReport& report) {
  options.features = FeatureDetail::exact;
  Dataset data = read_dataset(path, options, &report);
  const DataFormat written = format(report);
  const bool has_words = !report.word_columns.empty();
  const bool keeps_words = written == DataFormat::csv || written == DataFormat::tsv;
  if (has_words && keeps_words) {
    for (const ReadReport::LeftOutWords& column : report.word_columns) {
      options.categorical += (options.categorical.empty() ? "" : ",") + quoted_field(column.name);
    }
    report = {};
    data = {};
    data = read_dataset(path, options, &report);
  }
  say_remarks(path, report, context);
  if (has_words && !keeps_words) context.say(path + ": words are kept in csv and tsv only");
  return data;
}

void write_as_read(const Dataset& data, const ReadOptions& read, const std::string& path,
                   DataFormat format) {
  const bool has_own_order = parse_row_order(read.order).is_hash();
  write_dataset(has_own_order ? data.without_input_rows() : data, path, format);
}

OutOfCore within_memory(const ReadOptions& options, const std::string& scratch,
                        const std::string& output, const Context& context) {
  namespace fs = std::filesystem;
  fs::path folder = scratch;
  if (folder.empty()) {
    const bool is_file = !output.empty() && !is_stream(output);
    folder = is_file ? fs::absolute(output).parent_path() : fs::temp_directory_path();
  }
  if (!scratch.empty() && !fs::is_directory(folder)) {
    throw UsageError("--scratch: found no folder " + in_quotes(scratch) + ", expected one");
  }
  const std::size_t limit = options.memory_limit_gb > 0.0
                                ? static_cast<std::size_t>(options.memory_limit_gb * 1e9)
                                : default_memory_limit();
  return {limit, std::move(folder), "--scratch names another folder",
          [&context](const std::string& line) { context.say(line); }};
}

void add_scratch(Command& command, std::string& scratch, const std::string& default_place) {
  command
      .option("--scratch", scratch,
              "folder for a file of data that exceeds --memory-limit-gb; it has no name and is "
              "gone when the command ends. Default: the folder of " +
                  default_place)
      .writes("DIR")
      .inside({"podium-scratch.*"});
  command.flag("--memory-limit-gb").help += "; larger data is read from disk in every pass";
}

void say_unused_features(const std::string& name, const std::string& owner,
                         const FeatureSet& wanted, const Dataset& data, const Context& context) {
  const FeatureSet given = feature_set_of(data);
  if (given.count <= wanted.count) return;
  std::vector<bool> is_used(given.count);
  for (const std::size_t place : matching_features(wanted, given)) is_used[place] = true;
  constexpr std::size_t shown = 4;
  std::size_t unused = 0;
  std::string names;
  for (std::size_t f = 0; f < given.count; ++f) {
    if (is_used[f] || ++unused > shown) continue;
    names += (names.empty() ? "" : ", ") + in_quotes(given.name(f));
  }
  context.say(fmt::format("{}: {} not used, which {} lacks: {}{}", name,
                          counted(unused, "column of the data is", "columns of the data are"),
                          owner, names, unused > shown ? ", ..." : ""));
}

void say_other_units(const RankingModel& model, const std::string& name, const Dataset& data,
                     const Context& context) {
  const std::vector<std::size_t> features = features_in_other_units(data, ranges_with_units(model));
  if (features.empty()) return;
  constexpr std::size_t shown = 4;
  std::vector<std::string> names;
  for (const std::size_t f : features) {
    if (names.size() < shown) names.push_back(feature_set_of(data).name(f));
  }
  context.say(fmt::format(
      "warning: {}: {} with values far beyond those of the training data ({}{}), as if in other "
      "units; a model of scaled features, as those of QueryLevelNorm, needs data that is scaled "
      "alike",
      name, counted(features.size(), "feature"), fmt::join(names, ", "),
      features.size() > shown ? ", ..." : ""));
}

namespace {

std::size_t rows_with_value(const Dataset& data, std::string_view feature) {
  const std::size_t place = find_feature(data, feature);
  std::size_t rows = 0;
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    const FeatureRows features = data[query].features;
    for (DocIndex doc = 0; doc < features.size(); ++doc) {
      rows += std::isnan(features[doc][place]) ? 0U : 1U;
    }
  }
  return rows;
}

/// Warns of features that are missing in every row, but not in the training data. Of few rows that
/// may be by chance.
void say_empty_features(const RankingModel& model, const std::string& path, const Dataset& data,
                        const Context& context) {
  const FeatureRanges& ranges = model.training.ranges;
  if (data.row_count() < FeatureRanges::fewest_rows || ranges.low.size() < data.feature_count()) {
    return;
  }
  std::vector<std::size_t> empty;
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    if (ranges.low[f] != 0.0F || ranges.high[f] != 0.0F) empty.push_back(f);
  }
  DenseRow<float> dense;
  for (std::size_t q = 0; q < data.query_count() && !empty.empty(); ++q) {
    const FeatureRows rows = data[q].features;
    for (DocIndex doc = 0; doc < rows.size() && !empty.empty(); ++doc) {
      const std::span<const float> row = dense(rows[doc]);
      std::erase_if(empty, [&](std::size_t f) { return !std::isnan(row[f]); });
    }
  }
  if (empty.empty()) return;
  constexpr std::size_t shown = 4;
  std::vector<std::string> names;
  for (const std::size_t f : empty) {
    if (names.size() < shown) names.push_back(feature_set_of(data).name(f));
  }
  context.say(fmt::format(
      "warning: {}: no row has a value of {}{}; the model fills it as 'podium model show' says",
      path, fmt::join(names, ", "), empty.size() > shown ? ", ..." : ""));
}

}  // namespace

void say_unseen_categories(const RankingModel& model, const std::string& path, const Dataset& data,
                           const Context& context) {
  const std::vector<CategoryMeans>& categories = model.preparation.categories;
  const std::vector<std::size_t> unseen = unseen_categories(data, categories);
  for (std::size_t i = 0; i < categories.size(); ++i) {
    if (unseen[i] == 0) continue;
    const auto rows = static_cast<double>(data.row_count());
    const auto values = static_cast<double>(rows_with_value(data, categories[i].feature));
    const auto count = static_cast<double>(unseen[i]);
    context.say(
        fmt::format("{}{}: {}: {:.1f} % of the rows have {} that the training data did not have, "
                    "which count as 0",
                    2.0 * count > values ? "warning: " : "", path, categories[i].feature,
                    100.0 * count / rows, categories[i].has_words ? "words" : "codes"));
  }
  say_empty_features(model, path, data, context);
}

void say_row_numbers(const Dataset& data, const std::string& path, const Context& context) {
  if (!data.columns().document_id.empty()) return;
  context.say(path + ": has no document ids; the numbers of its rows, from 1 on, stand for them");
}

void say_remarks(const std::string& path, const ReadReport& report, const Context& context) {
  for (const std::string& remark : report.remarks()) context.say(path + ": " + remark);
}

void add_unjudged_rule(Command& command, std::string& rule) {
  command
      .option(
          "--unjudged", rule,
          "documents with a label below 0, which are not judged: leave them out of training and "
          "of the judged documents (drop), rank them below all others (lowest), or give them "
          "a label")
      .value("drop|lowest|label:V")
      .one_of({"drop", "lowest", "label:"});
}

namespace {

std::string fate_of_dropped(const DataUse& use) {
  std::vector<std::string_view> fates;
  if (use.trains) fates.emplace_back("left out of training");
  if (use.measures) {
    fates.emplace_back(use.lists == ListRule::condensed ? "removed from rankings"
                                                        : "not relevant in rankings");
  }
  return joined(fates);
}

/// Profiles of other programs have another limit than 0, which only fractions show.
void say_fractional_labels(const Dataset& data, const std::string& path, const Context& context) {
  const auto parts = static_cast<std::size_t>(std::ranges::count_if(
      data.columns().label, [](double label) { return label > 0.0 && label < 1.0; }));
  if (parts == 0) return;
  context.say(
      fmt::format("{}: {} between 0 and 1: relevant for p, recall, map and rr unless map(from=1) "
                  "or the profile "
                  "sets another limit; see docs/measures.md",
                  path, parts == 1 ? "1 label is" : to_text(parts) + " labels are"));
}

}  // namespace

Dataset with_unjudged_said(const Dataset& data, const std::string& path, const std::string& rule,
                           const DataUse& use, const Context& context) {
  if (use.measures) say_fractional_labels(data, path, context);
  const UnjudgedRule parsed = parse_unjudged_rule(rule);
  const UnjudgedCount count = count_unjudged(data);
  if (count.documents == 0) return data;
  if (!use.trains && !use.measures) return with_unjudged_rule(data, parsed);
  std::string line = fmt::format(
      "{}: {} of {} {} not judged (label below 0): ", path, counted(count.documents, "document"),
      counted(count.queries, "query", "queries"), count.documents == 1 ? "is" : "are");
  switch (parsed.kind) {
    case UnjudgedRule::Kind::drop:
      line += fate_of_dropped(use);
      if (count.whole > 0) {
        line +=
            fmt::format("; queries without a judged document, which do not count: {}", count.whole);
      }
      break;
    case UnjudgedRule::Kind::lowest:
      line += "ranked below the other documents of their query";
      break;
    case UnjudgedRule::Kind::label:
      line += "given label " + to_text(parsed.value);
      break;
  }
  context.say(line);
  return with_unjudged_rule(data, parsed);
}

std::vector<double> read_row_scores(const std::string& path, const Dataset& data) {
  return read_scores_of(data, path);
}

std::vector<RankerFile> ranker_files(const std::vector<std::string>& texts) {
  std::vector<RankerFile> files;
  for (const std::string& text : texts) {
    if (const std::size_t begin = path_begin(text); begin > 0) {
      files.push_back({text.substr(0, begin - 1), text.substr(begin)});
    } else {
      files.push_back({std::filesystem::path(text).stem().string(), text});
    }
  }
  const std::vector<RankerFile> short_names = files;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (std::ranges::count(short_names, files[i].name, &RankerFile::name) > 1) {
      files[i].name = texts[i];
    }
  }
  return files;
}

std::vector<std::string> dataset_side_files() {
  return {".row-weights", ".query-weights", ".query", ".feature-names"};
}

std::vector<std::string> fold_files() {
  return {"[Ff]old*/*", "[Dd]ata/*",       "train.*", "trainingset.*",
          "vali.*",     "validationset.*", "test.*",  "testset.*"};
}

namespace {

/// An empty name means none, so that the column of the usual name would be a feature.
void refuse_empty(Flag& flag, const std::string& expected) {
  flag.take = [take = std::move(flag.take), name = flag.name, expected](const std::string& text) {
    if (text.empty()) throw UsageError(name + ": found an empty name, expected " + expected);
    take(text);
  };
}

}  // namespace

void add_option_fields(Command& command, ReadOptions& options, std::string_view except) {
  add_option_fields<ReadOptions>(command, options, except);
  for (const char* flag : {"--groups", "--query-weights", "--row-weights"}) {
    command.flag(flag).reads("FILE");
  }
  for (const char* flag :
       {"--qid-column", "--docid-column", "--row-weight-column", "--query-weight-column"}) {
    refuse_empty(command.flag(flag), "the name of a column; --ignore leaves columns out");
  }
  command.flag("--order").value("input|hash|hash:K").one_of({"input", "hash", "hash:"});
  command.flag("--docid-column").notes(options.names_docid);
  command.flag("--row-weight-column").notes(options.names_row_weight);
  command.flag("--query-weight-column").notes(options.names_query_weight);
}

void refuse_empty_label_column(Command& command) {
  refuse_empty(command.flag("--label-column"), "the name of a column: labels are needed here");
}

void add_reading_of(const std::string& data, Command& command, ReadOptions& options) {
  const std::size_t before = command.flags.size();
  add_option_fields(command, options);
  for (std::size_t i = before; i < command.flags.size(); ++i) command.flags[i].needs(data);
}

void leave_out_weights(Command& command, ReadOptions& options) {
  options.query_weights = no_weights;
  options.row_weights = no_weights;
  options.needs_weights = false;
  std::erase_if(command.flags, [](const Flag& flag) {
    return std::ranges::find(weight_flags, flag.name) != weight_flags.end();
  });
}

void check_writable(const std::string& path) {
  if (is_stream(path)) return;
  const OutputFile without_commit(path);
}

void add_output(Command& command, std::string& path, const std::string& help) {
  command.option("--out", path, help).writes("FILE").beside(dataset_side_files()).required();
}

}  // namespace podium::cli
