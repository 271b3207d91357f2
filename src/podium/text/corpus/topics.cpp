#include "podium/text/corpus/topics.hpp"

#include <unordered_set>
#include <utility>

#include "podium/core/base/io/file_kind.hpp"
#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/text/corpus/json_line.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/corpus/smart_qrels.hpp"
#include "podium/text/corpus/smart_sections.hpp"
#include "podium/text/markup/blanks.hpp"
#include "podium/text/markup/encoding.hpp"

namespace podium::text {

namespace {

constexpr std::size_t longest = std::size_t{1} << 20;

std::string collapsed(std::string_view text) {
  std::string result;
  append_collapsed(text, result);
  trim_end(result);
  return result;
}

/// `text` without a label such as "Number:" at its start.
std::string without_label(std::string_view text, std::string_view label) {
  text = trimmed_lines(text);
  if (find_any_case(text.substr(0, label.size()), label) == 0) text.remove_prefix(label.size());
  return collapsed(text);
}

/// Collects topics, repairs their text and counts malformed ones.
class Topics {
 public:
  explicit Topics(bool number_by_order) : by_order_(number_by_order) {}

  void take(Topic topic, RecordState state) {
    for (std::string* text : {&topic.id, &topic.title, &topic.description, &topic.narrative}) {
      DecodedText checked = decoded(*text, "utf-8");
      state.bad_bytes += checked.bad_bytes;
      *text = std::move(checked.text);
    }
    ++seen_;
    if (by_order_) topic.id = to_text(seen_);
    if (topic.id.empty()) return report_.skip(state.where, "found a topic without an id");
    if (!is_word(topic.id)) {
      return report_.skip(state.where, "found the topic id " + in_quotes(topic.id) +
                                           ", expected an id without blanks");
    }
    if (topic.title.empty() && topic.description.empty()) {
      return report_.skip(state.where, "found the topic " + in_quotes(topic.id) + " without text");
    }
    if (!ids_.insert(topic.id).second) return report_.repeat(state.where, topic.id);
    report_.take(state);
    topics_.push_back(std::move(topic));
  }

  std::vector<Topic>& all() noexcept { return topics_; }
  CorpusReport& report() noexcept { return report_; }

 private:
  bool by_order_;
  std::size_t seen_ = 0;
  std::vector<Topic> topics_;
  std::unordered_set<std::string> ids_;
  CorpusReport report_;
};

void read_trec_topics(InputStream& in, Topics& to) {
  SgmlReader reader(in, "top", longest);
  std::string record;
  while (reader.next(record)) {
    Topic topic;
    for (const SgmlSection& section : sgml_sections(record)) {
      if (section.name == "num") topic.id = without_label(section.text, "number:");
      if (section.name == "title") topic.title = without_label(section.text, "topic:");
      if (section.name == "desc") topic.description = without_label(section.text, "description:");
      if (section.name == "narr") topic.narrative = without_label(section.text, "narrative:");
    }
    to.take(std::move(topic), reader.state());
  }
  if (reader.stray_line() > 0) {
    to.report().skip({in.path(), reader.stray_line()}, "found text outside of <top>");
  }
}

void read_smart_topics(InputStream& in, Topics& to) {
  SmartReader reader(in, longest);
  SmartRecord record;
  while (reader.next(record)) {
    to.take({.id = without_zeros(record.id), .title = collapsed(record.section['W' - 'A'])},
            {.where = {in.path(), record.line}, .was_cut = record.was_cut});
  }
  if (reader.stray_line() > 0) {
    to.report().skip({in.path(), reader.stray_line()},
                     "found text outside of the sections of a record");
  }
}

void read_tsv_topics(InputStream& in, Topics& to) {
  while (const auto line = in.next_line(longest)) {
    if (trimmed(*line).empty()) continue;
    const std::size_t tab = line->find('\t');
    if (tab == std::string_view::npos) {
      to.report().skip(in.where(),
                       "found " + in_quotes(*line) + ", expected an id, a tab and a query");
    } else {
      to.take({.id = std::string(trimmed(line->substr(0, tab))),
               .title = collapsed(line->substr(tab + 1))},
              {.where = in.where(), .was_cut = in.line_was_cut()});
    }
  }
}

void read_json_topics(InputStream& in, Topics& to) {
  const auto convert = [&](const Json& object, const RecordState& state,
                           std::size_t /*line*/) -> InOrder {
    Topic topic{.title = collapsed(json_text(object, "text")),
                .description = json_text(object, "description"),
                .narrative = json_text(object, "narrative")};
    for (const char* name : {"qid", "id", "_id"}) {
      if (topic.id.empty()) topic.id = json_text(object, name);
    }
    if (topic.title.empty()) topic.title = collapsed(json_text(object, "title"));
    return [&to, topic, state]() mutable { to.take(std::move(topic), state); };
  };
  for_each_json_line(in, longest, to.report(), convert);
}

TopicFormat guessed(const std::filesystem::path& path) {
  InputStream in(path);
  std::string start;
  in.read(std::size_t{1} << 16, start);
  const std::string_view text = trimmed_lines(start);
  if (const std::string page = complaint_of_page(text); !page.empty()) {
    throw DataError({path.string()}, page);
  }
  if (text.starts_with(".I")) return TopicFormat::smart;
  if (text.starts_with('{') || text.starts_with('[')) return TopicFormat::jsonl;
  const bool is_trec = find_any_case(text, "<top>") != std::string_view::npos;
  return is_trec ? TopicFormat::trec : TopicFormat::tsv;
}

}  // namespace

std::vector<Topic> read_topics(const std::filesystem::path& path, const TopicOptions& options,
                               CorpusReport* report) {
  const TopicFormat format =
      options.format == TopicFormat::unknown ? guessed(path) : options.format;
  InputStream in(path);
  if (!in.complaint().empty()) throw DataError({path.string()}, in.complaint());
  Topics topics(options.number_by_order);
  if (format == TopicFormat::trec) read_trec_topics(in, topics);
  if (format == TopicFormat::smart) read_smart_topics(in, topics);
  if (format == TopicFormat::tsv) read_tsv_topics(in, topics);
  if (format == TopicFormat::jsonl) read_json_topics(in, topics);
  if (report != nullptr) report->add(topics.report());
  if (topics.all().empty()) throw topics.report().nothing_in(path.string(), "topics");
  return std::move(topics.all());
}

}  // namespace podium::text
