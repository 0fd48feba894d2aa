import FilterSyntax
import Testing

/// Where numbers end, and what they are.
@Suite struct NumberTests {
  @Test(arguments: [
    ("0", "integer(0)"), ("00", "integer(0)"), ("007", "integer(7)"), ("1_000", "integer(1000)"),
    ("1_0_0", "integer(100)"), ("9223372036854775807", "integer(9223372036854775807)"),
    ("-9223372036854775808", "integer(-9223372036854775808)"),
    ("- 9223372036854775808", "integer(-9223372036854775808)"),
    ("0x0", "integer(0)"), ("0XaF", "integer(175)"), ("0xfF", "integer(255)"),
    ("0b0", "integer(0)"), ("0B101", "integer(5)"), ("0o17", "integer(15)"),
    ("0O70", "integer(56)"),
    ("0x7fffffffffffffff", "integer(9223372036854775807)"),
    ("-0x8000000000000000", "integer(-9223372036854775808)"),
    ("9223372036854775808", "decimal(\"9223372036854775808\")"),
    ("-9223372036854775809", "decimal(\"-9223372036854775809\")"),
    ("- -9223372036854775809", "decimal(\"9223372036854775809\")"),
    ("-(9223372036854775808)", "integer(-9223372036854775808)"),
    ("00_9223372036854775808", "decimal(\"9223372036854775808\")"),
    (
      "99999999999999999999999999999999999999999",
      "decimal(\"99999999999999999999999999999999999999999\")"
    ),
    ("0x8000000000000000", "decimal(\"9223372036854775808\")"),
    ("0x18000000000000000", "decimal(\"27670116110564327424\")"),
    (
      "-0XffffFFFFffffFFFFffffFFFFffffFFFFf",
      "decimal(\"-5444517870735015415413993718908291383295\")"
    ),
    ("0o1000000000000000000000", "decimal(\"9223372036854775808\")"),
    (
      "0b11000000000000000000000000000000000000000000000000000000000000000",
      "decimal(\"27670116110564327424\")"
    ),
    ("1.", "double(1.0)"), ("1.e2", "double(100.0)"), ("1.5", "double(1.5)"),
    ("0.25", "double(0.25)"), (".5", "double(0.5)"), (".5e1", "double(5.0)"),
    (".2_5", "double(0.25)"), ("1_0.2_5", "double(10.25)"), ("1e2_0", "double(1e+20)"),
    ("1e5", "double(100000.0)"), ("1E+5", "double(100000.0)"), ("25e-2", "double(0.25)"),
    ("1.5e3", "double(1500.0)"), ("1e999", "double(inf)"), ("-1e999", "double(-inf)"),
    ("5e-324", "double(5e-324)"), ("-0.0", "double(-0.0)"), ("-0", "integer(0)"),
  ])
  func aNumberIsReadToItsEnd(_ text: String, _ value: String) {
    #expect(Reading.value(text) == value)
    // What follows is a token of its own.
    #expect(Reading.filter("\(text)<x") == Reading.filter("\(text) < x"))
    #expect(Reading.filter("x>\(text) AND y") == Reading.filter("x > (\(text)) AND (y)"))
    #expect(
      Reading.filter("{\(text),\(text)}=={\(text)}")
        == Reading.filter("{\(text) , \(text)} == {\(text) }"))
  }

  @Test(arguments: [
    ("0x", "digits are missing: ‹0x›"), ("0b2", "digits are missing: ‹0b›2"),
    ("0o8", "digits are missing: ‹0o›8"), ("0xg1", "digits are missing: ‹0xg1›"),
    ("0b_1", "digits are missing: ‹0b_1›"),
    ("0b12", "'0b12' is neither a number nor a name: ‹0b12› → \"0b12\""),
    ("0o78", "'0o78' is neither a number nor a name: ‹0o78› → \"0o78\""),
    ("0xfg", "'0xfg' is neither a number nor a name: ‹0xfg› → \"0xfg\""),
    ("0xf_f", "'0xf_f' is neither a number nor a name: ‹0xf_f› → \"0xf_f\""),
    ("1_", "'1_' is neither a number nor a name: ‹1_› → \"1_\""),
    ("1__0", "'1__0' is neither a number nor a name: ‹1__0› → \"1__0\""),
    ("1e", "'1e' is neither a number nor a name: ‹1e› → \"1e\""),
    ("1e+", "'1e' is neither a number nor a name: ‹1e›+ → \"1e\"+"),
    ("1.5x", "'1.5x' is neither a number nor a name: ‹1.5x› → \"1.5x\""),
    (".5x", "'.5x' is neither a number nor a name: ‹.5x› → \".5x\""),
    ("5é", "'5é' is neither a number nor a name: ‹5é› → \"5é\""),
    ("81ab22cd", "'81ab22cd' is neither a number nor a name: ‹81ab22cd› → \"81ab22cd\""),
    ("5€", "'€' has no meaning here: 5‹€›"),
    ("5\u{A0}", "a blank outside ASCII, write a space: 5‹\u{A0}› → 5 "),
    ("1 2", "expected the end of the filter: 1 ‹2›"),
    ("1.2.3", "expected a key: 1.2.‹3›"),
  ])
  func aNumberThatGoesOnIsMarked(_ text: String, _ refusal: String) {
    #expect(Reading.value(text) == refusal)
  }

  /// A word that joins values may touch the number before it, and the fix parts them.
  @Test(arguments: [
    "AND", "OR", "IN", "BETWEEN", "CONTAINS", "LIKE", "MATCHES", "BEGINSWITH", "ENDSWITH", "UNION",
    "INTERSECT", "MINUS", "and", "Or",
  ])
  func aWordAfterANumberIsParted(_ word: String) {
    for rest in ["y", "2", "_", ""] {
      let glued = "1\(word)\(rest)"
      let parted = "1 \(word)" + (rest.isEmpty ? "" : " " + rest)
      #expect(
        Reading.filter(glued)
          == "'\(glued)' is neither a number nor a name: ‹\(glued)› → \(parted)")
    }
  }

  @Test(arguments: [
    ("1_000", "a number with underscores is not portable, write 1000: ‹1_000› → 1000"),
    ("1_0.2_5", "a number with underscores is not portable, write 10.25: ‹1_0.2_5› → 10.25"),
    (".5", "a number that begins with a dot is not portable, write 0.5: ‹.5› → 0.5"),
    (".5e3", "a number that begins with a dot is not portable, write 0.5e3: ‹.5e3› → 0.5e3"),
    ("1000", "integer(1000)"), ("0xff", "integer(255)"), ("1.", "double(1.0)"),
  ])
  func underscoresAndLeadingDotsAreNotPortable(_ text: String, _ expected: String) {
    #expect(Reading.value(text, strict: true) == expected)
  }
}
