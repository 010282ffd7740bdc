// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/imported_files.h"

#include <iostream>

#include "core/base/printable.h"
#include "core/system/text_file.h"
#include "tlm_models/import/readers/import_lines.h"

namespace gf::app {

model::ImportedMachine import_files(const std::vector<std::string>& files) {
  std::vector<model::ImportFile> texts;
  for (const std::string& file : files)
    texts.push_back(
        {file, core::read_text_file(file, model::kImportForms, model::kMostImportBytes)});
  return model::import_machine(texts);
}

void print_guesses(const model::ImportedMachine& made) {
  if (made.guesses.empty()) {
    std::cerr << "gpufabric: nothing was guessed\n";
    return;
  }
  std::cerr << "gpufabric: guessed, worst first:\n";
  for (const model::ImportGuess& guess : made.guesses) {
    std::string text = guess.subject.empty() ? guess.what : guess.subject + ": " + guess.what;
    text += "; " + guess.reason;
    if (!guess.settled_by.empty()) text += "; to know: " + guess.settled_by;
    std::cerr << "  " << core::printable(text) << '\n';
  }
}

}  // namespace gf::app
