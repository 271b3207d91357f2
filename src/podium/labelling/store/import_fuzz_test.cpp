#include <cstdlib>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/labelling/store/import.hpp"

namespace podium::labelling {
namespace {

/// The same cases in every run, unless the environment asks for others.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20121", 0);

struct Collection {
  text::CorpusFormat kind;
  std::string queries;
  std::string documents;
};

const std::vector<Collection>& collections() {
  static const std::vector<Collection> all = {
      {text::CorpusFormat::jsonl,
       "{\"qid\":\"1\",\"text\":\"a \\u00e9\",\"description\":\"b\"}\n{\"qid\":2,\"text\":\"c\"}\n",
       "{\"docid\":\"a\",\"title\":\"t\",\"text\":\"x\"}\n{\"docid\":\"b\",\"html\":\"<p>\"}\n"},
      {text::CorpusFormat::trec,
       "<top>\n<num> Number: 1\n<title> a\n<desc> Description: b\n<narr> c\n</top>\n",
       "<DOC>\n<DOCNO> a </DOCNO>\n<HL>t</HL><TEXT>x &lt; <b>y</b></TEXT>\n</DOC>\n"
       "<DOC><DOCNO>b</DOCNO><DOCHDR>u v</DOCHDR><title>t</title></DOC>\n"},
      {text::CorpusFormat::smart, ".I 1\n.W\na\nb\n.I 2\n.W\nc\n",
       ".I 1\n.T\nt\n.A\na\n.W\nx\n.y\n.I 2\n.X\n1 2\n"}};
  return all;
}

class ImportFuzz : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    const auto path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  /// Any input gives queries with at least two distinct documents, or an error.
  void read(text::CorpusFormat kind, const ImportFiles& files, bool lenient) const {
    try {
      for (const LabelQuery& query : import_queries(files, {.kind = kind, .lenient = lenient})) {
        RC_ASSERT(query.document.size() >= 2U);
        RC_ASSERT(is_word(query.id) && is_word(query.document[1].id));
      }
    } catch (const DataError& error) {
      const std::string what = error.what();
      const bool has_no_line = what.find("found no ") != std::string::npos ||
                               what.find("expected at least two") != std::string::npos ||
                               what.find("damaged") != std::string::npos ||
                               what.find("without blanks") != std::string::npos;
      RC_ASSERT(has_no_line || error.where().line > 0);
    }
  }

  TemporaryFolder folder_;
};

RC_GTEST_FIXTURE_PROP(ImportFuzz, AnyMutationIsReadOrRefusedWithItsLine, ()) {
  for (const Collection& collection : collections()) {
    const bool is_query = drawn_below(2) == 0;
    const std::string queries = is_query ? mutated(collection.queries) : collection.queries;
    const std::string documents = is_query ? collection.documents : mutated(collection.documents);
    const ImportFiles files{.queries = file("q", queries), .documents = file("d", documents)};
    for (const bool lenient : {false, true}) read(collection.kind, files, lenient);
  }
}

RC_GTEST_FIXTURE_PROP(ImportFuzz, AnyBytesAreReadOrRefused, (const std::string& bytes)) {
  const std::string path = file("b", bytes);
  for (const Collection& collection : collections()) {
    const ImportFiles files{.queries = path, .documents = file("d", collection.documents)};
    const ImportFiles other{.queries = file("q", collection.queries), .documents = path};
    for (const bool lenient : {false, true}) {
      read(collection.kind, files, lenient);
      read(collection.kind, other, lenient);
    }
  }
}

}  // namespace
}  // namespace podium::labelling
