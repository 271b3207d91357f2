#include "podium/text/collect/collection_inputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/io/input_stream.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/line_reader.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/text/corpus/sgml.hpp"
#include "podium/text/corpus/smart_qrels.hpp"

namespace podium::text {

namespace {

namespace fs = std::filesystem;
using TopicRows = std::map<std::string, std::vector<double>, std::less<>>;

/// TREC files and JSON lines may hold anything: they are pages if the first documents have
/// addresses.
bool is_web(const CorpusSource& corpus) {
  const FirstFile first = first_file(corpus);
  if (first.format != CorpusFormat::jsonl && first.format != CorpusFormat::trec) {
    return first.format == CorpusFormat::html || first.format == CorpusFormat::warc;
  }
  if (first.path.empty()) return false;
  std::string start;
  InputStream(first.path).read(std::size_t{1} << 18, start);
  if (first.format == CorpusFormat::trec) {
    return find_any_case(start, "<dochdr>") != std::string_view::npos &&
           find_any_case(start, "://") != std::string_view::npos;
  }
  return start.find("\"url\"") != std::string::npos || start.find("\"html\"") != std::string::npos;
}

std::string text_of(const Topic& topic, QueryPart part) {
  if (part == QueryPart::title) return topic.title;
  if (part == QueryPart::description) return topic.description;
  return topic.title + "\n" + topic.description;
}

/// Whether every line has the four words of TREC's judgements, "1 0 13 1", as those of some SMART
/// collections do. SMART's own have a document second, and none has the number 0.
bool is_trec_qrels(const fs::path& path) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  constexpr std::array<std::string_view, 4> names = {"a query id", "an iteration", "a document id",
                                                     "a label"};
  std::array<std::string_view, 4> words;
  while (lines.next()) {
    if (lines.is_blank()) continue;
    try {
      lines.split(names, names.size(), words);
    } catch (const DataError&) {
      return false;
    }
    if (words[1] != "0" && words[1] != "Q0") return false;
  }
  return true;
}

/// Also records left out lines in `report`.
Qrels read_judgements(const fs::path& path, QrelsFormat format, bool is_smart,
                      CorpusReport& report) {
  if (path.empty()) return {};
  if (format == QrelsFormat::by_corpus) {
    const bool is_trec = !is_smart || is_trec_qrels(path);
    format = is_trec ? QrelsFormat::trec : QrelsFormat::smart;
  }
  LineReport lines;
  Qrels qrels = format == QrelsFormat::smart ? read_smart_qrels(path, BadLines::refuse, &lines)
                                             : read_qrels(path, BadLines::refuse, &lines);
  for (const std::string& remark : lines.remarks()) report.note({path.string()}, remark);
  return qrels;
}

/// `is_smart`: document ids of the corpus have no leading zeros.
DocumentLabels judgements_of(const DocumentTable::Query& query, bool is_smart) {
  DocumentLabels judged;
  for (std::size_t d = 0; d < query.size(); ++d) {
    const std::string_view id = query.document[d];
    if (query.value[d] < 0.0) continue;
    judged.emplace(is_smart ? without_zeros(id) : std::string(id), query.value[d]);
  }
  return judged;
}

TopicRows read_topic_rows(const fs::path& path, std::size_t& topics) {
  const InputText text(path);
  LineReader lines(text.view(), text.path());
  TopicRows rows;
  while (lines.next()) {
    if (lines.is_blank()) continue;
    std::string_view rest = trimmed(lines.line());
    std::string id;
    std::vector<double> row;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      if (id.empty()) {
        id = rest.substr(0, end);
      } else {
        row.push_back(lines.number_in(rest.substr(0, end), "a share of a topic"));
      }
      rest = trimmed(rest.substr(end));
    }
    if (topics == 0) topics = row.size();
    if (row.empty() || row.size() != topics) {
      throw lines.error(lines.line(), fmt::format("found {} topics, expected {}", row.size(),
                                                  std::max<std::size_t>(topics, 1)));
    }
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    const bool is_legal =
        std::all_of(row.begin(), row.end(), [](double share) { return share >= 0.0; });
    if (!is_legal || std::abs(sum - 1.0) > 1e-6) {
      throw lines.error(lines.line(),
                        fmt::format("found shares with the sum {}, expected non-negative shares "
                                    "with the sum 1",
                                    sum));
    }
    rows.emplace(std::move(id), std::move(row));
  }
  return rows;
}

std::vector<double> row_of(const TopicRows& rows, std::string_view id, std::size_t topics) {
  const auto found = rows.find(id);
  if (found != rows.end()) return found->second;
  return std::vector<double>(topics, 1.0 / static_cast<double>(topics));
}

void check_topical(const LinkSource& source, const FeatureRecipe& recipe) {
  if (source.page_topics.empty() != source.query_topics.empty()) {
    throw UsageError("the topics of pages and of queries must be given together");
  }
  if (!source.page_topics.empty() && !source.directory.empty()) {
    throw UsageError("topics of pages: found both a file and a directory, expected one of them");
  }
  const std::vector<std::string> names = recipe.column_names(ColumnSource::links);
  const bool has_topical = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name.starts_with("topical-");
  });
  const bool is_given = !source.page_topics.empty() || !source.directory.empty();
  if (is_given && !has_topical) {
    throw UsageError("topics of pages: the recipe " + in_quotes(recipe.name) +
                     " has no topical features");
  }
}

}  // namespace

JudgedQueries read_judged_queries(const QuerySource& source, CorpusFormat corpus) {
  JudgedQueries result;
  const std::vector<Topic> topics = read_topics(source.topics, source.topic, &result.topics);
  const bool has_description =
      std::ranges::any_of(topics, [](const Topic& topic) { return !topic.description.empty(); });
  if (source.options.part == QueryPart::both && !has_description) {
    result.topics.note({source.topics.string()},
                       "--query-part both: no topic has a description, so it is the title");
  }
  const bool is_smart = corpus == CorpusFormat::smart;
  const Qrels qrels =
      read_judgements(source.qrels, source.options.qrels_format, is_smart, result.topics);
  std::unordered_set<std::string_view> known;
  for (const Topic& topic : topics) {
    const auto place = qrels.judged.find(topic.id);
    known.insert(topic.id);
    DocumentLabels judged =
        place ? judgements_of(qrels.judged[*place], is_smart) : DocumentLabels();
    result.unjudged += judged.empty() ? 1U : 0U;
    const bool keeps_unjudged = source.options.keep_unjudged || source.qrels.empty();
    if (judged.empty() && !keeps_unjudged) continue;
    result.query.push_back({topic.id, text_of(topic, source.options.part)});
    result.judged.push_back(std::move(judged));
  }
  if (std::all_of(topics.begin(), topics.end(), [&](const Topic& topic) {
        return trimmed(text_of(topic, source.options.part)).empty();
      })) {
    throw DataError(
        {source.topics.string()},
        fmt::format("the part used as the query is empty in all {} topics", topics.size()));
  }
  for (std::size_t q = 0; q < qrels.judged.query_count(); ++q) {
    result.no_topic += known.contains(qrels.judged[q].id) ? 0U : 1U;
  }
  if (result.query.empty()) {
    throw DataError({source.qrels.string()},
                    fmt::format("found no judgements for any of the {} topics", topics.size()));
  }
  return result;
}

FeatureDefinition definition_of(const MetaRequest& request) {
  const RecipeOptions& options = request.recipe;
  FeatureDefinition definition{.recipe = options.recipe,
                               .links = options.link_features,
                               .feedback = options.feedback,
                               .proximity = options.proximity,
                               .parameters = request.parameters,
                               .stream = {},
                               .analyser = request.analyser,
                               .corpus = request.corpus.options,
                               .html = request.corpus.html};
  if (options.recipe == "auto") definition.recipe = is_web(request.corpus) ? "gov" : "ohsumed";
  definition.stream =
      options.streams.empty() ? default_streams(definition.recipe) : parse_streams(options.streams);
  check_topical(request.links, definition.make_recipe());  // refused before the corpus is read
  return definition;
}

TopicalInputs read_topical_inputs(const LinkSource& source, const CorpusLinks& links,
                                  const std::vector<QueryText>& queries) {
  TopicalInputs result;
  if (source.page_topics.empty()) return result;
  std::size_t topics = 0;
  const TopicRows pages = read_topic_rows(source.page_topics, topics);
  const TopicRows asked = read_topic_rows(source.query_topics, topics);
  if (topics == 0) throw DataError({source.page_topics.string()}, "found no topics");
  result.page.topics = topics;
  for (std::size_t p = 0; p < links.id.size(); ++p) {
    const std::vector<double> row = row_of(pages, links.id[p], topics);
    result.page.value.insert(result.page.value.end(), row.begin(), row.end());
  }
  for (const QueryText& query : queries) result.query.push_back(row_of(asked, query.id, topics));
  return result;
}

}  // namespace podium::text
