#include <algorithm>
#include <array>
#include <cstdlib>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "podium/core/base/mutation_fixture.hpp"
#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {
namespace {

/// The same cases in every run, unless the environment asks for others.
[[maybe_unused]] const int seeded = ::setenv("RC_PARAMS", "seed=20121", 0);

class ServiceFuzz : public ServiceFixture {
 protected:
  ServiceFuzz() { set_up_project(); }

  struct Sample {
    std::string method;
    std::string path;
    std::string body;
  };

  std::vector<Sample> samples() const {
    const std::string project = "/api/projects/" + to_text(project_);
    return {
        {"POST", "/api/login", R"({"name":"ann","password":"not this one"})"},
        {"POST", "/api/join", R"({"token":"x","name":"n","password":"1234567890"})"},
        {"GET", "/api/invitations/abc", ""},
        {"GET", ann_task_, ""},
        {"GET", ann_task_ + "/documents/1", ""},
        {"POST", ann_task_ + "/answers",
         R"({"key":"k","expected":0,"left":0,"right":1,"verdict":"left","comment":"","seconds":5.2,)"
         R"("paused":0})"},
        {"POST", bob_task_ + "/answers",
         R"({"key":"k","expected":0,"document":0,"verdict":"grade","grade":2})"},
        {"POST", ann_task_ + "/undo", R"({"key":"u","expected":1})"},
        {"POST", "/api/projects",
         R"({"name":"n","guidelines":"g","options":{"k":"3"},"scale":["a","b"],"seed":1})"},
        {"PUT", project, R"({"name":"cats","options":{"k":"10"},"overlap":2})"},
        {"POST", project + "/import",
         R"({"queries":[{"id":"z","text":"t","documents":[{"id":"a","text":"x"},)"
         R"({"id":"b","html":"<p>"}],"gold":[["a","b"]]}]})"},
        {"POST", project + "/assign",
         R"({"assessors":[2,3],"tools":["preferences"],"overlap":1,"cap":0})"},
        {"POST", project + "/adjudications", R"({"query":1,"top":[1,0]})"},
        {"GET", project + "/analysis", ""},
        {"GET", project + "/disagreements", ""},
        {"PUT", "/api/accounts/999", R"({"enabled":false})"},
        {"POST", "/api/invitations", R"({"role":"assessor","note":"n"})"},
        {"POST", "/api/password", R"({"old":"a","new":"b"})"},
        {"GET", "/label.js", ""},
    };
  }

  static void check(const HttpResponse& response) {
    constexpr std::array<int, 11> expected = {200, 204, 400, 401, 403, 404,
                                              405, 409, 413, 415, 429};
    RC_ASSERT(std::ranges::find(expected, response.status) != expected.end());
    if (response.type == "application/json") {
      const json body = json::parse(response.body, nullptr, false);
      RC_ASSERT(body.is_object());
      RC_ASSERT((response.status == 200) != body.contains("error"));
    }
    RC_ASSERT(response.header.contains("Content-Security-Policy"));
    for (const auto& [name, value] : response.header) {
      RC_ASSERT(value.find_first_of("\r\n") == std::string::npos);
    }
  }
};

TEST_F(ServiceFuzz, AnyMutationOfARequestIsAnsweredOrRefused) {
  const std::vector<Sample> all = samples();
  const std::array<Client, 4> clients = {nobody_, root_, ann_, bob_};
  const bool held = rc::check([&] {
    const Sample& sample = all[drawn_below(all.size())];
    HttpRequest mutant = request(clients[drawn_below(4)], sample.method, sample.path, sample.body);
    switch (drawn_below(5)) {
      case 0:
        mutant.path = mutated(mutant.path);
        break;
      case 1:
        mutant.header["cookie"] = mutated(mutant.header["cookie"]);
        break;
      case 2:
        mutant.header["content-type"] = mutated(mutant.header["content-type"]);
        break;
      default:
        mutant.body = mutated(mutant.body);
    }
    RC_LOG() << mutant.method << " " << mutant.path << "\n" << mutant.body << "\n";
    check(service_->handle(mutant));
    RC_ASSERT(service_->plan(mutant).limit <= std::size_t{256} << 20U);
  });
  EXPECT_TRUE(held);
}

TEST_F(ServiceFuzz, AnyBytesAreAnsweredOrRefused) {
  const bool held = rc::check([&](const std::string& path, const std::string& body) {
    for (const char* const method : {"GET", "POST", "PUT", "OPTIONS", ""}) {
      check(service_->handle(request(root_, method, "/api/" + path, body)));
      check(service_->handle(request(root_, method, path, body)));
    }
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace podium::labelling
