// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

void TransferParams::declare(const core::ParamScope& root) {
  root.add("chunk", chunk, "bytes that are tracked and transferred as one",
           "[PROACT21], Table II: 4x Volta", core::at_least(core::Bytes(128)));
  root.add("threads", threads, "transfer threads of a GPU: polling, or of a child kernel",
           "[PROACT21], Table II: 4x Volta", core::between(32u, 8192u));
  root.add_file(
      "map", map, core::whole_text,
      "hw, polling and cdp: file of which CTA writes which bytes in the first phase, \"cta begin "
      "end\" a line; empty: as the application does",
      "[PROACT21], IV-A: maps by the user");
  root.add("release", release,
           "hw: each warp ends with a release of system scope, which sends all that is written",
           "[PROACT21], III-D; none without it: test aid");
  root.add("shown_chunks", shown_chunks,
           "hw: chunks whose counters a waveform has; empty: as many as GPUs, spread evenly",
           "test aid");
}

void HostParams::declare(const core::ParamScope& scope) {
  scope.add("sync", sync, "from the end of what the host waits for to its next call",
            "assumed; [PROACT21], II-B: several microseconds");
  scope.add("copy_call", copy_call, "a call that asks for a copy; then its thread makes the next",
            "arXiv:2602.21548, 5.2: cudaMemcpyAsync, 5 to 7 us; [PROACT21], II-B: several");
  scope.add_choice("copy_threads", copy_threads, {"one", "per_gpu"},
                   "host threads that call: one for all GPUs, or one each",
                   "of two readings: [PROACT21], Fig. 10, where copies take longer on more GPUs");
  scope.add_choice(
      "copies", copies, {"default_stream", "blocking", "async"},
      "default_stream: calls return; a copy starts once all copies that either of its GPUs was "
      "asked for earlier are done. blocking: the thread waits for each copy, and `sync`. async: "
      "calls return, copies go side by side",
      "CUDA runtime API: cudaMemcpyPeer; async: cudaMemcpyPeerAsync");
  scope.add("cdp_latency", cdp_latency, "launch by a kernel to the start of the child", "assumed");
  scope.add("cdp_interval", cdp_interval, "between two launches by kernels of a GPU",
            "calibrated to [PROACT21], Fig. 6: chunks that are initiation-bound; Pascal: assumed");
  scope.add("cdp_issue", cdp_issue, "cycles of the warp that launches", "assumed");
  scope.add("um_read_mostly", um_read_mostly, "unified memory: copies for who reads, a hint",
            "[PROACT21], IV-B: read-replication");
  scope.add("um_prefetch", um_prefetch,
            "unified memory: what was written is prefetched between phases, a hint",
            "[PROACT21], IV-B: data prefetching");
  scope.add("um_populate", um_populate,
            "unified memory: an equal part starts with each GPU and is in all page tables, a hint "
            "without effect beside um_read_mostly",
            "[PROACT21], IV-B: pre-population of page tables");
  scope.add("poll_cost", poll_cost, "cycles of a warp alone from one poll to the next",
            "assumed: ten instructions, each needs the one before", core::between(0u, 1'000'000u));
  scope.add("poll_interval", poll_interval,
            "a poll's arithmetic takes an issue slot in so many of them",
            "latency of arithmetic: 9 Kepler, 6 Pascal, 4 Volta, arXiv:1804.06826",
            core::between(1u, model::kMostIssueInterval));
}

}  // namespace gf::platforms::proact
