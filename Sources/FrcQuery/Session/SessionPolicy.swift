internal import FilterEngine
internal import FilterJSON
internal import FilterSyntax

/// The policy of a session, which only reads the rows that it was started with.
///
/// Rows lose what the policy hides when they come, so that no command can show it: keys that are not permitted, and rows
/// for which the filters that always hold do not. A command is refused unless it is listed here.
struct SessionPolicy: Sendable {
  /// The policy of texts. The filters that always hold have been tested when the rows came.
  let texts: FilterPolicy

  /// The filters that always hold, with the values of their variables; nil without any.
  let always: FilterPredicate<FilterValue>?
  private let limits: EvaluationLimits

  /// A policy whose filters that always hold get values of variables.
  init(
    _ policy: FilterPolicy, _ libraries: FilterLibraries, bindings: [String: FilterValue],
    limits: EvaluationLimits
  ) throws(ToolError) {
    let options = FilterOptions(libraries: libraries, limits: limits, policy: policy)
    self.limits = options.bounds ?? limits
    do throws(SyntaxError) {
      always =
        try policy.always.isEmpty
        ? nil
        : FilterPredicate<FilterValue>(
          .compound(AST.Compound(.and, policy.always)),
          options: FilterOptions(libraries: libraries, limits: limits)
        ).substituting(bindings)
    } catch {
      throw .syntax(error)
    }
    if let missing = always?.usedVariables.first {
      throw .message(
        "the variable $\(missing) of the policy has no value: give it with --var \(missing)=VALUE")
    }
    var texts = policy
    texts.always = []
    self.texts = texts
  }

  // MARK: - Commands

  /// The lines that show nothing but rows as they came, and change nothing but what is shown.
  static let lines: Set<String> = [
    ".filter", ".filters", ".search", ".sort", ".section", ".count", ".schema", ".identity",
    ".show", ".select", ".mode", ".diff", ".explain", ".timer", ".bail", ".help", ".quit",
  ]

  /// The requests that show nothing but rows as they came, and change nothing but what is shown.
  static let operations: Set<String> = [
    "evaluate", "value", "format", "tree", "residual", "explain", "tokens", "complete", "set",
    "filter.add", "filter.remove", "filter.replaceAll", "filter.clear", "why", "configure",
    "snapshot",
  ]

  /// The error for another command.
  static func refusal(of name: String) -> ToolError {
    .refused(
      .outsidePolicy,
      "'\(name)' does not go with --policy: the session only reads the rows that it is given")
  }

  /// The limits of a line or a request.
  func limits(beside limits: EvaluationLimits) -> EvaluationLimits {
    FilterOptions(limits: limits, policy: texts).bounds ?? limits
  }

  // MARK: - Rows

  /// What is left of a row; nil if it is hidden as a whole.
  func permitted(_ row: FilterValue) throws(ToolError) -> FilterValue? {
    try permitted([row]).first
  }

  /// What is left of a list of rows.
  func permitted(_ rows: [FilterValue]) throws(ToolError) -> [FilterValue] {
    let limits = limits.beginning()
    var permitted: [FilterValue] = []
    for row in rows where try isAdmitted(row, limits) {
      permitted.append(texts.permitted(row))
    }
    return permitted
  }

  /// Whether the filters that always hold do so for a row. A row for which one fails is hidden.
  private func isAdmitted(
    _ row: FilterValue, _ limits: EvaluationLimits
  ) throws(ToolError) -> Bool {
    guard let always else { return true }
    do throws(EvaluationError) {
      return try always.matches(row, limits: limits)
    } catch {
      guard error.endsCall else { return false }
      // Its place is in a filter that is not shown.
      var diagnostic = error.diagnostic(in: nil)
      (diagnostic.offset, diagnostic.length) = (nil, nil)
      throw .refused(.evaluation, error.message, diagnostic)
    }
  }

  /// Appends the JSON of what is left of a row. Members that are permitted whole keep their spelling.
  func write(_ text: UnsafeRawBufferPointer, _ reader: JSONReader, to bytes: inout [UInt8]) {
    let row = (try? reader.read(text)) ?? .null
    guard case .object(let object) = row, case .object(let left) = texts.permitted(row) else {
      return JSONWriter().write(texts.permitted(row), to: &bytes)
    }
    var ranges: [Range<Int>?] = Array(repeating: nil, count: object.values.count)
    reader.members(in: text) { key, range in
      if let slot = object.shape.slot(of: key) { ranges[slot] = range }
    }
    bytes.append(UInt8(ascii: "{"))
    for key in left.shape.keys {
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.write(key, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      let range = object.shape.slot(of: key).flatMap { ranges[$0] }
      if texts.permitsWhole(key), let range {
        bytes += text[range]
      } else {
        JSONWriter().write(left[key] ?? .null, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
