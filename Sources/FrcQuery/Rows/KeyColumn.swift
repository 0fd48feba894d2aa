internal import FilterEngine
internal import FilterSyntax
internal import FilterableResults

/// A column of the output, a sort key or a section, as it is named on the command line: a key path or an expression.
///
/// A text with an operator, a bracket or a quote can be both. It is the key if the first rows have that key.
struct KeyColumn: Sendable {
  /// The name of the column: that before `=`, the key path without backquotes, or the text of the expression.
  private(set) var name: String

  /// The value for a row.
  let expression: FilterExpression<FilterValue>

  /// The key paths that the value is computed from; nil if that requires the whole row.
  let projection: RowProjection?

  /// The keys of a path of nothing but names, empty for the row itself; nil for other expressions.
  let path: [String]?

  /// Whether its values are keys of versions, which order them.
  let isVersion: Bool

  /// Whether it reads cells in the readings of `CellReading`, which are members of the row.
  private(set) var readsCells = false

  /// The keys that the text may spell, of which the first one that rows have is preferred.
  private var keys: [KeyColumn] = []

  /// The error if the rows have none of `keys`.
  private var failure: ToolError?

  /// The units of work of making a column: a text is read up to four times, a byte of it in a few nanoseconds.
  private static func units(of text: String) -> Int { 256 + min(text.utf8.count, 1 << 40) * 16 }

  /// Reads a column for a request, which it charges if there is one.
  init(
    _ text: String, libraries: FilterLibraries, in request: EvaluationContext?
  ) throws(ToolError) {
    if let request { try request.check(request.work(Self.units(of: text))) }
    self = try KeyColumn(text, libraries: libraries)
  }

  /// Reads `a.b`, `` `a key with . and ,` ``, `tags.@count`, `#size`, `SELF`, `price * 1.19` or `name=price * 1.19`.
  init(_ text: String, libraries: FilterLibraries = .standard) throws(ToolError) {
    guard !text.isEmpty else { throw .message("a key path is empty") }
    guard ColumnText.mayBeExpression(text) else {
      self = try KeyColumn(key: text, libraries)
      return
    }
    let key = try? KeyColumn(key: text, libraries)
    do throws(ToolError) {
      if let (label, body) = ColumnText.named(text) {
        self = try KeyColumn(body, libraries: libraries)
        name = label
        for index in keys.indices { keys[index].name = label }
      } else {
        self.init(try Self.expression(text, libraries), name: text)
      }
      if let key { keys.insert(key, at: 0) }
    } catch {
      guard var key else { throw error }
      key.keys = [key]
      key.failure = error
      self = key
    }
  }

  /// The column of a key whose text is an error unless rows have that key.
  init(
    key text: String, libraries: FilterLibraries, otherwise failure: ToolError
  ) throws(ToolError) {
    self = try KeyColumn(key: text, libraries)
    keys = [self]
    self.failure = failure
  }

  /// The column of a member of the row, whatever its name is.
  init(member name: String) throws(ToolError) {
    self = try KeyColumn(key: name.quoted(by: "`"), .standard)
  }

  /// The column of a path of keys, whatever their names are.
  init(path: [String], libraries: FilterLibraries = .standard) throws(ToolError) {
    let keys = path.map { AST.KeyPath.Component(.key, $0) }
    do throws(SyntaxError) {
      self.init(
        try FilterExpression(
          .keyPath(AST.KeyPath(keys)), options: FilterOptions(libraries: libraries)),
        name: path.joined(separator: "."))
    } catch {
      throw .syntax(error)
    }
  }

  private init(key text: String, _ libraries: FilterLibraries) throws(ToolError) {
    let isSelf = text == "SELF" || text.begins(with: "SELF.")
    let isSpelled =
      isSelf || text.has("`") || ColumnText.split(text, at: ".").contains(where: Self.isWord)
    do throws(SyntaxError) {
      self.init(
        try FilterExpression(
          text: isSpelled ? text : Self.spelled(text, libraries),
          options: FilterOptions(libraries: libraries)),
        name: ColumnText.split(text, at: ".")
          .map { Self.isWord($0) ? $0.dropping(1) : ColumnText.unquoted($0) }
          .joined(separator: "."))
    } catch {
      throw .syntax(error)
    }
  }

  /// The spelling of a text that has none of the language: any text is a key path, reserved words, blanks and signs
  /// included.
  private static func spelled(_ text: String, _ libraries: FilterLibraries) -> String {
    text.parts(at: ".").map { step in
      step.begins(with: "@") && isOperator(step, libraries) ? step : RowSchema.spelled(step)
    }.joined(separator: ".")
  }

  /// Whether `@name` is a collection operator, or is probably meant as one.
  private static func isOperator(_ step: String, _ libraries: FilterLibraries) -> Bool {
    do throws(SyntaxError) {
      _ = try FilterExpression<FilterValue>(
        text: step, options: FilterOptions(libraries: libraries))
      return true
    } catch {
      if case .unknownCollectionOperator(_, _?) = error.kind { return true }
      return false
    }
  }

  private init(_ expression: FilterExpression<FilterValue>, name: String) {
    self.name = name
    self.expression = expression
    projection = RowProjection(expression.syntax)
    path = expression.syntax.names
    isVersion =
      if case .call(let call) = expression.syntax { call.selector == "version:" } else { false }
  }

  /// An expression, or a predicate as an expression with the values true and false.
  private static func expression(
    _ text: String, _ libraries: FilterLibraries
  ) throws(ToolError) -> FilterExpression<FilterValue> {
    let failure: SyntaxError
    do throws(SyntaxError) {
      return try FilterExpression(text: text, options: FilterOptions(libraries: libraries))
    } catch {
      failure = error
    }
    do throws(SyntaxError) {
      let condition = try FilterPredicate<FilterValue>(
        text: text, options: FilterOptions(libraries: libraries)
      ).syntax
      return try FilterExpression(
        .ternary(
          AST.Ternary(
            condition, whenTrue: .literal(AST.Literal(.boolean(true))),
            whenFalse: .literal(AST.Literal(.boolean(false))))),
        options: FilterOptions(libraries: libraries))
    } catch {
      // The reading that goes on for longer is likely meant.
      let isLater = error.range.lowerBound > failure.range.lowerBound
      throw .syntax(isLater ? error : failure)
    }
  }

  /// Whether a key is spelled `#word`, as reserved words are.
  private static func isWord(_ key: String) -> Bool {
    key.begins(with: "#") && Keyword(word: key.dropping(1)) != nil
  }

  /// The column under its name, with each part of its expression replaced for which `body` returns another one.
  func replacing(
    _ libraries: FilterLibraries, _ body: (AST.Expression, [Exact]) -> AST.Expression?
  ) throws(SyntaxError) -> KeyColumn {
    let syntax = expression.syntax.replacing(body)
    guard syntax != expression.syntax else { return self }
    return KeyColumn(
      try FilterExpression(syntax, options: FilterOptions(libraries: libraries)), name: name)
  }

  /// The column over the cells of an input. A key path of nothing but names has the value of its column.
  func readingCells(
    bindings: [String: FilterValue] = [:], stated: [String] = []
  ) -> KeyColumn {
    guard path == nil, let read = expression.readingCells(bindings: bindings, stated: stated)
    else { return self }
    var column = KeyColumn(read, name: name)
    column.readsCells = true
    return column
  }

  /// Whether it is a key path of nothing but names.
  var isPlain: Bool { path != nil }

  /// Whether rows decide between a key and an expression.
  var isAmbiguous: Bool { !keys.isEmpty }

  /// The column, given some rows of the input, which are asked for only if they decide. Charges `request` for them.
  func resolved(
    in rows: @autoclosure () throws(ToolError) -> [FilterValue], _ request: EvaluationContext? = nil
  ) throws(ToolError) -> KeyColumn {
    guard isAmbiguous else { return self }
    let rows = try rows()
    for var key in keys {
      let isKey = rows.contains { key.isMember(of: $0, request) }
      if let request { try request.check(request.end) }
      guard isKey else { continue }
      (key.keys, key.failure) = ([], nil)
      return key
    }
    if let failure { throw failure }
    var column = self
    column.keys = []
    return column
  }

  /// The column with those of its meanings for which `check` does not throw; throws if there is none.
  func choosing(
    _ check: (FilterExpression<FilterValue>) throws(ToolError) -> Void
  ) throws(ToolError) -> KeyColumn {
    var column = self
    column.keys = keys.filter { key in
      do throws(ToolError) {
        try check(key.expression)
        return true
      } catch {
        return false
      }
    }
    if let failure {
      if column.keys.isEmpty { throw failure }
      return column
    }
    do throws(ToolError) {
      try check(expression)
    } catch {
      if column.keys.isEmpty { throw error }
      column.failure = error
    }
    return column
  }

  /// A value of the column as it is written: of the key of a version, the version.
  func written(_ value: FilterValue) -> FilterValue {
    guard isVersion, case .string(let key) = value else { return value }
    return VersionKey.version(ofKey: key).map { .string($0) } ?? value
  }

  /// Whether a row has the key.
  private func isMember(of row: FilterValue, _ request: EvaluationContext?) -> Bool {
    if case .object(let object) = row, let path, path.count == 1, object[path[0]] != nil {
      return true
    }
    return value(of: row, in: request).kind != .null
  }

  /// The value of a row; null if it is missing, its evaluation fails, or `request`, which it charges, has to end.
  func value(of row: FilterValue, in request: EvaluationContext? = nil) -> FilterValue {
    guard let request else { return (try? expression.value(of: row)) ?? .null }
    // A run is made for each row.
    guard request.work(expression.weight + 64) == nil else { return .null }
    return (try? expression.value(of: row, limits: request.limits)) ?? .null
  }
}

extension SyntaxError {
  /// The fix for `@name` that is no collection operator, but a key of which `isKey` says that rows have it; nil for any
  /// other error. `isKey` is also told whether an operator is near.
  func keyFix(_ isKey: (_ spelled: String, _ isNearOperator: Bool) -> Bool) -> Fix? {
    guard case .unknownCollectionOperator(let name, let suggestion) = kind else { return nil }
    let key = "@" + name
    let written = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    guard written.elementsEqual(key.utf8), isKey(RowSchema.spelled(key), suggestion != nil) else {
      return nil
    }
    return Fix(range: range, replacement: RowSchema.spelled(key))
  }

  /// The error with that fix if a key of rows is meant, whose paths are given.
  func proposingKey(of paths: @autoclosure () -> [[String]]) -> SyntaxError {
    let fix = keyFix { key, _ in paths().contains { $0.map(RowSchema.spelled).contains(key) } }
    guard let fix else { return self }
    var error = self
    error.fix = fix
    return error
  }
}

extension EvaluationContext {
  /// Throws an error of the run as one of the program.
  func check(_ end: EvaluationError?) throws(ToolError) {
    if let end { throw .message(end.message) }
  }
}

extension AST.Expression {
  /// The keys of a key path of nothing but names, empty for `SELF`; nil for anything else.
  var names: [String]? {
    switch self {
    case .selfReference: return []
    case .keyPath(let path):
      guard case .selfReference = path.base, path.components.allSatisfy({ $0.kind == .key }) else {
        return nil
      }
      return path.components.map(\.name)
    default: return nil
    }
  }
}

/// Finds the key path that a misspelt one is likely meant to be.
enum NearestKey {
  /// The nearest of `keys` to `name`, or the only one that begins with it; nil if none is near.
  static func nearest(to name: String, in keys: [String]) -> String? {
    let others = keys.filter { $0 != name }
    if let near = EditDistance.nearest(to: name, in: others) { return near }
    let longer = others.filter { $0.lowercased().begins(with: name.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// The nearest of `paths` to a path of keys, as a sentence names it; nil if none is near.
  static func nearest(to path: [String], in paths: [[String]]) -> String? {
    let name = path.joined(separator: ".")
    let names = paths.map { $0.joined(separator: ".") }
    // A key with a point in its name is written like a path of several keys.
    let place =
      zip(paths, names).enumerated().first { $1.0 != path && $1.1 == name }?.offset
      ?? nearest(to: name, in: names).flatMap { names.firstIndex(of: $0) }
    return place.map { RowSchema.quoted(paths[$0]) }
  }
}
