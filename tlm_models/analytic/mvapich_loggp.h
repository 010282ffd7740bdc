// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// MVAPICH2 1.9a2 over InfiniBand ConnectX-2, as a LogGP model with the library's pipelined
/// protocol for GPU buffers. The library over RDMA cards (tlm_models/host/mpi_library.h) is
/// compared with it, at the same parameters. A message of k bytes between hosts takes 2 o + L + (k
/// - 1) G. Between GPUs, a message up to `threshold` adds two queries and a synchronous copy out
/// before it, and a query and a copy in after it. A longer one is copied out, sent and copied in by
/// chunks; the three stages overlap, and nothing else costs time.
struct MvapichParams {
  double overhead = 0.6e-6;         ///< o: software at either end, s [MpiParams]
  double latency = 1.9e-6;          ///< L: post, doorbell, cards, switch, poll, s [of hw/nic]
  double rate = 3.2e9;              ///< 1 / G: x8 slot, B/s [QDR 4x: 32 Gb/s of data]
  double query = 0.5e-6;            ///< Kind of a buffer, s [RdmaHostParams]
  double copy_out = 10.0e-6;        ///< cudaMemcpy from the GPU, s [APENET13]
  double copy_in = 0.5e-6;          ///< cudaMemcpy to the GPU, s [RdmaHostParams]
  double copy_rate = 5.5e9;         ///< GPU's DMA engines, B/s [APENET13]
  std::uint64_t threshold = 12288;  ///< Pipelined above it, B [MpiParams]
  std::uint64_t chunk = 65536;      ///< Of the pipeline, B [MpiParams]
  double chunk_cost = 4.0e-6;       ///< Start one asynchronous copy, s [MpiParams]

  /// Returns the parameters of the same card in a x4 slot.
  [[nodiscard]] static MvapichParams x4();
};

/// Half a round-trip time, s.
double mvapich_latency(const MvapichParams& params, std::uint64_t bytes, bool gpu);
/// Rate of a stream of messages in one direction, B/s.
double mvapich_bandwidth(const MvapichParams& params, std::uint64_t bytes, bool gpu);

}  // namespace gf::model
