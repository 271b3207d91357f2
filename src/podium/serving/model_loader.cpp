#include "podium/serving/model_loader.hpp"

#include <utility>

#include <fmt/format.h>

#include "podium/core/base/stop.hpp"
#include "podium/serving/overload.hpp"
#include "podium/serving/thread_priority.hpp"

namespace podium::serving {

namespace {

using Clock = std::chrono::steady_clock;

Overload given_up() {
  return {"loading", "loading was given up: the client has left, or the service ends"};
}

}  // namespace

/// One of those who wait; made and destroyed with the lock.
class ModelLoader::Waiting {
 public:
  explicit Waiting(std::size_t& count) : count_(count) {
    if (count_ >= max_waiting) {
      throw Overload("loading",
                     fmt::format("{} requests wait for models to be loaded; try again", count_));
    }
    ++count_;
  }
  ~Waiting() { --count_; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  Waiting(Waiting&&) = delete;
  Waiting& operator=(Waiting&&) = delete;

 private:
  std::size_t& count_;
};

ModelLoader::ModelLoader(Reload reload) : reload_(std::move(reload)), thread_([this] { work(); }) {}

ModelLoader::~ModelLoader() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    if (running_) running_->is_stopped = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ModelLoader::poll_every(std::chrono::milliseconds period) {
  {
    const std::lock_guard lock(mutex_);
    period_ = period;
    last_ = Clock::now();
  }
  changed_.notify_all();
}

std::shared_ptr<ModelLoader::Job> ModelLoader::reload_job(bool retries) {
  auto job = std::make_shared<Job>();
  job->work = [this, retries](Job& own) { own.changes = reload_(retries); };
  return job;
}

/// The reload that has not begun; a new one if there is none.
std::shared_ptr<ModelLoader::Job> ModelLoader::next_reload() {
  if (!queued_reload_) {
    queued_reload_ = reload_job(true);
    jobs_.push_back(queued_reload_);
    changed_.notify_all();
  }
  return queued_reload_;
}

void ModelLoader::wake() {
  const std::lock_guard lock(mutex_);
  next_reload();
}

std::vector<ModelChange> ModelLoader::reload(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const Waiting waiting(waiting_);
  const std::shared_ptr<Job> job = next_reload();
  changed_.wait(lock, stop, [&] { return job->is_done; });
  if (!job->is_done) throw given_up();
  if (job->failure) std::rethrow_exception(job->failure);
  return job->changes;
}

void ModelLoader::run(const std::function<void()>& work, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const Waiting waiting(waiting_);
  const auto job = std::make_shared<Job>();
  job->work = [&work](Job& /*own*/) { work(); };
  jobs_.push_back(job);
  changed_.notify_all();
  const auto is_done = [&] { return job->is_done; };
  if (!changed_.wait(lock, stop, is_done)) {
    job->is_stopped = true;
    if (std::erase(jobs_, job) > 0) throw given_up();
    changed_.wait(lock, is_done);  // it uses what the caller owns
  }
  if (!job->failure) return;
  try {
    std::rethrow_exception(job->failure);
  } catch (const Stopped&) {
    throw given_up();
  }
}

/// The first that was asked for, or a look for changed files if it is time; else nothing.
std::shared_ptr<ModelLoader::Job> ModelLoader::next_job() {
  if (!jobs_.empty()) {
    std::shared_ptr<Job> job = std::move(jobs_.front());
    jobs_.pop_front();
    if (job == queued_reload_) queued_reload_.reset();
    return job;
  }
  const bool is_time = period_.count() > 0 && Clock::now() - last_ >= period_;
  return is_time ? reload_job(false) : nullptr;
}

void ModelLoader::work() {
  lower_thread_priority();
  std::unique_lock lock(mutex_);
  while (!is_ending_) {
    running_ = next_job();
    if (!running_) {
      period_.count() > 0 ? static_cast<void>(changed_.wait_until(lock, last_ + period_))
                          : changed_.wait(lock);
      continue;
    }
    Job& job = *running_;  // nobody else resets running_
    lock.unlock();
    try {
      const StopScope scope(&job.is_stopped);
      job.work(job);
    } catch (...) {
      job.failure = std::current_exception();
    }
    lock.lock();
    job.is_done = true;
    running_.reset();
    last_ = Clock::now();
    changed_.notify_all();
  }
}

}  // namespace podium::serving
