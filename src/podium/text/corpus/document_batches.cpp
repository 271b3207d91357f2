#include "podium/text/corpus/document_batches.hpp"

#include <string>
#include <utility>
#include <vector>

#include "podium/core/base/parallel.hpp"

namespace podium::text {

namespace {

constexpr std::size_t batch_bytes = std::size_t{8} << 20;
constexpr std::size_t batch_documents = 4096;

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
  const auto flush = [&] {
    reports.assign(batch.size(), {});
    parallel_for(batch.size(), [&](std::size_t i) {
      encode_blanks(batch[i].id);
      for (RawLink& link : batch[i].link) {
        if (link.is_id) encode_blanks(link.target);
      }
      extract_page(batch[i], source.html, reports[i]);
    });
    for (const CorpusReport& report : reports) pages.add(report);
    sink(batch);
    parallel_for(batch.size(), [&](std::size_t i) { batch[i] = {}; });  // as dear as to make them
    batch.clear();
    bytes = 0;
  };
  CorpusReport report = read_corpus(source.path, source.options, [&](RawDocument&& document) {
    bytes += size_of(document);
    batch.push_back(std::move(document));
    if (bytes >= batch_bytes || batch.size() >= batch_documents) flush();
  });
  if (!batch.empty()) flush();
  report.add(pages);
  return report;
}

}  // namespace podium::text
