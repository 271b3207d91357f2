#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/counted.hpp"
#include "podium/core/base/text.hpp"
#include "podium/labelling/store/fields.hpp"
#include "podium/labelling/store/label_id.hpp"
#include "podium/labelling/store/project_repository.hpp"
#include "podium/labelling/store/project_rows.hpp"

namespace podium::labelling {

namespace {

void check(const LabelQuery& query) {
  const auto fail = [&](const std::string& problem) {
    return UsageError(fmt::format("query {}: {}", in_quotes(query.id), problem));
  };
  if (const std::string problem = label_id_problem(query.id, "query"); !problem.empty()) {
    throw UsageError(problem);
  }
  if (query.document.size() < 2) {
    throw fail("found " + counted(query.document.size(), "document") + ", expected at least two");
  }
  if (query.document.size() > max_documents) {
    throw fail(fmt::format("found {} documents, expected at most {}", query.document.size(),
                           max_documents));
  }
  std::unordered_set<std::string_view> seen;
  for (const LabelDocument& document : query.document) {
    if (const std::string problem = label_id_problem(document.id, "document"); !problem.empty()) {
      throw fail(problem);
    }
    if (!seen.insert(document.id).second) {
      throw fail(fmt::format("found document {} twice", in_quotes(document.id)));
    }
  }
  for (const GoldPair& pair : query.gold) {
    if (pair.better >= query.document.size() || pair.worse >= query.document.size() ||
        pair.better == pair.worse) {
      throw fail("a gold pair must name two different documents of the query");
    }
  }
}

void add(Connection& connection, RowId project, const LabelQuery& query) {
  const auto added = connection.run(
      "INSERT INTO queries (project, name, text, description) VALUES (?, ?, ?, ?) "
      "ON CONFLICT (project, name) DO NOTHING RETURNING id",
      {project, query.id, query.text, query.description});
  if (added.empty()) {
    throw UsageError(fmt::format("the project already has a query {}", in_quotes(query.id)));
  }
  const RowId id = Fields(added.front()).whole();
  std::int64_t place = 0;
  for (const LabelDocument& document : query.document) {
    connection.run(
        "INSERT INTO documents (query, place, name, title, url, snippet, body, is_html) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        {id, place++, document.id, document.title, document.url, document.snippet, document.body,
         std::int64_t{document.is_html}});
  }
  std::int64_t number = 0;
  for (const GoldPair& pair : query.gold) {
    connection.run("INSERT INTO gold_pairs (query, number, better, worse) VALUES (?, ?, ?, ?)",
                   {id, number++, std::int64_t{pair.better}, std::int64_t{pair.worse}});
  }
}

/// Queries by row, for adding the rows of their documents and gold pairs.
class QueryRows {
 public:
  explicit QueryRows(const std::vector<SqlRow>& rows) {
    for (const SqlRow& row : rows) {
      Fields fields(row);
      StoredQuery query{.id = fields.whole(), .project = fields.whole()};
      query.query.id = fields.text();
      query.query.text = fields.text();
      query.query.description = fields.text();
      place_.emplace(query.id, queries_.size());
      queries_.push_back(std::move(query));
    }
  }

  void add_documents(const std::vector<SqlRow>& rows) {
    for (const SqlRow& row : rows) {
      Fields fields(row);
      LabelQuery& query = queries_.at(place_.at(fields.whole())).query;
      query.document.push_back({.id = fields.text(),
                                .title = fields.text(),
                                .url = fields.text(),
                                .snippet = fields.text(),
                                .is_html = fields.flag()});
    }
  }

  void add_gold(const std::vector<SqlRow>& rows) {
    for (const SqlRow& row : rows) {
      Fields fields(row);
      LabelQuery& query = queries_.at(place_.at(fields.whole())).query;
      query.gold.push_back({fields.number<DocIndex>(), fields.number<DocIndex>()});
    }
  }

  std::vector<StoredQuery> taken() && { return std::move(queries_); }

 private:
  std::vector<StoredQuery> queries_;
  std::unordered_map<RowId, std::size_t> place_;
};

/// The queries that a condition on queries.* with one parameter chooses.
std::vector<StoredQuery> chosen_queries(Connection& connection, const std::string& condition,
                                        RowId value) {
  QueryRows queries(
      connection.run("SELECT queries.id, queries.project, queries.name, queries.text, "
                     "queries.description FROM queries WHERE " +
                         condition + " ORDER BY queries.id",
                     {value}));
  queries.add_documents(connection.run(
      "SELECT documents.query, documents.name, documents.title, documents.url, documents.snippet, "
      "documents.is_html FROM documents JOIN queries ON queries.id = documents.query WHERE " +
          condition + " ORDER BY documents.query, documents.place",
      {value}));
  queries.add_gold(
      connection.run("SELECT gold_pairs.query, gold_pairs.better, gold_pairs.worse FROM gold_pairs "
                     "JOIN queries ON queries.id = gold_pairs.query WHERE " +
                         condition + " ORDER BY gold_pairs.query, gold_pairs.number",
                     {value}));
  return std::move(queries).taken();
}

}  // namespace

std::vector<StoredQuery> queries_in(Connection& connection, RowId project) {
  return chosen_queries(connection, "queries.project = ?", project);
}

void ProjectRepository::add_queries(RowId project, std::span<const LabelQuery> queries) {
  for (const LabelQuery& query : queries) check(query);
  database_.write([&](Connection& connection) {
    project_in(connection, project);
    for (const LabelQuery& query : queries) add(connection, project, query);
  });
}

std::vector<StoredQuery> ProjectRepository::queries(RowId project) const {
  std::vector<StoredQuery> queries;
  database_.read([&](Connection& connection) { queries = queries_in(connection, project); });
  return queries;
}

std::vector<QueryHead> ProjectRepository::query_heads(RowId project) const {
  std::vector<QueryHead> heads;
  database_.read([&](Connection& connection) {
    for (const SqlRow& row : connection.run(
             "SELECT queries.id, queries.name, queries.text, COUNT(documents.place) FROM queries "
             "LEFT JOIN documents ON documents.query = queries.id WHERE queries.project = ? "
             "GROUP BY queries.id, queries.name, queries.text ORDER BY queries.id",
             {project})) {
      Fields fields(row);
      heads.push_back({.id = fields.whole(),
                       .name = fields.text(),
                       .text = fields.text(),
                       .documents = fields.number<std::size_t>()});
    }
  });
  return heads;
}

StoredQuery ProjectRepository::query(RowId id) const {
  std::vector<StoredQuery> queries;
  database_.read(
      [&](Connection& connection) { queries = chosen_queries(connection, "queries.id = ?", id); });
  if (queries.empty()) throw UsageError(fmt::format("there is no query {}", id));
  return std::move(queries.front());
}

LabelDocument ProjectRepository::document(RowId query, DocIndex document) const {
  LabelDocument found;
  database_.read([&](Connection& connection) {
    const auto rows = connection.run(
        "SELECT name, title, url, snippet, body, is_html FROM documents "
        "WHERE query = ? AND place = ?",
        {query, std::int64_t{document}});
    if (rows.empty()) {
      throw UsageError(fmt::format("query {1} has no document {0}", document, query));
    }
    Fields fields(rows.front());
    found = {fields.text(), fields.text(), fields.text(),
             fields.text(), fields.text(), fields.flag()};
  });
  return found;
}

SessionSetup session_setup(const Project& project, const LabelQuery& query,
                           std::string_view assessor) {
  return {.options = project.settings.session,
          .document_count = query.document.size(),
          .gold = query.gold,
          .seed = project.settings.seed,
          .query_id = query.id,
          .assessor = std::string(assessor)};
}

}  // namespace podium::labelling
