#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "podium/prepare/info.hpp"
#include "podium/study/spec.hpp"

namespace podium {

/// The data of a study, found and identified, its folds not yet read.
struct StudySource {
  std::string name;
  std::size_t fold_count = 0;
  std::string fingerprint;  ///< 16 hexadecimal digits that change with a byte of the data
  std::function<FoldData(std::size_t fold)> load;
  /// Of the whole set: of all test folds together.
  std::function<DatasetInfo()> describe;
};

/// Where data is looked for: a relative path of a study is below `folder`.
/// Throws UsageError when it is not there.
StudySource open_source(const StudyData& data, const std::filesystem::path& folder);

/// Whether open_source() would find anything at all.
bool is_there(const StudyData& data, const std::filesystem::path& folder);

}  // namespace podium
