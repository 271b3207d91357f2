#include "podium/text/corpus_collector.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/text/encoding.hpp"

namespace podium {

void CorpusCollector::repair(std::string& text, std::uint64_t& bad_bytes) const {
  DecodedText checked = decoded(text, "utf-8");
  bad_bytes += checked.bad_bytes;
  text = std::move(checked.text);
}

void CorpusCollector::take(RawDocument&& document, const InputStream& from, bool was_cut) {
  std::uint64_t bad_bytes = 0;
  repair(document.id, bad_bytes);
  if (document.id.empty()) return skip(from, "found a document without an id");
  if (!ids_.insert(document.id).second) {
    ++report_.repeated_ids;
    report_.note(fmt::format("{}:{}: found the id {} again", from.path(), from.line_number(),
                             in_quotes(document.id)));
    return;
  }
  repair(document.url, bad_bytes);
  bool has_text = !document.html.empty();
  for (auto& [name, text] : document.field) {
    repair(text, bad_bytes);
    has_text = has_text || text.find_first_not_of(" \t\r\n") != std::string::npos;
  }
  for (RawLink& link : document.link) {
    repair(link.target, bad_bytes);
    repair(link.text, bad_bytes);
  }
  ++report_.documents;
  report_.empty += has_text ? 0U : 1U;
  report_.cut += was_cut ? 1U : 0U;
  report_.undecoded += bad_bytes > 0 ? 1U : 0U;
  report_.bad_bytes += bad_bytes;
  sink_(std::move(document));
}

void CorpusCollector::skip(const InputStream& from, const std::string& problem) {
  ++report_.skipped;
  report_.note(fmt::format("{}:{}: {}", from.path(), from.line_number(), problem));
}

}  // namespace podium
