#pragma once

#include <string>

#include "podium/core/http/http_server_fixture.hpp"
#include "podium/labelling/service/service_fixture.hpp"

namespace podium::labelling {

/// The labelling service behind a socket.
class LabelServerTest : public ServiceFixture {
 protected:
  static std::string login_body() { return json{{"name", "ann"}, {"password", password}}.dump(); }
};

}  // namespace podium::labelling
