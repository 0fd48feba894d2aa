/// How a row is spelled in its input.
protocol RowSpelling {
  /// The row as the output writes it into JSON Lines, line end left out; nil where the input is not
  /// JSON.
  var text: [UInt8]? { get }

  /// The JSON of the value at `path` as it is spelled there, without white space between tokens; nil
  /// where it cannot be told.
  func text(ofPath path: [String]) -> [UInt8]?
}

/// Values of CSV and TSV, which are written as they are read.
struct WithoutSpelling: RowSpelling {
  var text: [UInt8]? { nil }
  func text(ofPath path: [String]) -> [UInt8]? { nil }
}
