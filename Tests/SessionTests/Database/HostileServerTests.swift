#if PostgreSQL && os(Linux)
  import Foundation
  import PostgreSQLSupport
  import Synchronization
  import TestSupport
  import Testing
  import ToolTestSupport

  @testable import FrcQuery

  /// A server whose answers no honest server sends: other bytes and lengths, messages that nobody asked for, encodings
  /// that change, silence.
  struct HostileServerTests {
    private static let requests: [[String]] = [
      ["age > 30"], ["name MATCHES '.*a.*'"], ["name CONTAINS[cd] 'zo' OR score > 1"],
      ["TRUE", "--sort=-age,name", "--limit", "2"], ["TRUE", "--count-by", "city"],
      ["age != nil", "--sum", "age", "--max", "score"], ["TRUE", "--count"],
      ["city == 'London'", "--explain"], ["name.length > 2", "-o", "csv"],
    ]

    /// The message of a server with a type and content.
    private static func message(_ type: Character, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + big(content.count + 4, bytes: 4) + content
    }

    private static func big(_ number: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Messages that a server may send at any time, and those of an answer to nothing.
    private static func unasked(_ random: inout SeededGenerator) -> [UInt8] {
      let text = random.pick(["LATIN1", "UTF8", "SQL_ASCII", "", "\u{600}'", "x"])
      switch random.below(8) {
      case 0: return message("S", Array("client_encoding\0\(text)\0".utf8))
      case 1: return message("S", Array("server_version\0\(text)\0".utf8))
      case 2:
        let notice = String(repeating: text, count: random.below(20_000))
        return message("N", Array("SNOTICE\0C00000\0M\(notice)\0\0".utf8))
      case 3: return message("A", big(7, bytes: 4) + Array("frc_1\0\(text)\0".utf8))
      case 4: return message("E", Array("SERROR\0C57014\0M\(text)\0\0".utf8))
      case 5:
        let count = random.below(6)
        let cells = (0..<count).flatMap { _ in
          random.chance(30) ? big(-1, bytes: 4) : big(text.utf8.count, bytes: 4) + Array(text.utf8)
        }
        return message("D", big(count, bytes: 2) + cells)
      case 6: return message("C", Array("SELECT 1\0".utf8))
      default: return message("Z", [random.pick([0x49, 0x54, 0x45, 0])])
      }
    }

    /// Changes the bytes of an answer, mostly none of them; false if nothing is to follow.
    private static func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) -> Bool {
      guard random.chance(15) else { return true }
      let place = random.below(bytes.count)
      switch random.below(7) {
      case 0:
        for _ in 0...random.below(4) {
          bytes[random.below(bytes.count)] = UInt8.random(in: 0...255, using: &random)
        }
      case 1:
        // A length, where one is; anything elsewhere.
        let number = random.pick([0, 3, 4, 5, 0x7FFF_FFFF, 0x8000_0000, -1, 70_000])
        bytes.replaceSubrange(place..<min(place + 4, bytes.count), with: big(number, bytes: 4))
      case 2: bytes.removeSubrange(place...)
      case 3: bytes.insert(contentsOf: unasked(&random), at: 0)
      case 4: bytes += unasked(&random)
      case 5:
        // Letters become the first byte of a sequence that does not follow.
        for index in bytes.indices where bytes[index] >= 0x61 && random.chance(20) {
          bytes[index] = random.pick([0x80, 0xC3, 0xE2, 0xFF])
        }
      default: return false
      }
      return true
    }

    @Test func aTableWithTwoColumnsOfOneNameIsRefused() throws {
      guard let tables = try ServerTables.people(), let real = try PostgreSQLServer.shared.get()
      else { return }
      let server = try DisturbedServer(before: real) { bytes in
        bytes.replace(Array("city".utf8), with: Array("name".utf8))
        return true
      }
      defer { server.stop() }
      let address = tables.address.replacing(":\(real.port)/", with: ":\(server.port)/")
      let outcome = try Tool.run(["name == 'Ada'", address])
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasSuffix("table 'person': the column 'name' is declared twice\n"))
    }

    /// The request ends, with rows that are text or with an error of one line.
    @Test(arguments: RandomSearch.seeds(12)) func eachRequestEnds(_ seed: UInt64) throws {
      guard let tables = try ServerTables.people(), let real = try PostgreSQLServer.shared.get()
      else { return }
      let generator = Mutex(SeededGenerator(seed: seed))
      let server = try DisturbedServer(before: real) { bytes in
        generator.withLock { Self.change(&bytes, &$0) }
      }
      defer { server.stop() }
      let address = tables.address.replacing(":\(real.port)/", with: ":\(server.port)/")
      let request = generator.withLock { $0.pick(Self.requests) }
      let outcome = try Tool.run(
        request + [address + "&connect_timeout=2", "--time-limit", "2"])
      #expect([0, 1, 2].contains(outcome.status), "\(outcome)")
      #expect(String(validating: outcome.output, as: UTF8.self) != nil, "\(outcome)")
      if outcome.status == 2 { #expect(outcome.errors.hasSuffix("\n"), "\(outcome)") }
      if request.count == 1, outcome.status == 0 {
        for line in outcome.lines {
          #expect(throws: Never.self, "\(line)") {
            try JSONSerialization.jsonObject(with: Data(line.utf8), options: .fragmentsAllowed)
          }
        }
      }
    }
  }
#endif
