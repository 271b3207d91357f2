#include "podium/text/corpus/document_batches.hpp"

#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium::text {

namespace {

constexpr std::size_t batch_bytes = std::size_t{8} << 20;
constexpr std::size_t batch_documents = 4096;
constexpr std::size_t reader_batch_documents = 256;  ///< that are a batch, and not part of one

std::size_t size_of(const RawDocument& document) {
  std::size_t bytes = document.html.size();
  for (const auto& [name, text] : document.field) bytes += text.size();
  return bytes;
}

}  // namespace

void encode_blanks(std::string& id) {
  for (std::size_t at = 0; (at = id.find_first_of(" \t\r\n", at)) != std::string::npos; at += 3) {
    id.replace(at, 1, "%20");
  }
}

CorpusReport for_each_batch(const CorpusSource& source, const BatchSink& sink) {
  std::vector<RawDocument> batch;
  batch.reserve(batch_documents);
  std::size_t bytes = 0;
  CorpusReport pages;
  std::vector<CorpusReport> reports;
  const auto pass_on = [&](std::span<RawDocument> documents) {
    reports.assign(documents.size(), {});
    parallel_for(documents.size(), [&](std::size_t i) {
      encode_blanks(documents[i].id);
      for (RawLink& link : documents[i].link) {
        if (link.is_id) encode_blanks(link.target);
      }
      extract_page(documents[i], source.html, reports[i]);
    });
    for (const CorpusReport& report : reports) pages.add(report);
    sink(documents);
  };
  const auto flush = [&] {
    if (!batch.empty()) pass_on(batch);
    parallel_for(batch.size(), [&](std::size_t i) { batch[i] = {}; });  // as dear as to make them
    batch.clear();
    bytes = 0;
  };
  const BatchSink collect = [&](std::span<RawDocument> documents) {
    if (documents.size() >= reader_batch_documents) {
      flush();
      return pass_on(documents);
    }
    for (RawDocument& document : documents) {
      bytes += size_of(document);
      batch.push_back(std::move(document));
      if (bytes >= batch_bytes || batch.size() >= batch_documents) flush();
    }
  };
  CorpusReport report = read_corpus(source.path, source.options, collect);
  flush();
  report.add(pages);
  return report;
}

}  // namespace podium::text
