#include <algorithm>
#include <array>
#include <chrono>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/stop.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/http/refusal.hpp"
#include "podium/serving/body_scanner.hpp"
#include "podium/serving/serve_route.hpp"

namespace podium::serving {

namespace {

constexpr std::size_t most_queries = 1000;  ///< each may have an error with a long sentence

/// One query of a body with several.
struct BatchQuery {
  std::optional<std::string> model;  ///< nothing: none is named
  std::string_view text;             ///< the object, with the member "model"
  std::size_t cut_begin = 0;         ///< where that member stands in it
  std::size_t cut_end = 0;
  std::size_t documents = 0;

  /// The body of a request for this model: blanks are in place of the member, so that errors name
  /// the column that the client sees.
  std::string body() const {
    std::string query(text);
    std::fill(query.begin() + static_cast<std::ptrdiff_t>(cut_begin),
              query.begin() + static_cast<std::ptrdiff_t>(cut_end), ' ');
    return query;
  }
};

/// Finds the queries of {"requests": [{"model": "shop", "documents": [...]}, ...]} and their
/// models. Their values are read later, when it is known of which features they are.
class BatchReader {
 public:
  BatchReader(std::string_view body, const QueryLimits& limits)
      : body_(body), json_(body), limits_(limits) {}

  std::vector<BatchQuery> read() {
    bool has_requests = false;
    json_.object([&](const std::string& key) {
      if (key != "requests" || has_requests) {
        json_.fail("found the member " + in_quotes(key) + ", expected requests, once");
      }
      has_requests = true;
      json_.array([&] { read_query(); });
    });
    json_.end();
    if (!has_requests) throw UsageError("found no requests, expected the member 'requests'");
    return std::move(queries_);
  }

 private:
  void read_query() {
    if (queries_.size() == most_queries) {
      json_.fail(
          fmt::format("found more than {} queries, which is the limit of a request", most_queries));
    }
    BatchQuery query;
    const std::size_t begin = json_.place();
    json_.next_is_object() ? read_members(query, begin) : json_.skip();
    query.text = body_.substr(begin, json_.place() - begin);
    queries_.push_back(std::move(query));
  }

  void read_members(BatchQuery& query, std::size_t begin) {
    const std::size_t first = body_.find('{', begin) + 1;
    std::size_t member = first;  // where it begins, with the comma before it
    json_.object([&](const std::string& key) {
      if (key == "model" && !query.model && json_.next_is_text()) {
        query.model = json_.text();
        query.cut_begin = member - begin;
        query.cut_end = json_.place() - begin;
      } else if (key == "documents" && json_.next_is_array()) {
        json_.array([&] { count_document(query); });
      } else {
        json_.skip();  // what is wrong here is an error of this query alone
      }
      member = json_.place();
    });
    if (!query.model || query.cut_begin != first - begin) return;
    // The first member takes the comma behind it along.
    const std::size_t next = body_.find_first_not_of(" \n\t\r", begin + query.cut_end);
    if (body_[next] == ',') query.cut_end = next + 1 - begin;
  }

  void count_document(BatchQuery& query) {
    ++query.documents;
    if (documents_++ == limits_.documents) {
      json_.fail(fmt::format(
          "found more than {} documents in all queries, which is the limit of a request",
          limits_.documents));
    }
    json_.skip();
  }

  std::string_view body_;
  BodyScanner json_;
  QueryLimits limits_;
  std::size_t documents_ = 0;
  std::vector<BatchQuery> queries_;
};

/// Answers a query as if it had come alone: {"model": ..., "scores": [...]}, or
/// {"status": 404, "error": ...}.
std::string batch_answer(ServeCall& call, const BatchQuery& query, HttpRequest& alone,
                         QueryMemory& memory) {
  const auto begin = std::chrono::steady_clock::now();
  alone.body = query.body();
  ServeCall own{.state = call.state, .request = alone};
  HttpResponse response = answer_or_refusal(call.state, [&] {
    if (!query.model) {
      throw Refusal(400, "found no model, expected an object whose member 'model' is a name");
    }
    own.captured = {*query.model};
    return score_query(own, memory);
  });
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  call.state.metrics.add_request(own.model.get(), response.status, time.count());
  ++call.queries;
  call.documents += own.documents;
  if (response.status == 200) return std::move(response.body);
  return fmt::format("{{\"status\":{},{}", response.status, response.body.substr(1));
}

/// Before any of them is answered, recorded and counted.
void check_values(const ServeState& state, std::span<const BatchQuery> queries) {
  std::size_t values = 0;
  for (const BatchQuery& query : queries) {
    const ModelHandle model = query.model ? state.registry.find(*query.model) : nullptr;
    if (model) values += query.documents * model->columns.count();
  }
  if (values <= state.options.query.values) return;
  throw UsageError(
      fmt::format("found queries whose documents have more than {} values with the features of "
                  "their models, which is the limit of a request",
                  state.options.query.values));
}

HttpResponse score_batch(ServeCall& call) {
  const ScoringLease lease(call.state);
  expect_json(call.request);
  const std::vector<BatchQuery> queries =
      BatchReader(call.request.body, call.state.options.query).read();
  HttpRequest alone{.method = call.request.method,
                    .path = call.request.path,
                    .header = call.request.header,
                    .address = call.request.address,
                    .stop = call.request.stop};
  check_values(call.state, queries);
  std::string body = "{\"answers\":[";
  for (const BatchQuery& query : queries) {
    if (alone.stop.stop_requested()) throw Stopped();
    body += batch_answer(call, query, alone, *lease.memory) + ",";
  }
  if (!queries.empty()) body.pop_back();
  return {.type = std::string(json_type), .body = body + "]}"};
}

constexpr std::array<ServeRoute, 1> batch_table = {
    ServeRoute{"POST", "/v1/score", Access::score, true,
               "Score the documents of several queries, also with several models.", "Answers",
               score_batch, "Queries"},
};

}  // namespace

std::span<const ServeRoute> batch_routes() {
  return batch_table;
}

}  // namespace podium::serving
