// SPDX-License-Identifier: Apache-2.0
#include "sc_main/child_pool.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <thread>

#include "core/child_process.h"
#include "core/scratch_directory.h"

namespace gf::app {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string message_of(const std::filesystem::path& file, core::ChildProcess& child) {
  std::string message = text_of(file);
  while (!message.empty() && message.back() == '\n') message.pop_back();
  const std::string prefix = "gpufabric: ";
  if (message.rfind(prefix, 0) == 0) message.erase(0, prefix.size());
  return message.empty() ? child.ending() : message;
}

}  // namespace

struct ChildPool::Child {
  std::size_t number;
  std::filesystem::path out;
  std::filesystem::path err;
  core::ChildProcess process;

  [[nodiscard]] ChildEnd end() {
    return {process.exit_code(), text_of(out), message_of(err, process)};
  }
};

std::unique_ptr<ChildPool::Child> ChildPool::start(const Arguments& words, std::size_t number,
                                                   const std::filesystem::path& directory) {
  core::ChildSpec spec;
  spec.command = {core::this_program().string()};
  spec.command.insert(spec.command.end(), words.begin(), words.end());
  spec.output_file = directory / fmt::format("{}.out", number);
  spec.error_file = directory / fmt::format("{}.err", number);
  spec.own_group = true;  // Ctrl-C reaches this process alone, which ends them
  return std::unique_ptr<Child>(
      new Child{number, spec.output_file, spec.error_file, core::ChildProcess(spec)});
}

void ChildPool::run(const std::vector<Arguments>& runs, const Ended& ended) {
  const core::ScratchDirectory directory;
  std::vector<std::unique_ptr<Child>> running;
  std::map<std::size_t, core::UserError> failed;
  std::size_t next = 0;
  const auto more = [&] { return next < runs.size() && failed.empty(); };
  while ((!running.empty() || more()) && !interrupted_()) {
    for (; more() && running.size() < jobs_; ++next)
      running.push_back(start(runs[next], next, directory.path()));
    const auto done = std::find_if(running.begin(), running.end(),
                                   [](const auto& child) { return child->process.ended(); });
    if (done == running.end()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    const std::unique_ptr<Child> child = std::move(*done);
    running.erase(done);
    try {
      ended(child->number, child->end());
    } catch (const core::UserError& error) {
      failed.emplace(child->number, error);
    }
  }
  if (!failed.empty()) throw failed.begin()->second;
}

}  // namespace gf::app
