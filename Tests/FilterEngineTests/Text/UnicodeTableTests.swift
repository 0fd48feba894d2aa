import Foundation
import Testing

@testable import unicode_tables

/// The tables of `UnicodeData`, held against their generator.
@Suite struct UnicodeTableTests {
  @Test func theTablesAreWhatTheirGeneratorWrites() throws {
    let version = UnicodeVersion.ofStandardLibrary
    for file in GeneratedFile.all(version) {
      let committed = try Data(contentsOf: file.url)
      let known = try #require(
        UnicodeVersion(ofFile: String(decoding: committed, as: UTF8.self)),
        "the header of \(file.name) does not name a version of Unicode")
      if version < known {
        try Test.cancel("the tables are Unicode \(known), the standard library is \(version)")
      }
      // Bytes, because strings are equal by canonical equivalence.
      let isCurrent = committed == Data(file.text.utf8)
      #expect(
        isCurrent,
        version > known
          ? """
          \(file.name) is Unicode \(known), the standard library is \(version): \
          regenerate it with `swift run unicode-tables`
          """
          : """
          \(file.name) is not what its generator writes: \
          regenerate it with `swift run unicode-tables` and read the difference
          """)
    }
  }
}
