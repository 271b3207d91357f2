#include "podium/labelling/service/rate_limit.hpp"

#include <algorithm>

namespace podium::labelling {

std::optional<std::int64_t> RateLimit::attempt(std::string_view key, std::int64_t now) {
  if (rule_.limit == 0) return rule_.window;  // no list of attempts is ever empty
  if (attempts_.size() >= sweep_at_) sweep(now);
  auto& times = attempts_[std::string(key)];
  while (!times.empty() && times.front() <= now - rule_.window) times.pop_front();
  if (times.size() >= rule_.limit) return times.front() + rule_.window - now;
  times.push_back(now);
  return std::nullopt;
}

void RateLimit::forgive(std::string_view key) {
  const auto found = attempts_.find(key);
  if (found == attempts_.end()) return;
  found->second.pop_back();
  if (found->second.empty()) attempts_.erase(found);
}

void RateLimit::sweep(std::int64_t now) {
  std::erase_if(attempts_,
                [&](const auto& item) { return item.second.back() <= now - rule_.window; });
  sweep_at_ =
      std::max<std::size_t>(1024, 2 * attempts_.size());  // amortised over the attempts before it
}

}  // namespace podium::labelling
