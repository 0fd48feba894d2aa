internal import FilterEngine
internal import FilterJSON

/// A JSON document that is held whole: one value, or the elements of an array.
final class JSONDocumentReader: RowReader {
  private let source: ByteSource
  private var rows: JSONRows?
  private var isOpen = false
  private var counted = 0
  private(set) var line = 1

  init(_ source: ByteSource) { self.source = source }

  func next() throws(ToolError) -> FilterValue? {
    if !isOpen {
      isOpen = true
      rows = try open()
    }
    guard let rows else { return nil }
    do throws(JSONError) {
      guard let row = try rows.nextRow() else { return nil }
      countLines(to: rows.range.lowerBound)
      return row
    } catch {
      self.rows = nil
      throw .badData(file: source.name, line: error.line, error.description)
    }
  }

  private func open() throws(ToolError) -> JSONRows? {
    var text = try source.readAll()
    if text.starts(with: ArraySlice.byteOrderMark) { text.removeFirst(3) }
    do throws(JSONError) {
      return try JSONRows(text)
    } catch {
      // A file without a value has no rows, as with every other format.
      if error.reason == .empty { return nil }
      throw .badData(file: source.name, line: error.line, error.description)
    }
  }

  private func countLines(to offset: Int) {
    guard let rows else { return }
    line += rows.text[counted..<offset].count { $0 == UInt8(ascii: "\n") }
    counted = offset
  }

  var text: [UInt8]? { rows.map { JSONText.minified($0.text[$0.range]) } }

  func text(ofPath path: [String]) -> [UInt8]? {
    rows.flatMap { rows in rows.range(ofPath: path).map { JSONText.minified(rows.text[$0]) } }
  }
}
