// Who may send what: every row of the table of requests, by every wrong caller.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "podium/labelling/service/route.hpp"
#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {
namespace {

using testing::HasSubstr;

class Access : public ServiceFixture {
 protected:
  Access() { set_up_project(); }

  static std::vector<Route> all_routes() {
    std::vector<Route> all;
    for (const auto routes :
         {account_routes(), task_routes(), project_routes(), people_routes(), analysis_routes()}) {
      all.insert(all.end(), routes.begin(), routes.end());
    }
    return all;
  }

  /// The pattern with an existing id for each {}.
  std::string path_of(const Route& route) const {
    std::string path(route.pattern);
    const bool is_task = path.starts_with("/api/tasks");
    const std::string first = is_task ? ann_task_.substr(std::string("/api/tasks/").size())
                              : path.starts_with("/api/accounts") ? to_text(ann_.account)
                                                                  : to_text(project_);
    for (const std::string& value : {first, std::string("0")}) {
      if (const auto at = path.find("{}"); at != std::string::npos) path.replace(at, 2, value);
    }
    return path;
  }
};

TEST_F(Access, NeedsASessionUnlessTheRouteIsForAnyone) {
  std::size_t checked = 0;
  for (const Route& route : all_routes()) {
    if (route.who == Who::anyone) continue;
    const std::string method(route.method);
    for (const Client& client : {Client{}, Client{"forged", "forged"}, Client{"", ann_.csrf}}) {
      EXPECT_EQ(send(client, method, path_of(route), json::object()).status, 401)
          << method << " " << route.pattern;
    }
    ++checked;
  }
  EXPECT_GE(checked, 18U);
}

TEST_F(Access, RefusesAssessorsWhatIsForAdministrators) {
  for (const Route& route : all_routes()) {
    const int status = send(ann_, std::string(route.method), path_of(route), json::object()).status;
    if (route.who == Who::administrator) {
      EXPECT_EQ(status, 403) << route.pattern;
    } else {
      EXPECT_NE(status, 403) << route.pattern;
    }
    if (route.pattern == "/api/logout") ann_ = logged_in("ann");
  }
}

TEST_F(Access, RefusesChangesWithoutTheTokenOfTheSession) {
  for (const Route& route : all_routes()) {
    if (route.who == Who::anyone || route.method == "GET") continue;
    for (const std::string& csrf :
         {std::string(), std::string("forged"), ann_.csrf + "x", bob_.csrf}) {
      const Client& right = route.who == Who::administrator ? root_ : ann_;
      const Client forged{right.session, csrf, right.account};
      EXPECT_EQ(send(forged, std::string(route.method), path_of(route), json::object()).status, 403)
          << route.pattern;
    }
  }
}

TEST_F(Access, RefusesBodiesThatAreNotJsonObjects) {
  for (const Route& route : all_routes()) {
    if (route.method == "GET") continue;
    const Client& right = route.who == Who::administrator ? root_ : ann_;
    const std::string method(route.method);
    for (const char* const body :
         {"{", "[]", "3", "\"x\"", "null", "{} {}", "\xff\xfe", "{'a':1}"}) {
      EXPECT_EQ(service_->handle(request(right, method, path_of(route), body)).status, 400)
          << route.pattern << " " << body;
    }
    HttpRequest typed = request(right, method, path_of(route), "{}");
    for (const char* const type : {"text/plain", "application/x-www-form-urlencoded", "",
                                   "application/jsonx", "multipart/form-data; boundary=x"}) {
      typed.header["content-type"] = type;
      EXPECT_EQ(service_->handle(typed).status, 415) << route.pattern << " " << type;
    }
    typed.header["content-type"] = "Application/JSON; charset=utf-8";
    typed.header["content-encoding"] = "gzip";
    EXPECT_EQ(service_->handle(typed).status, 415) << route.pattern;
    typed.header.erase("content-encoding");
    EXPECT_NE(service_->handle(typed).status, 415) << route.pattern;
    if (route.pattern == "/api/logout") ann_ = logged_in("ann");
  }
}

TEST_F(Access, RefusesLargeBodiesWhereNoneIsNeeded) {
  const std::string large(10'000'000, ' ');
  for (const Route& route : all_routes()) {
    const Client& right = route.who == Who::administrator ? root_ : ann_;
    const HttpRequest sent = request(right, std::string(route.method), path_of(route), large);
    const int expected = route.body_limit > small_body ? 400 : 413;
    EXPECT_EQ(service_->handle(sent).status, expected) << route.pattern;
    HttpRequest head = sent;
    head.body.clear();
    EXPECT_EQ(service_->plan(head).limit, route.body_limit) << route.pattern;
    head.header.erase("cookie");
    EXPECT_LE(service_->plan(head).limit, word_body)
        << "only accounts that may use a route may send it large bodies";
  }
}

TEST_F(Access, DeepBodiesAreRefusedWhileTheyAreRead) {
  const auto sent = [&](const std::string& value) {
    return service_->handle(request({}, "POST", "/api/login", R"({"name":)" + value + "}"));
  };
  for (const std::size_t depth : {40U, 30'000U}) {
    for (const std::string& value :
         {std::string(depth, '[') + std::string(depth, ']'), std::string(depth, '['),
          std::string(depth, '[') + R"(],"a":1,"b":2,"c":3)"}) {
      const HttpResponse response = sent(value);
      EXPECT_EQ(response.status, 400);
      EXPECT_THAT(response.body, HasSubstr("more than 32 lists and objects"));
    }
  }
  EXPECT_THAT(sent("[[[[]]]]").body, HasSubstr("name: found a list of 1, expected text"));
  EXPECT_THAT(sent(R"({"a":{}})").body, HasSubstr("name: found an object, expected text"));
}

TEST_F(Access, ObjectsOfManyMembersAreRefusedWhileTheyAreRead) {
  const auto sent = [&](int count) {
    json members = {{"name", "ann"}, {"password", password}};
    for (int i = 2; i < count; ++i) members["k" + to_text(i)] = json::object();
    return service_->handle(request({}, "POST", "/api/login", members.dump()));
  };
  EXPECT_THAT(sent(256).body, HasSubstr("found the key"));
  EXPECT_THAT(sent(257).body, HasSubstr("more than 256 members"));
}

TEST_F(Access, ClientsThatAreNotLoggedInMaySendLittle) {
  for (const Route& route : all_routes()) {
    if (route.who != Who::anyone) continue;
    EXPECT_LE(route.body_limit, 65536U) << route.pattern;
  }
  EXPECT_EQ(service_->handle(request({}, "POST", "/api/login", std::string(70'000, ' '))).status,
            413);
}

TEST_F(Access, WrongTypesOfMembersAreRefusedByName) {
  const auto error_of = [&](const Client& client, const std::string& path, const json& body) {
    const HttpResponse response = send(client, "POST", path, body);
    EXPECT_EQ(response.status, 400) << response.body;
    return json::parse(response.body)["error"].get<std::string>();
  };
  EXPECT_THAT(error_of({}, "/api/login", {{"name", 3}, {"password", "x"}}), HasSubstr("name"));
  EXPECT_THAT(error_of({}, "/api/login", {{"name", "x"}}), HasSubstr("found no 'password'"));
  EXPECT_THAT(error_of({}, "/api/login", {{"name", std::string("a\0b", 3)}, {"password", "x"}}),
              HasSubstr("zero byte"));
  EXPECT_THAT(error_of(ann_, ann_task_ + "/undo", {{"key", "k"}, {"expected", "0"}}),
              HasSubstr("expected"));
  EXPECT_THAT(error_of(ann_, ann_task_ + "/undo", {{"key", "k"}, {"expected", -1}}),
              HasSubstr("expected"));
  EXPECT_THAT(error_of(ann_, ann_task_ + "/undo", {{"key", "k"}, {"expected", 1e300}}),
              HasSubstr("expected"));
  EXPECT_THAT(error_of(root_, "/api/projects", {{"name", "x"}, {"options", {{"k", 3}}}}),
              HasSubstr("k: found"));
  EXPECT_THAT(error_of(root_, "/api/projects", {{"name", "x"}, {"options", {{"x", "3"}}}}),
              HasSubstr("unknown option"));
  EXPECT_THAT(error_of(root_, "/api/projects", {{"name", "x"}, {"scale", {"a", "a"}}}),
              HasSubstr("scale"));
}

TEST_F(Access, WhatWouldHaveNoEffectIsRefused) {
  for (const Route& route : all_routes()) {
    const Client& right = route.who == Who::administrator ? root_ : ann_;
    HttpRequest sent = request(right, std::string(route.method), path_of(route));
    sent.query["witout"] = "3";
    const HttpResponse parameter = service_->handle(sent);
    EXPECT_EQ(parameter.status, 400) << route.pattern;
    EXPECT_THAT(parameter.body, HasSubstr("found the parameter 'witout', expected "));
    if (route.method == "GET") continue;
    const HttpResponse member =
        send(right, std::string(route.method), path_of(route), {{"witout", 3}});
    EXPECT_EQ(member.status, 400) << route.pattern;
    EXPECT_THAT(member.body, HasSubstr("found the key 'witout', expected "));
  }
  HttpRequest checked = request({}, "GET", "/healthz");
  checked.query["by"] = "a program that adds its own";
  EXPECT_EQ(service_->handle(checked).status, 200);
}

TEST_F(Access, UnknownAddressesAreNotFound) {
  for (const char* const path :
       {"/../etc/passwd", "/label.js/../../x", "/..", "/api/../healthz", "/api/nothing", "/api",
        "/api/tasks/0x1", "/api/tasks/-1", "/api/tasks/99999999999999999999", "/api/tasks//",
        "/api/projects/12345", "/x.php", "/%2e%2e/x", "/\\x", "", "//evil.example/x.html"}) {
    EXPECT_EQ(send(root_, "GET", path).status, 404) << path;
  }
  EXPECT_EQ(send(ann_, "GET", ann_task_ + "/documents/4").status, 404);
  EXPECT_EQ(send(ann_, "GET", ann_task_ + "/documents/../1").status, 404);
  EXPECT_EQ(send(ann_, "GET", ann_task_ + "/documents/-1").status, 404);
}

TEST_F(Access, PageAddressesGiveThePage) {
  const std::string page(send({}, "GET", "/").content());
  EXPECT_THAT(page, HasSubstr("<!doctype html>"));
  for (const char* const path : {"/join/abc_-9", "/task/7", "/admin", "/admin/projects/1"}) {
    const HttpResponse response = send({}, "GET", path);
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.content(), page);
    EXPECT_THAT(response.type, HasSubstr("text/html"));
  }
  EXPECT_EQ(send({}, "POST", "/").status, 405);
}

TEST_F(Access, OtherMethodsAreRefusedWithTheRightOnes) {
  const HttpResponse response = send(root_, "DELETE", "/api/projects");
  EXPECT_EQ(response.status, 405);
  EXPECT_EQ(response.header.find("Allow")->second, "GET, POST");
  const HttpResponse all = send({}, "OPTIONS", "*");
  EXPECT_EQ(all.status, 204);
  EXPECT_EQ(all.body, "");
  EXPECT_EQ(all.header.find("Allow")->second, "GET, POST, PUT");
}

TEST_F(Access, EveryAnswerCarriesTheSecurityHeaders) {
  for (const char* const path : {"/", "/healthz", "/api/me", "/nothing.x", "/api/tasks"}) {
    const HttpResponse response = send(ann_, "GET", path);
    const auto header = [&](const char* name) {
      const auto found = response.header.find(name);
      return found == response.header.end() ? std::string() : found->second;
    };
    EXPECT_EQ(header("X-Content-Type-Options"), "nosniff") << path;
    EXPECT_EQ(header("Referrer-Policy"), "no-referrer") << path;
    EXPECT_EQ(header("X-DNS-Prefetch-Control"), "off") << path;
    EXPECT_THAT(header("Content-Security-Policy"), HasSubstr("frame-ancestors 'none'")) << path;
    EXPECT_THAT(header("Content-Security-Policy"), testing::Not(HasSubstr("unsafe"))) << path;
    EXPECT_EQ(header("Cache-Control"), std::string(path) == "/" ? "no-cache" : "no-store");
    EXPECT_EQ(header("Strict-Transport-Security"), "");
  }
}

TEST_F(Access, TlsIsRequiredAndProxiesAreTrusted) {
  ServiceOptions options = cheap_options();
  options.is_tls = true;
  options.is_behind_proxy = true;
  LabelService service(store_, options, [this] { return now_; });
  HttpRequest login =
      request({}, "POST", "/api/login", json{{"name", "ann"}, {"password", password}}.dump());
  login.header["x-forwarded-for"] = "6.6.6.6, 10.1.2.3";
  const HttpResponse response = service.handle(login);
  EXPECT_EQ(response.header.find("Strict-Transport-Security")->second, "max-age=31536000");
  EXPECT_THAT(response.header.find("Set-Cookie")->second,
              testing::AllOf(testing::StartsWith("__Host-podium_session="), HasSubstr("; Secure")));
  EXPECT_EQ(store_.people.audit(1).front().address, "10.1.2.3");
  for (const char* const list : {"10.1.2.3, <b>", "10.1.2.3, ", "10.1.2.3, 1.2.3.4.5", "unknown"}) {
    login.header["x-forwarded-for"] = list;
    service.handle(login);
    EXPECT_EQ(store_.people.audit(1).front().address, "10.0.0.1") << list;
  }
  login.header["x-forwarded-for"] = "10.1.2.3, 2001:db8::7";
  service.handle(login);
  EXPECT_EQ(store_.people.audit(1).front().address, "2001:db8::7");
}

TEST_F(Access, HealthNeedsNoSession) {
  const json health = get({}, "/healthz");
  EXPECT_EQ(health["ok"], true);
  EXPECT_FALSE(health["version"].get<std::string>().empty());
}

TEST_F(Access, WhatTheServerRefusesIsReportedUnlessThereIsMuch) {
  std::vector<std::string> reported;
  ServiceOptions options = cheap_options();
  options.refusals.of_source.limit = 2;
  options.report = [&](const std::string& problem) { reported.push_back(problem); };
  LabelService service(store_, options, [this] { return now_; });
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(service.refusal(431, "the head is too long", "10.0.0.1").status, 431);
  }
  service.refusal(400, "no request", "10.0.0.2");
  EXPECT_THAT(reported, testing::ElementsAre(HasSubstr("10.0.0.1, status 431: the head is too"),
                                             HasSubstr("10.0.0.1, status 431"),
                                             HasSubstr("no request; 3 earlier refusals not")));
}

TEST(Match, TakesWholePartsOnly) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(match("/a/{}/b", "/a/7/b"), Parts{"7"});
  EXPECT_EQ(match("/a/{}/b/{}", "/a/x y/b/.."), (Parts{"x y", ".."}));
  EXPECT_EQ(match("/a", "/a"), Parts{});
  for (const char* const path :
       {"", "/", "/a", "/a//b", "/a/7/b/", "/a/7/c", "/a/7/8/b", "a/7/b"}) {
    EXPECT_EQ(match("/a/{}/b", path), std::nullopt) << path;
  }
}

}  // namespace
}  // namespace podium::labelling
