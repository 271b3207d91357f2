#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "podium/core/prepare/info.hpp"
#include "podium/learning/study/spec.hpp"

namespace podium {

/// A data set of a study: located and identified, but not read yet.
struct StudySource {
  std::string name;
  std::size_t fold_count = 0;
  std::string fingerprint;  ///< 16 hexadecimal digits that identify the bytes of the data
  std::function<FoldData(std::size_t fold)> load;
  std::function<Dataset()> whole;  ///< all rows; none when the data comes in folds
  /// Describes the whole set: all test folds together.
  std::function<DatasetInfo()> describe;
  /// row_fingerprint() of the rows that read files, by their names.
  std::map<std::string, std::string, std::less<>> ranker;
};

/// Identifies the bytes of files, in 16 hexadecimal digits.
std::string fingerprint_of(const std::vector<std::filesystem::path>& files);

/// Opens a data set; a relative path is relative to `folder`. Throws UsageError when it does not
/// exist.
StudySource open_source(const StudyData& data, const std::filesystem::path& folder);

/// A data set that is in memory, cut into `fold_count` folds as `podium crossval --data` cuts it.
/// `identity` identifies its bytes.
StudySource source_of(const StudyData& data, const Dataset& rows, std::string_view identity);

/// The same queries in another partition, drawn by the seed: as many folds of even size.
StudySource repartitioned(const StudySource& source, std::uint64_t seed);

/// Whether the file or folder of a data set exists.
bool is_there(const StudyData& data, const std::filesystem::path& folder);

}  // namespace podium
