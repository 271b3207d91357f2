#include "podium/cli/labelling/judge_program.hpp"

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

#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"

// The program's environment is ours; POSIX leaves the declaration to the user.
extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace podium::cli {

namespace {

constexpr std::size_t longest_answer = 1'000'000;
constexpr int poll_milliseconds = 100;

/// Starts the shell in a process group of its own, so that all that it starts can be ended with it.
/// Gives the error, 0 for none.
int spawn_shell(std::string& command, int end, pid_t& process) {
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO);
  posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  std::string shell = "sh";
  std::string flag = "-c";
  const std::array<char*, 4> arguments = {shell.data(), flag.data(), command.data(), nullptr};
  const int error =
      ::posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

JudgeProgram::JudgeProgram(std::string command, double patience, std::function<void()> check)
    : command_(std::move(command)), patience_(patience), check_(std::move(check)) {
  // One socket for both directions: unlike a pipe, it can be written to without a signal when the
  // program has gone.
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw StorageError("cannot connect to a program: " + std::string(std::strerror(errno)));
  }
  const int error = spawn_shell(command_, ends[1], process_);
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
  for (int i = 0; i < tries && !has_ended(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(poll_milliseconds));
  }
  // The shell may have gone before what it started; as long as nobody waited for it, the number is
  // that of its group and of no other.
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::string JudgeProgram::ask(const std::string& line) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(patience_);
  const std::string question = line + "\n";
  std::string_view rest = question;
  // A program may answer, or say much, before it has read all: both directions go on at once.
  while (true) {
    if (rest.empty()) {
      if (std::optional<std::string> answer = received_line()) {
        ++answers_;
        return *std::move(answer);
      }
    }
    if (is_at_end_) fail("has ended without an answer");
    if (pending_.size() > longest_answer) fail("sent a line that is too long");
    check_();
    if (Clock::now() >= end) fail("did not answer in " + to_text(patience_) + " seconds");
    const int events = POLLIN | (rest.empty() ? 0 : POLLOUT);
    pollfd waiting{socket_, static_cast<short>(events), 0};
    if (::poll(&waiting, 1, poll_milliseconds) <= 0) continue;
    receive();
    if (!rest.empty()) rest.remove_prefix(sent(rest));
  }
}

void JudgeProgram::fail(const std::string& what) const {
  throw StorageError("the judge " + in_quotes(command_) + " " + what);
}

bool JudgeProgram::has_ended() const {
  siginfo_t info{};
  const int found =
      ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
  return found == 0 && info.si_pid == process_;
}

std::size_t JudgeProgram::sent(std::string_view rest) const {
  const ssize_t count = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno != EINTR && errno != EAGAIN) fail("has ended");
  return 0;
}

void JudgeProgram::receive() {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count <= 0) {
    is_at_end_ = true;
  } else {
    pending_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

std::optional<std::string> JudgeProgram::received_line() {
  const std::size_t at = pending_.find('\n');
  if (at == std::string::npos && !(is_at_end_ && !pending_.empty())) return std::nullopt;
  std::string line(trimmed(std::string_view(pending_).substr(0, at)));
  pending_.erase(0, at == std::string::npos ? at : at + 1);
  return line;
}

}  // namespace podium::cli
