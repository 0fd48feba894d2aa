import FilterSQL
import Testing

/// Values of statements for people, as literals where SQL has them.
struct ValueTextTests {
  @Test func pointsInTimeAreLiterals() {
    let times: [(SQLValue, String)] = [
      (.microseconds(0), "'2000-01-01 00:00:00+00'"),
      (.microseconds(-1), "'1999-12-31 23:59:59.999999+00'"),
      (.localMicroseconds(1_250_000), "'2000-01-01 00:00:01.25'"),
      (.days(0), "'2000-01-01'"), (.days(366), "'2001-01-01'"), (.days(-730_119), "'0001-01-01'"),
      (.days(-730_120), "'0001-12-31 BC'"), (.days(-730_485), "'0001-01-01 BC'"),
      (.days(-730_486), "'0002-12-31 BC'"), (.days(-2_451_545), "'4714-11-24 BC'"),
      (.microseconds(-63_113_904_000_000_000 + 1), "'0001-01-01 00:00:00.000001+00 BC'"),
      (.microseconds(9_223_371_331_199_999_999), "'294276-12-31 23:59:59.999999+00'"),
    ]
    for (value, text) in times { #expect(value.description == text) }
  }

  @Test func quotesOfTextsAreDoubled() {
    #expect(SQLValue.text("O'Hara \"x\" \\").description == "'O''Hara \"x\" \\'")
    #expect(SQLValue.text("a\nb").description == "'a\\nb'")
    #expect(SQLValue.texts(["'"]).description == "{''''}")
  }
}
