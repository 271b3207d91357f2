#include "podium/text/markup/gumbo_tree.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <new>
#include <vector>

namespace podium::text {

/// Pieces of memory in large chunks, up to a limit; beyond it, back to the start of the parse. The
/// parser holds nothing but memory from here, so that nothing is lost by the jump.
struct GumboTree::Arena {
  explicit Arena(std::size_t bytes) : left(bytes) {}
  ~Arena() {
    for (char* chunk : chunks) std::free(chunk);
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&&) = delete;
  Arena& operator=(Arena&&) = delete;

  char* take(std::size_t size) noexcept {
    constexpr std::size_t alignment = alignof(std::max_align_t);
    constexpr std::size_t chunk_size = std::size_t{1} << 18;
    size = (size + alignment - 1) / alignment * alignment;
    if (size > free) {
      const std::size_t wanted = std::max(size, chunk_size);
      char* chunk = wanted <= left && chunks.size() < chunks.capacity()
                        ? static_cast<char*>(std::malloc(wanted))
                        : nullptr;
      if (chunk == nullptr) return nullptr;
      left -= wanted;
      chunks.push_back(chunk);
      next = chunk;
      free = wanted;
    }
    char* piece = next;
    next += size;
    free -= size;
    return piece;
  }

  std::jmp_buf start{};
  std::vector<char*> chunks;
  char* next = nullptr;
  std::size_t free = 0;  ///< of the last chunk
  std::size_t left = 0;  ///< of the limit
};

namespace {

/// Parses; kept apart so that no C++ object lives in the frame that is jumped back into.
template <class Arena>
const GumboNode* parse(Arena& arena, std::string_view html) {
  GumboOptions options = kGumboDefaultOptions;
  options.userdata = &arena;
  options.max_errors = 0;
  options.allocator = [](void* data, std::size_t size) -> void* {
    auto& from = *static_cast<Arena*>(data);
    void* piece = from.take(size);
    if (piece == nullptr) std::longjmp(from.start, 1);
    return piece;
  };
  options.deallocator = [](void* /*arena*/, void* /*piece*/) {};
  if (setjmp(arena.start) != 0) return nullptr;
  return gumbo_parse_with_options(&options, html.data(), html.size())->root;
}

}  // namespace

GumboTree::GumboTree(std::string_view html, std::size_t max_bytes)
    : arena_(std::make_unique<Arena>(max_bytes)) {
  arena_->chunks.reserve(max_bytes / (std::size_t{1} << 18) + 1);
  root_ = parse(*arena_, html);
}

GumboTree::~GumboTree() = default;

std::size_t parser_memory(std::string_view html) noexcept {
  return (std::size_t{32} << 20) + 24 * html.size();
}

std::string_view attribute(const GumboElement& element, const char* name) noexcept {
  const GumboAttribute* found = gumbo_get_attribute(&element.attributes, name);
  return found == nullptr ? std::string_view() : std::string_view(found->value);
}

}  // namespace podium::text
