#if PostgreSQL
  import FilterEngine
  import FilterableResultsSQL
  import TestSupport
  import Testing

  @testable import FilterableResultsPostgres

  /// Bytes that no honest server sends: cells of other lengths and encodings, snapshots and notifications of any text.
  @Suite struct HostileBytesTests {
    private static let types = [
      PostgresType.unknown, PostgresType.bool, PostgresType.bytea, PostgresType.name,
      PostgresType.int8, PostgresType.int2, PostgresType.int4, PostgresType.text, PostgresType.oid,
      PostgresType.json, PostgresType.float4, PostgresType.float8, PostgresType.bpchar,
      PostgresType.varchar, PostgresType.date, PostgresType.timestamp, PostgresType.timestamptz,
      PostgresType.numeric, PostgresType.uuid, PostgresType.jsonb,
    ]

    private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
      let bytes = (0..<random.below(40)).map { _ -> UInt8 in
        random.chance(60)
          ? random.pick([0, 1, 2, 0x41, 0x7F, 0x80, 0xC3, 0xE2, 0xFF])
          : UInt8.random(in: .min ... .max, using: &random)
      }
      guard random.chance(40), bytes.count >= 2 else { return bytes }
      // A numeric whose number of digits fits, so that the rest of it is read.
      let digits = bytes.count / 2
      let words = (0..<digits).map { _ in UInt16.random(in: 0...9_999, using: &random) }
      let head = [
        UInt16(digits), UInt16.random(in: .min ... .max, using: &random),
        random.pick([0, 0x4000, 0xC000, 0xD000, 0xF000, 1] as [UInt16]),
        UInt16.random(in: .min ... .max, using: &random),
      ]
      return (head + words).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    @Test(arguments: RandomSearch.seeds(20)) func aCellIsReadWithoutBelief(_ seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<500 {
        let bytes = Self.bytes(&random)
        for type in Self.types {
          switch bytes.withUnsafeBytes({ SQLCellValue($0, type: type) }) {
          case .text(let text?) where type == PostgresType.numeric:
            // A few bytes never stand for many.
            #expect(text.utf8.count <= 1_100 + 8 * bytes.count, "\(bytes)")
          case .text(let text?)
          where [PostgresType.text, PostgresType.json, PostgresType.name].contains(type):
            #expect(Array(text.utf8) == bytes)
          case .text(nil):
            let content = type == PostgresType.jsonb ? Array(bytes.dropFirst()) : bytes
            #expect(String(validating: content, as: UTF8.self) == nil, "\(bytes)")
          case .bytes(let kept): #expect(kept == bytes)
          default: break
          }
        }
      }
    }

    @Test(arguments: RandomSearch.seeds(20)) func aSnapshotIsReadWithoutBelief(_ seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let numbers = [
        "0", "1", "5", "9", "-1", "9223372036854775807", "9223372036854775808", "", "x",
      ]
      func text() -> String {
        let list = (0..<random.below(3)).map { _ in random.pick(numbers) }.joined(separator: ",")
        return random.pick(numbers) + ":" + random.pick(numbers) + ":" + list
      }
      for _ in 0..<500 {
        guard let first = PostgresSnapshot(text()), let second = PostgresSnapshot(text()) else {
          continue
        }
        #expect(first.lowest <= first.next)
        let ended = second.transactions(endedAfter: first, atMost: 100)
        #expect((ended ?? []).allSatisfy(second.sees))
        #expect((ended ?? []).count <= 103)
      }
    }

    @Test(arguments: RandomSearch.seeds(20)) func aPayloadIsReadWithoutBelief(_ seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      let parts = [
        "1", " ", "[", "]", ",", "\"", "\\", "\\u", "d83d", "\"a\"", "null", "1e999", "{",
        "\u{600}\"",
        "\"\u{301}", "*", String(repeating: "[", count: 400),
      ]
      for _ in 0..<500 {
        let text = "1 " + (0..<random.below(9)).map { _ in random.pick(parts) }.joined()
        for columns in 0...2 {
          let payload = ChangePayload(text, columns: columns)
          for row in payload.rows ?? [] { #expect(row.count == columns, "\(text)") }
        }
      }
    }
  }
#endif
