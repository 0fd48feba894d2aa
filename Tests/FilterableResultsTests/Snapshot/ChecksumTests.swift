import FilterEngine
import Foundation
import Testing

@testable import FilterableResults

/// Checksums of snapshots, by the bytes that their documentation describes.
@Suite struct ChecksumTests {
  private struct Row: Filterable {
    var id: Int64
    var value: FilterValue

    static let filterFields = FilterFields<Row>(
      FilterField("value", \.value), FilterField("id", \.id))
  }

  /// The 64-bit FNV-1a hash, with the constants in decimal.
  private func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes {
      hash ^= UInt64(byte)
      hash = hash &* 1_099_511_628_211
    }
    return hash
  }

  private func checksum(_ values: [FilterValue]) throws -> UInt64 {
    let results = ResultsController<Row>(identifiedBy: \.id)
    try results.setItems(values.enumerated().map { Row(id: Int64($0), value: $1) })
    return results.snapshot.checksum
  }

  @Test func theHashIsThatOfThePublishedVectors() {
    #expect(FNVHash.hash([]) == 0xCBF2_9CE4_8422_2325)
    #expect(FNVHash.hash(Array("a".utf8)) == 0xAF63_DC4C_8601_EC8C)
    #expect(FNVHash.hash(Array("foobar".utf8)) == 0x8594_4171_F739_67E8)
  }

  @Test func eachKindOfValueHasItsBytes() throws {
    let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))
    let cases: [(FilterValue, [UInt8])] = [
      (.null, Array("n".utf8)), (.bool(true), Array("t".utf8)), (.bool(false), Array("f".utf8)),
      (.int(-5), Array("i-5;".utf8)), (.double(5), Array("i5;".utf8)),
      (.double(-0.0), Array("i0;".utf8)), (.double(0.5), Array("d3fe0000000000000".utf8)),
      (.double(-.nan), Array("d7ff8000000000000".utf8)),
      (.double(0x1p53), Array("d4340000000000000".utf8)),
      (.double(.infinity), Array("d7ff0000000000000".utf8)),
      (.decimal(Decimal(string: "1.50") ?? 0), Array("m1.5;".utf8)),
      (.decimal(7), Array("i7;".utf8)), (.string("é;"), Array("s3:é;".utf8)),
      (.date(Date(timeIntervalSinceReferenceDate: 1.25)), Array("T1250000;".utf8)),
      (.data(Data([0, 255])), Array("b2:".utf8) + [0, 255]),
      (.uuid(uuid), Array("u".utf8) + Array(0...14) + [255]),
      (.list([1, "a"]), Array("[i1;s1:a]".utf8)),
      (.set(FilterSet([2, 1])), Array("{i1;i2;}".utf8)),
      (
        .object(
          FilterObject([(key: "é", value: 1), (key: "b", value: .null), (key: "B", value: true)])),
        Array("(s1:Bts1:bns2:éi1;)".utf8)
      ),
      (Row(id: 1, value: 2).filterValue, Array("o".utf8)),
    ]
    for (value, bytes) in cases {
      let expected = Array("SnR(s2:idi0;s5:value".utf8) + bytes + Array(")".utf8)
      #expect(try checksum([value]) == hash(expected), "\(value)")
    }
  }

  @Test func sectionsAndOrderCount() throws {
    let results = try ResultsController<Row>(
      identifiedBy: ResultsKey("id"), sectionedBy: ResultsKey("value"))
    #expect(results.snapshot.checksum == hash([]))
    try results.setItems([Row(id: 1, value: "x"), Row(id: 3, value: "x"), Row(id: 2, value: "y")])
    let text = "Ss1:xR(s2:idi1;s5:values1:x)R(s2:idi3;s5:values1:x)Ss1:yR(s2:idi2;s5:values1:y)"
    #expect(results.snapshot.checksum == hash(Array(text.utf8)))
    #expect(try checksum([1, 2]) != checksum([2, 1]))
    #expect(try checksum([1, 2]) == checksum([1, 2]))
  }
}
