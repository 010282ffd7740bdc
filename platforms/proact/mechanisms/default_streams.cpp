// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/default_streams.h"

#include <utility>

namespace gf::platforms::proact {

void DefaultStreams::issue(unsigned from, unsigned to, std::function<void()> start) {
  streams_[from].push({from, to, std::move(start)});
  streams_[to].push({from, to, nullptr});
  start_first(from);
}

void DefaultStreams::done(unsigned from, unsigned to) {
  streams_[from].drop();
  streams_[to].drop();
  start_first(from);
  start_first(to);
}

void DefaultStreams::start_first(unsigned gpu) {
  if (streams_[gpu].empty()) return;
  const unsigned from = streams_[gpu].front().from, to = streams_[gpu].front().to;
  const auto is_first = [&](unsigned of) {
    const Work& first = streams_[of].front();
    return first.from == from && first.to == to;
  };
  Work& work = streams_[from].front();
  if (is_first(from) && is_first(to) && work.start) std::exchange(work.start, nullptr)();
}

}  // namespace gf::platforms::proact
