#include "podium/text/collection_meta_stage.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "podium/base/file.hpp"
#include "podium/base/parallel.hpp"
#include "podium/prepare/fold_files.hpp"
#include "podium/text/proximity.hpp"
#include "podium/text/similarity.hpp"

namespace podium {

namespace {

bool is_proximity(const std::string& column) {
  return column.ends_with(".min-span") || column.ends_with("ordered-windows");
}

/// Puts the columns of each document behind those that are there.
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

}  // namespace

template <class Use>
CorpusReport CollectionMetaStage::for_each_text(const Use& use) const {
  std::uint64_t done = 0;
  return for_each_batch(request_.corpus, [&](std::span<RawDocument> batch) {
    std::vector<DocumentText> texts;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      texts.push_back(document_text(
          batch[i], fields_, links_.anchor.empty() ? std::string_view() : links_.anchor[done + i]));
    }
    use(texts);
    done += batch.size();
  });
}

bool CollectionMetaStage::wants_links() const {
  const std::vector<std::string> columns = recipe_.column_names();
  const bool has_link_columns =
      std::any_of(columns.begin(), columns.end(), std::not_fn(is_proximity));
  return has_link_columns || !request_.links.empty() ||
         std::find(fields_.begin(), fields_.end(), "anchor") != fields_.end();
}

void CollectionMetaStage::read_links(StageRecord& record) {
  talk_("reading links");
  LinkCollector collector;
  (void)for_each_batch(request_.corpus,
                       [&](std::span<RawDocument> batch) { collector.add(batch); });
  if (!request_.links.empty()) collector.add_file(request_.links);
  links_ = std::move(collector).finish();
  record.count.emplace_back("links", links_.graph.link_count());
  record.count.emplace_back("links out of the corpus", links_.outside);
}

TextStatistics CollectionMetaStage::count(const Analyser& analyser, const QueryTerms& terms,
                                          StageRecord& record) {
  talk_("counting words");
  CollectionCounter::Ids wanted;
  for (const DocumentLabels& judgements : judged_.judged) {
    for (const auto& [id, label] : judgements) wanted.insert(id);
  }
  CollectionCounter counter(analyser, terms, definition_.layout(), std::move(wanted));
  const CorpusReport report =
      for_each_text([&](const std::vector<DocumentText>& texts) { counter.add(texts); });
  for (const auto& [name, number] : report.counts()) record.count.emplace_back(name, number);
  for (const std::string& problem : report.problems()) record.remark.push_back(problem);
  return std::move(counter).finish();
}

void CollectionMetaStage::add_link_columns(const QueryTerms& terms,
                                           const TextStatistics& statistics, MetaFolder& meta) {
  std::vector<std::string> names = recipe_.column_names();
  names.erase(std::remove_if(names.begin(), names.end(), is_proximity), names.end());
  if (names.empty()) return;
  talk_("following links");
  const SampledCollection sampled{.statistics = &statistics,
                                  .terms = &terms,
                                  .query = &meta.query,
                                  .parameters = &recipe_.parameters,
                                  .stream = definition_.main_stream()};
  append_columns(
      meta.column, names,
      link_columns(names, links_, read_topical_inputs(request_, links_, judged_.query), sampled));
}

void CollectionMetaStage::read_again(const Analyser& analyser, const QueryTerms& terms,
                                     MetaFolder& meta, StageRecord& record) {
  if (!definition_.proximity && !request_.options.similarity) return;
  talk_("reading the sampled documents again");
  const StreamLayout layout = definition_.layout();
  std::optional<ProximityPass> proximity;
  if (definition_.proximity) proximity.emplace(analyser, terms, layout, meta.query);
  std::optional<SimilarityPass> similarity;
  if (request_.options.similarity) {
    similarity.emplace(analyser, layout, definition_.main_stream(), meta.query);
  }
  (void)for_each_text([&](const std::vector<DocumentText>& texts) {
    if (proximity) proximity->add(texts);
    if (similarity) similarity->add(texts);
  });
  if (proximity) {
    std::vector<std::string> names = recipe_.column_names();
    names.erase(std::remove_if(names.begin(), names.end(), std::not_fn(is_proximity)), names.end());
    append_columns(meta.column, names, std::move(*proximity).finish());
  }
  if (!similarity) return;
  const std::size_t first = record.output.size();
  for (const QueryMeta& query : meta.query) {
    record.output.push_back(request_.out / "meta" /
                            fmt::format("similarity-{}.txt", file_name_of(query.id)));
  }
  parallel_for(meta.query.size(), [&](std::size_t q) {
    write_file(record.output[first + q],
               similarity_text(meta.query[q], similarity->cosines(meta.query[q])));
  });
}

MetaFolder CollectionMetaStage::run(StageRecord& record) {
  const std::filesystem::path folder = request_.out / "meta";
  judged_ = read_judged_queries(request_);
  for (const std::string& problem : judged_.topics.problems()) record.remark.push_back(problem);
  Analyser analyser(definition_.analyser);
  const QueryTerms terms(judged_.query, analyser);
  make_folder(folder);
  if (wants_links()) read_links(record);
  const TextStatistics statistics = count(analyser, terms, record);
  talk_("sampling documents");
  SampledQueries sampled = sample_queries(statistics, terms, judged_.judged, request_.sample,
                                          recipe_.parameters, definition_.main_stream());
  note_sample(sampled, judged_, record);
  MetaFolder meta{
      .collection = statistics.collection, .query = std::move(sampled.query), .column = {}};
  meta.collection.name =
      request_.options.name.empty() ? request_.corpus.path.stem().string() : request_.options.name;
  meta.column.query.resize(meta.query.size());
  add_link_columns(terms, statistics, meta);
  read_again(analyser, terms, meta, record);
  talk_("writing meta information");
  const auto add = [&](const FileList& files) {
    record.output.insert(record.output.end(), files.begin(), files.end());
  };
  add(write_meta_folder(meta, judged_.query, folder));
  add({write_terms(statistics.term, meta.collection, folder)});
  write_file(folder / "features.json", definition_.to_json());
  add({folder / "features.json"});
  if (!links_.id.empty()) add(write_links(links_, folder));
  return meta;
}

}  // namespace podium
