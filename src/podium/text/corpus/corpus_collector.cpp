#include "podium/text/corpus/corpus_collector.hpp"

#include <algorithm>
#include <utility>

#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

void repair(std::string& text, std::uint64_t& bad_bytes, std::string_view encoding = "utf-8") {
  DecodedText checked = decoded(text, encoding);
  bad_bytes += checked.bad_bytes;
  text = std::move(checked.text);
}

}  // namespace

bool truncate(RawDocument& document, std::size_t most) {
  bool was_cut = false;
  const auto cut_text = [&](std::string& text) {
    if (text.size() > most) {
      while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
      text.resize(most);
      was_cut = true;
    }
    most -= text.size();
  };
  cut_text(document.html);
  for (auto& [name, text] : document.field) cut_text(text);
  return was_cut;
}

bool CorpusCollector::decode(std::string& text, std::uint64_t& bad_bytes) const {
  if (is_utf8_ || options_.encoding == CorpusOptions().encoding) return false;
  repair(text, bad_bytes, options_.encoding);
  return true;
}

void CorpusCollector::take(RawDocument&& document, RecordState state) {
  std::uint64_t& bad_bytes = state.bad_bytes;
  repair(document.id, bad_bytes);
  if (document.id.empty()) return report_.skip(state.where, "found a document without an id");
  if (!ids_.emplace(TextFingerprint::of(document.id), 0)) {
    report_.repeat(state.where, document.id);
    return;
  }
  // Readers of text cut it, but those of JSON and CSV know the length of a line only.
  state.was_cut = state.was_cut || truncate(document, options_.max_document_bytes);
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
  report_.take(state);
  report_.empty += has_text ? 0U : 1U;
  sink_(std::move(document));
}

}  // namespace podium::text
