#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <optional>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "podium/cli/commands.hpp"
#include "podium/cli/parser.hpp"
#include "podium/cli/rank_run.hpp"
#include "podium/core/base/error.hpp"
#include "podium/core/base/text.hpp"
#include "podium/core/ranks/tcp_ranks.hpp"

namespace podium::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct RanksArgs {
  std::size_t ranks = 2;
  std::vector<std::string> words;
  const Command* program = nullptr;
};

/// A port that is free now; rank 0 takes it in a moment.
int free_port() {
  const int file = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool is_found =
      file >= 0 && ::bind(file, any, size) == 0 && ::getsockname(file, any, &size) == 0;
  const std::string problem = system_reason();
  ::close(file);
  if (!is_found) throw StorageError("ranks: found no free port on 127.0.0.1: " + problem);
  return ntohs(address.sin_port);
}

/// A file without a name that processes inherit: other users of the machine cannot read the token.
int token_file() {
  const int file = ::memfd_create("token", 0);
  const std::string token = new_rank_token();
  if (file < 0 || ::write(file, token.data(), token.size()) != std::ssize(token)) {
    throw StorageError("ranks: cannot keep the token: " + system_reason());
  }
  return file;
}

/// The processes, which end with this one.
class RankProcesses {
 public:
  explicit RankProcesses(const Context& context) : context_(context) {
    sigset_t waited{};
    ::sigemptyset(&waited);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::sigaddset(&waited, signal);
    ::pthread_sigmask(SIG_BLOCK, &waited, &old_signals_);
    signals_ = waited;
  }
  ~RankProcesses() {
    for (const auto& [process, rank] : running_) {
      ::kill(process, SIGKILL);
      ::waitpid(process, nullptr, 0);
    }
    ::pthread_sigmask(SIG_SETMASK, &old_signals_, nullptr);
  }
  RankProcesses(const RankProcesses&) = delete;
  RankProcesses& operator=(const RankProcesses&) = delete;
  RankProcesses(RankProcesses&&) = delete;
  RankProcesses& operator=(RankProcesses&&) = delete;

  void start(std::size_t rank, std::vector<std::string> words);

  /// Waits for all; returns the exit code of the first that failed, 0 if none did.
  int wait();

 private:
  void note_ended();
  void send(int signal) const {
    for (const auto& [process, rank] : running_) ::kill(process, signal);
  }

  const Context& context_;
  sigset_t signals_{};
  sigset_t old_signals_{};
  std::map<pid_t, std::size_t> running_;
  int code_ = 0;
};

void RankProcesses::start(std::size_t rank, std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) throw StorageError("ranks: cannot start a process: " + system_reason());
  if (process > 0) {
    running_.emplace(process, rank);
    return;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);
  ::pthread_sigmask(SIG_SETMASK, &old_signals_, nullptr);
  if (rank > 0) {  // rank 0 alone reads and prints
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
  }
  ::setenv("PODIUM_RANK", to_text(rank).c_str(), 1);
  ::execv("/proc/self/exe", arguments.data());
  ::_exit(127);
}

void RankProcesses::note_ended() {
  for (auto at = running_.begin(); at != running_.end();) {
    const auto [process, rank] = *at;
    int status = 0;
    if (::waitpid(process, &status, WNOHANG) != process) {
      ++at;
      continue;
    }
    at = running_.erase(at);
    const bool is_killed = WIFSIGNALED(status);
    const int code = is_killed ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (code == 0) continue;
    if (is_killed) {
      context_.say(fmt::format("ranks: rank {} was ended by signal {} ({})", rank, code - 128,
                               ::strsignal(code - 128)));
    }
    if (code_ == 0) code_ = code;
  }
}

int RankProcesses::wait() {
  // When one has failed, the others have time to hear of it and to say so.
  constexpr std::array endings = {SIGTERM, SIGKILL};
  constexpr auto patience = std::chrono::seconds(5);
  std::size_t ending = 0;
  std::optional<Clock::time_point> end;
  while (!running_.empty()) {
    siginfo_t info{};
    const timespec tick{.tv_sec = 0, .tv_nsec = 200'000'000};
    const int signal = ::sigtimedwait(&signals_, &info, &tick);
    // Ctrl-C on a terminal goes to all processes already.
    if (signal > 0 && signal != SIGCHLD && info.si_code <= 0) send(signal);
    note_ended();
    if (code_ == 0) continue;
    if (!end) end = Clock::now() + patience;
    if (Clock::now() < *end) continue;
    send(endings.at(std::min<std::size_t>(ending++, 1)));
    end = Clock::now() + patience;
  }
  return code_;
}

/// The environment of the processes: what it says of other ones is put aside.
class RankVariables {
 public:
  RankVariables(std::size_t ranks, int token) {
    ::unsetenv("PODIUM_HOST");
    ::setenv("PODIUM_MEET", fmt::format("127.0.0.1:{}", free_port()).c_str(), 1);
    ::setenv("PODIUM_RANKS", to_text(ranks).c_str(), 1);
    ::setenv("PODIUM_TOKEN_FILE", fmt::format("/proc/self/fd/{}", token).c_str(), 1);
  }
  ~RankVariables() {
    for (const char* name : {"PODIUM_MEET", "PODIUM_RANKS", "PODIUM_TOKEN_FILE"}) ::unsetenv(name);
  }
  RankVariables(const RankVariables&) = delete;
  RankVariables& operator=(const RankVariables&) = delete;
  RankVariables(RankVariables&&) = delete;
  RankVariables& operator=(RankVariables&&) = delete;
};

void run_ranks(const RanksArgs& args, const Context& context) {
  const int token = token_file();
  const RankVariables variables(args.ranks, token);
  // Every process would say the same of a command line that is wrong.
  const ParsedLine line = parse_command_line(*args.program, args.words);
  if (line.request == CommandRequest::work) check_runs_over_ranks(*args.program, *line.command);
  std::vector<std::string> words = {"podium"};
  words.insert(words.end(), args.words.begin(), args.words.end());
  RankProcesses processes(context);
  for (std::size_t rank = 0; rank < args.ranks; ++rank) processes.start(rank, words);
  ::close(token);
  if (const int code = processes.wait(); code != 0) throw ProcessFailed(code);
}

}  // namespace

void add_ranks_command(Command& podium) {
  Command& command = podium.add("ranks", "run a command as several processes on this machine");
  auto* const args = command.runs(run_ranks);
  args->program = &podium;
  command.description =
      "The processes, called ranks, share the work and write the same bytes as one process. They "
      "talk over the loopback network, and nobody else can join. Rank 0 alone reads standard "
      "input, "
      "prints and writes files. If one fails, all end, and the exit code is that of the first. For "
      "several machines, start the processes by mpirun, srun or a Job with PODIUM_MEET in the "
      "environment; see docs/many-machines.md.";
  command.number("ranks", args->ranks, "number of processes", 1, 1024).required();
  command.option("command", args->words, "command of podium with its flags, behind --")
      .value("COMMAND")
      .required();
  command.examples = {
      {"podium ranks 3 -- evaluate --data test.txt --model model.json",
       "evaluate with three processes, each of which measures a third of the queries"}};
}

}  // namespace podium::cli
