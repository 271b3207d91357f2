// Feeds a reader with what libFuzzer makes up. Whatever the bytes, a reader returns or throws one
// of our errors: anything else is a finding.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/io/file.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/document_scores.hpp"
#include "podium/core/format/feature_log.hpp"
#include "podium/core/format/groups.hpp"
#include "podium/core/format/orders/preferences.hpp"
#include "podium/core/format/orders/preflib.hpp"
#include "podium/core/format/orders/top_k_file.hpp"
#include "podium/core/format/read.hpp"
#include "podium/core/format/scores.hpp"
#include "podium/core/format/trec/qrels.hpp"
#include "podium/core/format/trec/run.hpp"
#include "podium/core/format/weights.hpp"
#include "podium/learning/exchange/import_format.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/text/corpus/corpus.hpp"
#include "podium/text/corpus/smart_qrels.hpp"
#include "podium/text/corpus/topics.hpp"

namespace podium::fuzzed {

using Path = std::filesystem::path;

// A made-up feature number of 4,000,000,000 is legal but must not take the machine's memory.
constexpr double memory_limit_gb = 0.1;

[[maybe_unused]] void letor(const Path& path) {
  for (const bool lenient : {false, true}) {
    for (const auto detail : {FeatureDetail::none, FeatureDetail::exact}) {
      read_dataset(path, {.format = DataFormat::letor_list,
                          .lenient = lenient,
                          .memory_limit_gb = memory_limit_gb,
                          .features = detail});
    }
  }
}
[[maybe_unused]] void csv(const Path& path) {
  read_dataset(path, {.format = DataFormat::csv, .memory_limit_gb = memory_limit_gb});
}
[[maybe_unused]] void parquet(const Path& path) {
  for (const auto layout : {FeatureLayout::automatic, FeatureLayout::sparse}) {
    read_dataset(path, {.format = DataFormat::parquet,
                        .memory_limit_gb = memory_limit_gb,
                        .features = FeatureDetail::exact,
                        .layout = layout});
  }
}
[[maybe_unused]] void cache(const Path& path) {
  const Dataset data = read_cache(path, CacheCheck::structure);
  for (std::size_t query = 0; query < data.query_count(); ++query) {
    for (const float value : data[query].features.stored()) (void)value;
  }
}
[[maybe_unused]] void document_scores(const Path& path) {
  read_document_scores(path);
}
[[maybe_unused]] void scores(const Path& path) {
  read_scores(path);
}
[[maybe_unused]] void qrels(const Path& path) {
  read_qrels(path);
}
[[maybe_unused]] void run(const Path& path) {
  read_run(path);
}
[[maybe_unused]] void top_k(const Path& path) {
  read_top_k(path);
}
[[maybe_unused]] void preferences(const Path& path) {
  read_preferences(path);
}
[[maybe_unused]] void preflib(const Path& path) {
  read_preflib(path);
}
[[maybe_unused]] void groups(const Path& path) {
  read_groups(path);
}
[[maybe_unused]] void row_weights(const Path& path) {
  read_row_weights(path);
}
[[maybe_unused]] void query_weights(const Path& path) {
  read_query_weights(path);
}
[[maybe_unused]] void es_ltr_log(const Path& path) {
  read_feature_log(path, FeatureLogKind::es_ltr);
}
[[maybe_unused]] void solr_log(const Path& path) {
  read_feature_log(path, FeatureLogKind::solr);
}
/// An imported model is one that can be saved.
void import(const Path& path, const char* format) {
  const InputText text(path);
  const RankingModel read = find_import_format(format).read(text.view(), "fuzzed", {}).model;
  if (model_from_json(to_json(read), "again") != read) std::abort();
}
[[maybe_unused]] void lightgbm(const Path& path) {
  import(path, "lightgbm");
}
[[maybe_unused]] void xgboost(const Path& path) {
  import(path, "xgboost");
}
[[maybe_unused]] void ranklib(const Path& path) {
  import(path, "ranklib");
}
[[maybe_unused]] void model(const Path& path) {
  const RankingModel read = load_model(path);
  if (model_from_json(to_json(read), "again") != read) std::abort();
}

[[maybe_unused]] void corpus(const Path& path, text::CorpusFormat format) {
  text::CorpusReport pages;
  text::read_corpus(path, {.format = format, .max_document_bytes = 1 << 20},
                    [&](text::RawDocument&& document) { text::extract_page(document, {}, pages); });
}
[[maybe_unused]] void corpus_trec(const Path& path) {
  corpus(path, text::CorpusFormat::trec);
}
[[maybe_unused]] void corpus_smart(const Path& path) {
  corpus(path, text::CorpusFormat::smart);
  corpus(path, text::CorpusFormat::ohsumed);
}
[[maybe_unused]] void corpus_jsonl(const Path& path) {
  corpus(path, text::CorpusFormat::jsonl);
}
[[maybe_unused]] void corpus_csv(const Path& path) {
  corpus(path, text::CorpusFormat::csv);
}
[[maybe_unused]] void corpus_warc(const Path& path) {
  corpus(path, text::CorpusFormat::warc);
}
[[maybe_unused]] void page(const Path& path) {
  text::html_text(InputText(path).view(), "http://a.org/b/c.html");
}
[[maybe_unused]] void topics(const Path& path) {
  text::read_topics(path);
}
[[maybe_unused]] void smart_qrels(const Path& path) {
  text::read_smart_qrels(path);
}

}  // namespace podium::fuzzed

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const int file = ::memfd_create("podium-fuzz", 0);
  if (::ftruncate(file, 0) != 0 || ::pwrite(file, bytes, size, 0) != static_cast<ssize_t>(size)) {
    std::abort();
  }
  try {
    podium::fuzzed::PODIUM_FUZZED("/proc/self/fd/" + std::to_string(file));
  } catch (const podium::Error&) {  // a clean refusal
  }
  return 0;
}
