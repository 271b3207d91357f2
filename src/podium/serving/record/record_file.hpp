#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/base/io/append_file.hpp"
#include "podium/core/prepare/feature_set.hpp"
#include "podium/serving/query_message.hpp"

namespace podium::serving {

/// Gives `write` the documents of a query as LETOR text (docs/formats/letor.md), with the label -1,
/// "not judged". Bytes that a word of this text cannot have, and %, are written as in addresses:
/// %20. The text comes in pieces: features that a request leaves out are in it, too, so that it can
/// be a hundred times as long as the request.
void letor_query(std::string_view query_id, std::span<const std::string> document_ids,
                 const DocumentValues& values, const FeatureSet& features,
                 const std::function<void(std::string_view)>& write);

/// A data set in LETOR text to which queries are appended. Each query ends with an empty line: a
/// process that is killed leaves at most one query without it, which the constructor removes. Only
/// one process at a time can have the file open.
class RecordFile {
 public:
  /// Opens or creates the file. Throws StorageError when it cannot be opened, UsageError when
  /// another process has it open or when it is no such file; it stays as it is then.
  explicit RecordFile(std::filesystem::path path);
  /// Appends a query. False if the file has other features than these: its first query decides.
  /// Throws StorageError when the disk refuses; the query is not there then.
  bool append(std::string_view query_id, std::span<const std::string> document_ids,
              const DocumentValues& values, const FeatureSet& features);

  /// Whether the path still leads to the file that is open: it was not moved away.
  bool is_at_its_path() const { return file_.is_at_its_path(); }

  const std::filesystem::path& path() const noexcept { return file_.path(); }

 private:
  void cut_incomplete_query();

  AppendFile file_;
  std::string head_;  ///< comments before the first query; empty: there is none yet
};

}  // namespace podium::serving
