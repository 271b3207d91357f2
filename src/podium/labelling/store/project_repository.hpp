#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "podium/labelling/label/session/session.hpp"
#include "podium/labelling/store/database.hpp"

namespace podium::labelling {

struct ProjectSettings {
  std::string name;
  std::string guidelines;  ///< for assessors; plain text
  SessionOptions session;
  std::vector<std::string> scale = {"bad", "fair", "good", "excellent",
                                    "perfect"};  ///< worst first
  std::uint64_t seed = 1;
  std::uint32_t overlap = 1;  ///< how many assessors judge each query with each tool
};

struct Project {
  RowId id = 0;
  ProjectSettings settings;
  Instant created = 0;
};

struct LabelDocument {
  std::string id;
  std::string title;
  std::string url;
  std::string snippet;
  std::string body;
  bool is_html = false;  ///< of body; untrusted, shown only in a sandbox
};

/// Maximum of documents per query: a session has a table of all pairs.
inline constexpr std::size_t max_documents = 1000;

/// A query with its candidates in first-stage order: DocIndex is the index in `document`.
struct LabelQuery {
  std::string id;
  std::string text;
  std::string description;
  std::vector<LabelDocument> document;
  std::vector<GoldPair> gold;
};

/// A query without its documents' bodies.
struct StoredQuery {
  RowId id = 0;
  RowId project = 0;
  LabelQuery query;  ///< bodies are empty
};

/// The summary of a query for lists.
struct QueryHead {
  RowId id = 0;
  std::string name;
  std::string text;
  std::size_t documents = 0;
};

/// Projects with their queries and documents; see LabelStore.
class ProjectRepository {
 public:
  explicit ProjectRepository(Database& database) : database_(database) {}

  /// Both throw ConflictError when another project has the name.
  RowId create(const ProjectSettings& settings, Instant at);
  /// Once there are tasks, the settings that determine their sessions (options, seed, number of
  /// grades) are fixed: changing them throws ConflictError.
  void change(RowId project, const ProjectSettings& settings);
  std::vector<Project> all() const;
  Project get(RowId id) const;
  std::optional<Project> find(std::string_view name) const;

  /// Adds queries with their documents. Throws UsageError, adding nothing, when an id is not
  /// allowed (label_id_problem), a query id exists already, a query has the same document twice, or
  /// it has fewer than two documents or more than max_documents.
  void add_queries(RowId project, std::span<const LabelQuery> queries);
  std::vector<StoredQuery> queries(RowId project) const;
  std::vector<QueryHead> query_heads(RowId project) const;
  StoredQuery query(RowId id) const;
  LabelDocument document(RowId query, DocIndex document) const;

 private:
  Database& database_;
};

/// The setup of a task's session.
SessionSetup session_setup(const Project& project, const LabelQuery& query,
                           std::string_view assessor);

}  // namespace podium::labelling
