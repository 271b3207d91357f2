// Simulates many simultaneous assessors of a running labelling server and measures the time of each
// answer, from the request to its confirmation. Reads one JSON object: {"port", "seconds", "think",
// "people": [{"cookie", "csrf", "tasks": [id...]}...]}.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <httplib.h>
#include <nlohmann/json.hpp>

namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

struct Tally {
  std::vector<double> seconds;
  std::size_t errors = 0;
  std::string first_error;
};

int worth(const json& card) {
  return std::stoi(card.at("title").get<std::string>().substr(6));
}

/// One assessor: answers question after question by the titles of the documents until the time is
/// up.
class Assessor {
 public:
  Assessor(const json& person, int port, double think, int number)
      : client_("127.0.0.1", port), person_(person), think_(think), number_(number) {
    client_.set_keep_alive(true);
    client_.set_tcp_nodelay(true);
    client_.set_default_headers({{"Cookie", person.at("cookie").get<std::string>()},
                                 {"X-Podium-CSRF", person.at("csrf").get<std::string>()}});
  }

  Tally run(Clock::time_point end) {
    for (const json& task : person_.at("tasks")) {
      const std::string path = "/api/tasks/" + task.dump();
      std::string state = taken(client_.Get(path));
      while (!state.empty() && Clock::now() < end) {
        const json shown = json::parse(state);
        if (shown.at("question").is_null()) break;
        state = answered(path + "/answers", shown);
      }
      if (Clock::now() >= end) break;
    }
    return tally_;
  }

 private:
  std::string answered(const std::string& path, const json& shown) {
    if (think_ > 0) std::this_thread::sleep_for(std::chrono::duration<double>(think_));
    const json& left = shown.at("question").at("left");
    const json& right = shown.at("question").at("right");
    const json answer = {{"key", std::to_string(number_) + "-" + std::to_string(++count_)},
                         {"expected", shown.at("entries")},
                         {"left", left.at("index")},
                         {"right", right.at("index")},
                         {"verdict", worth(left) > worth(right) ? "left" : "right"},
                         {"comment", ""},
                         {"seconds", 1},
                         {"paused", 0}};
    const auto start = Clock::now();
    std::string state = taken(client_.Post(path, answer.dump(), "application/json"));
    tally_.seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    return state;
  }

  std::string taken(const httplib::Result& answer) {
    if (answer && answer->status == 200) return answer->body;
    ++tally_.errors;
    if (tally_.first_error.empty()) {
      tally_.first_error = answer ? answer->body : httplib::to_string(answer.error());
    }
    return {};
  }

  httplib::Client client_;
  const json& person_;
  double think_;
  int number_;
  std::size_t count_ = 0;
  Tally tally_;
};

double quantile(const std::vector<double>& sorted, double share) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

int main() {
  const json plan = json::parse(std::cin);
  const json& people = plan.at("people");
  const double seconds = plan.at("seconds").get<double>();
  std::vector<Tally> tallies(people.size());
  std::vector<std::thread> threads;
  const auto start = Clock::now();
  const auto end =
      start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (std::size_t i = 0; i < people.size(); ++i) {
    threads.emplace_back([&, i] {
      tallies[i] = Assessor(people[i], plan.at("port").get<int>(), plan.at("think").get<double>(),
                            static_cast<int>(i))
                       .run(end);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const double elapsed = std::chrono::duration<double>(Clock::now() - start).count();

  Tally all;
  for (const Tally& tally : tallies) {
    all.seconds.insert(all.seconds.end(), tally.seconds.begin(), tally.seconds.end());
    all.errors += tally.errors;
    if (all.first_error.empty()) all.first_error = tally.first_error;
  }
  std::sort(all.seconds.begin(), all.seconds.end());
  std::cout << json{{"answers", all.seconds.size()},
                    {"answers_per_second", static_cast<double>(all.seconds.size()) / elapsed},
                    {"seconds_p50", quantile(all.seconds, 0.5)},
                    {"seconds_p99", quantile(all.seconds, 0.99)},
                    {"seconds_most", quantile(all.seconds, 1.0)},
                    {"errors", all.errors},
                    {"first_error", all.first_error}}
                   .dump()
            << "\n";
}
