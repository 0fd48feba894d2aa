import FilterEngine
import FilterJSON
import FilterSyntax

/// The examples as one document in JSON, for a program in any language: what requests about them answer, with codes in
/// place of messages.
///
/// The form is described in `Grammar/conformance/README.md`.
struct SuiteDocument {
  /// Longer texts are left out: they test limits, and take most of the time.
  private static let longestText = 1_000

  private static let writer = JSONWriter(style: .tagged)

  private var items: [[UInt8]] = []
  private var indices: [[UInt8]: Int] = [:]
  private var counts: [String: Int] = [:]
  private var cases: [[UInt8]] = []

  init(_ examples: [ConformanceCase]) {
    // An answer without an item is that for nil.
    _ = index(of: .null)
    for example in examples where example.text.utf8.count <= Self.longestText { add(example) }
  }

  /// A line for each item, and a line for each case.
  var text: String {
    func lines(_ values: [[UInt8]]) -> String {
      values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",\n")
    }
    return """
      {"version":1,
      "items":[
      \(lines(items))
      ],
      "cases":[
      \(lines(cases))
      ]}

      """
  }

  /// A document of these lines in one form: the same for the same values.
  static func normal(_ text: String) throws -> [UInt8] {
    writer.bytes(try JSONReader(tagged: true).read(text))
  }

  private static func bytes(_ members: [(String, FilterValue)]) -> [UInt8] {
    writer.bytes(.object(FilterObject(members)))
  }

  private mutating func add(_ example: ConformanceCase) {
    let outcome = outcome(of: example, strict: example.isStrict)
    let isOfFoundation =
      example.isStrict
      || Self.bytes(outcome) == Self.bytes(self.outcome(of: example, strict: true))
    var members: [(String, FilterValue)] = [
      ("name", .string(name(of: example))),
      ("level", .string(isOfFoundation ? "foundation" : "extended")),
    ]
    if example.isStrict { members.append(("strict", .bool(true))) }
    members.append((example.isValue ? "expression" : "filter", .string(example.text)))
    if !example.arguments.isEmpty {
      members.append(("args", .list(FilterList(example.arguments))))
    }
    if !example.variables.isEmpty {
      let variables = example.variables.sorted { $0.key < $1.key }
      members.append(("variables", .object(FilterObject(variables))))
    }
    members += outcome
    if let source = source(of: example, outcome) { members.append(("source", .string(source))) }
    cases.append(Self.bytes(members))
  }

  /// The file and the sentence of an example, with a number if there are several.
  private mutating func name(of example: ConformanceCase) -> String {
    let file = example.file.prefix { $0 != "." }
    let name = "\(file): \(example.comment)"
    counts[name, default: 0] += 1
    let count = counts[name] ?? 1
    return count == 1 ? name : "\(name) (\(count))"
  }

  private mutating func index(of item: FilterValue) -> Int {
    let bytes = Self.writer.bytes(item)
    if let index = indices[bytes] { return index }
    indices[bytes] = items.count
    items.append(bytes)
    return items.count - 1
  }

  // MARK: - Outcomes

  /// What an example says, of what requests can answer: the error of the text, or the canonical text and the answers.
  private mutating func outcome(
    of example: ConformanceCase, strict: Bool
  ) -> [(String, FilterValue)] {
    let isWorded = !example.expectations.contains(where: \.isUnworded)
    let subject: Subject
    do {
      subject = try Subject(
        example.text, like: example, arguments: example.arguments, strict: strict)
    } catch {
      return [("error", Self.error("syntax", isWorded ? error.code : nil))]
    }
    var members: [(String, FilterValue)] = []
    if !example.isValue, example.expectations.contains(where: \.isCanonicalText) {
      members.append(("format", .string(subject.canonicalText)))
    }
    var answers: [FilterValue] = []
    for item in example.testedItems {
      let index = index(of: item)
      var answer: [(String, FilterValue)] = index == 0 ? [] : [("item", .int(Int64(index)))]
      switch subject.evaluated(for: item, variables: example.variables) {
      case .value(let value): answer.append((example.isValue ? "value" : "result", value))
      case .failure(_, _, let code):
        answer.append(("error", Self.error("evaluation", isWorded ? code : nil)))
      }
      answers.append(.object(FilterObject(answer)))
    }
    if !answers.isEmpty { members.append(("answers", .list(FilterList(answers)))) }
    return members
  }

  /// The text that loses nothing, unless it is the canonical one or the example says nothing of either.
  private func source(
    of example: ConformanceCase, _ outcome: [(String, FilterValue)]
  ) -> String? {
    guard let format = outcome.first(where: { $0.0 == "format" })?.1,
      let subject = try? Subject(example),
      let source = subject.rereadableText(strict: example.isStrict),
      format != .string(source)
    else { return nil }
    return source
  }

  private static func error(_ kind: String, _ code: String?) -> FilterValue {
    var members: [(String, FilterValue)] = [("kind", .string(kind))]
    if let code { members.append(("code", .string(code))) }
    return .object(FilterObject(members))
  }
}

extension ConformanceCase {
  /// The items that it says something of.
  fileprivate var testedItems: [FilterValue] {
    let isAboutItem = expectations.contains(where: \.isResult)
    let isAboutFixtures = expectations.contains { if case .names = $0 { true } else { false } }
    return (isAboutItem ? [item] : []) + (isAboutFixtures ? fixtures.map(\.item) : [])
  }
}

extension Expectation {
  fileprivate var isCanonicalText: Bool {
    if case .canonicalText = self { true } else { false }
  }
}
