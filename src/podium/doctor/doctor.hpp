#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/data/dataset.hpp"

namespace podium {

/// How bad a finding is: good to know, likely to cost quality, or wrong.
enum class Severity { note, warning, error };

std::string_view name_of(Severity severity);

/// Something in a data set that its owner should know.
struct Finding {
  Severity severity = Severity::note;
  std::string check;  ///< name of the check that found it
  std::string message;
  std::size_t count = 0;              ///< of features, queries, rows or documents, as it says
  std::vector<std::string> examples;  ///< the first few
};

/// A data set and what it is called in findings: a file, "Fold1 train".
struct NamedDataset {
  std::string name;
  Dataset data;
};

/// What a check is called and looks for, for the manual.
struct CheckInfo {
  std::string_view name;
  Severity severity;
  std::string_view looks_for;
};

/// Every check, in the order in which findings are listed.
std::vector<CheckInfo> data_checks();

/// What is odd about one data set; empty when nothing is.
std::vector<Finding> check_dataset(const Dataset& data);

/// What the parts of one split (train, vali, test) must not share: queries, queries under another
/// id, judgements that differ.
std::vector<Finding> check_leaks(std::span<const NamedDataset> parts);

}  // namespace podium
