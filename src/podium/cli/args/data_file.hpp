#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/cli/command.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/out_of_core.hpp"
#include "podium/core/data/dataset.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/measure/evaluate.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/learning/model/model.hpp"

namespace podium::cli {

/// Reads a data set and tells the user what the reader noticed, which `report` gets too.
Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context, ReadReport* report = nullptr);

/// The same for a command that writes the data, in a format that depends on what was read. A table
/// keeps the columns of words; of other formats the user is told that they do not.
Dataset read_to_write(const std::string& path, ReadOptions options,
                      const std::function<DataFormat(const ReadReport&)>& format,
                      const Context& context, ReadReport& report);

/// Writes data that was read so, by hash in this order and not in that of the input.
void write_as_read(const Dataset& data, const ReadOptions& read, const std::string& path,
                   DataFormat format);

/// What the work returns; a UsageError, for data of other features, begins with a name.
template <class Work>
auto naming(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw UsageError(name + ": " + error.what());
  }
}

/// While it lives, the command works within --memory-limit-gb, whatever the size of its data: what
/// is larger is read from disk, and what is made of it goes to the folder `scratch` or, if that is
/// empty, to that of the output, or without one to that of temporary files. The user is told.
OutOfCore within_memory(const ReadOptions& options, const std::string& scratch,
                        const std::string& output, const Context& context);

/// Declares the folder; by default it is that of something.
void add_scratch(Command& command, std::string& scratch, const std::string& default_place);

/// Tells the user which columns of the data are not among the wanted features, those of `owner`,
/// and so not used. The message begins with a name. Throws UsageError as matching_features() does.
void say_unused_features(const std::string& name, const std::string& owner,
                         const FeatureSet& wanted, const Dataset& data, const Context& context);

/// Warns of features of data that seem to have other units than in the training data of the model,
/// as raw values have beside those that were scaled by query. The data has the model's features.
void say_other_units(const RankingModel& model, const std::string& name, const Dataset& data,
                     const Context& context);

/// Tells the user which documents have words, or codes of categories, that the training data of the
/// model did not have, and which features no document has, though some of the training data have
/// them: they are scored without them.
void say_unseen_categories(const RankingModel& model, const std::string& path, const Dataset& data,
                           const Context& context);

/// Tells the user that rows without document ids have their numbers in runs and judgements.
void say_row_numbers(const Dataset& data, const std::string& path, const Context& context);

/// Tells the user what a reader noticed of a file.
void say_remarks(const std::string& path, const ReadReport& report, const Context& context);

/// Declares --unjudged, a rule for documents that are not judged.
void add_unjudged_rule(Command& command, std::string& rule);

/// What a command does with a data set.
struct DataUse {
  bool trains = false;
  bool measures = false;
  ListRule lists = ListRule::whole;  ///< what measures see
};

/// The data set of a file with the labels that the rule makes of its own. Tells the user how many
/// documents are not judged, and what becomes of them, if labels are used at all.
Dataset with_unjudged_said(const Dataset& data, const std::string& path, const std::string& rule,
                           const DataUse& use, const Context& context);

/// The scores of a file, one for each row of the data, in row order. Another number of them is a
/// DataError.
std::vector<double> read_row_scores(const std::string& path, const Dataset& data);

/// A ranker's file and what to call it.
struct RankerFile {
  std::string name;
  std::string path;
};

/// Reads "FILE" or "NAME=FILE"; a name has no slash. Without one, files are called by their own
/// name without folder and ending, or in full when that is not unique.
std::vector<RankerFile> ranker_files(const std::vector<std::string>& texts);

/// Throws StorageError when the file cannot be written; leaves nothing behind. For commands that
/// work long before they write. A stream is not touched: its reader would take that for its end.
void check_writable(const std::string& path);

/// The endings of files that are written beside a data set of some formats.
std::vector<std::string> dataset_side_files();

/// The files of folds, as patterns of their paths in a folder of folds.
std::vector<std::string> fold_files();

/// Declares the flags of reading; those for groups and weights name files.
void add_option_fields(Command& command, ReadOptions& options, std::string_view except = {});

/// The same for commands that read a data set only with the flag `data`.
void add_reading_of(const std::string& data, Command& command, ReadOptions& options);

/// The names of the flags of reading that give weights to rows and queries, in files.
inline constexpr std::array<std::string_view, 2> weight_flags = {"--query-weights",
                                                                 "--row-weights"};

/// Removes the flags of weights, and has none read: for commands that make no use of them.
void leave_out_weights(Command& command, ReadOptions& options);

/// Refuses --label-column "", which stands for data without labels: for commands that need them.
void refuse_empty_label_column(Command& command);

/// Declares a required option that names a data set to write.
void add_output(Command& command, std::string& path, const std::string& help);

/// What is said of an output that output_format() writes.
inline constexpr const char* format_by_name =
    "its ending (.csv, .tsv, .txt, .podium) selects the format, any other that of the input";

}  // namespace podium::cli
