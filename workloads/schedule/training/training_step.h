// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "core/base/units.h"
#include "workloads/options.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// A step of training: every replica of a model of equal layers runs micro-batches forward and
/// backward, and its gradients are added up. Rank r of all is, from what varies fastest: a part of
/// each tensor, a part of the experts, a replica (data), a stage of the pipeline.
struct TrainingStep {
  unsigned layers = 8;
  unsigned tensor = 1, expert = 1, data = 1, pipeline = 1;  ///< Degrees; ranks: their product.
  unsigned microbatches = 1;
  core::Bytes parameters;         ///< Of a layer, over all parts of its tensors.
  core::Bytes expert_parameters;  ///< Of all experts of a layer.
  core::Bytes activations;        ///< Between layers, of a micro-batch of a replica.
  sc_core::sc_time forward;       ///< Of a layer and a micro-batch on one rank.
  sc_core::sc_time backward;
  core::Bytes bucket;     ///< Gradients are added up in pieces of at least this.
  bool sharded = false;   ///< By a reduce-scatter and an all-gather; otherwise by an all-reduce.
  bool overlap = true;    ///< While backward still computes.
  std::string algorithm;  ///< Of all-reduces.

  [[nodiscard]] unsigned ranks() const { return tensor * expert * data * pipeline; }
};

/// The step that `values` ask for on `ranks` devices. Throws UserError(kUsage) with the option and
/// what is legal: degrees whose product is not `ranks`, layers that do not divide into stages, ...
TrainingStep read_training(const OptionValues& values, unsigned ranks);
/// Names of the options.
const std::vector<std::string>& training_keys();

/// The tasks of a step, in classes "compute", "tensor", "expert", "pipeline", "data":
/// - stages follow the order of one forward, one backward: stage s of p does p - s - 1 forwards
///   (or all), then pairs, then the backwards that are left (D. Narayanan et al., "PipeDream:
///   Generalized Pipeline Parallelism for DNN Training", SOSP 2019; with a flush, "Efficient
///   Large-Scale Language Model Training on GPU Clusters Using Megatron-LM", SC21, 2.2);
///   activations and their gradients go from rank to rank of neighbouring stages;
/// - with tensor parallelism a layer is two halves, attention and MLP, with an all-reduce of its
///   activations behind each, forward and backward (M. Shoeybi et al., "Megatron-LM: Training
///   Multi-Billion Parameter Language Models Using Model Parallelism", 2019, 3);
/// - with expert parallelism there is an all-to-all of activations before and after the MLP, in
///   both directions (D. Lepikhin et al., "GShard", ICLR 2021, 3.2);
/// - gradients of the last micro-batch go out in buckets of layers, the last layer first, each
///   behind the one before (S. Li et al., "PyTorch Distributed: Experiences on Accelerating Data
///   Parallel Training", VLDB 2020, 3.2.3): those of parameters over replicas and experts, those
///   of experts over replicas. Sharded: S. Rajbhandari et al., "ZeRO", SC20, 5.
/// A kernel starts when what it needs is there and the one before it on its rank has ended.
/// Not modelled: the optimizer's update, embeddings and loss, recomputation, uneven layers.
/// `too_many`, which throws, is called with more tasks than kMostCommunications.
Schedule training_schedule(const TrainingStep& step, const std::function<void()>& too_many);

}  // namespace gf::model
