// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "sc_main/why/why_part.h"
#include "tests/support/errors.h"

namespace gf::app::asked_parts {

/// A machine of two links that share words of their paths.
inline platforms::Graph two_links() {
  platforms::Graph graph;
  for (const char* gpu : {"gpu_0", "gpu_1"}) {
    platforms::Graph::Link link;
    link.from.node = gpu;
    link.to.node = "nvswitch";
    link.forward.stats = std::string(gpu) + ".nvlink.link_0.tx";
    link.backward.stats = std::string("nvswitch.port_") + gpu[4] + ".tx";
    graph.links.push_back(link);
  }
  return graph;
}

struct Asked {
  explicit Asked(const std::string& part) : question(PartQuestion::of(part)), journal(*question) {}
  PartAnswer answer() const { return question->answer(journal, two_links()); }
  std::string error() const {
    return test::error_of([this] { answer(); });
  }
  std::unique_ptr<PartQuestion> question;
  core::HopJournal journal;
};

}  // namespace gf::app::asked_parts
