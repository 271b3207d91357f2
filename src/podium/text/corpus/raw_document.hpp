#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace podium::text {

/// A link as written in its document.
struct RawLink {
  std::string target;  ///< a URL, or the id of a document when `is_id`
  std::string text;    ///< of the anchor
  bool is_id = false;

  bool operator==(const RawLink&) const = default;
};

/// A document of a corpus, before words are counted; all text is UTF-8.
struct RawDocument {
  std::string id;
  std::string url;  ///< may be empty
  /// By name; "title" and "text" have the same meaning in every format.
  std::map<std::string, std::string, std::less<>> field;
  std::string html;     ///< a page that is not parsed yet, in its own encoding
  std::string charset;  ///< encoding of `html` according to the server
  std::vector<RawLink> link;

  bool operator==(const RawDocument&) const = default;
};

}  // namespace podium::text
