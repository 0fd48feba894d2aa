internal import FilterEngine

/// How a row is spelled in its input.
protocol RowSpelling {
  /// The row as the output writes it into JSON Lines, line end left out; nil where the input is not
  /// JSON.
  var text: [UInt8]? { get }

  /// The JSON of the value at `path` as it is spelled there, without white space between tokens; nil
  /// where it cannot be told.
  func text(ofPath path: [String]) -> [UInt8]?
}

extension RowSpelling {
  var text: [UInt8]? { nil }
  func text(ofPath path: [String]) -> [UInt8]? { nil }
}

/// The rows of one input, one after another, with the spelling of the last one.
protocol RowReader: AnyObject, RowSpelling {
  /// The next row, or nil after the last.
  ///
  /// Throws where the data is bad; the call after that gives the row behind it, or nil where none
  /// can be found.
  func next() throws(ToolError) -> FilterValue?

  /// The line that the last row begins on, counted from 1.
  var line: Int { get }

  /// The columns that every row has, nil where rows are free.
  var columns: [String]? { get }
}

extension RowReader {
  var columns: [String]? { nil }
}
