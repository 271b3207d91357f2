#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace podium::text {

/// Reusable working objects for threads: as many as were ever in use at the same time.
template <class Worker>
class WorkerPool {
 public:
  explicit WorkerPool(std::function<std::unique_ptr<Worker>()> make) : make_(std::move(make)) {}

  /// Calls use(worker) with a worker that no other thread uses in the meantime.
  template <class Use>
  void with_worker(Use&& use) {
    std::unique_ptr<Worker> worker = borrowed();
    use(*worker);
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(worker));
  }

  /// Calls visit(worker) for each worker; none may be in use.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& worker : idle_) visit(*worker);
  }

 private:
  std::unique_ptr<Worker> borrowed() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return make_();
  }

  std::function<std::unique_ptr<Worker>()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace podium::text
