// SPDX-License-Identifier: Apache-2.0
#include "core/system/child_process.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gf::core {
namespace {

/// Where the child's standard streams go.
class Streams {
 public:
  explicit Streams(const ChildSpec& spec) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (spec.shares_output) return;
    redirect(STDOUT_FILENO, spec.output_file);
    redirect(STDERR_FILENO, spec.error_file);
  }
  ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  void redirect(int stream, const std::filesystem::path& file) {
    const std::string target = file.empty() ? "/dev/null" : file.string();
    posix_spawn_file_actions_addopen(&actions_, stream, target.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
  }
  posix_spawn_file_actions_t actions_;
};

constexpr const char* kParent = "GPUFABRIC_PARENT";
constexpr const char* kBecome = "GPUFABRIC_BECOME";
constexpr int kCannotStart = 127;  ///< The exit code of a shell in this case.

/// The environment of a child: that of this process, with the request to end with it if the child
/// is this program. Other programs would pass the request on to their children, whose parent is not
/// this process.
class Environment {
 public:
  explicit Environment(const ChildSpec& spec) {
    if (spec.command[0] != this_program() && !spec.ends_with_parent) return;
    parent_ = std::string(kParent) + "=" + std::to_string(::getpid());
    for (char** entry = environ; *entry != nullptr; ++entry) entries_.push_back(*entry);
    entries_.push_back(parent_.data());
    if (spec.ends_with_parent) entries_.push_back(become_.data());
    entries_.push_back(nullptr);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  [[nodiscard]] char* const* get() { return entries_.empty() ? environ : entries_.data(); }

 private:
  std::string parent_;
  std::string become_ = std::string(kBecome) + "=1";
  std::vector<char*> entries_;
};

/// Signals and process group of the child.
class Attributes {
 public:
  explicit Attributes(bool own_group) {
    posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (int number : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&defaults, number);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (own_group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes_, static_cast<short>(flags));
  }
  ~Attributes() { posix_spawnattr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

ChildProcess::ChildProcess(const ChildSpec& spec) : own_group_(spec.own_group) {
  const Streams streams(spec);
  const Attributes attributes(spec.own_group);
  std::vector<std::string> words = spec.command;
  if (spec.ends_with_parent) words.insert(words.begin(), this_program().string());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Environment environment(spec);
  const int error = posix_spawn(&pid_, arguments[0], streams.get(), attributes.get(),
                                arguments.data(), environment.get());
  if (error != 0) throw std::system_error(error, std::generic_category(), spec.command[0]);
  running_ = true;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(other.pid_),
      own_group_(other.own_group_),
      running_(std::exchange(other.running_, false)),
      known_(other.known_),
      status_(other.status_) {}

ChildProcess::~ChildProcess() {
  if (!running_) return;
  signal(SIGKILL);
  collect(0);  // An ended child stays in the process table until its parent waits for it.
}

bool ChildProcess::collect(int options) {
  if (!running_) return true;
  pid_t found = 0;
  do {
    found = waitpid(pid_, &status_, options);
  } while (found < 0 && errno == EINTR);
  if (found < 0) known_ = false;  // ECHILD: it is gone and its status was not kept
  if (found != 0) running_ = false;
  return !running_;
}

bool ChildProcess::ended() { return collect(WNOHANG); }

void ChildProcess::wait() { collect(0); }

void ChildProcess::signal(int number) {
  if (running_) ::kill(own_group_ ? -pid_ : pid_, number);
}

int ChildProcess::exit_code() const {
  return known_ && WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

std::string ChildProcess::ending() const {
  if (!known_) return "its end is unknown";
  if (WIFEXITED(status_)) return "exit " + std::to_string(WEXITSTATUS(status_));
  const int number = WTERMSIG(status_);
  return "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

void end_with_parent(char* argv[]) {
  const char* const text = std::getenv(kParent);
  if (text == nullptr) return;
  const bool becomes = std::getenv(kBecome) != nullptr;
  const auto parent = static_cast<pid_t>(std::strtol(text, nullptr, 10));
  // Otherwise children of other programs that this process starts would inherit a request with a
  // process that is not their parent.
  ::unsetenv(kParent);
  // First ask the kernel, then check the parent. In the other order, a parent that ends between the
  // two would go unnoticed.
  ::prctl(PR_SET_PDEATHSIG, becomes ? SIGTERM : SIGKILL);  // stays in force after execv()
  if (::getppid() != parent) ::raise(SIGKILL);             // it ended before the line above
  if (!becomes) return;
  ::unsetenv(kBecome);
  ::setenv(kParent, std::to_string(::getpid()).c_str(), 1);
  ::execv(argv[1], argv + 1);
  ::_exit(kCannotStart);
}

void restore_sigchld() { ::signal(SIGCHLD, SIG_DFL); }

std::filesystem::path this_program() { return std::filesystem::read_symlink("/proc/self/exe"); }

}  // namespace gf::core
