#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "podium/core/base/error.hpp"
#include "podium/core/format/cache.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/format/read.hpp"

namespace podium {
namespace {

/// A change to a file: at a place (taken modulo its length) some bytes go and others come.
struct Mutation {
  std::size_t at;
  std::size_t removed;
  std::string added;
};

rc::Gen<Mutation> mutation() {
  // Bytes that mean something to the readers come often; any other byte comes too.
  const auto byte =
      rc::gen::oneOf(rc::gen::elementOf(std::string("0123456789:#., \t\r\n\"-+eENnqid=")),
                     rc::gen::arbitrary<char>());
  return rc::gen::construct<Mutation>(rc::gen::inRange<std::size_t>(0, 1 << 20),
                                      rc::gen::inRange<std::size_t>(0, 6),
                                      rc::gen::container<std::string>(byte));
}

std::string mutated(std::string text, const std::vector<Mutation>& mutations) {
  for (const Mutation& change : mutations) {
    const std::size_t at = text.empty() ? 0 : change.at % text.size();
    text.replace(at, change.removed, change.added);
  }
  return text;
}

class ReadFuzz : public FileFixture {
 protected:
  /// Reads; a refusal must be one of our errors, name the file, and for a bad row its line.
  template <class Read>
  void read_or_refuse(Read&& read, const std::filesystem::path& path) {
    try {
      read(path);
    } catch (const DataError& error) {
      RC_ASSERT(std::string(error.what()).find(path.filename().string()) != std::string::npos);
      RC_ASSERT(error.where().column == 0 || error.where().line > 0);
    }
  }
};

RC_GTEST_FIXTURE_PROP(ReadFuzz, MutatedFeatureFilesParseOrAreRefused, ()) {
  const std::string letor =
      "2 qid:1 1:3.00000000 2:NULL 3:-0.5 #docid = 40626 inc = 0.1 prob = 0.2\r\n"
      "0 qid:1 1:1e-5 3:7 #docid = G21-63\n\n# note\n1.5 qid:x 2:0.333 # d\n";
  const std::string names = "# podium features: [\"a\",\"b\\n\",\"c\"]\n";
  const std::string text = mutated(*rc::gen::element(letor, names + letor),
                                   *rc::gen::container<std::vector<Mutation>>(mutation()));
  const bool lenient = *rc::gen::arbitrary<bool>();
  const auto detail =
      *rc::gen::element(FeatureDetail::none, FeatureDetail::single, FeatureDetail::exact);
  const auto format = *rc::gen::element(DataFormat::automatic, DataFormat::letor_list,
                                        DataFormat::letor_agg, DataFormat::svmlight);
  const ReadOptions options{
      .format = format, .lenient = lenient, .memory_limit_gb = 0.01, .features = detail};
  read_or_refuse([&](const auto& path) { read_dataset(path, options); },
                 folder_.file("f.txt", text));
}

RC_GTEST_FIXTURE_PROP(ReadFuzz, MutatedTablesParseOrAreRefused, ()) {
  const std::string csv =
      "qid,label,docid,bm25,\"a,b\",row_weight,query_weight\r\n1,0,x,0.5,1,1,2\r\n"
      "1,2,\"y,z\",,NULL,2,2\n2,1,w,1e3,-4,0.5,1\n";
  const std::string as_people_have_it =
      ";qid;label;\"a \"\"b\"\"\";c\n0;\"q \"\"1\"\"\";True;0,5;-nan\n1;q2;0;1,;NA\n";
  const std::string text = mutated(*rc::gen::element(csv, as_people_have_it),
                                   *rc::gen::container<std::vector<Mutation>>(mutation()));
  const ReadOptions options{.lenient = *rc::gen::arbitrary<bool>(), .memory_limit_gb = 0.01};
  read_or_refuse([&](const auto& path) { read_dataset(path, options); },
                 folder_.file("f.csv", text));
}

RC_GTEST_FIXTURE_PROP(ReadFuzz, MutatedCachesAreRefusedOrSound, ()) {
  const Dataset data = read_dataset(
      folder_.file("f.txt", "2 qid:1 1:3 2:NULL #docid = a\n0 qid:2 1:1 #docid = b\n"));
  write_cache(data, folder_ / "f.podium");
  const std::string bytes = text_of(folder_ / "f.podium");
  const std::string changed =
      mutated(bytes, *rc::gen::container<std::vector<Mutation>>(mutation()));
  read_or_refuse(
      [](const auto& path) {
        const Dataset back = read_cache(path, CacheCheck::structure);
        for (std::size_t q = 0; q < back.query_count(); ++q) {
          RC_ASSERT(back[q].features.dense().size() == back[q].size() * back.feature_count());
        }
      },
      folder_.file("g.podium", changed));
}

}  // namespace
}  // namespace podium
