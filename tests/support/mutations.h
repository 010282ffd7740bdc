// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/random.h"

namespace gf::test {

/// `text` after one to six edits that follow from `random`: pieces go or are repeated, `words`,
/// digits and bytes come in, the end is cut off.
inline std::string mutated(std::string text, const std::vector<std::string>& words,
                           core::RandomStream& random) {
  for (std::uint64_t edits = 1 + random.below(6); edits > 0; --edits) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t span = random.below(std::min<std::size_t>(text.size() - at, 20) + 1);
    switch (random.below(8)) {
      case 0:
        text.erase(at, span);
        break;
      case 1:
      case 2:
      case 3:
        text.insert(at, words[random.below(words.size())]);
        break;
      case 4:
        text.insert(at, 1, static_cast<char>(random.below(256)));
        break;
      case 5:
        text.insert(random.below(text.size() + 1), text.substr(at, span));
        break;
      case 6:
        if (at < text.size()) text[at] = static_cast<char>('0' + random.below(10));
        break;
      default:
        // Cut now and then only: what is short exercises little.
        if (random.below(4) == 0) text.resize(at);
    }
  }
  return text;
}

/// Calls `target` with `rounds` mutations of the texts of `corpus`. A UserError of one line is an
/// answer, any other exception a failure. Returns how many were accepted.
inline int fuzz(const std::string& name, const std::vector<std::string>& corpus,
                const std::vector<std::string>& words, int rounds,
                const std::function<void(const std::string&)>& target) {
  core::RandomStream random(20160711, name);
  int accepted = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::string text = mutated(corpus[random.below(corpus.size())], words, random);
    try {
      target(text);
      ++accepted;
    } catch (const core::UserError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    } catch (const std::exception& error) {
      ADD_FAILURE() << name << " round " << round << ": " << error.what() << "\n" << text;
      return accepted;
    }
  }
  EXPECT_LT(accepted, rounds) << "no mutation was refused";
  return accepted;
}

}  // namespace gf::test
