internal import FilterEngine
internal import FilterJSON

/// A JSON value a line; lines of white space are no rows.
final class JSONLinesReader: RowReader {
  private let source: ByteSource
  private let reader = JSONReader()
  private var row = 0..<0
  private(set) var line = 0

  init(_ source: ByteSource) { self.source = source }

  func next() throws(ToolError) -> FilterValue? {
    while let range = try source.nextLine() {
      line += 1
      row = range
      if line == 1, source.buffer[row].starts(with: ArraySlice.byteOrderMark) {
        row = row.lowerBound + 3..<row.upperBound
      }
      if source.buffer[row.upperBound - 1] == UInt8(ascii: "\n") {
        row = row.lowerBound..<row.upperBound - 1
      }
      if source.buffer[row].isBlank { continue }
      do throws(JSONError) {
        return try reader.read(source.buffer[row])
      } catch {
        throw .badData(file: source.name, line: line, error.description)
      }
    }
    return nil
  }

  var text: [UInt8]? { Array(source.buffer[row]) }

  func text(ofPath path: [String]) -> [UInt8]? {
    let line = source.buffer[row]
    return line.withUnsafeBytes { reader.range(ofPath: path, in: $0) }.map {
      JSONText.minified(line[line.startIndex + $0.lowerBound..<line.startIndex + $0.upperBound])
    }
  }
}
