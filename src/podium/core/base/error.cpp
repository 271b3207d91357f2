#include "podium/core/base/error.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace podium {

namespace {

std::string describe(const Location& where, const std::string& problem) {
  std::string text = where.path;
  if (where.line > 0) text += ":" + std::to_string(where.line);
  if (where.column > 0) text += ":" + std::to_string(where.column);
  return text.empty() ? problem : text + ": " + problem;
}

}  // namespace

std::string system_reason() {
  return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): glibc's is safe
}

DataError::DataError(Location where, const std::string& problem)
    : Error(describe(where, problem)), where_(std::move(where)) {}

}  // namespace podium
