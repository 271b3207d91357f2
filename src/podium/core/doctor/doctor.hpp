#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/data/dataset.hpp"

namespace podium {

/// The severity of a finding: informative, likely to reduce quality, or an error.
enum class Severity { note, warning, error };

std::string_view name_of(Severity severity);

/// A problem or peculiarity of a data set.
struct Finding {
  Severity severity = Severity::note;
  std::string check;  ///< name of the check that found it
  std::string message;
  std::size_t count =
      0;  ///< of features, queries, rows or documents; the message begins with the noun
  std::vector<std::string> examples;  ///< the first few
};

/// What a part of a split is for.
enum class SplitRole { unknown, train, vali, test };

/// A data set and its name in findings: a file, "Fold1 train".
struct NamedDataset {
  std::string name;
  Dataset data;
  SplitRole role = SplitRole::unknown;
  bool numbers_queries = false;  ///< their ids are their numbers in the file, which had none
};

/// The name and the summary of a check, for the manual.
struct CheckInfo {
  std::string_view name;
  Severity severity;
  std::string_view looks_for;
};

/// Every check, in the order in which findings are listed.
std::vector<CheckInfo> data_checks();

/// The findings on one data set.
std::vector<Finding> check_dataset(const Dataset& data);

/// The findings on training data that a command which trains tells at once: errors and warnings
/// that something can be done about, by checks that cost little. Standard deviations of features
/// may differ by the factor `scales`, except that of `codes`, the categorical features.
std::vector<Finding> check_training(const Dataset& data, double scales,
                                    std::vector<std::size_t> codes = {});

/// Whether a feature has two values among the documents of some query. If none has, all documents
/// of a query get equal scores, whatever the model.
bool some_feature_differs(const Dataset& data);

/// The features that are called like ids and whose values are: whole numbers that differ between
/// the documents of every query.
std::vector<std::string> id_like_features(const Dataset& data);

/// The findings on the parts of one split (train, vali, test) together: shared queries, shared
/// queries under different ids, contradictory judgements.
std::vector<Finding> check_leaks(std::span<const NamedDataset> parts);

}  // namespace podium
