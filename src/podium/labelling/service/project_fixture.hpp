#pragma once

#include <string>

#include "podium/core/base/text.hpp"
#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {

/// What an administrator does with projects, by requests.
class ProjectFixture : public ServiceFixture {
 protected:
  ProjectFixture() { set_up_project(); }

  std::string path(const std::string& rest = "") const {
    return "/api/projects/" + to_text(project_) + rest;
  }

  /// A project of the administrator with queries but without tasks.
  std::string new_project(const json& queries) {
    const json made =
        change(root_, "POST", "/api/projects", {{"name", "dogs"}, {"options", {{"k", "2"}}}});
    const std::string at = "/api/projects/" + made["id"].dump();
    change(root_, "POST", at + "/import", {{"queries", queries}});
    return at;
  }

  static json query(const std::string& id) {
    return {{"id", id},
            {"text", "text of " + id},
            {"documents",
             {{{"id", "a"}, {"title", "A"}, {"text", "plain"}},
              {{"id", "b"}, {"html", "<p>b</p>"}, {"url", "http://b"}},
              {{"id", "c"}, {"snippet", "see"}}}},
            {"gold", json::array({json::array({"b", "a"})})}};
  }
};

}  // namespace podium::labelling
