// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gf::model {

/// How much a wrong guess of that kind may change results; the first is the worst.
enum class GuessKind {
  kGpu,       ///< Model of the GPU: memory rate, SMs, and what follows from them.
  kLinkRate,  ///< Generation, rate or number of NVLink or xGMI links.
  kPcie,      ///< Generation or width of a PCIe link.
  kTree,      ///< Shape of the PCIe tree.
  kSocket,    ///< Rate, latency or shape of links between root complexes.
  kNic,       ///< Model of a NIC.
  kMemory,    ///< Rate and latency of a host's memory.
  kOrder,     ///< Numbers of GPUs.
  kLeftOut,   ///< Something of a file that the machine does not have.
};

/// Something that no file says.
struct ImportGuess {
  GuessKind kind = GuessKind::kGpu;
  std::string subject;     ///< "gpu0"; empty: the machine.
  std::string what;        ///< "preset a100".
  std::string reason;      ///< "12 NVLink links a GPU".
  std::string settled_by;  ///< "nvidia-smi -L"; empty: no file that import reads.
};

/// A value in a machine file and the comment behind it, which says where it comes from.
struct Said {
  std::string value;
  std::string comment;
};

/// All guesses of an import.
class ImportGuesses {
 public:
  void add(ImportGuess guess) { all_.push_back(std::move(guess)); }
  /// Adds the guess that a value is, and returns it with its comment.
  Said said(std::string value, ImportGuess guess) {
    all_.push_back(std::move(guess));
    return {std::move(value), "guessed: " + all_.back().reason};
  }
  /// Returns them, the worst first, those of one kind in the order in which they were added. Equal
  /// guesses of several subjects are one, with all of them: "gpu0, gpu1, gpu2 and 5 more".
  [[nodiscard]] std::vector<ImportGuess> worst_first() const;

 private:
  std::vector<ImportGuess> all_;
};

}  // namespace gf::model
