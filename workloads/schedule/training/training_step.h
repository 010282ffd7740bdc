// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "core/base/units.h"
#include "workloads/options.h"
#include "workloads/schedule/schedule.h"

namespace gf::model {

/// A step of training. Every replica of a model with equal layers runs micro-batches forward and
/// backward; then gradients are summed. The rank number consists of, fastest first: part of each
/// tensor, part of the experts, replica (data), stage of the pipeline.
struct TrainingStep {
  unsigned layers = 8;
  /// Degrees; their product is the number of ranks.
  unsigned tensor = 1, expert = 1, data = 1, pipeline = 1;
  unsigned microbatches = 1;
  core::Bytes parameters;         ///< Of a layer, over all parts of its tensors.
  core::Bytes expert_parameters;  ///< Of all experts of a layer.
  core::Bytes activations;        ///< Between layers, for one micro-batch of a replica.
  sc_core::sc_time forward;       ///< For a layer and a micro-batch on one rank.
  sc_core::sc_time backward;
  core::Bytes bucket;     ///< Gradients are summed in pieces of at least this size.
  bool sharded = false;   ///< By a reduce-scatter and an all-gather; otherwise by an all-reduce.
  bool overlap = true;    ///< Gradients are summed while backward still computes.
  std::string algorithm;  ///< Of all-reduces.

  [[nodiscard]] unsigned ranks() const { return tensor * expert * data * pipeline; }
};

/// Returns the step that `values` describe on `ranks` devices. Throws UserError(kUsage) with the
/// option and the legal values: degrees whose product is not `ranks`, layers that do not divide
/// into stages, ...
TrainingStep read_training(const OptionValues& values, unsigned ranks);
/// Returns the names of the options.
const std::vector<std::string>& training_keys();

/// Returns the tasks of a step, in classes "compute", "tensor", "expert", "pipeline", "data":
/// - Stages follow the one-forward-one-backward order: stage s of p performs p - s - 1 forwards (or
///   all), then pairs, then the remaining backwards (D. Narayanan et al., "PipeDream: Generalized
///   Pipeline Parallelism for DNN Training", SOSP 2019; with a flush, "Efficient Large-Scale
///   Language Model Training on GPU Clusters Using Megatron-LM", SC21, 2.2). Activations and their
///   gradients are copied between corresponding ranks of neighbouring stages.
/// - With tensor parallelism a layer consists of two halves, attention and MLP, each followed by an
///   all-reduce of its activations, forward and backward (M. Shoeybi et al., "Megatron-LM: Training
///   Multi-Billion Parameter Language Models Using Model Parallelism", 2019, 3).
/// - With expert parallelism there is an all-to-all of activations before and after the MLP, in
///   both directions (D. Lepikhin et al., "GShard", ICLR 2021, 3.2).
/// - Gradients of the last micro-batch are summed in buckets of layers, the last layer first and
///   one bucket after the other (S. Li et al., "PyTorch Distributed: Experiences on Accelerating
///   Data Parallel Training", VLDB 2020, 3.2.3): gradients of parameters over replicas and experts,
///   gradients of experts over replicas. Sharded: S. Rajbhandari et al., "ZeRO", SC20, 5.
/// A kernel starts when its inputs are available and the previous kernel of its rank has ended.
/// Not modelled: the optimizer's update, embeddings and loss, recomputation, uneven layers.
/// `too_many` must throw; it is called if there are more tasks than kMostCommunications.
Schedule training_schedule(const TrainingStep& step, const std::function<void()>& too_many);

}  // namespace gf::model
