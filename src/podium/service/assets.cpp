#include "podium/service/assets.hpp"

#include <array>

namespace podium {

namespace {

constexpr std::array<Asset, 1> assets = {
    Asset{"/", "text/html; charset=utf-8",
          "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
          "<title>Podium labelling</title></head>\n<body><h1>Podium labelling</h1>\n"
          "<p>This is the labelling service of Podium: assessors say which of two documents is "
          "better for a query, and the best of each query are found with few questions. Programs "
          "talk to it by the requests under <code>/api</code>.</p></body></html>\n"}};

}  // namespace

std::span<const Asset> label_page() {
  return assets;
}

}  // namespace podium
