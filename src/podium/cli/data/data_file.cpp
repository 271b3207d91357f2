#include "podium/cli/data/data_file.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/io/file.hpp"
#include "podium/format/scores.hpp"
#include "podium/model/model_file.hpp"

namespace podium {

Dataset read_with_remarks(const std::string& path, ReadOptions options, FeatureDetail features,
                          const Context& context) {
  options.features = features;
  ReadReport report;
  Dataset data = read_dataset(path, options, &report);
  say_remarks(path, report, context);
  return data;
}

void say_remarks(const std::string& path, const ReadReport& report, const Context& context) {
  for (const std::string& remark : report.remarks()) context.say(path + ": " + remark);
}

std::vector<double> read_row_scores(const std::string& path, const Dataset& data) {
  const std::vector<double> scores = read_scores(path);
  if (scores.size() != data.row_count()) {
    throw DataError({path},
                    fmt::format("found {} scores, expected {}: one for each row of the data",
                                scores.size(), data.row_count()));
  }
  return scores_by_row(data, scores);
}

std::vector<double> model_row_scores(const std::string& path, const Dataset& data,
                                     const Context& context) {
  return model_row_scores(load_model(path), path, data, context);
}

std::vector<double> model_row_scores(const RankingModel& model, const std::string& path,
                                     const Dataset& data, const Context& context) {
  try {
    std::vector<double> scores = score(model, data);
    const std::size_t expected = model.preparation.features.count;
    if (data.columns().feature_name.empty() && data.feature_count() < expected) {
      context.say(fmt::format(
          "{}: the data has only {} of the {} features of the model; the others count as 0", path,
          data.feature_count(), expected));
    }
    return scores;
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
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
  return {".row-weights", ".query-weights", ".query"};
}

std::vector<std::string> fold_files() {
  return {"[Ff]old*/*", "[Dd]ata/*",       "train.*", "trainingset.*",
          "vali.*",     "validationset.*", "test.*",  "testset.*"};
}

void add_option_fields(Command& command, ReadOptions& options, std::string_view except) {
  add_option_fields<ReadOptions>(command, options, except);
  for (const char* flag : {"--groups", "--query-weights", "--row-weights"}) {
    command.flag(flag).reads("FILE");
  }
}

void check_writable(const std::string& path) {
  if (is_stream(path)) return;
  const OutputFile without_commit(path);
}

void add_output(Command& command, std::string& path, const std::string& help) {
  command.option("--out", path, help).writes("FILE").beside(dataset_side_files()).required();
}

}  // namespace podium
