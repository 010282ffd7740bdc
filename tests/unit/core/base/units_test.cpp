// SPDX-License-Identifier: Apache-2.0
#include "core/base/units.h"

#include <random>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::units_test {
namespace {

template <class Parse>
std::string error_of(Parse parse, std::string_view text) {
  return test::error_of([&] { parse(text); }, ExitCode::kUsage);
}

TEST(ParseBytes, SiAndBinary) {
  EXPECT_EQ(parse_bytes("300 MB").count(), 300'000'000u);
  EXPECT_EQ(parse_bytes("300 MiB").count(), 300u << 20);
  EXPECT_EQ(parse_bytes("4KiB").count(), 4096u);
  EXPECT_EQ(parse_bytes(" 1.5 KiB ").count(), 1536u);
  EXPECT_EQ(parse_bytes("4096 B").count(), 4096u);
  EXPECT_EQ(parse_bytes("0").count(), 0u);
  EXPECT_EQ(parse_bytes("2 kB"), parse_bytes("2 KB"));
  EXPECT_EQ(to_text(parse_bytes("64k")), "64 KiB");  // as nccl-tests has them
  EXPECT_EQ(to_text(parse_bytes("1M")), "1 MiB");
  EXPECT_EQ(to_text(parse_bytes("8G")), "8 GiB");
  EXPECT_EQ(parse_bytes("1.5 K").count(), 1536u);
}

TEST(ParseBytes, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(parse_bytes, "64"), AllOf(HasSubstr("no unit"), HasSubstr("300 MiB")));
  EXPECT_THAT(error_of(parse_bytes, "64 GB/s"), HasSubstr("is a rate"));
  EXPECT_THAT(error_of(parse_bytes, "64 Gb"), HasSubstr("counts bits"));
  EXPECT_THAT(error_of(parse_bytes, "3 ms"), HasSubstr("is a time"));
  EXPECT_THAT(error_of(parse_bytes, "3 parsec"), HasSubstr("unknown unit \"parsec\""));
  EXPECT_THAT(error_of(parse_bytes, "-3 kB"), HasSubstr("negative"));
  EXPECT_THAT(error_of(parse_bytes, "1.5 B"), HasSubstr("not a whole number of bytes"));
  EXPECT_THAT(error_of(parse_bytes, "99999 PB"), HasSubstr("not a whole number of bytes"));
  EXPECT_THAT(error_of(parse_bytes, ""), HasSubstr("empty"));
  EXPECT_THAT(error_of(parse_bytes, "many MB"), HasSubstr("not start with a number"));
  EXPECT_THAT(error_of(parse_bytes, "1 2 MB"), HasSubstr("unknown unit"));
}

TEST(ParseRate, BytesBitsAndBinary) {
  EXPECT_EQ(parse_byte_rate("64 GB/s").bytes_per_second(), 64e9);
  EXPECT_EQ(parse_byte_rate("28 Gb/s").bytes_per_second(), 3.5e9);
  EXPECT_EQ(parse_byte_rate("11.6 GiB/s"), gibibytes_per_second(11.6));
  EXPECT_EQ(parse_byte_rate("15.754 GB/s"), gigabytes_per_second(15.754));
  EXPECT_EQ(parse_byte_rate("0").bytes_per_second(), 0);
}

TEST(ParseRate, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(parse_byte_rate, "64 GB"), AllOf(HasSubstr("is a size"), HasSubstr("/s")));
  EXPECT_THAT(error_of(parse_byte_rate, "64"), HasSubstr("no unit"));
  EXPECT_THAT(error_of(parse_byte_rate, "64 GX/s"), HasSubstr("unknown unit"));
  EXPECT_THAT(error_of(parse_byte_rate, "1e400 B/s"), HasSubstr("out of range"));
  EXPECT_THAT(error_of(parse_byte_rate, "inf B/s"), HasSubstr("not start with a number"));
}

TEST(ParseTime, EveryUnit) {
  EXPECT_EQ(parse_time("1 fs").value(), 1u);
  EXPECT_EQ(parse_time("62.5 ps").value(), 62'500u);
  EXPECT_EQ(parse_time("80ns"), sc_core::sc_time(80, sc_core::SC_NS));
  EXPECT_EQ(parse_time("1.5 us").value(), 1'500'000'000u);
  EXPECT_EQ(parse_time("36 ms").value(), 36'000'000'000'000u);
  EXPECT_EQ(parse_time("2 s").value(), 2'000'000'000'000'000u);
  EXPECT_EQ(parse_time("0"), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(parse_time("0.33333333333333331 ns").value(), 333'333u);
}

TEST(ParseTime, SaysWhatIsWrong) {
  EXPECT_THAT(error_of(parse_time, "80"), AllOf(HasSubstr("no unit"), HasSubstr("80 ns")));
  EXPECT_THAT(error_of(parse_time, "80 MB"), HasSubstr("is a size"));
  EXPECT_THAT(error_of(parse_time, "0.1 fs"), HasSubstr("below 1 fs"));
  EXPECT_THAT(error_of(parse_time, "20000 s"), HasSubstr("above"));
  EXPECT_THAT(error_of(parse_time, "-1 ns"), HasSubstr("negative"));
}

TEST(ToText, LargestUnitThatFits) {
  EXPECT_EQ(to_text(Bytes(300u << 20)), "300 MiB");
  EXPECT_EQ(to_text(Bytes(300'000'000)), "300 MB");
  EXPECT_EQ(to_text(Bytes(4097)), "4097 B");
  EXPECT_EQ(to_text(Bytes(0)), "0 B");
  EXPECT_EQ(to_text(gigabytes_per_second(15.754)), "15.754 GB/s");
  EXPECT_EQ(to_text(ByteRate(800e6)), "800 MB/s");
  EXPECT_EQ(to_text(ByteRate(0)), "0 B/s");
  EXPECT_EQ(to_text(sc_core::sc_time::from_value(62'500)), "62.5 ps");
  EXPECT_EQ(to_text(sc_core::sc_time(36, sc_core::SC_MS)), "36 ms");
  EXPECT_EQ(to_text(sc_core::SC_ZERO_TIME), "0 s");
}

TEST(ToText, ParsesBackToTheSameValue) {
  std::mt19937_64 random(20240301);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random() >> (random() % 64);
    const Bytes bytes(bits);
    ASSERT_EQ(parse_bytes(to_text(bytes)), bytes) << to_text(bytes);
    const auto time = sc_core::sc_time::from_value(bits);
    ASSERT_EQ(parse_time(to_text(time)), time) << to_text(time);
    const ByteRate rate(static_cast<double>(bits) * 1e-3 + 1.0 / static_cast<double>(1 + i));
    ASSERT_EQ(parse_byte_rate(to_text(rate)), rate) << to_text(rate);
  }
}

TEST(ByteRate, TimeFor) {
  EXPECT_EQ(gigabytes_per_second(1).time_for(256), sc_core::sc_time(256, sc_core::SC_NS));
}

}  // namespace
}  // namespace gf::core::units_test
