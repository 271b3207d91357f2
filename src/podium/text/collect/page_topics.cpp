#include "podium/text/collect/page_topics.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"

namespace podium::text {

namespace {

constexpr std::array<std::string_view, 3> fields_without_topic = {"anchor", "url",
                                                                  "extracted_title"};

/// The lines of a directory; they borrow `text`.
std::vector<TopicExample> read_examples(const InputText& text) {
  LineReader lines(text.view(), text.path());
  std::vector<TopicExample> examples;
  while (lines.next()) {
    if (lines.is_blank()) continue;
    const std::string_view line = lines.line();
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw lines.unexpected(line.substr(0, 40), "a topic, a tab and a text");
    }
    const TopicExample example{trimmed(line.substr(0, tab)), trimmed(line.substr(tab + 1))};
    if (example.topic.empty()) throw lines.error(line, "found no topic before the tab");
    if (example.text.empty()) throw lines.error(line, "found no text after the tab");
    examples.push_back(example);
  }
  const auto is_other = [&](const TopicExample& one) {
    return one.topic != examples.front().topic;
  };
  if (std::none_of(examples.begin(), examples.end(), is_other)) {
    throw DataError({std::string(text.path())},
                    fmt::format("found {}, expected two topics or more",
                                examples.empty() ? "none" : "one topic"));
  }
  return examples;
}

TopicClassifier trained(const std::filesystem::path& directory, const Analyser& analyser,
                        std::size_t& count) {
  const InputText text(directory);
  const std::vector<TopicExample> examples = read_examples(text);
  count = examples.size();
  Analyser own = analyser.copy_for_thread();
  return TopicClassifier(examples, own);
}

void append_row(std::string_view id, std::span<const double> shares, std::string& to) {
  to += id;
  for (const double share : shares) {
    std::string digits = fmt::format("{:.9f}", share);
    digits.resize(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    to.append(" ").append(digits);
  }
  to += '\n';
}

}  // namespace

PageTopics::PageTopics(const std::filesystem::path& directory, std::span<const std::string> fields,
                       const Analyser& analyser)
    : analysers_([own = std::make_shared<Analyser>(analyser.copy_for_thread())] {
        return std::make_unique<Analyser>(own->copy_for_thread());
      }),
      classifier_(trained(directory, analyser, examples_)) {
  for (std::size_t f = 0; f < fields.size(); ++f) {
    const auto* const end = fields_without_topic.end();
    if (std::find(fields_without_topic.begin(), end, fields[f]) == end) field_.push_back(f);
  }
  page_.topics = classifier_.topic_count();
}

void PageTopics::add(std::span<const DocumentText> documents) {
  std::vector<std::vector<double>> rows(documents.size());
  parallel_for(documents.size(), [&](std::size_t d) {
    std::vector<std::string_view> parts;
    for (const std::size_t f : field_) parts.push_back(documents[d].field[f]);
    analysers_.with_worker(
        [&](Analyser& analyser) { rows[d] = classifier_.shares(parts, analyser); });
  });
  for (const std::vector<double>& row : rows) {
    page_.value.insert(page_.value.end(), row.begin(), row.end());
  }
}

TopicalInputs PageTopics::inputs(const std::vector<QueryText>& queries) {
  TopicalInputs result;
  result.page = page_;
  analysers_.with_worker([&](Analyser& analyser) {
    for (const QueryText& query : queries) {
      const std::array<std::string_view, 1> parts = {query.text};
      result.query.push_back(classifier_.shares(parts, analyser));
    }
  });
  return result;
}

FileList PageTopics::write(const TopicalInputs& inputs, const CorpusLinks& links,
                           const std::vector<QueryText>& queries,
                           const std::filesystem::path& folder) const {
  std::string names;
  for (const std::string& topic : classifier_.topics()) names += topic + '\n';
  std::string pages;
  for (PageIndex p = 0; p < links.id.size(); ++p) {
    append_row(links.id[p], inputs.page.row(p), pages);
  }
  std::string asked;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    append_row(queries[q].id, inputs.query[q], asked);
  }
  FileList files = {folder / "topic-names.txt", folder / "page-topics.txt",
                    folder / "query-topics.txt"};
  write_file(files[0], names);
  write_file(files[1], pages);
  write_file(files[2], asked);
  return files;
}

}  // namespace podium::text
