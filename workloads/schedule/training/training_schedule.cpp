// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/collectives/part.h"
#include "workloads/schedule/task_classes.h"
#include "workloads/schedule/training/training_step.h"

namespace gf::model {
namespace {

/// A pass of a micro-batch through a stage.
struct Pass {
  bool forward;
  unsigned microbatch;
};

/// Returns the passes of stage `stage`, in order.
std::vector<Pass> passes_of(unsigned stage, unsigned stages, unsigned microbatches) {
  std::vector<Pass> passes;
  const unsigned ahead = std::min(stages - stage - 1, microbatches);
  for (unsigned m = 0; m < ahead; ++m) passes.push_back({true, m});
  for (unsigned m = 0; m < microbatches; ++m) {
    if (m + ahead < microbatches) passes.push_back({true, m + ahead});
    passes.push_back({false, m});
  }
  return passes;
}

class StepBuilder {
 public:
  StepBuilder(const TrainingStep& step, const std::function<void()>& too_many)
      : step_(step),
        too_many_(too_many),
        classes_(std::make_shared<TaskClasses>()),
        tensor_(classes_->number("tensor")),
        expert_(classes_->number("expert")),
        pipeline_(classes_->number("pipeline")),
        data_(classes_->number("data")),
        ready_(step.ranks()),
        gradient_(step.ranks(), std::vector<Tasks>(step.layers / step.pipeline)),
        arrives_(step.ranks(), std::vector<Tasks>(std::size_t{2} * step.microbatches)) {}

  Schedule run() {
    schedule_.name = "training";
    for (unsigned stage = 0; stage + 1 < step_.pipeline; ++stage) hand_over(stage);
    for (unsigned stage = 0; stage < step_.pipeline; ++stage)
      for (unsigned replica = 0; replica < step_.data; ++replica) compute(stage, replica);
    for (unsigned stage = 0; stage < step_.pipeline; ++stage) add_up_gradients(stage);
    schedule_.classes = std::move(classes_);
    return std::move(schedule_);
  }

 private:
  using Tasks = std::vector<unsigned>;
  using Ranks = std::vector<unsigned>;

  [[nodiscard]] unsigned rank(unsigned stage, unsigned replica, unsigned expert,
                              unsigned tensor) const {
    return ((stage * step_.data + replica) * step_.expert + expert) * step_.tensor + tensor;
  }
  [[nodiscard]] std::size_t number(const Pass& pass) const {
    return 2 * std::size_t{pass.microbatch} + (pass.forward ? 0 : 1);
  }

  unsigned add(Task task, std::uint8_t its_class) {
    if (schedule_.tasks.size() == workload::kMostCommunications) too_many_();
    schedule_.tasks.push_back(std::move(task));
    classes_->of.push_back(its_class);
    return static_cast<unsigned>(schedule_.tasks.size() - 1);
  }

  /// Adds the computations of a stage of one replica. Its ranks compute together, because their
  /// collectives join them.
  void compute(unsigned stage, unsigned replica) {
    Ranks ranks;
    for (unsigned expert = 0; expert < step_.expert; ++expert)
      for (unsigned tensor = 0; tensor < step_.tensor; ++tensor)
        ranks.push_back(rank(stage, replica, expert, tensor));
    for (const Pass& pass : passes_of(stage, step_.pipeline, step_.microbatches)) {
      for (const unsigned each : ranks)
        for (const unsigned copy : arrives_[each][number(pass)]) ready_[each].push_back(copy);
      const unsigned layers = step_.layers / step_.pipeline;
      for (unsigned i = 0; i < layers; ++i) {
        const unsigned layer = pass.forward ? i : layers - 1 - i;
        run_layer(ranks, pass, layer);
        if (pass.forward || pass.microbatch + 1 < step_.microbatches) continue;
        for (const unsigned each : ranks) gradient_[each][layer] = ready_[each];
      }
      for (const unsigned each : ranks) leave(each, pass);
    }
  }

  /// Sends the result of a pass to the next stage, or back to the previous one.
  void leave(unsigned rank, const Pass& pass) {
    const unsigned of_stage = step_.ranks() / step_.pipeline;
    const unsigned to = pass.forward ? rank + of_stage : rank - of_stage;
    if (to >= step_.ranks()) return;  // also below the first stage
    for (const unsigned copy : arrives_[to][number(pass)])
      schedule_.tasks[copy].after = ready_[rank];
  }

  void run_layer(const Ranks& ranks, const Pass& pass, unsigned layer) {
    const std::string id = std::string(pass.forward ? "f" : "b") + std::to_string(pass.microbatch) +
                           "." + std::to_string(layer);
    const sc_core::sc_time whole = pass.forward ? step_.forward : step_.backward;
    if (step_.tensor * step_.expert == 1) return add_kernels(ranks, whole, id);
    const sc_core::sc_time attention = whole / 2;
    const auto run_attention = [&] {
      add_kernels(ranks, attention, id + ".attention");
      join_tensors(ranks, id + ".t0");
    };
    const auto run_mlp = [&] {
      join_experts(ranks, id + ".e0");
      add_kernels(ranks, whole - attention, id + ".mlp");
      join_experts(ranks, id + ".e1");
      join_tensors(ranks, id + ".t1");
    };
    if (pass.forward) run_attention();
    run_mlp();
    if (!pass.forward) run_attention();
  }

  void add_kernels(const Ranks& ranks, const sc_core::sc_time& duration, const std::string& id) {
    for (const unsigned each : ranks) {
      Task task;
      task.src = task.dst = each;
      task.kind = TaskKind::kKernel;
      task.duration = duration;
      task.after = ready_[each];
      task.id = std::to_string(each) + "." + id;
      ready_[each] = {add(std::move(task), TaskClasses::kCompute)};
    }
  }

  void join_tensors(const Ranks& ranks, const std::string& id) {
    for (unsigned expert = 0; expert < step_.expert; ++expert) {
      const auto first = ranks.begin() + expert * step_.tensor;
      join("allreduce", step_.activations, {first, first + step_.tensor}, id, tensor_, ready_);
    }
  }

  void join_experts(const Ranks& ranks, const std::string& id) {
    for (unsigned tensor = 0; tensor < step_.tensor; ++tensor) {
      Ranks members;
      for (unsigned expert = 0; expert < step_.expert; ++expert)
        members.push_back(ranks[expert * step_.tensor + tensor]);
      join("alltoall", step_.activations, members, id, expert_, ready_);
    }
  }

  /// Adds a collective of `members`. Each member reaches it when its `ready` tasks have ended;
  /// afterwards `ready` holds the member's last tasks of the collective.
  void join(const std::string& name, core::Bytes bytes, const Ranks& members, const std::string& id,
            std::uint8_t its_class, std::vector<Tasks>& ready) {
    if (members.size() == 1) return;
    const auto ranks = static_cast<unsigned>(members.size());
    const Schedule& what = collectives_.get(
        {name, bytes.count(), ranks, 0, name == "allreduce" ? step_.algorithm : ""});
    if (schedule_.tasks.size() + what.tasks.size() > workload::kMostCommunications) too_many_();
    const std::vector<CollectivePart> parts =
        add_collective(schedule_, what, members, std::to_string(members[0]) + "." + id);
    classes_->of.resize(schedule_.tasks.size(), its_class);
    for (unsigned i = 0; i < ranks; ++i) {
      for (const unsigned task : parts[i].first) come(task, ready[members[i]]);
      if (!parts[i].last.empty()) ready[members[i]] = parts[i].last;
    }
  }

  void come(unsigned task, const Tasks& before) {
    Tasks& after = schedule_.tasks[task].after;
    after.insert(after.end(), before.begin(), before.end());
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
  }

  /// Adds the copies between a stage and the next: activations, and their gradients back.
  void hand_over(unsigned stage) {
    const unsigned of_stage = step_.ranks() / step_.pipeline;
    for (unsigned m = 0; m < step_.microbatches; ++m) {
      for (unsigned i = 0; i < of_stage; ++i) {
        const unsigned here = stage * of_stage + i, next = here + of_stage;
        send(here, next, {true, m});
        send(next, here, {false, m});
      }
    }
  }

  void send(unsigned from, unsigned to, const Pass& pass) {
    Task task;
    task.src = from;
    task.dst = to;
    task.bytes = step_.activations;
    task.id = std::to_string(from) + (pass.forward ? ".f" : ".b") +
              std::to_string(pass.microbatch) + ".send";
    arrives_[to][number(pass)] = {add(std::move(task), pipeline_)};
  }

  void add_up_gradients(unsigned stage) {
    for (unsigned tensor = 0; tensor < step_.tensor; ++tensor) {
      Ranks all;
      for (unsigned replica = 0; replica < step_.data; ++replica)
        for (unsigned expert = 0; expert < step_.expert; ++expert)
          all.push_back(rank(stage, replica, expert, tensor));
      add_up(all, core::Bytes(step_.parameters.count() / step_.tensor), "g");
      if (step_.expert_parameters.count() == 0) continue;
      for (unsigned expert = 0; expert < step_.expert; ++expert) {
        Ranks replicas;
        for (unsigned replica = 0; replica < step_.data; ++replica)
          replicas.push_back(rank(stage, replica, expert, tensor));
        add_up(replicas, core::Bytes(step_.expert_parameters.count() / step_.tensor / step_.expert),
               "x");
      }
    }
  }

  /// Sums gradients of `of_layer` bytes per layer over `members`.
  void add_up(const Ranks& members, core::Bytes of_layer, const std::string& id) {
    const unsigned layers = step_.layers / step_.pipeline;
    std::vector<Tasks> before(step_.ranks());  // by rank: last tasks of the previous bucket
    std::uint64_t bytes = 0;
    for (unsigned layer = layers; layer-- > 0;) {
      bytes += of_layer.count();
      if (bytes < step_.bucket.count() && layer > 0) continue;
      for (const unsigned each : members) {
        const Tasks& done = gradient_[each][step_.overlap ? layer : 0];
        before[each].insert(before[each].end(), done.begin(), done.end());
      }
      const std::string name = id + std::to_string(layer);
      const core::Bytes bucket(bytes);
      if (step_.sharded) {
        join("reducescatter", bucket, members, name + ".scatter", data_, before);
        join("allgather", bucket, members, name + ".gather", data_, before);
      } else {
        join("allreduce", bucket, members, name, data_, before);
      }
      bytes = 0;
    }
  }

  const TrainingStep& step_;
  const std::function<void()>& too_many_;
  Schedule schedule_;
  std::shared_ptr<TaskClasses> classes_;
  const std::uint8_t tensor_, expert_, pipeline_, data_;
  std::vector<Tasks> ready_;  ///< By rank: dependencies of its next task.
  /// Tasks that complete the gradients, by rank and layer.
  std::vector<std::vector<Tasks>> gradient_;
  std::vector<std::vector<Tasks>> arrives_;  ///< By rank and pass: the copy it depends on.
  CollectiveStore collectives_;
};

}  // namespace

Schedule training_schedule(const TrainingStep& step, const std::function<void()>& too_many) {
  return StepBuilder(step, too_many).run();
}

}  // namespace gf::model
