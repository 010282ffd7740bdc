// SPDX-License-Identifier: Apache-2.0
// Questions that involve several of the systems at once. Nothing is published: each row is our own
// claim (docs/cluster_questions.md).
#include "papers/papers.h"
#include "questions/cluster_experiments.h"

namespace gf::papers {

std::vector<Experiment> cluster_experiments() {
  using Set = Experiment::Set;
  return {
      {"cluster.adversary", "A training step next to another job on a dragonfly", "own question",
       Set::kFull, cluster::adversary, 35},
      {"cluster.levels", "Two-level against flat ring all-reduce", "own question", Set::kQuick,
       cluster::levels},
      {"cluster.networks", "64 nodes on networks of equal cost", "own question, prices of [DF08]",
       Set::kQuick, cluster::networks},
      {"cluster.nic_tree", "Number and places of the cards of a node", "own question", Set::kQuick,
       cluster::nic_tree},
      {"cluster.p2p_busy", "Direct and staged copies on a busy tree", "own question", Set::kQuick,
       cluster::p2p_busy},
      {"cluster.lanes_proact", "Turning lanes and pushed chunks",
       "own question, links of [NUMA17], system of [PROACT21]", Set::kFull, cluster::lanes_proact,
       30},
      {"cluster.full.lanes_proact", "Turning lanes and pushed chunks, larger regions",
       "own question, links of [NUMA17], system of [PROACT21]", Set::kFull,
       cluster::lanes_proact_many},
      {"cluster.proact_pcie", "Cost of the placement on T2 for PROACT",
       "own question, tree and model of [SC16], system of [PROACT21]", Set::kFull,
       cluster::proact_pcie, 45},
      {"cluster.proact_network", "Chunks pushed to other nodes",
       "own question, system of [PROACT21]", Set::kFull, cluster::proact_network},
      {"cluster.reality", "Machine presets against measurements of others", "as each row says",
       Set::kQuick, cluster::reality},
  };
}

}  // namespace gf::papers
