#include "podium/text/collect/collection_meta_stage.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/base/parallel.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/prepare/fold_files.hpp"
#include "podium/text/collect/collection_versions.hpp"
#include "podium/text/features/bm25_run.hpp"
#include "podium/text/features/feedback_columns.hpp"
#include "podium/text/features/proximity.hpp"
#include "podium/text/terms/similarity.hpp"

namespace podium::text {

namespace {

/// Appends columns to those of each document.
void append_columns(ColumnTable& to, const std::vector<std::string>& names,
                    const std::vector<std::vector<double>>& values) {
  const std::size_t width = to.name.size();
  for (std::size_t q = 0; q < values.size(); ++q) {
    std::vector<double> rows;
    const std::size_t documents = values[q].size() / names.size();
    for (std::size_t d = 0; d < documents; ++d) {
      const auto before = to.query[q].begin() + static_cast<std::ptrdiff_t>(d * width);
      const auto added = values[q].begin() + static_cast<std::ptrdiff_t>(d * names.size());
      rows.insert(rows.end(), before, before + static_cast<std::ptrdiff_t>(width));
      rows.insert(rows.end(), added, added + static_cast<std::ptrdiff_t>(names.size()));
    }
    to.query[q] = std::move(rows);
  }
  to.name.insert(to.name.end(), names.begin(), names.end());
}

std::string similarity_text(const QueryMeta& query, std::span<const double> cosines) {
  std::string text;
  std::size_t i = 0;
  for (std::size_t a = 0; a < query.document.size(); ++a) {
    for (std::size_t b = a + 1; b < query.document.size(); ++b) {
      text +=
          fmt::format("{} {} {:.6f}\n", query.document[a].id, query.document[b].id, cosines[i++]);
    }
  }
  return text;
}

void note_sample(const SampledQueries& sampled, const JudgedQueries& judged, StageRecord& record) {
  record.count.emplace_back("queries", sampled.query.size());
  record.count.emplace_back("topics without judgements", judged.unjudged);
  record.count.emplace_back("judged queries without a topic", judged.no_topic);
  record.count.emplace_back("judged documents that the corpus lacks", sampled.unknown);
  record.count.emplace_back("relevant documents", sampled.relevant);
  record.count.emplace_back("relevant documents lost by sampling", sampled.lost_relevant);
}

/// Warns of judged documents that the corpus does not have, with the first of them.
void note_unknown(const SampledQueries& sampled, const JudgedQueries& judged,
                  const TextStatistics& statistics, StageRecord& record) {
  if (sampled.unknown == 0) return;
  std::unordered_set<std::string_view> known;
  for (std::size_t d = 0; d < statistics.document.size(); ++d) {
    known.insert(statistics.document[d].id);
  }
  for (std::size_t q = 0; q < judged.judged.size(); ++q) {
    for (const auto& [id, label] : judged.judged[q]) {
      if (known.contains(id)) continue;
      record.remark.push_back(fmt::format(
          "WARNING: {} not in the corpus, the first: {} of query {}; check that ids are the same "
          "there",
          counted(sampled.unknown, "judged document is", "judged documents are"), in_quotes(id),
          in_quotes(judged.query[q].id)));
      return;
    }
  }
}

}  // namespace

template <class Use>
void CollectionMetaStage::read_documents(const Use& use) {
  std::size_t done = 0;
  report_ = for_each_batch(request_.corpus, [&](std::span<RawDocument> batch) {
    std::vector<DocumentText> texts(batch.size());
    parallel_for(batch.size(),
                 [&](std::size_t i) { texts[i] = document_text(batch[i], fields_, {}); });
    if (texts_) texts_->add(texts);
    use(batch, texts);
    done += batch.size();
    progress_(done, documents_);
  });
  documents_ = done;
}

template <class Use>
void CollectionMetaStage::for_each_text(const Use& use) {
  if (documents_ == 0) {
    return read_documents(
        [&](std::span<RawDocument> /*documents*/, std::span<DocumentText> texts) { use(texts); });
  }
  const auto anchor =
      static_cast<std::size_t>(std::ranges::find(fields_, "anchor") - fields_.begin());
  std::size_t done = 0;
  texts_->for_each_batch([&](std::span<DocumentText> texts) {
    if (anchor < fields_.size() && !links_.anchor.empty()) {
      for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i].field[anchor] = links_.anchor[done + i];
      }
    }
    use(texts);
    done += texts.size();
    progress_(done, documents_);
  });
}

bool CollectionMetaStage::wants_links() const {
  return !recipe_.column_names(ColumnSource::links).empty() || !request_.links.file.empty() ||
         std::find(fields_.begin(), fields_.end(), "anchor") != fields_.end();
}

void CollectionMetaStage::read_links() {
  say_("reading links");
  LinkCollector collector;
  read_documents([&](std::span<RawDocument> documents, std::span<DocumentText> /*texts*/) {
    collector.add(documents);
  });
  if (!request_.links.file.empty()) {
    const LinkLines lines = collector.add_file(request_.links.file);
    if (lines.unknown > 0) {
      record_.remark.push_back(fmt::format(
          "{}: {} of {} lines name a document that is not in the corpus, the first: line {}",
          request_.links.file.string(), lines.unknown, lines.all, lines.first_unknown));
    }
  }
  links_ = std::move(collector).finish();
  record_.count.emplace_back("links", links_.graph.link_count());
  record_.count.emplace_back("links out of the corpus", links_.outside);
}

TextStatistics CollectionMetaStage::count(const Analyser& analyser, const QueryTerms& terms) {
  say_("counting words");
  CollectionCounter::Ids wanted;
  for (const DocumentLabels& judgements : judged_.judged) {
    for (const auto& [id, label] : judgements) wanted.insert(id);
  }
  CollectionCounter counter(analyser, terms, definition_.layout(), std::move(wanted));
  if (!request_.links.directory.empty())
    topics_.emplace(request_.links.directory, fields_, analyser);
  for_each_text([&](std::span<const DocumentText> texts) {
    counter.add(texts);
    if (topics_) topics_->add(texts);
  });
  for (const auto& [name, number] : report_.counts()) record_.count.emplace_back(name, number);
  for (const std::string& problem : report_.problems()) record_.remark.push_back(problem);
  TextStatistics statistics = std::move(counter).finish();
  note_empty_streams(statistics.collection);
  return statistics;
}

void CollectionMetaStage::note_empty_streams(const CollectionMeta& collection) const {
  for (std::size_t s = 0; s < collection.stream.size(); ++s) {
    if (collection.stream[s].total_terms > 0) continue;
    const std::string found = fmt::format(
        "stream {} ({}) is empty in all {} documents", in_quotes(definition_.stream[s].name),
        fmt::join(definition_.stream[s].field, ", "), collection.documents);
    if (s == definition_.main_stream()) throw DataError({request_.corpus.path.string()}, found);
    record_.remark.push_back(found);
  }
}

void CollectionMetaStage::add_link_columns(const SampledCollection& sampled, MetaFolder& meta) {
  const std::vector<std::string> names = recipe_.column_names(ColumnSource::links);
  if (names.empty()) return;
  say_("following links");
  const TopicalInputs topics = topics_ ? topics_->inputs(judged_.query)
                                       : read_topical_inputs(request_.links, links_, judged_.query);
  append_columns(meta.column, names,
                 link_columns(names, links_, topics, sampled, request_.options.host_rank));
  if (!topics_) return;
  record_.count.emplace_back("topics of the directory", topics_->topic_count());
  record_.count.emplace_back("texts of the directory", topics_->example_count());
  record_.add_output(topics_->write(topics, links_, judged_.query, folder_));
}

void CollectionMetaStage::read_again(const Analyser& analyser, const SampledCollection& sampled,
                                     MetaFolder& meta) {
  if (!definition_.proximity && !wants_vectors()) return;
  say_("reading the sampled documents again");
  const StreamLayout layout = definition_.layout();
  std::optional<ProximityPass> proximity;
  if (definition_.proximity) proximity.emplace(analyser, *sampled.terms, layout, meta.query);
  std::optional<DocumentVectorPass> words;
  if (wants_vectors()) words.emplace(analyser, layout, sampled.stream, meta.query);
  for_each_text([&](std::span<const DocumentText> texts) {
    if (proximity) proximity->add(texts);
    if (words) words->add(texts);
  });
  if (words) use_vectors(std::move(*words).finish(), sampled, meta);
  if (proximity) {
    append_columns(meta.column, recipe_.column_names(ColumnSource::places),
                   std::move(*proximity).finish());
  }
}

void CollectionMetaStage::use_vectors(const DocumentVectors& vectors,
                                      const SampledCollection& sampled, MetaFolder& meta) const {
  if (definition_.feedback) {
    say_("comparing documents");
    const std::vector<std::string> names = recipe_.column_names(ColumnSource::feedback);
    append_columns(meta.column, names, feedback_columns(names, vectors, links_, sampled));
  }
  if (!request_.options.similarity) return;
  const std::size_t first = record_.output.size();
  for (const QueryMeta& query : meta.query) {
    record_.output.push_back(folder_ / fmt::format("similarity-{}.txt", file_name_of(query.id)));
  }
  parallel_for(meta.query.size(), [&](std::size_t q) {
    write_file(record_.output[first + q],
               similarity_text(meta.query[q], cosines(vectors, meta.query[q])));
  });
}

void CollectionMetaStage::note_topics() const {
  const CorpusReport& report = judged_.topics;
  for (const std::string& remark :
       report.is_complete() ? report.problems() : report.remarks({"topic", "topics"})) {
    record_.remark.push_back(remark);
  }
  if (report.repeated_ids > 0) {
    record_.remark.push_back(fmt::format("WARNING: {} left out: give each query an id of its own",
                                         counted(report.repeated_ids, "query", "queries")));
  }
  if (judged_.unjudged == 0 || judged_.no_topic == 0) return;
  record_.remark.push_back(fmt::format(
      "WARNING: {} without judgements, and {} without a topic: the ids of topics and judgements "
      "may "
      "not correspond{}",
      counted(judged_.unjudged, "topic"),
      counted(judged_.no_topic, "judged query", "judged queries"),
      request_.queries.topic.number_by_order
          ? "; the topics are numbered in file order, as --number-by-order says"
          : "; if the judgements number the topics in file order, as Cranfield's do, give "
            "--number-by-order"));
}

MetaFolder CollectionMetaStage::run(std::size_t folds) {
  if (request_.queries.qrels.empty() && request_.sample.kind == SampleOptions::Kind::judged) {
    throw UsageError("sample: 'judged' requires judgements; use 'bm25'");
  }
  judged_ = read_judged_queries(request_.queries, first_file(request_.corpus).format);
  note_topics();
  Analyser analyser(definition_.analyser);
  QueryTerms terms(judged_.query, analyser);
  if (!request_.also_count.empty()) {
    terms.add_words(InputText(request_.also_count).view(), analyser);
  }
  make_folder(folder_);
  if (wants_links() || definition_.proximity || wants_vectors()) {
    say_(fmt::format("keeping the texts of the documents in a temporary file in {} meanwhile",
                     folder_.string()));
    texts_.emplace(folder_);
  }
  if (wants_links()) read_links();
  const TextStatistics statistics = count(analyser, terms);
  say_("sampling documents");
  SampledQueries sampled = sample_queries(statistics, terms, judged_.judged, request_.sample,
                                          recipe_.parameters, definition_.main_stream());
  note_sample(sampled, judged_, record_);
  note_unknown(sampled, judged_, statistics, record_);
  check_folds(sampled.query, folds);
  MetaFolder meta{
      .collection = statistics.collection, .query = std::move(sampled.query), .column = {}};
  meta.collection.name =
      request_.options.name.empty() ? request_.corpus.path.stem().string() : request_.options.name;
  meta.column.query.resize(meta.query.size());
  const SampledCollection collection{.statistics = &statistics,
                                     .terms = &terms,
                                     .query = &meta.query,
                                     .parameters = &recipe_.parameters,
                                     .stream = definition_.main_stream()};
  add_link_columns(collection, meta);
  read_again(analyser, collection, meta);
  say_("writing meta information");
  record_.add_output(write_meta_folder(meta, judged_.query, folder_));
  record_.add_output({write_terms(statistics.term, meta.collection, folder_)});
  write_run(bm25_run(meta.collection, meta.query, definition_.main_stream(), recipe_.parameters),
            folder_ / "bm25.run");
  record_.add_output({folder_ / "bm25.run"});
  record_.add_output(definition_.save(folder_));
  if (!links_.id.empty()) record_.add_output(write_links(links_, folder_));
  return meta;
}

}  // namespace podium::text
