#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "podium/core/base/io/scratch_file.hpp"
#include "podium/text/terms/statistics.hpp"

namespace podium::text {

/// The texts of documents on disk between two passes over them: a corpus is read, and its pages are
/// parsed, only once.
class KeptTexts {
 public:
  /// In a file without a name on the disk of `folder`; throws StorageError when the disk refuses,
  /// as add() does.
  explicit KeptTexts(const std::filesystem::path& folder) : file_(folder) {}

  /// Parallel over the documents of a batch.
  void add(std::span<const DocumentText> batch);

  /// Passes on the batches as they were added; texts are borrowed until `use` returns.
  void for_each_batch(const std::function<void(std::span<DocumentText>)>& use) const;

 private:
  static constexpr std::size_t block_size = 64;  ///< documents per task of a thread

  std::uint64_t end() const { return block_end_.empty() ? 0 : block_end_.back(); }

  ScratchFile file_;
  std::vector<std::uint64_t> block_end_;  ///< in the file
  std::vector<std::size_t> batch_size_;   ///< documents
};

}  // namespace podium::text
