#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace podium {

/// Folds that several tasks share, possibly at the same time: each is loaded when it is first asked
/// for and freed when its last task is done.
template <class Key, class Fold>
class FoldCache {
 public:
  using Load = std::function<std::shared_ptr<const Fold>(const Key&)>;

  explicit FoldCache(Load load) : load_(std::move(load)) {}

  /// One more task will need the fold. Not while tasks run.
  void add_task(const Key& key) { ++slots_[key].tasks; }

  /// Requires a task of the fold that is not done.
  std::shared_ptr<const Fold> get(const Key& key) {
    Slot& slot = slots_.at(key);
    const std::scoped_lock lock(slot.mutex);
    if (!slot.fold) slot.fold = load_(key);
    return slot.fold;
  }

  void task_is_done(const Key& key) {
    Slot& slot = slots_.at(key);
    const std::scoped_lock lock(slot.mutex);
    if (--slot.tasks == 0) slot.fold.reset();
  }

 private:
  struct Slot {
    std::mutex mutex;
    std::shared_ptr<const Fold> fold;
    std::size_t tasks = 0;
  };

  Load load_;
  std::map<Key, Slot> slots_;
};

}  // namespace podium
