// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/link/flow.h"

namespace gf::model {

using core::HopJournal;

void flow_begins(const Flow* flow, core::Ticks at) {
  HopJournal* const journal = HopJournal::active();
  if (journal != nullptr && flow != nullptr) journal->begin_flow(flow, 0, name_of(*flow), at);
}

void flow_waits(const Flow* flow, core::Ticks from, core::Ticks until, const std::string& cause,
                const Flow* behind) {
  HopJournal* const journal = HopJournal::active();
  if (journal == nullptr || flow == nullptr) return;
  journal->flow_waits(flow_number(*journal, *flow), from, until, cause,
                      behind == nullptr ? HopJournal::kNone : flow_number(*journal, *behind));
}

void flow_ends(const Flow* flow, core::Ticks at) {
  HopJournal* const journal = HopJournal::active();
  if (journal != nullptr && flow != nullptr) journal->end_flow(flow_number(*journal, *flow), at);
}

}  // namespace gf::model
