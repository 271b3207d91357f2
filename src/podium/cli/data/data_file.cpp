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
                          const Context& context, ReadReport* report) {
  options.features = features;
  ReadReport unasked;
  ReadReport& noticed = report != nullptr ? *report : unasked;
  Dataset data = read_dataset(path, options, &noticed);
  say_remarks(path, noticed, context);
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
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos && text.find('/') > equals) {
      files.push_back({text.substr(0, equals), text.substr(equals + 1)});
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

void check_writable(const std::string& path) {
  const OutputFile without_commit(path);
}

void add_output(Command& command, std::string& path, const std::string& help) {
  command.option("--out", path, help).value("FILE").required();
}

}  // namespace podium
