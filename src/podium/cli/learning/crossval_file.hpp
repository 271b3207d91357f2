#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "podium/core/base/io/line_log.hpp"
#include "podium/learning/experiment/crossval.hpp"

namespace podium::cli {

/// A file to which a cross-validation appends each finished chain as one line of JSON, after a
/// first line that says which cross-validation it is.
class CrossvalFile {
 public:
  /// Reads what is there. Throws UsageError when the file belongs to another cross-validation and
  /// DataError when it is damaged.
  CrossvalFile(const std::filesystem::path& path, const std::string& identity);

  std::optional<FoldOutcome> recall(std::size_t fold, std::size_t chain) const;
  void keep(std::size_t fold, std::size_t chain, const FoldOutcome& outcome);

  std::size_t known() const noexcept { return outcomes_.size(); }

 private:
  LineLog log_;
  std::map<std::pair<std::size_t, std::size_t>, FoldOutcome> outcomes_;
};

}  // namespace podium::cli
