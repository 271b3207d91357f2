#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <gumbo.h>

namespace podium::text {

/// A parsed page. All memory of the parser comes from here and goes at once: taking the tree down
/// node by node would recurse as deep as the page is nested.
class GumboTree {
 public:
  /// Parses UTF-8 without NUL, which must outlive the tree. root() is null when the parser wanted
  /// more than `max_bytes`.
  GumboTree(std::string_view html, std::size_t max_bytes);
  ~GumboTree();
  GumboTree(const GumboTree&) = delete;
  GumboTree& operator=(const GumboTree&) = delete;
  GumboTree(GumboTree&&) = delete;
  GumboTree& operator=(GumboTree&&) = delete;

  const GumboNode* root() const noexcept { return root_; }

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
  const GumboNode* root_ = nullptr;
};

/// What the parser may take for a page: several times what ordinary ones need.
std::size_t parser_memory(std::string_view html) noexcept;

/// The value of an attribute, or an empty text.
std::string_view attribute(const GumboElement& element, const char* name) noexcept;

}  // namespace podium::text
