#include "podium/serving/record/query_recorder.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/serving/prometheus_text.hpp"

namespace podium::serving {

namespace {

std::size_t bytes_of(const RecordedQuery& query) {
  const DocumentValues& values = query.values;
  std::size_t bytes = query.query.size() + values.listed.size() * sizeof(float) +
                      values.named.size() * sizeof(DocumentValues::Named) +
                      (values.place.size() + values.end.size()) * sizeof(std::size_t);
  for (const std::string& id : query.ids) bytes += sizeof(std::string) + id.size();
  return bytes;
}

/// What is wrong with the names of a query: the record has that of the query in each row, and
/// readers of data refuse two documents of the same id. Empty ids are none.
std::string complaint_of_names(const RecordedQuery& query) {
  constexpr std::size_t longest = 1000;
  if (query.query.size() > longest) {
    return fmt::format("a query has a name of {} bytes, expected at most {}", query.query.size(),
                       longest);
  }
  std::vector<std::string_view> ids(query.ids.begin(), query.ids.end());
  std::erase(ids, "");
  std::ranges::sort(ids);
  const auto twice = std::ranges::adjacent_find(ids);
  if (twice == ids.end()) return {};
  return fmt::format("a query has the document {} twice", in_quotes(*twice));
}

}  // namespace

QueryRecorder::QueryRecorder(const std::vector<RecordRule>& rules,
                             std::function<void(const std::string&)> complain)
    : complain_(std::move(complain)) {
  for (const RecordRule& rule : rules) {
    Record& record = records_.emplace_back();
    record.rule = rule;
    record.file = std::make_unique<RecordFile>(rule.path);
  }
  if (rules.empty()) return;
  queue_.emplace(BackgroundQueue<RecordedQuery>::AtEnd::finish,
                 [this](const RecordedQuery& query) { write(query); });
}

const RecordRule* QueryRecorder::rule_of(std::string_view model) const {
  for (const Record& record : records_) {
    if (record.rule.model == model) return &record.rule;
  }
  return nullptr;
}

QueryRecorder::Record& QueryRecorder::record_of(std::string_view model) {
  return *std::ranges::find_if(records_, [&](const Record& r) { return r.rule.model == model; });
}

void QueryRecorder::offer(RecordedQuery query) {
  Record& record = record_of(query.model->name);
  const std::size_t bytes = bytes_of(query);
  if (!queue_->offer(std::move(query), bytes)) count(record, Outcome::busy);
}

void QueryRecorder::reopen() {
  std::exception_ptr problem;
  const std::lock_guard lock(file_mutex_);
  for (Record& record : records_) {
    if (record.file->is_at_its_path()) continue;
    try {
      record.file = std::make_unique<RecordFile>(record.rule.path);
    } catch (const Error&) {
      problem = std::current_exception();
    }
  }
  if (problem) std::rethrow_exception(problem);
}

void QueryRecorder::finish() {
  if (queue_) queue_->finish();
}

/// A query may be asked again, with other documents: readers must not take both for one. So the
/// time in microseconds follows its name, and no two queries have the same.
std::string QueryRecorder::unique_id(const RecordedQuery& query) {
  const std::chrono::microseconds now = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::system_clock::now().time_since_epoch());
  last_stamp_ = std::max<std::int64_t>(now.count(), last_stamp_ + 1);
  const std::string stamp = to_text(last_stamp_);
  return query.query.empty() ? stamp : query.query + "@" + stamp;
}

void QueryRecorder::write(const RecordedQuery& query) {
  Record& record = record_of(query.model->name);
  Outcome outcome = Outcome::disk;
  std::string problem;
  try {
    const FeatureSet& features = query.model->scorer.features();
    if (const std::string names = complaint_of_names(query); !names.empty()) {
      outcome = Outcome::ids;
      problem = fmt::format("{}: {}; such queries are left out", record.rule.path.string(), names);
    } else if (query.model->columns.has_words()) {
      outcome = Outcome::features;
      problem = fmt::format("{}: {} has features of words, which a file of numbers cannot hold",
                            record.rule.path.string(), query.model->reference());
    } else {
      const std::lock_guard lock(file_mutex_);
      const bool is_written =
          record.file->append(unique_id(query), query.ids, query.values, features);
      outcome = is_written ? Outcome::written : Outcome::features;
    }
    if (outcome == Outcome::features && problem.empty()) {
      problem = fmt::format("{}: {} has other features than the queries before; move the file away",
                            record.rule.path.string(), query.model->reference());
    }
  } catch (const std::exception& error) {  // the disk, memory, or a name that is no UTF-8
    problem = error.what();
  }
  if (outcome != Outcome::written && outcome != record.last) complain_(problem);
  record.last = outcome;
  count(record, outcome);
}

void QueryRecorder::count(Record& record, Outcome outcome) {
  ++record.counts[static_cast<std::size_t>(outcome)];
}

std::string QueryRecorder::metrics_text() const {
  if (records_.empty()) return {};
  std::string written =
      metric_head("podium_recorded_queries_total", "counter", "Queries written to a record.");
  std::string dropped = metric_head("podium_record_dropped_total", "counter",
                                    "Queries that were to be recorded and were not.");
  for (const Record& record : records_) {
    const std::string model = label_value(record.rule.model);
    written += fmt::format("podium_recorded_queries_total{{model=\"{}\"}} {}\n", model,
                           record.counts[0].load());
    for (std::size_t outcome = 1; outcome < outcome_names.size(); ++outcome) {
      dropped += fmt::format("podium_record_dropped_total{{model=\"{}\",reason=\"{}\"}} {}\n",
                             model, outcome_names[outcome], record.counts[outcome].load());
    }
  }
  return written + dropped;
}

}  // namespace podium::serving
