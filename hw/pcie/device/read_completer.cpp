// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/read_completer.h"

#include <algorithm>

namespace gf::hw::pcie {

ReadCompleter::ReadCompleter(const sc_core::sc_module_name& name, const ReadCompleterParams& params,
                             unsigned input, Egress& egress, TlpPool& pool)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      input_(input),
      egress_(egress),
      pool_(pool),
      stats_(*this) {
  params_.validate(this->name());
}

void ReadCompleter::answer(Tlp& read, const std::uint8_t* data, CompletionStatus status) {
  ++stats_.reads;
  const bool failed = status != CompletionStatus::kSuccess;
  std::uint32_t done = 0;
  do {
    const std::uint64_t at = read.address + done;
    const std::uint64_t boundary = params_.completion_boundary.count();
    // The whole boundary units that fit max_payload, counted from the unit that contains `at`.
    const std::uint64_t whole =
        std::max<std::uint64_t>(params_.max_payload.count() / boundary * boundary, boundary);
    const std::uint64_t end = at / boundary * boundary + whole;
    const auto size =
        failed ? 0
               : static_cast<std::uint32_t>(std::min<std::uint64_t>(end - at, read.length - done));
    Tlp& completion = pool_.make();
    completion.type = failed ? TlpType::kCompletion : TlpType::kCompletionData;
    completion.status = status;
    // The request's address, not the part's: the requester places the data by tag and offset.
    completion.address = read.address;
    completion.offset = done;
    completion.requester = read.requester;
    completion.completer = id_;
    completion.tag = read.tag;
    completion.flow = read.flow;
    if (data != nullptr && size > 0) completion.data = pool_.copy_data(data + done, size);
    done += size;
    completion.last = failed || done == read.length;
    enqueue(completion, size);
    if (failed) break;
  } while (done < read.length);
  pool_.recycle(read);
}

void ReadCompleter::enqueue(Tlp& completion, std::uint32_t payload) {
  finish(completion, payload);
  completion.ready = completion.arrived = core::now_ticks();
  const bool first = queue_.empty();
  queue_.push(completion);
  if (first) egress_.offer(input_, completion);
}

Tlp& ReadCompleter::take(TlpClass, core::Ticks) {
  Tlp& completion = queue_.pop();
  ++stats_.completions;
  if (!queue_.empty()) egress_.offer(input_, *queue_.front());
  return completion;
}

void ReadCompleter::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), "its completion to leave", egress_.name()});
}

}  // namespace gf::hw::pcie
