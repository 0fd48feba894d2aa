internal import FilterJSON

/// One input whose rows are lines of JSON, or are made to be.
struct LineInput {
  let name: String
  let filter: JSONLineFilter

  /// Makes of matching rows what comes out
  let taker: RowTaker

  /// The number of lines read so far
  var count = 0

  /// The elements of the array that the lines were made of
  var elements: JSONElements?

  init(
    name: String, query: Query, filter: JSONLineFilter, elements: JSONElements? = nil
  ) {
    self.name = name
    self.filter = filter
    self.elements = elements
    taker = RowTaker(query, isElement: elements != nil)
  }

  /// The line of the input that row `number` of the lines in hand begins on.
  func place(ofRow number: Int) -> Int { elements?.line(ofRow: number) ?? count + number }

  /// What is wrong with row `number` of the lines in hand.
  func badData(_ number: Int, _ error: JSONError) -> ToolError {
    guard let elements else {
      return .badData(file: name, line: count + number, error.description)
    }
    return .badData(
      file: name, line: elements.line(ofRow: number, offset: error.offset),
      error.insideArray().description)
  }
}
