#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "podium/labelling/service/rate_limit.hpp"

namespace podium::labelling {

/// How many refused requests the audit log records.
struct RefusalRules {
  RateRule of_source = {.limit = 10};  ///< of one kind, by one client
  RateRule of_all = {.limit = 300};
};

/// Decides which refusals are recorded, so that refused requests cannot fill the disk; the others
/// are counted. Thread-safe; the caller passes the time of a monotonic clock.
class RefusalLog {
 public:
  explicit RefusalLog(const RefusalRules& rules)
      : of_source_(rules.of_source), of_all_(rules.of_all) {}

  /// Nothing when this refusal is not recorded; else the number of those that were not recorded
  /// since the last one that was.
  std::optional<std::size_t> take(std::string_view source, std::int64_t now);

 private:
  std::mutex mutex_;
  RateLimit of_source_;
  RateLimit of_all_;
  std::size_t left_out_ = 0;
};

}  // namespace podium::labelling
