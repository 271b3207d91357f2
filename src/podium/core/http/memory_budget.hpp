#pragma once

#include <atomic>
#include <cstddef>

namespace podium {

/// Memory that requests may take together. Safe to use from several threads.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes) : total_(bytes), left_(bytes) {}

  std::size_t total() const noexcept { return total_; }

  /// Whether there were so many bytes left; then they are taken.
  bool take(std::size_t bytes) noexcept {
    std::size_t left = left_.load();
    while (left >= bytes) {
      if (left_.compare_exchange_weak(left, left - bytes)) return true;
    }
    return false;
  }

  void give_back(std::size_t bytes) noexcept { left_ += bytes; }

 private:
  std::size_t total_;
  std::atomic<std::size_t> left_;
};

/// What one request has taken of a budget; given back when this is destroyed. Without a budget
/// there is no limit.
class MemoryShare {
 public:
  explicit MemoryShare(MemoryBudget* budget) : budget_(budget) {}
  ~MemoryShare() { give_back(); }
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  MemoryShare(MemoryShare&&) = delete;
  MemoryShare& operator=(MemoryShare&&) = delete;

  /// Whether there was so much more.
  bool take(std::size_t bytes) noexcept {
    if (budget_ == nullptr) return true;
    if (!budget_->take(bytes)) return false;
    taken_ += bytes;
    return true;
  }

  std::size_t taken() const noexcept { return taken_; }

  void give_back() noexcept {
    if (budget_ != nullptr) budget_->give_back(taken_);
    taken_ = 0;
  }

 private:
  MemoryBudget* budget_;
  std::size_t taken_ = 0;
};

}  // namespace podium
