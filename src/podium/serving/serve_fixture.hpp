#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "podium/core/base/io/json.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/format/file_fixture.hpp"
#include "podium/core/http/http_message.hpp"
#include "podium/learning/model/model_file.hpp"
#include "podium/serving/score_service.hpp"

namespace podium::serving {

/// A linear model of two named features.
inline RankingModel linear_model(double bm25, double title) {
  RankingModel model{.kind = LinearModel{{2}, {bm25, title}}};
  model.preparation.features = {.count = 2, .first_id = 1, .names = {"bm25", "title"}};
  model.preparation.fill.otherwise = {FillRule::Kind::zero};
  model.training.algorithm = "ranksvm";
  return model;
}

/// The same with scales so small that its scores are infinite.
inline RankingModel model_without_finite_scores() {
  RankingModel model = linear_model(1e308, 1e308);
  model.preparation.normaliser = Normaliser::from_json(
      R"({"podium_normaliser":1,"kind":"minmax","servable":true,"features":["bm25","title"],)"
      R"("shift":[0,0],"scale":[1e-30,1e-30]})",
      "test");
  return model;
}

/// For tests of the scoring service: a folder of models, requests without sockets.
class ServeFixture : public FileFixture {
 protected:
  std::filesystem::path models() const { return folder_ / "models"; }

  void save(const std::string& name, const RankingModel& model) const {
    const std::filesystem::path path = models() / name;
    std::filesystem::create_directories(path.parent_path());
    save_model(model, path);
    // A test writes the same file several times within one tick of the file system's clock.
    static int writes = 0;
    std::filesystem::last_write_time(
        path, std::filesystem::file_time_type::clock::now() + std::chrono::seconds(++writes));
  }

  static HttpRequest post(const std::string& path, const std::string& body,
                          const std::string& type = "application/json") {
    HttpRequest request;
    request.method = "POST";
    request.path = path;
    request.header["content-type"] = type;
    request.body = body;
    return request;
  }

  static HttpRequest get(const std::string& path) {
    HttpRequest request;
    request.method = "GET";
    request.path = path;
    return request;
  }

  static Json json_of(const HttpResponse& response) {
    return parse_json(response.content(), {"response"});
  }

  static std::string error_of(const HttpResponse& response) {
    return *json_of(response).find("error")->as<std::string>();
  }
};

}  // namespace podium::serving
