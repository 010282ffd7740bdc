// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/version.h
#include "papers/citations.h"

#include "core/base/version.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::citations_test {
namespace {

TEST(Citations, EachHasWhatAReaderNeedsToFindIt) {
  for (const Citation& citation : citations()) {
    EXPECT_FALSE(citation.title.empty()) << citation.key;
    EXPECT_FALSE(citation.authors.empty()) << citation.key;
    EXPECT_TRUE(!citation.venue.empty() || !citation.arxiv.empty() || citation.key == "GPUFABRIC");
  }
}

TEST(Citations, AreFoundAsTheyAreWritten) {
  for (const char* key : {"SC16", "sc16", "[SC16]"}) EXPECT_EQ(find_citation(key).key, "SC16");
  EXPECT_THAT(test::error_of([] { (void)find_citation("SC17"); }),
              AllOf(HasSubstr("\"SC17\""), HasSubstr("nearest: SC16"), HasSubstr("APENET13")));
}

TEST(CitationText, TellsTitleAuthorsAndVenue) {
  EXPECT_THAT(citation_text(find_citation("SC16")),
              AllOf(StartsWith("[SC16]\n  A PCIe Congestion-Aware"), HasSubstr("Torsten Hoefler\n"),
                    HasSubstr("  SC16, 2016\n")));
  EXPECT_THAT(citation_text(find_citation("APENET13")), HasSubstr("  arXiv:1307.8276, 2013\n"));
  EXPECT_THAT(citation_text(find_citation("DF08")), HasSubstr("  John Kim and others\n"));
  EXPECT_THAT(citation_text(find_citation("NUMA17")), HasSubstr("  read here: a draft"));
}

TEST(CitationBibtex, IsAnEntry) {
  EXPECT_EQ(citation_bibtex(find_citation("DF08")),
            "@inproceedings{DF08,\n"
            "  title = {{Technology-Driven, Highly-Scalable Dragonfly Topology}},\n"
            "  author = {John Kim and others},\n"
            "  booktitle = {International Symposium on Computer Architecture (ISCA)},\n"
            "  year = {2008},\n"
            "}\n");
  EXPECT_THAT(citation_bibtex(find_citation("APENET13")),
              AllOf(StartsWith("@misc{APENET13,"), HasSubstr("eprint = {1307.8276}"),
                    HasSubstr("archivePrefix = {arXiv}")));
}

TEST(CitationBibtex, OfTheProgramHasItsVersion) {
  EXPECT_THAT(citation_bibtex(find_citation("GPUFABRIC")),
              AllOf(HasSubstr("author = {{The GPUFabric developers}}"),
                    HasSubstr(std::string("version ") + version()), Not(HasSubstr("year"))));
}

}  // namespace
}  // namespace gf::core::citations_test
