#include "podium/text/corpus/corpus_collector.hpp"

#include <algorithm>
#include <utility>

#include "podium/text/markup/encoding.hpp"

namespace podium::text {

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
  bad_bytes += repair(text, options_.encoding).bad_bytes;
  return true;
}

CorpusCollector::CheckedDocument CorpusCollector::checked(RawDocument& document,
                                                          RecordState state) const {
  CheckedDocument read{.fingerprint = {}, .id = &document.id, .state = std::move(state)};
  const auto check = [&](std::string& text) { read.state.bad_bytes += repair(text).bad_bytes; };
  check(document.id);
  read.fingerprint = TextFingerprint::of(document.id);
  // Readers of text cut it, but those of JSON and CSV know the length of a line only.
  read.state.was_cut = read.state.was_cut || truncate(document, options_.max_document_bytes);
  check(document.url);
  read.has_text = !document.html.empty();
  for (auto& [name, text] : document.field) {
    check(text);
    read.has_text = read.has_text || text.find_first_not_of(" \t\r\n") != std::string::npos;
  }
  for (RawLink& link : document.link) {
    check(link.target);
    check(link.text);
  }
  return read;
}

bool CorpusCollector::accepts(const CheckedDocument& read) {
  if (read.id->empty()) {
    report_.skip(read.state.where, "found a document without an id");
    return false;
  }
  if (!ids_.emplace(read.fingerprint, 0)) {
    report_.repeat(read.state.where, *read.id);
    return false;
  }
  report_.take(read.state);
  report_.empty += read.has_text ? 0U : 1U;
  return true;
}

}  // namespace podium::text
