internal import FilterEngine
internal import FilterSyntax

/// What to write in place of a comparison of values of different kinds.
struct KindRemedy {
  private let node: AST.Comparison
  private let form: RowDiagnosis.Form

  init(_ node: AST.Comparison, _ form: RowDiagnosis.Form) {
    (self.node, self.form) = (node, form)
  }

  /// A side in a sentence: its text in quotes, unless it has backquotes.
  static func name(of side: AST.Expression) -> String {
    let text = text(of: side)
    return text.has("`") ? text : "'\(text)'"
  }

  private static func text(of side: AST.Expression) -> String {
    TextWidth.clip(side.written.sourceText, to: 60)
  }

  // MARK: - Notes

  /// A side and its value in a row, or an element of that.
  private struct Side {
    let expression: AST.Expression
    let value: FilterValue
    let isElement: Bool

    /// The variables for the elements of subqueries, which are keys as those of a row.
    var elements: [Exact] = []

    var name: String { KindRemedy.name(of: expression) }
    var text: String { KindRemedy.text(of: expression) }
    var isKey: Bool {
      !KeyReads(expression).reads.isEmpty
        || expression.usedVariables.contains { elements.contains(Exact(wrappedValue: $0)) }
    }
    var isVariable: Bool { if case .variable = expression { !isKey } else { false } }

    /// `is text`, `has numbers`
    var verb: String {
      if isElement, value.kind != .object {
        return "has " + (value.kind == .string ? "texts" : value.kind.plural)
      }
      return switch value.kind {
      case .string: "is text"
      case .boolean: "is TRUE or FALSE"
      default: "is " + value.kind.phrase
      }
    }
  }

  /// A note on two values that are never equal. `share` says how many rows have them, if not all.
  func note(on mismatch: ComparedValues.Mismatch, share: String?) -> String? {
    let left = Side(
      expression: node.left, value: mismatch.left, isElement: mismatch.isElementOfLeft,
      elements: form.elements)
    let right = Side(
      expression: node.right, value: mismatch.right, isElement: mismatch.isElementOfRight,
      elements: form.elements)
    let (key, other) = left.isKey ? (left, right) : (right, left)
    guard key.isKey else { return nil }
    let verb = key.verb + (share.map { " \($0)" } ?? "")
    if let note = listNote(key, other, verb, mismatch.row) { return note }
    let noun =
      switch other.value.kind {
      case .string: "text"
      case .boolean: "TRUE or FALSE"
      case let kind: kind.rawValue
      }
    let statement =
      if other.isKey {
        "\(key.name) \(verb) and \(other.name) \(other.verb), which are never equal"
      } else if other.value.kind == .boolean {
        "\(key.name) \(verb), which is neither TRUE nor FALSE"
      } else {
        "\(key.name) \(verb), which \(key.isElement ? "equal" : "equals") no \(noun)"
      }
    return statement + (remedy(key, other).map { ": write \($0)" } ?? "")
  }

  /// A note on a list, or an object, that is compared as a whole.
  private func listNote(
    _ key: Side, _ other: Side, _ verb: String, _ row: FilterValue
  ) -> String? {
    let isCollection = key.value.kind == .list || key.value.kind == .set
    let end = " \(node.operator.spelling)\(node.options) …"
    switch other.value.kind {
    case .list, .set:
      guard !isCollection, !other.isKey else { return nil }
      return "\(key.name) \(verb), which equals no list: write \(key.text) IN {…}"
    case .object: return nil
    default: break
    }
    if key.value.kind == .object {
      guard case .object(let object) = key.value, let first = object.shape.keys.first else {
        return nil
      }
      let member = key.text + "." + RowSchema.spelled(first)
      return "\(key.name) \(verb): compare one of its keys, such as \(member)"
    }
    guard isCollection else { return nil }
    guard key.isElement else {
      let (word, sign) = node.operator == .notEqual ? ("NONE", " == …") : ("ANY", end)
      return "\(key.name) \(verb): write \(word) \(key.text)\(sign) for one of its elements"
    }
    guard let quantifier = node.quantifier, let path = joinedPath(key.expression, in: row) else {
      return nil
    }
    return "\(key.name) \(verb) of values: write \(quantifier.spelling) \(path)\(end)"
  }

  /// The path to the values in a list of lists: `p.@unionOfArrays.r.c`
  private func joinedPath(_ side: AST.Expression, in row: FilterValue) -> String? {
    guard let names = side.names else { return nil }
    var value = row
    for (index, name) in names.enumerated() {
      guard case .object(let object) = value, let member = object[name] else { return nil }
      if member.comparedElements != nil {
        let after = names[(index + 1)...].map(RowSchema.spelled)
        return
          (names[...index].map(RowSchema.spelled) + ["@unionOfArrays"]
          + (after.isEmpty ? ["#self"] : after)).joined(separator: ".")
      }
      value = member
    }
    return nil
  }

  /// What to write for a value and one of another kind.
  private func remedy(_ key: Side, _ other: Side) -> String? {
    let (from, to) = (key.value.kind, other.value.kind)
    let variable = other.isVariable ? other.text : nil
    func spelled(_ kind: ColumnKind, _ value: FilterValue) -> Bool {
      kind.converted(value).kind != .string
    }
    switch (from, to) {
    case (.string, .number):
      let isNumber = spelled(.number, key.value)
      if other.isKey { return isNumber ? call("number", key) : nil }
      return Self.choice([
        variable.map { "\($0) as text" } ?? "the number in quotes",
        isNumber ? call("number", key) : nil, isNumber ? types(key, "number") : nil,
      ])
    case (.number, .string):
      guard spelled(.number, other.value) else { return nil }
      if other.isKey { return call("number", other) }
      return variable.map { "\($0) as a number" } ?? "the number without quotes"
    case (.string, .boolean):
      guard spelled(.boolean, key.value) else {
        return other.isKey || key.isElement ? nil : "\(key.text) != nil for rows that have it"
      }
      return Self.choice([
        other.isKey ? nil : "the word in quotes", types(key, "boolean"),
      ])
    case (.boolean, .string): return other.isKey ? nil : "TRUE or FALSE without quotes"
    case (.string, .date):
      guard spelled(.date, key.value) else { return nil }
      return Self.choice([cast(key, "NSDate"), types(key, "date")])
    case (.number, .date):
      let kind = Self.unit(of: key.value)
      return Self.choice([
        types(key, kind),
        kind == "unix" && !key.isElement ? "CAST(\(key.text) - 978307200, \"NSDate\")" : nil,
      ])
    case (.date, .string):
      guard case .string(let text) = other.value, spelled(.date, other.value), !other.isKey else {
        return "a date as #2026-11-21#"
      }
      return "#\(text)#"
    case (.date, .number): return key.isElement ? nil : "\(key.text).timeIntervalSince1970"
    case (.uuid, .string): return cast(key, "NSString")
    default: return nil
    }
  }

  /// `a`, `a or b`, `a, b, or c`; nil without any.
  private static func choice(_ forms: [String?]) -> String? {
    let forms = forms.compactMap { $0 }
    guard let last = forms.last else { return nil }
    return switch forms.count {
    case 1: last
    case 2: "\(forms[0]), or \(last)"
    default: forms.dropLast().joined(separator: ", ") + ", or " + last
    }
  }

  private func call(_ function: String, _ side: Side) -> String? {
    side.isElement ? nil : "\(function)(\(side.text))"
  }

  private func cast(_ side: Side, _ type: String) -> String? {
    side.isElement ? nil : "CAST(\(side.text), \"\(type)\")"
  }

  /// `--types key=kind`
  private func types(_ side: Side, _ kind: String) -> String? {
    guard form.hasTypes, let names = side.expression.names, !names.isEmpty else { return nil }
    return "--types " + names.map(RowSchema.spelled).joined(separator: ".") + "=\(kind)"
  }

  /// The kind of dates whose numbers are as large as a value.
  private static func unit(of value: FilterValue) -> String {
    let number: Double =
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      default: 0
      }
    let units = [("unixns", 1e17), ("unixus", 1e14), ("unixms", 1e11)]
    let unit = units.first { number.magnitude >= $0.1 && ColumnKind(rawValue: $0.0) != nil }
    return unit?.0 ?? "unix"
  }

  // MARK: - Errors

  /// The end of the message of an error of kinds in a filter; empty without one.
  static func end(
    of error: EvaluationError, in tree: AST.Predicate, _ form: RowDiagnosis.Form
  ) -> String {
    guard let range = error.range else { return "" }
    let node = tree.comparisons.first { $0.range == range }
    switch error.reason {
    case .incomparable(let left, let right):
      guard let node else { return "" }
      let remedy = KindRemedy(node, form)
      let sides = [(node.left, left, right), (node.right, right, left)]
      for (expression, kind, other) in sides {
        let side = Side(expression: expression, value: .null, isElement: false)
        guard side.isKey, node.quantifier == nil else { continue }
        switch (kind, other) {
        case (.string, .number): return remedy.or(remedy.types(side, "number"))
        case (.string, .date): return remedy.or(remedy.types(side, "date"))
        case (.number, .date):
          return "; write CAST(\(side.text) - 978307200, \"NSDate\") for seconds since 1970"
            + remedy.or(remedy.types(side, "unix"))
        default: continue
        }
      }
      return ""
    case .notStrings(_, let found, _):
      guard let node else { return "" }
      let remedy = KindRemedy(node, form)
      let sides = [node.left, node.right].map {
        Side(expression: $0, value: .null, isElement: node.quantifier != nil)
      }
      guard let side = sides.first(where: \.isKey) else { return "" }
      switch found {
      case .number, .date, .boolean:
        let cast = remedy.cast(side, "NSString").map { "; write \($0)" } ?? ""
        return cast.isEmpty ? "" : cast + remedy.or(remedy.types(side, "text"))
      case .list, .set:
        guard node.quantifier == nil else { return "" }
        return "; write ANY \(side.text) \(node.operator.spelling)\(node.options) …"
      default: return ""
      }
    case .notANumber(_, .string, _):
      return arithmeticEnd(at: range, in: tree, form)
    default: return ""
    }
  }

  /// The remedy for a text in an arithmetic operation with one key.
  private static func arithmeticEnd(
    at range: SourceRange, in tree: AST.Predicate, _ form: RowDiagnosis.Form
  ) -> String {
    var found: AST.Arithmetic?
    try? tree.visit(
      expressions: { expression in
        if case .arithmetic(let node) = expression, node.range == range { found = node }
      }, comparisons: { _ in })
    guard let found else { return "" }
    let keys = [found.left, found.right].filter { !KeyReads($0).reads.isEmpty }
    guard keys.count == 1 else { return "; write number(text) for a text" }
    let side = Side(expression: keys[0], value: .null, isElement: false)
    let node = AST.Comparison(found.left, .equal, found.right)
    let remedy = KindRemedy(node, form)
    return "; write number(\(side.text))" + remedy.or(remedy.types(side, "number"))
  }

  private func or(_ form: String?) -> String { form.map { ", or \($0)" } ?? "" }
}

extension EvaluationError {
  /// The message after a label and before its `end`, under the text of the filter where its place is known.
  func rendered(in text: String, label: String, end: String = "") -> String {
    range.map { DiagnosticRenderer(text: text).rendered(message + end, at: $0, label: label) }
      ?? TerminalText.line("\(label): \(message)\(end)")
  }
}
