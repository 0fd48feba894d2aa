#if Macros
  import FilterEngine
  import FilterSyntax
  internal import SwiftDiagnostics
  internal import SwiftSyntax

  /// The literal of a `#filter` as the parser reads it: text with `%@` for each interpolation.
  ///
  /// Knows the place in the source of each of its bytes.
  struct FilterLiteral {
    private(set) var text = ""
    /// What is interpolated, in order: the expressions of the tree in Swift.
    private(set) var values: [String] = []

    private var arguments: [Int: SyntaxArguments.Value] = [:]
    /// The offset in the source of each byte, and of the end.
    private var places: [AbsolutePosition] = []
    private let node: StringLiteralExprSyntax

    init(_ node: StringLiteralExprSyntax) throws {
      self.node = node
      let pounds = node.openingPounds?.text.count ?? 0
      for segment in node.segments {
        switch segment {
        case .stringSegment(let segment): try append(segment, pounds: pounds)
        case .expressionSegment(let segment): try append(segment)
        }
      }
      places.append(node.closingQuote.positionAfterSkippingLeadingTrivia)
    }

    /// The tree of a predicate, with what the engine notes of it.
    ///
    /// The engine compiles it for items of any keys, and refuses keys and types that no item can have. Patterns and names of
    /// zones and units that cannot be used are errors too: a predicate that is read at run time may be meant to fail,
    /// and a literal is not.
    func predicate() throws -> (tree: AST.Predicate, notes: [Diagnostic]) {
      let (tree, notes) = try checked { () throws(SyntaxError) -> (AST.Predicate, [FilterNote]) in
        let options = Self.options
        let tree = try AST.Predicate(parsing: text, options: options, arguments: filled)
        let open = try AST.Predicate(parsing: text, options: options, arguments: variables)
        return (tree, try FilterPredicate<FilterValue>(open, of: text).notes)
      }
      if let note = notes.first(where: { $0.code == "fails-on-texts" }) {
        throw DiagnosticsError(diagnostics: [diagnostic(note, .error)])
      }
      return (tree, notes.map { diagnostic($0, .warning) })
    }

    /// The tree of an expression.
    func expression() throws -> AST.Expression {
      try checked { () throws(SyntaxError) in
        let options = Self.options
        let tree = try AST.Expression(parsing: text, options: options, arguments: filled)
        _ = try FilterExpression<FilterValue>(
          try AST.Expression(parsing: text, options: options, arguments: variables), of: text)
        return tree
      }
    }

    /// The interpolations as variables, of which nothing is known.
    private var variables: SyntaxArguments {
      SyntaxArguments(
        [],
        interpolated: arguments.mapValues { value in
          guard case .expression(.argument(let node)) = value else { return value }
          return .expression(.variable(AST.Variable("interpolated\(node.index)")))
        })
    }

    /// A note as an error or a warning at its position in the literal.
    private func diagnostic(_ note: FilterNote, _ severity: DiagnosticSeverity) -> Diagnostic {
      let position = place(note.range.lowerBound)
      let lines = note.rendered(in: text).split(separator: "\n").dropFirst()
      return Diagnostic(
        node: segment(at: position), position: position,
        message: MacroMessage(
          ([note.message] + lines.map(String.init)).joined(separator: "\n"), severity: severity))
    }

    private static let options = SyntaxOptions(vocabulary: .standard)

    private var filled: SyntaxArguments { SyntaxArguments([], interpolated: arguments) }

    private func checked<Tree>(_ read: () throws(SyntaxError) -> Tree) throws -> Tree {
      do throws(SyntaxError) {
        return try read()
      } catch {
        throw DiagnosticsError(diagnostics: [diagnostic(error)])
      }
    }

    /// The error at its place in the literal, with its fix.
    private func diagnostic(_ error: SyntaxError) -> Diagnostic {
      var fixes: [FixIt] = []
      if let fix = error.fix {
        let range = place(fix.range.lowerBound)..<place(fix.range.upperBound)
        let old = error.text.utf8.dropFirst(fix.range.lowerBound).prefix(fix.range.count)
        let what = String(decoding: old, as: UTF8.self)
        fixes = [
          FixIt(
            message: MacroMessage("replace '\(what)' with '\(fix.replacement)'"),
            changes: [
              .replaceText(range: range, with: escaped(fix.replacement), in: Syntax(node))
            ])
        ]
      }
      // The compiler is given the node of an error, not its place, and a literal has no smaller nodes than
      // its parts between interpolations and its lines: the lines below the message show the word.
      let lines = error.description.split(separator: "\n").dropFirst().filter { $0.hasPrefix(" |") }
      let position = place(error.range.lowerBound)
      return Diagnostic(
        node: segment(at: position), position: position,
        message: MacroMessage(([error.message] + lines.map(String.init)).joined(separator: "\n")),
        fixIts: fixes)
    }

    private func place(_ offset: Int) -> AbsolutePosition {
      places[min(max(offset, 0), places.count - 1)]
    }

    /// The part of the literal that holds a place; the whole of it where none does.
    private func segment(at place: AbsolutePosition) -> Syntax {
      let segment = node.segments.last { $0.positionAfterSkippingLeadingTrivia <= place }
      return segment.map { Syntax($0) } ?? Syntax(node)
    }

    /// A replacement as it is written in this literal.
    private func escaped(_ text: String) -> String {
      guard node.openingPounds == nil else { return text }
      return text.quoted(by: "\"", escape: "\\").dropping(1, last: 1)
    }

    // MARK: - Reading the literal

    private mutating func append(_ text: String, at place: AbsolutePosition) {
      self.text += text
      for _ in text.utf8 { places.append(place) }
    }

    private mutating func append(_ segment: StringSegmentSyntax, pounds: Int) throws {
      let start = segment.content.positionAfterSkippingLeadingTrivia
      let source = Array(segment.content.text.unicodeScalars)
      var index = 0
      var offset = 0
      while index < source.count {
        let place = start.advanced(by: offset)
        let escape = Escape(source[index...], pounds: pounds)
        let length = escape?.length ?? 1
        let taken = source[index..<(index + length)]
        if escape == nil {
          append(String(taken[index]), at: place)
        } else if let scalar = escape?.scalar {
          append(String(scalar), at: place)
        }
        index += length
        offset += taken.reduce(0) { $0 + $1.utf8.count }
      }
    }

    private mutating func append(_ segment: ExpressionSegmentSyntax) throws {
      guard let first = segment.expressions.first, segment.expressions.count == 1 else {
        throw DiagnosticsError("an interpolation takes one value", at: segment)
      }
      switch first.label?.text {
      case nil: values.append("FilterCheck.value(\(first.expression.trimmed))")
      case "expression": values.append("(\(first.expression.trimmed) as AST.Expression)")
      default:
        throw DiagnosticsError(
          "a key path that is made at run time cannot be checked; use FilterPredicate", at: first)
      }
      let place = segment.positionAfterSkippingLeadingTrivia
      // `n %\(5)` is a modulus, and would be `%%` without a blank.
      if text.utf8.last == UInt8(ascii: "%") { append(" ", at: place) }
      arguments[text.utf8.count] = .expression(
        .argument(AST.Argument(values.count - 1, conversion: "%@")))
      append("%@", at: place)
    }
  }

  /// A backslash of a literal and what follows it.
  private struct Escape {
    /// Nil for the end of a line that is left out
    var scalar: Unicode.Scalar?
    var length: Int

    init?(_ source: ArraySlice<Unicode.Scalar>, pounds: Int) {
      let opening = 1 + pounds
      guard source.first == "\\", source.count > opening,
        source.dropFirst().prefix(pounds).allSatisfy({ $0 == "#" })
      else { return nil }
      let rest = source.dropFirst(opening)
      length = opening + 1
      switch rest.first {
      case "n": scalar = "\n"
      case "t": scalar = "\t"
      case "r": scalar = "\r"
      case "0": scalar = "\0"
      case "u":
        let digits = rest.dropFirst(2).prefix { $0 != "}" }
        scalar = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
          .flatMap(Unicode.Scalar.init)
        length += digits.count + 2
      case "\n", "\r": scalar = nil
      default: scalar = rest.first
      }
    }
  }
#endif
