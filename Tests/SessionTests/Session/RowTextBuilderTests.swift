import FilterEngine
import FilterJSON
import FilterableResults
import Foundation
import TestSupport
import Testing

@testable import FrcQuery

/// Values are kept as texts, which have the same values.
struct RowTextBuilderTests {
  private static let texts = [
    "null", "true", "1", "1.0", "-0.0", "123456789012345678901234567890", "\"é\\n\\\"{$\"", "[]",
    "{}",
    #"{"a":1,"b":[{"c":null}]}"#, #"{"$date":0.5}"#, #"{"a":{"$float":"nan"}}"#,
    #"{"a":[{"$set":[1,{"$date":1}]}]}"#, #"{"a":{"$decimal":"0.10"}}"#, #"{"$data":"AQ=="}"#,
    #"{"$x":1}"#, #"{"$date":1,"$date":2}"#, #"{"a":{"$date":1,"$date":2},"b":1}"#,
  ]

  private static let others: [FilterValue] = [
    .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))),
    .object(FilterObject([(key: "id", value: .uuid(UUID()))])),
    .object(FilterObject([(key: "$date", value: .string("never"))])),
    .date(Date(timeIntervalSinceReferenceDate: 1)),
  ]

  /// The rows of all values, in texts of one row and in one text.
  @Test func rowsHaveTheirValues() throws {
    let reader = JSONReader(tagged: true)
    let values = try Self.texts.map { try reader.read($0) }
    let kept = values.map { (value: $0, isRead: true) } + Self.others.map { ($0, false) }
    let store = RowStore()
    var all = RowTextBuilder()
    for (value, isRead) in kept {
      var one = RowTextBuilder()
      one.append(value, reader, isRead: isRead)
      all.append(value, reader, isRead: isRead)
      let row = try #require(one.finish().flatMap(store.add).first)
      #expect(store.value(of: row).isSameContent(as: value), "\(value)")
      #expect(row.json == JSONWriter(style: .tagged).bytes(value))
      #expect(store.kind(of: row) == value.kind)
    }
    let rows = all.finish().flatMap(store.add)
    #expect(rows.count == kept.count)
    for (row, (value, _)) in zip(rows, kept) {
      #expect(store.value(of: row).isSameContent(as: value), "\(value)")
    }
  }

  /// Equal bytes are equal rows, unless one has a value that its JSON does not spell.
  @Test func aUUIDIsNotItsText() throws {
    let (reader, store) = (JSONReader(tagged: true), RowStore())
    let uuid = UUID()
    func row(_ value: FilterValue) -> OpenRow {
      var texts = RowTextBuilder()
      texts.append(value, reader, isRead: false)
      return texts.finish().flatMap(store.add)[0]
    }
    let (first, second) = (row(.uuid(uuid)), row(.string(uuid.uuidString)))
    #expect(store.isSameText(first, second) && !store.content.areSame(first, second))
    #expect(store.content.areSame(second, row(.string(uuid.uuidString))))
  }

  /// A row takes its JSON, a line end, and the offset of its start; no value of it is kept.
  @Test func aRowTakesTheBytesOfItsText() throws {
    let reader = JSONReader(tagged: true)
    var (texts, size) = (RowTextBuilder(), 0)
    for id in 0..<1_000 {
      let json = #"{"id":\#(id),"name":"Name \#(id)","price":\#(id).5,"tags":["a","b"]}"#
      size += json.utf8.count + 1
      texts.append(try reader.read(json), reader, isRead: true)
    }
    let found = texts.finish()
    let text = try #require(found.first)
    #expect(found.count == 1 && text.bytes.count == size && text.starts.count == 1_000)
    #expect(!text.hasValues && !text.isTagged && text.spellings.isEmpty)
    #expect(MemoryLayout<OpenRow>.stride == 16)
  }
}
