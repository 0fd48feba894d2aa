internal import FilterEngine
internal import FilterJSON

/// One line of JSON that was found to match, read once more for what comes out of it.
final class JSONLine: RowSpelling {
  private let reader = JSONReader()
  let isElement: Bool
  private var lineText: [UInt8] = []

  /// A line as it stands, or an element of an array, which comes out without white space.
  init(isElement: Bool) { self.isElement = isElement }

  /// The value of a line.
  func read(_ text: ArraySlice<UInt8>) throws(JSONError) -> FilterValue {
    lineText = Array(text)
    return try reader.read(lineText)
  }

  var text: [UInt8]? { isElement ? JSONText.minified(lineText) : lineText }

  func text(ofPath path: [String]) -> [UInt8]? {
    lineText.withUnsafeBytes { reader.range(ofPath: path, in: $0) }.map {
      JSONText.minified(lineText[$0])
    }
  }
}
