#include "podium/labelling/service/refusal_log.hpp"

#include <utility>

namespace podium::labelling {

std::optional<std::size_t> RefusalLog::take(std::string_view source, std::int64_t now) {
  const std::lock_guard lock(mutex_);
  if (of_source_.attempt(source, now) || of_all_.attempt("", now)) {
    ++left_out_;
    return std::nullopt;
  }
  return std::exchange(left_out_, 0);
}

}  // namespace podium::labelling
