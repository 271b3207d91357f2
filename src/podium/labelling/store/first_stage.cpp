#include "podium/labelling/store/first_stage.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "podium/core/base/io/file.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/document_scores.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/run.hpp"

namespace podium::labelling {

namespace {

/// One score per line, for the rows of a data file with document ids.
FirstStage scores_of_rows(const ImportFiles& files) {
  if (files.features.empty()) {
    throw UsageError(
        fmt::format("{}: found one score per line, which requires a data file with the same rows",
                    files.scores));
  }
  const Dataset data = read_dataset(files.features);
  const std::vector<double> scores = read_scores(files.scores);
  if (scores.size() != data.row_count()) {
    throw DataError({files.scores},
                    fmt::format("found {} scores, expected {}: one for each row of {}",
                                scores.size(), data.row_count(), files.features));
  }
  if (data.columns().document_id.empty()) {
    throw DataError({files.features}, "found rows without document ids, expected '#docid = ID'");
  }
  return {.scored = run_of(data, scores_by_row(data, scores), "scores").retrieved,
          .path = files.features,
          .document_word = std::nullopt};
}

}  // namespace

Location line_with(const std::string& path,
                   const std::vector<std::pair<std::size_t, std::string_view>>& wanted) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  while (lines.next()) {
    std::vector<std::string> words;
    std::string_view rest = lines.line();
    while (!(rest = trimmed(rest)).empty()) {
      words.emplace_back(rest.substr(0, rest.find_first_of(" \t")));
      rest.remove_prefix(words.back().size());
    }
    if (std::ranges::all_of(wanted, [&](const auto& word) {
          return word.first < words.size() && words[word.first] == word.second;
        })) {
      return {path, lines.number()};
    }
  }
  return {path};
}

Location FirstStage::location_of(std::string_view query, std::string_view document) const {
  if (!document_word) return {path};
  return line_with(path, {{0, query}, {*document_word, document}});
}

std::optional<FirstStage> read_first_stage(const ImportFiles& files, BadLines bad,
                                           LineReport& report) {
  if (!files.run.empty() && !files.scores.empty()) {
    throw UsageError("first stage: a run and scores cannot be given together");
  }
  const bool is_by_row = !files.scores.empty() && !names_documents(files.scores);
  if (!files.features.empty() && !is_by_row) {
    throw UsageError("first stage: a data file requires a file with one score per row");
  }
  if (is_by_row) return scores_of_rows(files);
  if (files.run.empty() && files.scores.empty()) return std::nullopt;
  LineReport noticed;
  FirstStage stage;
  if (files.scores.empty()) {
    stage = {read_run(files.run, bad, &noticed).retrieved, files.run, 2};
  } else {
    stage = {read_document_scores(files.scores, bad, &noticed), files.scores, 1};
  }
  report.add(noticed);
  return stage;
}

}  // namespace podium::labelling
