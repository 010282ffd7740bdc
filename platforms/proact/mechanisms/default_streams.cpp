// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/default_streams.h"

#include <string>
#include <utility>

#include "core/base/error.h"

namespace gf::platforms::proact {

void DefaultStreams::issue(unsigned from, unsigned to, std::function<void()> start) {
  GF_CHECK(from != to, "a copy of GPU " + std::to_string(from) + " to itself");
  streams_[from].push({from, to, std::move(start)});
  streams_[to].push({from, to, nullptr});
  start_first(from);
}

void DefaultStreams::done(unsigned from, unsigned to) {
  GF_CHECK(is_first(from, to) && !streams_[from].front().start, "no such copy is under way");
  streams_[from].drop();
  streams_[to].drop();
  start_first(from);
  start_first(to);
}

bool DefaultStreams::is_first(unsigned from, unsigned to) const {
  const auto is_front = [&](const core::Ring<Work>& stream) {
    return !stream.empty() && stream.front().from == from && stream.front().to == to;
  };
  return is_front(streams_[from]) && is_front(streams_[to]);
}

void DefaultStreams::start_first(unsigned gpu) {
  if (streams_[gpu].empty()) return;
  const unsigned from = streams_[gpu].front().from;
  Work& work = streams_[from].front();
  // The function is taken out before the call: a copy stays first while it runs and must not start
  // twice.
  if (is_first(from, streams_[gpu].front().to) && work.start) std::exchange(work.start, nullptr)();
}

}  // namespace gf::platforms::proact
