#include "podium/cli/judge_program.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "podium/base/error.hpp"
#include "podium/base/text.hpp"

// The program's environment is ours; POSIX leaves the declaration to the user.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace podium {

namespace {

constexpr std::size_t longest_answer = 1'000'000;
constexpr int poll_milliseconds = 100;

}  // namespace

JudgeProgram::JudgeProgram(std::string command, double patience)
    : command_(std::move(command)), patience_(patience) {
  // One socket for both directions: unlike a pipe, it can be written to without a signal when the
  // program has gone.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw StorageError("cannot talk to a program: " + std::string(std::strerror(errno)));
  }
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  std::string shell = "sh";
  std::string flag = "-c";
  const std::array<char*, 4> arguments = {shell.data(), flag.data(), command_.data(), nullptr};
  const int error =
      ::posix_spawn(&process_, "/bin/sh", &actions, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  socket_ = ends[0];
  if (error != 0) {
    ::close(socket_);
    throw StorageError("cannot start " + in_quotes(command_) + ": " + std::strerror(error));
  }
}

JudgeProgram::~JudgeProgram() {
  ::close(socket_);
  constexpr int tries = 20;
  for (int i = 0; i < tries; ++i) {
    if (::waitpid(process_, nullptr, WNOHANG) != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(poll_milliseconds));
  }
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::string JudgeProgram::ask(const std::string& line) {
  send(line + "\n");
  std::string answer = receive();
  ++answers_;
  return answer;
}

void JudgeProgram::send(const std::string& line) {
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) throw StorageError("the judge " + in_quotes(command_) + " has ended");
    sent += static_cast<std::size_t>(count);
  }
}

std::string JudgeProgram::receive() {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(patience_);
  std::array<char, 4096> buffer{};
  while (true) {
    if (const std::size_t at = pending_.find('\n'); at != std::string::npos) {
      std::string line(trimmed(std::string_view(pending_).substr(0, at)));
      pending_.erase(0, at + 1);
      return line;
    }
    if (pending_.size() > longest_answer) {
      throw StorageError("the judge " + in_quotes(command_) + " does not end its line");
    }
    pollfd waiting{socket_, POLLIN, 0};
    if (::poll(&waiting, 1, poll_milliseconds) <= 0) {
      if (Clock::now() < end) continue;
      throw StorageError("the judge " + in_quotes(command_) + " did not answer in " +
                         to_text(patience_) + " seconds");
    }
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      throw StorageError("the judge " + in_quotes(command_) + " has ended without an answer");
    }
    pending_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace podium
