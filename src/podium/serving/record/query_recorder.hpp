#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podium/serving/background_queue.hpp"
#include "podium/serving/model_registry.hpp"
#include "podium/serving/record/record_file.hpp"

namespace podium::serving {

/// Which queries are recorded, and where.
struct RecordRule {
  std::string model;  ///< its name; queries for any of its versions
  std::filesystem::path path;
  double share = 0.01;
};

/// A query as it came, with the features of the model that it named.
struct RecordedQuery {
  ModelHandle model;
  std::string query;  ///< empty: none was given
  std::vector<std::string> ids;
  DocumentValues values;
};

/// Writes queries to files after they were answered, and forgets what it has no time for. Safe to
/// use from several threads.
class QueryRecorder {
 public:
  /// Opens the files; throws as RecordFile does. `complain` receives a sentence when a file refuses
  /// a query after it took the one before.
  QueryRecorder(const std::vector<RecordRule>& rules,
                std::function<void(const std::string&)> complain);

  /// The rule for the queries of a model; null if they are not recorded.
  const RecordRule* rule_of(std::string_view model) const;

  /// Takes a query of a model that has a rule.
  void offer(RecordedQuery query);

  /// Reopens files that were moved away. Tries all of them before it throws, as RecordFile does; a
  /// file that cannot be reopened is still written to where it is.
  void reopen();

  void finish();  ///< waits until all is written

  /// The text that Prometheus reads, format 0.0.4; empty without rules.
  std::string metrics_text() const;

 private:
  enum class Outcome { written, busy, features, ids, disk };
  static constexpr std::array<std::string_view, 5> outcome_names = {"written", "busy", "features",
                                                                    "ids", "disk"};
  struct Record {
    RecordRule rule;
    std::unique_ptr<RecordFile> file;
    /// Answers do not wait for the thread that writes.
    std::array<std::atomic<std::uint64_t>, outcome_names.size()> counts{};
    Outcome last = Outcome::written;  ///< of the thread that writes
  };

  Record& record_of(std::string_view model);
  void write(const RecordedQuery& query);
  std::string unique_id(const RecordedQuery& query);
  static void count(Record& record, Outcome outcome);

  std::function<void(const std::string&)> complain_;
  std::deque<Record> records_;
  std::int64_t last_stamp_ = 0;
  std::mutex file_mutex_;                                ///< files
  std::optional<BackgroundQueue<RecordedQuery>> queue_;  ///< last: its thread uses the others
};

}  // namespace podium::serving
