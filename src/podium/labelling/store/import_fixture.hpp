#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "podium/core/format/file_fixture.hpp"
#include "podium/labelling/store/import.hpp"

namespace podium::labelling {

inline std::vector<std::string> ids(const LabelQuery& query) {
  std::vector<std::string> result;
  for (const LabelDocument& document : query.document) result.push_back(document.id);
  return result;
}

/// Two queries and three documents of JSON, which tests replace.
class ImportFixture : public FileFixture {
 protected:
  ImportFixture() {
    queries(
        "{\"qid\":\"1\",\"text\":\"wind\",\"description\":\"of "
        "change\"}\n{\"qid\":2,\"text\":\"sea\"}\n");
    documents(
        "{\"docid\":\"a\",\"title\":\"A\",\"url\":\"u\",\"snippet\":\"s\",\"text\":\"t\"}\n\n"
        "{\"docid\":\"b\",\"html\":\"<b>\"}\n{\"docid\":3}\n");
  }

  void queries(std::string_view text) { files_.queries = folder_.file("q", text).string(); }
  void documents(std::string_view text) { files_.documents = folder_.file("d", text).string(); }
  void run(std::string_view text) { files_.run = folder_.file("r", text).string(); }
  void gold(std::string_view text) { files_.gold = folder_.file("g", text).string(); }

  std::vector<LabelQuery> read() { return import_queries(files_, options_, &report_); }

  /// The error message, without the folder, or "accepted".
  std::string complaint() {
    return message([&](const auto& /*path*/) { read(); }, files_.queries);
  }

  ImportFiles files_;
  ImportOptions options_;
  ImportReport report_;
};

}  // namespace podium::labelling
