#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "podium/core/base/workspace.hpp"

namespace podium::serving {

/// What reading and scoring a query takes.
struct QueryMemory {
  std::vector<float> listed;  ///< values of a request
  std::vector<float> rows;    ///< of some of its documents
  Workspace workspace;
};

/// Reuses buffers between queries, because fresh memory costs a page fault for every 4 KB. The
/// buffer that was returned last is reused first, since it is still cached. Never holds more
/// buffers than were in use at one time. Safe to use from several threads.
class QueryMemories {
 public:
  /// Memory that comes back when this is destroyed.
  class Lease {
   public:
    explicit Lease(QueryMemories& owner) : owner_(owner), memory_(owner.take()) {}
    ~Lease() { owner_.give_back(std::move(memory_)); }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    Lease(Lease&&) = delete;
    Lease& operator=(Lease&&) = delete;

    QueryMemory& operator*() const noexcept { return *memory_; }
    QueryMemory* operator->() const noexcept { return memory_.get(); }

   private:
    QueryMemories& owner_;
    std::unique_ptr<QueryMemory> memory_;
  };

 private:
  std::unique_ptr<QueryMemory> take();
  void give_back(std::unique_ptr<QueryMemory> memory) noexcept;

  std::mutex mutex_;
  std::vector<std::unique_ptr<QueryMemory>> spare_;
};

}  // namespace podium::serving
