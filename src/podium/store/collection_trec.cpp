#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/base/text.hpp"
#include "podium/store/collection_text.hpp"

namespace podium {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool starts_with_folded(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && lower_case(text.substr(0, lower.size())) == lower;
}

/// Where `tag`, in lower case with its brackets, stands in `text` from `from` on.
std::size_t find_tag(std::string_view text, std::string_view tag, std::size_t from = 0) {
  for (std::size_t at = text.find('<', from); at != nowhere; at = text.find('<', at + 1)) {
    if (starts_with_folded(text.substr(at), tag)) return at;
  }
  return nowhere;
}

/// What stands between <name> and </name>, the first time.
std::optional<std::string_view> element(std::string_view text, std::string_view name) {
  const std::string opening = fmt::format("<{}>", name);
  const std::size_t begin = find_tag(text, opening);
  if (begin == nowhere) return std::nullopt;
  const std::string_view inside = text.substr(begin + opening.size());
  const std::size_t end = find_tag(inside, fmt::format("</{}>", name));
  if (end == nowhere) return std::nullopt;
  return inside.substr(0, end);
}

/// Calls take(inside) for each <name> ... </name> of a file that holds nothing else.
template <class Take>
void for_each_block(CollectionText& text, std::string_view name, Take&& take) {
  const std::string opening = fmt::format("<{}>", name);
  const std::string closing = fmt::format("</{}>", name);
  std::string_view rest = text.view();
  while (!stripped(rest).empty()) {
    const std::size_t begin = std::min(find_tag(rest, opening), rest.size());
    const std::string_view before = stripped(rest.substr(0, begin));
    if (!before.empty()) {
      text.record([&] {
        const std::string_view word = before.substr(0, before.find_first_of(" \t\r\n"));
        throw text.error(before, fmt::format("found {}, expected '{}'", in_quotes(word), opening));
      });
    }
    if (begin == rest.size()) return;
    const std::string_view block = rest.substr(begin + opening.size());
    const std::size_t next = find_tag(block, opening);
    const std::size_t end = find_tag(block.substr(0, next), closing);
    if (end == nowhere) {
      text.record([&] {
        throw text.error(rest.substr(begin),
                         fmt::format("found '{}' without '{}', expected both", opening, closing));
      });
      rest = next == nowhere ? std::string_view() : block.substr(next);
      continue;
    }
    text.record([&] { take(block.substr(0, end)); });
    rest = block.substr(end + closing.size());
  }
}

// --- topics ---

struct TopicField {
  std::string_view tag;
  std::string_view caption;  ///< a word that may stand before the text, in lower case
};

constexpr std::array<TopicField, 4> topic_fields = {{{"<num>", "number:"},
                                                     {"<title>", "topic:"},
                                                     {"<desc>", "description:"},
                                                     {"<narr>", "narrative:"}}};

/// A field of a topic runs to the next tag: most topics do not close theirs.
std::string_view field_of(std::string_view topic, const TopicField& field) {
  const std::size_t begin = find_tag(topic, field.tag);
  if (begin == nowhere) return {};
  std::string_view value = topic.substr(begin + field.tag.size());
  value = stripped(value.substr(0, value.find('<')));
  if (starts_with_folded(value, field.caption)) value.remove_prefix(field.caption.size());
  return stripped(value);
}

std::vector<LabelQuery> read_queries(CollectionText& text) {
  std::vector<LabelQuery> queries;
  for_each_block(text, "top", [&](std::string_view topic) {
    const auto& [number, title, description, narrative] = topic_fields;
    LabelQuery query{.id = std::string(field_of(topic, number)),
                     .text = on_one_line(field_of(topic, title)),
                     .description = std::string(field_of(topic, description))};
    if (query.id.empty()) throw text.error(topic, "found a topic without '<num>', expected one");
    if (query.text.empty()) query.text = on_one_line(query.description);
    if (query.text.empty()) throw text.error(topic, "found no '<title>', expected what is asked");
    const std::string_view more = field_of(topic, narrative);
    if (!more.empty())
      query.description += (query.description.empty() ? "" : "\n\n") + std::string(more);
    text.take_id(query.id, topic, "query");
    queries.push_back(std::move(query));
  });
  return queries;
}

// --- documents ---

constexpr std::array<std::pair<std::string_view, char>, 5> entities = {
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Text without its tags.
std::string plain(std::string_view markup) {
  std::string text;
  const std::size_t last_end = markup.rfind('>');
  for (std::size_t at = 0; at < markup.size();) {
    const std::string_view rest = markup.substr(at);
    const bool is_tag = last_end != nowhere && at < last_end && rest[0] == '<' &&
                        (rest[1] == '/' || rest[1] == '!' || is_letter(rest[1]));
    if (is_tag) {
      at += rest.find('>') + 1;
      continue;
    }
    const auto* entity = std::find_if(entities.begin(), entities.end(), [&](const auto& known) {
      return rest.starts_with(known.first);
    });
    text += entity == entities.end() ? rest[0] : entity->second;
    at += entity == entities.end() ? 1 : entity->first.size();
  }
  return std::string(stripped(text));
}

/// A page of the web: the address in a header, then HTML.
void read_page(std::string_view content, std::string_view header, LabelDocument& document) {
  document.url = on_one_line(stripped(header).substr(0, stripped(header).find_first_of(" \t\r\n")));
  document.title = on_one_line(plain(element(content, "title").value_or("")));
  const std::string_view end = "</dochdr>";
  document.body = stripped(content.substr(find_tag(content, end) + end.size()));
  document.is_html = true;
}

/// Any other document: its text is that of all <TEXT>, or of everything but the number.
void read_article(std::string_view content, LabelDocument& document) {
  for (const std::string_view name : {"title", "headline", "hl", "ti", "head"}) {
    if (!document.title.empty()) break;
    document.title = on_one_line(plain(element(content, name).value_or("")));
  }
  document.url = on_one_line(plain(element(content, "url").value_or("")));
  std::string_view rest = content;
  while (const auto part = element(rest, "text")) {
    document.body += (document.body.empty() ? "" : "\n\n") + plain(*part);
    rest = content.substr(static_cast<std::size_t>(part->data() + part->size() - content.data()));
  }
  if (find_tag(content, "<text>") == nowhere) {
    const std::string_view end = "</docno>";
    document.body = plain(content.substr(find_tag(content, end) + end.size()));
  }
  document.snippet = beginning_of(document.body);
}

std::vector<LabelDocument> read_documents(CollectionText& text) {
  std::vector<LabelDocument> documents;
  for_each_block(text, "doc", [&](std::string_view content) {
    const auto number = element(content, "docno");
    if (!number) throw text.error(content, "found a document without '<docno>', expected one");
    LabelDocument document{.id = std::string(stripped(*number))};
    if (const auto header = element(content, "dochdr")) {
      read_page(content, *header, document);
    } else {
      read_article(content, document);
    }
    text.take_id(document.id, *number, "document");
    documents.push_back(std::move(document));
  });
  return documents;
}

}  // namespace

CollectionReaders trec_readers() {
  return {read_queries, read_documents};
}

}  // namespace podium
