#include "podium/text/topics.hpp"

#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/base/error.hpp"
#include "podium/base/input_stream.hpp"
#include "podium/base/text.hpp"
#include "podium/text/blanks.hpp"
#include "podium/text/encoding.hpp"
#include "podium/text/sgml.hpp"
#include "podium/text/smart_qrels.hpp"
#include "podium/text/smart_sections.hpp"

namespace podium {

namespace {

constexpr std::size_t longest = std::size_t{1} << 20;

std::string collapsed(std::string_view text) {
  std::string result;
  append_collapsed(text, result);
  trim_end(result);
  return result;
}

/// `text` without a word like "Number:" at its beginning.
std::string without_label(std::string_view text, std::string_view label) {
  text = trimmed_lines(text);
  if (find_any_case(text.substr(0, label.size()), label) == 0) text.remove_prefix(label.size());
  return collapsed(text);
}

/// Takes topics, repairs their text and counts those that are none.
class Topics {
 public:
  Topics(const InputStream& in, bool number_by_order) : in_(in), by_order_(number_by_order) {}

  void take(Topic topic) {
    for (std::string* text : {&topic.id, &topic.title, &topic.description, &topic.narrative}) {
      DecodedText checked = decoded(*text, "utf-8");
      report_.bad_bytes += checked.bad_bytes;
      *text = std::move(checked.text);
    }
    if (by_order_) topic.id = to_text(topics_.size() + 1);
    if (topic.id.empty()) return skip("found a topic without an id");
    if (topic.id.find_first_of(" \t") != std::string::npos) {
      return skip("found the topic id " + in_quotes(topic.id) + ", expected one word");
    }
    if (!ids_.insert(topic.id).second) {
      ++report_.repeated_ids;
      return;
    }
    const bool is_empty = topic.title.empty() && topic.description.empty();
    report_.empty += is_empty ? 1U : 0U;
    ++report_.documents;
    topics_.push_back(std::move(topic));
  }

  void skip(const std::string& problem) {
    ++report_.skipped;
    report_.note(fmt::format("{}:{}: {}", in_.path(), in_.line_number(), problem));
  }

  std::vector<Topic>& all() noexcept { return topics_; }
  const CorpusReport& report() const noexcept { return report_; }

 private:
  const InputStream& in_;
  bool by_order_;
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
    to.take(std::move(topic));
  }
}

void read_smart_topics(InputStream& in, Topics& to) {
  SmartReader reader(in, longest);
  SmartRecord record;
  while (reader.next(record)) {
    to.take({.id = without_zeros(record.id), .title = collapsed(record.section['W' - 'A'])});
  }
}

void read_tsv_topics(InputStream& in, Topics& to) {
  while (const auto line = in.next_line(longest)) {
    if (trimmed(*line).empty()) continue;
    const std::size_t tab = line->find('\t');
    if (tab == std::string_view::npos) {
      to.skip("found " + in_quotes(*line) + ", expected an id, a tab and a query");
    } else {
      to.take({.id = std::string(trimmed(line->substr(0, tab))),
               .title = collapsed(line->substr(tab + 1))});
    }
  }
}

TopicFormat guessed(const std::filesystem::path& path) {
  InputStream in(path);
  std::string start;
  in.read(std::size_t{1} << 16, start);
  const std::string_view text = trimmed_lines(start);
  if (text.starts_with(".I")) return TopicFormat::smart;
  const bool is_trec = find_any_case(text, "<top>") != std::string_view::npos;
  return is_trec ? TopicFormat::trec : TopicFormat::tsv;
}

}  // namespace

std::vector<Topic> read_topics(const std::filesystem::path& path, const TopicOptions& options,
                               CorpusReport* report) {
  const TopicFormat format =
      options.format == TopicFormat::unknown ? guessed(path) : options.format;
  InputStream in(path);
  Topics topics(in, options.number_by_order);
  if (format == TopicFormat::trec) read_trec_topics(in, topics);
  if (format == TopicFormat::smart) read_smart_topics(in, topics);
  if (format == TopicFormat::tsv) read_tsv_topics(in, topics);
  if (report != nullptr) report->add(topics.report());
  if (topics.all().empty()) throw DataError({path.string()}, "found no topics");
  return std::move(topics.all());
}

}  // namespace podium
