#include "podium/serving/query_memory.hpp"

#include <cstddef>
#include <new>
#include <utility>

namespace podium::serving {

namespace {

/// Of the values of a query: what a rare large one took is not kept.
constexpr std::size_t kept_values = std::size_t{4} << 20U;

}  // namespace

std::unique_ptr<QueryMemory> QueryMemories::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      std::unique_ptr<QueryMemory> memory = std::move(spare_.back());
      spare_.pop_back();
      return memory;
    }
  }
  return std::make_unique<QueryMemory>();
}

void QueryMemories::give_back(std::unique_ptr<QueryMemory> memory) noexcept {
  for (std::vector<float>* values : {&memory->listed, &memory->rows}) {
    if (values->capacity() > kept_values) *values = std::vector<float>();  // = {} would keep it
  }
  memory->workspace.clear();
  try {
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(memory));
  } catch (const std::bad_alloc&) {  // then it is not kept
  }
}

}  // namespace podium::serving
