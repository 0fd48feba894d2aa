internal import FilterEngine
internal import FilterSyntax

// The decisions about a cell that are made in a row.
extension CellReader {
  /// The functions that decide about a cell in a row. No text can name them.
  enum Decision: String {
    case strict = "--cell=strict:"
    case beside = "--cell=beside:"
    case element = "--cell=element:"
  }

  mutating func call(
    _ decision: Decision, _ arguments: [AST.Expression], _ range: SourceRange
  ) -> AST.Expression {
    decidesLate = true
    return .call(AST.FunctionCall(decision.rawValue, arguments, range: range))
  }

  private static func function(
    _ decision: Decision, count: Int,
    _ body: @escaping @Sendable (_ arguments: [FilterValue]) -> FilterValue
  ) -> FilterFunction {
    FilterFunction(
      decision.rawValue, parameters: Array(repeating: nil, count: count), result: nil,
      isExtension: false, documentation: FilterDocumentation("A reading of a cell.", example: "")
    ) { arguments, _ in body(arguments) }
  }

  private static let library = FilterLibrary(
    name: "cells",
    functions: [
      function(.strict, count: 2) { $0[$0[0].kind == .number ? 0 : 1] },
      function(.beside, count: 3) { $0[$0[1].isOfNumbers ? 0 : 2] },
      function(.element, count: 4) { arguments in
        let isElement =
          switch arguments[0].kind {
          case .number: arguments[1].contains(arguments[0])
          // Beside a cell the word for a boolean is a text, although a number can equal the boolean.
          case .boolean: arguments[2].contains(arguments[0])
          default: false
          }
        return arguments[isElement ? 0 : 3]
      },
    ])

  /// The libraries that the readings need.
  var neededLibraries: FilterLibraries {
    decidesLate ? FilterLibraries(libraries.libraries + [Self.library]) : libraries
  }
}

extension FilterValue {
  /// The elements of a collection; nil for anything else.
  private var elements: [FilterValue]? {
    switch self {
    case .list(let list): list.elements
    case .set(let set): set.elements
    case .object(let object): object.values
    default: nil
    }
  }

  /// Whether it is a number, or a collection of numbers.
  fileprivate var isOfNumbers: Bool {
    guard let elements else { return [.number, .boolean].contains(kind) }
    return elements.allSatisfy { [.number, .boolean, .null].contains($0.kind) }
  }

  fileprivate func contains(_ element: FilterValue) -> Bool { elements?.contains(element) ?? false }
}
