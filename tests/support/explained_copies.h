// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <string>
#include <vector>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::explained_copies {

using nlohmann::json;

struct Share {
  std::string what;
  double part = 0;  ///< Of the copy's time.
  bool lost = false;
};
struct Answer {
  double took = 0;
  double alone = 0;
  std::vector<Share> shares;

  /// Of what was lost, or kept, and has `text` in it.
  [[nodiscard]] double part(const std::string& text, bool lost) const {
    double sum = 0;
    for (const Share& share : shares)
      if (share.lost == lost && share.what.find(text) != std::string::npos) sum += share.part;
    return sum;
  }
  [[nodiscard]] double lost() const { return part("", true); }
  [[nodiscard]] double slower() const { return 1 - alone / took; }
  [[nodiscard]] double sum() const { return lost() + part("", false); }
  [[nodiscard]] std::string text() const {
    std::string text =
        fmt::format("took {} alone {} lost {:.4f} slower {:.4f}\n", took, alone, lost(), slower());
    for (const Share& share : shares)
      text += fmt::format("  {:.4f}{} {}\n", share.part, share.lost ? " lost" : "", share.what);
    return text;
  }
};

/// A run of copies "src,dst,bytes,start,engine" on a cluster, explained copy by copy; `header`
/// names the columns.
class Explained {
 public:
  Explained(const std::string& copies, Words settings,
            const std::string& header = "graph,src,dst,bytes,start_ns") {
    write_file(scratch_ / "copies.csv", header + "\n" + copies);
    Words words{"run",      "cluster",       "-q", "--schedule", scratch_ / "copies.csv",
                "--outdir", scratch_ / "run"};
    words.insert(words.end(), settings.begin(), settings.end());
    const Captured got = exits(0, program(words));
  }
  [[nodiscard]] Answer why(const std::string& copy) const {
    const Captured got = exits(0, program({"why", scratch_ / "run", copy, "--json"}));
    const json answer = core::parse_json(got.out);
    Answer made{answer.at("seconds"), answer.value("alone_seconds", 0.0), {}};
    // Copies between nodes have shares, copies within a node chains of causes.
    for (const json& share : answer.value("shares", json::array()))
      made.shares.push_back(
          {share.at("went_to"), share.at("seconds").get<double>() / made.took, share.at("lost")});
    for (const json& cause : answer.value("causes", json::array())) {
      std::string chain;
      for (const json& step : cause.at("chain"))
        chain += (chain.empty() ? "" : " <- ") + step.get<std::string>();
      made.shares.push_back({chain, cause.at("share"), cause.at("lost")});
    }
    return made;
  }
  [[nodiscard]] Captured ask(Words words) const {
    words.insert(words.begin(), {"why", scratch_ / "run"});
    return program(words);
  }

 private:
  const ScratchDirectory scratch_;
};

/// Nodes with one GPU each, one to a router of the fat tree's lowest level: k = 1 has no others.
inline Words nodes(unsigned count, unsigned gpus = 1) {
  return {"-p", fmt::format("nodes={}", count), "-p", fmt::format("node.gpus={}", gpus)};
}

inline constexpr double kNear = 0.02;

}  // namespace gf::test::explained_copies
