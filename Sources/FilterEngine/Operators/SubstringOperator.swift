import FilterSyntax

/// `BEGINSWITH`, `ENDSWITH` and `LIKE`: operators between two strings.
struct SubstringOperator: ComparisonOperator {
  enum Form { case beginsWith, endsWith, like }

  private let form: Form
  private let options: AST.Comparison.Options

  init(_ form: Form, _ options: AST.Comparison.Options) {
    self.form = form
    self.options = options
  }

  private var name: String {
    switch form {
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    }
  }

  var method: Plan.Method {
    form == .like ? "compares text with a pattern of the row" : "compares text"
  }

  var body: ComparisonBody {
    let options = options
    let comparison = TextComparison(options)
    return switch form {
    case .beginsWith:
      Self.body(name) { text, needle, run throws(EvaluationError) in
        try run.read(needle)
        return comparison.begins(text, with: needle)
      }
    case .endsWith:
      Self.body(name) { text, needle, run throws(EvaluationError) in
        // Folding begins at the start of the text.
        try run.read(text)
        try run.read(needle)
        return comparison.ends(text, with: needle)
      }
    case .like:
      Self.body(name) { text, pattern, run throws(EvaluationError) in
        // Preparing a pattern takes longer than reading a text.
        try run.spend(pattern.utf8.count / 8)
        return try LikePattern(pattern, options).matches(text, run)
      }
    }
  }

  func form(with constant: FilterValue) -> ConstantForm {
    guard case .string(let text) = constant else {
      return ConstantForm(constant.kind == .null ? .always(false) : .values)
    }
    let test =
      switch form {
      case .beginsWith: TextTest(.prefix, text, options)
      case .endsWith: TextTest(.suffix, text, options)
      case .like: TextTest(like: text, options)
      }
    var result = ConstantForm(.text(test))
    if case .like(let pattern) = test.form {
      result.body = Self.body(name) { text, _, run throws(EvaluationError) in
        try pattern.matches(text, run)
      }
      result.method = "compares text with a pattern"
      return result
    }
    let (holds, isPrefix) = (test.holds, form == .beginsWith)
    result.body = Self.body(name) { text, needle, run throws(EvaluationError) in
      try run.read(isPrefix ? needle : text)
      var text = text
      return text.withUTF8(holds)
    }
    if form == .like { result.method = "compares text with a pattern" }
    return result
  }

  /// The answer for two strings; false if one is `nil`.
  static func body(
    _ name: String,
    _ test: @escaping @Sendable (String, String, EvaluationContext) throws(EvaluationError) -> Bool
  ) -> ComparisonBody {
    { left, right, run throws(EvaluationError) in
      if case .string(let text) = left, case .string(let needle) = right {
        return try test(text, needle, run)
      }
      guard left.kind != .null, right.kind != .null else { return false }
      let stranger = left.kind == .string ? right : left
      throw EvaluationError(
        .notStrings(operator: name, found: stranger.kind, value: stranger.clipped))
    }
  }
}

extension LikePattern {
  /// Whether the whole text matches the pattern. Charges the work of the match.
  fileprivate func matches(
    _ text: String, _ run: EvaluationContext
  ) throws(EvaluationError) -> Bool {
    try run.read(text)
    var text = text
    var end: EvaluationError?
    let answer = text.withUTF8 { utf8 in
      matches(utf8) { units in
        end = run.charge(units)
        return end == nil
      }
    }
    if let end { throw end }
    return answer
  }
}
