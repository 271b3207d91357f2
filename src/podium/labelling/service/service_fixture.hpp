#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "podium/labelling/label/session/session.hpp"
#include "podium/labelling/service/invitations.hpp"
#include "podium/labelling/service/label_service.hpp"
#include "podium/labelling/store/store_fixture.hpp"

namespace podium::labelling {

using nlohmann::json;

inline ServiceOptions cheap_options() {
  ServiceOptions options;
  options.password_cost = least_password_cost();
  return options;
}

/// A logged-in browser.
struct Client {
  std::string session;
  std::string csrf;
  RowId account = 0;
};

/// A service with an administrator, two assessors and a project of two queries, each a task of
/// both: ann compares, bob grades.
class ServiceFixture : public testing::Test {
 protected:
  static constexpr const char* password = "a long password";

  ServiceFixture() { service_ = made_service(); }

  std::unique_ptr<LabelService> made_service() {
    ServiceOptions options = cheap_options();
    options.steady_clock = [this] { return steady_; };
    return std::make_unique<LabelService>(store_, options, [this] { return now_; });
  }

  /// Lets time pass; changing now_ alone sets the clock.
  void pass(Instant milliseconds) {
    now_ += milliseconds;
    steady_ += milliseconds;
  }

  /// A request as a browser sends it.
  HttpRequest request(const Client& client, const std::string& method, const std::string& path,
                      const std::string& body = "") const {
    HttpRequest made{.method = method, .path = path, .body = body, .address = "10.0.0.1"};
    if (!client.session.empty()) made.header["cookie"] = "podium_session=" + client.session;
    if (!client.csrf.empty()) made.header["x-podium-csrf"] = client.csrf;
    if (method != "GET") made.header["content-type"] = "application/json";
    return made;
  }

  HttpResponse send(const Client& client, const std::string& method, const std::string& path,
                    const json& body = nullptr) {
    return service_->handle(
        request(client, method, path, body.is_null() || method == "GET" ? "" : body.dump()));
  }

  json get(const Client& client, const std::string& path) {
    const HttpResponse response = send(client, "GET", path);
    EXPECT_EQ(response.status, 200) << path << ": " << response.body;
    return json::parse(response.body);
  }

  /// Sends a change that must succeed.
  json change(const Client& client, const std::string& method, const std::string& path,
              const json& body = nullptr) {
    const HttpResponse response = send(client, method, path, body);
    EXPECT_EQ(response.status, 200) << path << ": " << response.body;
    return json::parse(response.body);
  }

  static Client client_of(const HttpResponse& response) {
    EXPECT_EQ(response.status, 200) << response.body;
    const std::string line = response.header.find("Set-Cookie")->second;
    const std::size_t begin = line.find('=') + 1;
    const json body = json::parse(response.body);
    return {line.substr(begin, line.find(';') - begin), body["csrf"], body["account"]["id"]};
  }

  Client joined(Role role, const std::string& name) {
    return client_of(
        send({}, "POST", "/api/join",
             {{"token", token_of_invitation(role)}, {"name", name}, {"password", password}}));
  }

  std::string token_of_invitation(Role role) {
    return invite(store_, role, "", now_).path.substr(std::string_view("/join/").size());
  }

  Client logged_in(const std::string& name) {
    return client_of(send({}, "POST", "/api/login", {{"name", name}, {"password", password}}));
  }

  /// The administrator and two assessors with their tasks.
  void set_up_project(const ProjectSettings& settings = {.name = "cats"}) {
    root_ = joined(Role::administrator, "root");
    ann_ = joined(Role::assessor, "ann");
    bob_ = joined(Role::assessor, "bob");
    project_ = store_.projects.create(settings, now_);
    store_.projects.add_queries(project_,
                                std::vector{sample_query("q1", 4), sample_query("q2", 4)});
    std::vector<Task> tasks;
    for (const StoredQuery& query : store_.projects.queries(project_)) {
      tasks.push_back({.query = query.id, .account = ann_.account, .tool = Tool::preferences});
      tasks.push_back({.query = query.id, .account = bob_.account, .tool = Tool::grades});
    }
    store_.tasks.add(tasks);
    ann_task_ = "/api/tasks/" + to_text(store_.tasks.of_account(ann_.account).front().id);
    bob_task_ = "/api/tasks/" + to_text(store_.tasks.of_account(bob_.account).front().id);
  }

  static json answer_to(const json& state, const std::string& verdict, const std::string& key) {
    return {{"key", key},
            {"expected", state["entries"]},
            {"left", state["question"]["left"]["index"]},
            {"right", state["question"]["right"]["index"]},
            {"verdict", verdict}};
  }

  TestSqlite database_;
  LabelStore store_{database_.open()};
  Instant now_ = 1'700'000'000'000;
  std::int64_t steady_ = 5000;
  std::unique_ptr<LabelService> service_;
  Client nobody_;
  Client root_;
  Client ann_;
  Client bob_;
  RowId project_ = 0;
  std::string ann_task_;
  std::string bob_task_;
};

}  // namespace podium::labelling
