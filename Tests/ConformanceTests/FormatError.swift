/// A block of a conformance file that is not of the format.
struct FormatError: Error, CustomStringConvertible {
  let file: String
  let line: Int
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}
