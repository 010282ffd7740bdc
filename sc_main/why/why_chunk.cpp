// SPDX-License-Identifier: Apache-2.0
// gpufabric why RUN 'chunk 7 of gpu_0': from its first store to its arrival at all destinations.
#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/text/engineering.h"
#include "hw/proact/chunk_journal.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/why_part.h"

namespace gf::app {
namespace {

using hw::proact::ChunkHistory;
using hw::proact::ChunkStage;

constexpr std::array<const char*, hw::proact::kChunkStages> kStages = {
    "written, to its last store",
    "ready: CTAs end, its counter counts down to zero",
    "waits for its agent, busy with other chunks",
    "agent: descriptor, and chunks ahead of it",
    "agent: reads it from local memory",
    "on its way to peers",
    "noticed: the store of its flag",
    "noticed: until a warp polls its flag",
    "noticed: the driver has other launches ahead of it",
    "noticed: the launch of its child kernel",
    "noticed: its child kernel waits for a place on an SM",
    "agent: reads it, first stores on their way",
};

class ChunkQuestion final : public PartQuestion {
 public:
  explicit ChunkQuestion(std::string name) : name_(std::move(name)) {}

  void leaves(const core::HopJournal::Hop& hop) override {
    const auto& chunks = journal_.chunks();
    for (; looked_at_ < chunks.size() && chunk_ == nullptr; ++looked_at_)
      if (chunks[looked_at_].name == name_) chunk_ = &chunks[looked_at_];
    if (chunk_ != nullptr && chunk_->moves) held_.add(hop);
  }

  [[nodiscard]] PartAnswer answer(const core::HopJournal& journal,
                                  const platforms::Graph& graph) const override {
    const ChunkHistory& chunk = found();
    PartAnswer answer;
    answer.part = chunk.name;
    answer.whole = chunk.sent - chunk.first_store;
    for (std::size_t stage = 0; stage < kStages.size(); ++stage) {
      if (!hw::proact::is_stage_of(chunk.software, static_cast<ChunkStage>(stage))) continue;
      std::string what = kStages[stage];
      if (static_cast<ChunkStage>(stage) == ChunkStage::kTransfer)
        what += held_.most({fmt::format("flow {}->", chunk.gpu)}, journal, link_names(graph));
      answer.rows.push_back({what, chunk.spent[stage]});
    }
    const auto time = [](core::Ticks ticks) { return core::engineering(ticks); };
    const std::string transfers =
        chunk.software
            ? ""
            : fmt::format(", in {} transfer{}", chunk.transfers, chunk.transfers == 1 ? "" : "s");
    answer.sentence = fmt::format(
        "{} took {} from its first store, at {}, to its arrival at all destinations{}; it was "
        "ready after {}.",
        core::printable(chunk.name), time(answer.whole), time(chunk.first_store), transfers,
        time(chunk.zero - chunk.first_store));
    return answer;
  }

 private:
  [[nodiscard]] const ChunkHistory& found() const {
    std::vector<std::string> names;
    for (const ChunkHistory& chunk : journal_.chunks()) {
      if (chunk.sent == core::kNever) continue;
      if (chunk.name == name_) return chunk;
      names.push_back(chunk.name);
    }
    if (journal_.chunks().empty())
      throw core::UserError(core::ExitCode::kUsage,
                            "why: this run tracked no chunks; platform proact tracks them with "
                            "--mechanism hw, polling or cdp");
    fail_unknown_part("chunk", name_, names);
  }

  const std::string name_;
  hw::proact::ChunkJournal journal_;
  const ChunkHistory* chunk_ = nullptr;
  std::size_t looked_at_ = 0;
  HeldPackets held_;
};

}  // namespace

std::unique_ptr<PartQuestion> chunk_question(const std::string& name) {
  return std::make_unique<ChunkQuestion>(name);
}

}  // namespace gf::app
