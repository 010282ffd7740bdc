// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/goal/goal_schedule.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <systemc>
#include <tuple>

#include "core/base/error.h"
#include "core/system/text_file.h"
#include "workloads/schedule/goal/goal_binary.h"
#include "workloads/schedule/ready_tasks.h"

namespace gf::model {
namespace {

using Positions = std::vector<unsigned>;

/// Limits the dependencies of all tasks together: they grow with the square of the length of a
/// chain of receives.
constexpr std::size_t kMostGoalWaits = std::size_t{1} << 26;

class GoalTasks {
 public:
  GoalTasks(const GoalProgram& program, const std::string& file)
      : program_(program), file_(file), task_of_(program.ops.size()), waits_(program.ops.size()) {}

  Schedule run(const std::string& name) {
    schedule_.name = name;
    add_tasks();
    match();
    for (const std::size_t op : in_order()) wait(op);
    refuse_cycle(
        find_cycle(schedule_), [this](std::size_t task) { return schedule_.id_of(task); },
        program_.ops[0].line);
    return std::move(schedule_);
  }

 private:
  [[noreturn]] void fail(const GoalOp& op, const std::string& cause, const std::string& expected) {
    core::fail_input(file_, op.line, cause, expected);
  }

  template <class NameOf>
  void refuse_cycle(const std::vector<std::size_t>& cycle, NameOf name_of, unsigned line) {
    if (cycle.empty()) return;
    std::string names;
    for (const std::size_t each : cycle) names += name_of(each) + " waits for ";
    core::fail_input(file_, line,
                     "operations wait for each other: " + names + name_of(cycle.front()),
                     "operations that can start one after another");
  }

  void add_tasks() {
    for (std::size_t i = 0; i < program_.ops.size(); ++i) {
      const GoalOp& op = program_.ops[i];
      if (op.kind == GoalOp::Kind::kReceive) continue;
      task_of_[i] = static_cast<unsigned>(schedule_.tasks.size());
      Task task;
      task.src = op.rank;
      task.dst = op.kind == GoalOp::Kind::kSend ? op.peer : op.rank;
      task.id = program_.name_of(i);
      task.tag = op.tag;
      const bool copies = task.src != task.dst;
      task.kind = copies ? TaskKind::kCopy : TaskKind::kKernel;
      if (op.kind == GoalOp::Kind::kCalc)
        task.duration = sc_core::sc_time(static_cast<double>(op.amount), sc_core::SC_NS);
      else
        set_bytes(task, std::max<std::uint64_t>(op.amount, 1));
      schedule_.tasks.push_back(std::move(task));
    }
  }

  static void set_bytes(Task& task, std::uint64_t bytes) {
    const bool copies = task.kind == TaskKind::kCopy;
    task.bytes = core::Bytes(bytes * (copies ? 1 : 2));
    if (!copies) task.written = core::Bytes(bytes);
  }

  /// Gives each receive the task of its send.
  void match() {
    std::map<std::tuple<unsigned, unsigned, unsigned>, std::deque<unsigned>> sends;
    for (unsigned i = 0; i < program_.ops.size(); ++i)
      if (const GoalOp& op = program_.ops[i]; op.kind == GoalOp::Kind::kSend)
        sends[{op.rank, op.peer, op.tag}].push_back(i);
    for (unsigned i = 0; i < program_.ops.size(); ++i) {
      const GoalOp& op = program_.ops[i];
      if (op.kind != GoalOp::Kind::kReceive) continue;
      std::deque<unsigned>& from = sends[{op.peer, op.rank, op.tag}];
      if (from.empty())
        fail(op, program_.name_of(i) + " has no matching send",
             "a send of rank " + std::to_string(op.peer) + " to it, with its tag");
      if (program_.ops[from.front()].amount > op.amount)
        fail(op, program_.name_of(i) + " receives " + std::to_string(op.amount) + " B",
             "at least the " + std::to_string(program_.ops[from.front()].amount) + " B of " +
                 program_.name_of(from.front()));
      task_of_[i] = task_of_[from.front()];
      from.pop_front();
    }
    for (const auto& [key, left] : sends)
      if (!left.empty())
        fail(program_.ops[left.front()], program_.name_of(left.front()) + " has no matching recv",
             "a recv of rank " + std::to_string(std::get<1>(key)) + " from it, with its tag");
  }

  /// Returns the operations, each after those of its rank that it requires.
  std::vector<std::size_t> in_order() {
    Schedule order;
    for (const GoalOp& op : program_.ops) {
      Task task;
      task.after = op.requires_end;
      task.after.insert(task.after.end(), op.requires_start.begin(), op.requires_start.end());
      sort(task.after);
      order.tasks.push_back(std::move(task));
    }
    const std::vector<std::size_t> cycle = find_cycle(order);
    refuse_cycle(
        cycle, [this](std::size_t op) { return program_.name_of(op); },
        cycle.empty() ? 0 : program_.ops[cycle.front()].line);
    return dependency_order(order);
  }

  /// Finds the tasks that end before operation `i` starts.
  void wait(std::size_t i) {
    const GoalOp& op = program_.ops[i];
    Positions& waits = waits_[i];
    const auto add = [&](const Positions& more) {
      waits.insert(waits.end(), more.begin(), more.end());
    };
    for (const unsigned other : op.requires_end) {
      waits.push_back(task_of_[other]);
      if (program_.ops[other].kind == GoalOp::Kind::kReceive) add(waits_[other]);
    }
    for (const unsigned other : op.requires_start) add(waits_[other]);
    sort(waits);
    total_ += waits.size();
    if (total_ > kMostGoalWaits)
      fail(op, "more than " + std::to_string(kMostGoalWaits) + " dependencies between operations",
           "shorter chains of receives that require each other");
    if (op.kind != GoalOp::Kind::kReceive) schedule_.tasks[task_of_[i]].after = waits;
  }

  static void sort(Positions& positions) {
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  }

  const GoalProgram& program_;
  const std::string& file_;
  Schedule schedule_;
  Positions task_of_;             ///< By operation; for a receive, the task of its send.
  std::vector<Positions> waits_;  ///< By operation: the tasks it waits for.
  std::size_t total_ = 0;
};

}  // namespace

Schedule goal_schedule(const GoalProgram& program, const std::string& name,
                       const std::string& file) {
  return GoalTasks(program, file).run(name);
}

namespace {

GoalProgram read_program(const std::string& file, std::optional<unsigned> devices) {
  if (std::filesystem::path(file).extension() == ".bin")
    return read_goal_binary(core::read_file(file, "a binary GOAL schedule"), file, devices);
  core::TextFile in(file, "a GOAL file");
  return read_goal(in, file, devices);
}

}  // namespace

Schedule read_goal_file(const std::string& file, std::optional<unsigned> devices) {
  const GoalProgram program = read_program(file, devices);
  if (program.other_cores + program.other_nics > 0)
    SC_REPORT_WARNING(file.c_str(),
                      ("operations on a cpu other than 0: " + std::to_string(program.other_cores) +
                       ", on a nic other than 0: " + std::to_string(program.other_nics) +
                       "; a device has one of each")
                          .c_str());
  return goal_schedule(program, std::filesystem::path(file).stem().string(), file);
}

}  // namespace gf::model
