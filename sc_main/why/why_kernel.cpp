// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN 'kernel NAME': from its request to its end.
#include <algorithm>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "hw/gpu/sm/kernel_journal.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/why_part.h"

namespace gf::app {
namespace {

using hw::gpu::KernelHistory;
using hw::gpu::KernelShare;
using hw::gpu::KernelTime;
using hw::gpu::LineSource;

std::string source_of(const KernelShare& share) {
  switch (share.source) {
    case LineSource::kL1:
      return "the L1";
    case LineSource::kL2:
      return "the level 2 cache";
    case LineSource::kDram:
      return "the GPU's DRAM";
    case LineSource::kPeer:
      return fmt::format("GPU {}, accessed by GPU {}", share.home, share.gpu);
    case LineSource::kNone:
      break;
  }
  return "others";
}

std::string text_of(const KernelShare& share) {
  switch (share.kind) {
    case KernelTime::kBehind:
      return "launch: behind kernel " + share.behind;
    case KernelTime::kLaunch:
      return "launch: its latency";
    case KernelTime::kHandOut:
      return "SMs without a CTA, while CTAs wait for dispatch";
    case KernelTime::kIssue:
      return "compute and issue";
    case KernelTime::kLoad:
      return "memory: data of " + source_of(share);
    case KernelTime::kRoom:
      return "memory: the load/store unit is full";
    case KernelTime::kFence:
      return share.source == LineSource::kNone ? "sync: releases at fences"
                                               : "sync: fences, stores to " + source_of(share);
    case KernelTime::kBarrier:
      return "sync: barriers";
    case KernelTime::kStores:
      return "memory: last stores, to " + source_of(share);
    case KernelTime::kTail:
      return "tail: SMs without a CTA, no CTAs left";
  }
  return "";
}

class KernelQuestion final : public PartQuestion {
 public:
  explicit KernelQuestion(std::string name) : name_(std::move(name)) {}

  void leaves(const core::HopJournal::Hop& hop) override {
    find();
    if (kernel_ == nullptr || kernel_->started == KernelHistory::kNot) return;
    if (kernel_->ended == KernelHistory::kNot) held_.add(hop);
  }

  [[nodiscard]] PartAnswer answer(const core::HopJournal& journal,
                                  const platforms::Graph& graph) const override {
    const KernelHistory& kernel = found();
    PartAnswer answer;
    answer.part = "kernel " + kernel.name;
    answer.whole = (kernel.ended - kernel.requested) * kernel.period;
    const auto drawn = link_names(graph);
    for (const KernelShare& share : kernel.shares) {
      std::string links;
      if (share.source == LineSource::kPeer)
        links = held_.most({fmt::format("flow {}->{} ", share.gpu, share.home),
                            fmt::format("flow {}->{} ", share.home, share.gpu)},
                           journal, drawn);
      answer.rows.push_back({text_of(share) + links, share.ticks});
    }
    answer.sentence = sentence(kernel, answer);
    return answer;
  }

  [[nodiscard]] bool can_be_alone() const override { return true; }

 private:
  void find() {
    const auto& kernels = journal_.kernels();
    for (; looked_at_ < kernels.size() && kernel_ == nullptr; ++looked_at_)
      if (kernels[looked_at_].name == name_) kernel_ = &kernels[looked_at_];
  }
  [[nodiscard]] const KernelHistory& found() const {
    std::vector<std::string> names;
    for (const KernelHistory& kernel : journal_.kernels()) {
      if (kernel.ended == KernelHistory::kNot) continue;
      if (kernel.name == name_) return kernel;
      names.push_back(kernel.name);
    }
    fail_unknown_part("kernel", name_, names);
  }
  [[nodiscard]] static std::string sentence(const KernelHistory& kernel, const PartAnswer& answer) {
    const auto time = [&](core::Cycle cycles) { return core::engineering(cycles * kernel.period); };
    return fmt::format(
        "kernel {} took {} from its request to its end: {} until its launch, {} until its start, "
        "{} on {} SMs, which count equally. Largest part: {}.",
        core::printable(kernel.name), time(kernel.ended - kernel.requested),
        time(kernel.launched - kernel.requested), time(kernel.started - kernel.launched),
        time(kernel.ended - kernel.started), kernel.sms,
        answer.rows.empty() ? "nothing" : answer.rows.front().what);
  }

  const std::string name_;
  hw::gpu::KernelJournal journal_;
  const KernelHistory* kernel_ = nullptr;
  std::size_t looked_at_ = 0;
  HeldPackets held_;
};

}  // namespace

std::unique_ptr<PartQuestion> kernel_question(const std::string& name) {
  return std::make_unique<KernelQuestion>(name);
}

}  // namespace gf::app
