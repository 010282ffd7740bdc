// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/reader_copies.h"

#include <fmt/format.h>

namespace gf::platforms::gpu {

ReaderCopies::ReaderCopies(const model::Workload& workload, model::PageTable& pages,
                           hw::gpu::Dispatcher& dispatcher,
                           const std::vector<std::unique_ptr<Gpu>>& gpus)
    : Quiescent("reader_copies"),
      workload_(workload),
      pages_(pages),
      dispatcher_(dispatcher),
      gpus_(gpus),
      steps_(model::plan_copies(workload, pages.gpus(), pages.page_bytes())),
      batches_(steps_.size()) {
  dispatcher.set_gate(*this);
}

void ReaderCopies::append_waits(std::vector<core::Wait>& waits) const {
  for (std::size_t n = 0; n < batches_.size(); ++n) {
    if (batches_[n].open == 0) continue;
    waits.push_back({"reader_copies",
                     fmt::format("{} copies before kernel {}", batches_[n].open, n),
                     "copy engines"});
  }
}

bool ReaderCopies::may_launch(unsigned index, const model::Kernel&, core::Cycle) {
  const model::ReaderStep& step = steps_[index];
  for (const unsigned structure : step.dropped)
    stats_.dropped += pages_.drop_copies(workload_.data[structure].base);
  Batch& batch = batches_[index];
  begin(batch, step);
  if (batch.copies.empty()) return true;
  ++waiting_;
  batch.since = core::now_ticks();
  submit_all(index, batch);
  return false;
}

void ReaderCopies::begin(Batch& batch, const model::ReaderStep& step) {
  for (unsigned gpu = 0; gpu < step.pages.size(); ++gpu) {
    for (const std::uint64_t page : step.pages[gpu]) {
      const auto copy = pages_.begin_copy(page << pages_.page_shift(), gpu);
      if (!copy) continue;
      if (copy->touched()) {
        batch.copies.push_back(*copy);
      } else {
        pages_.end_copy(*copy);
        ++stats_.loaded;
      }
    }
  }
}

void ReaderCopies::submit_all(unsigned index, Batch& batch) {
  const std::uint64_t page = pages_.page_bytes();
  stats_.copied += batch.copies.size();
  stats_.bytes += batch.copies.size() * page;
  std::vector<hw::gpu::MemoryCopy> runs;
  for (const model::ReaderCopy& copy : batch.copies) {
    hw::gpu::MemoryCopy* const run = runs.empty() ? nullptr : &runs.back();
    if (run != nullptr && copy.from == run->source + run->bytes &&
        copy.to == run->destination + run->bytes) {
      run->bytes += page;
    } else {
      runs.push_back({copy.from, copy.to, page, {}});
    }
  }
  // Set before the first run is submitted: if that ended at once, it would end the batch.
  batch.open = static_cast<unsigned>(runs.size());
  for (hw::gpu::MemoryCopy& run : runs) submit(index, std::move(run));
}

void ReaderCopies::submit(unsigned index, hw::gpu::MemoryCopy copy) {
  copy.done = [this, index] {
    if (--batches_[index].open == 0) end(index);
  };
  hw::gpu::GpuMemory& owner = gpus_[model::home_of(copy.source)]->memory;
  hw::gpu::MemoryCopyEngine& engine = owner.copy_engine(model::home_of(copy.destination));
  engine.submit(std::move(copy));
}

void ReaderCopies::end(unsigned index) {
  Batch& batch = batches_[index];
  for (const model::ReaderCopy& copy : batch.copies) pages_.end_copy(copy);
  stats_.waited.add_ticks(core::now_ticks() - batch.since);
  batch.copies.clear();
  --waiting_;
  dispatcher_.pass(index);
}

}  // namespace gf::platforms::gpu
