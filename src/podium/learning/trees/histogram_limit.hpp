#pragma once

#include <cstddef>

namespace podium {

/// While it lives, the histograms of all trees that grow take so many bytes together at most; 0:
/// the default, 2 GiB or a quarter of the machine's memory if that is less. A tree has two
/// histograms in any case. Those that do not fit are built again when they are needed: the trees
/// are the same.
///
/// A setting of the process, as ThreadLimit is, and no option of a training: cross-validation and
/// tuning train several models at once, and all of them share the memory of one machine.
class HistogramLimit {
 public:
  explicit HistogramLimit(std::size_t bytes);
  ~HistogramLimit();
  HistogramLimit(const HistogramLimit&) = delete;
  HistogramLimit& operator=(const HistogramLimit&) = delete;
  HistogramLimit(HistogramLimit&&) = delete;
  HistogramLimit& operator=(HistogramLimit&&) = delete;

 private:
  std::size_t before_;
};

/// The part of one owner in the memory of all histograms.
class HistogramMemory {
 public:
  HistogramMemory() = default;
  ~HistogramMemory();
  HistogramMemory(const HistogramMemory&) = delete;
  HistogramMemory& operator=(const HistogramMemory&) = delete;
  HistogramMemory(HistogramMemory&&) = delete;
  HistogramMemory& operator=(HistogramMemory&&) = delete;

  /// Takes so many bytes if the limit leaves them; whether it did.
  bool take(std::size_t bytes);

  /// Takes them whatever the limit is.
  void take_anyway(std::size_t bytes);

 private:
  std::size_t bytes_ = 0;
};

}  // namespace podium
