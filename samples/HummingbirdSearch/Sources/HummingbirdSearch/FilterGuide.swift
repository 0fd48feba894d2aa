internal import FilterEngine
internal import FilterSyntax

/// A page on the filters of a role, in Markdown, for people and programs that write them.
///
/// Completions give the operators and values of each key, and what they mean. Each filter of the page has been compiled
/// under the policy, and each mistake has been refused with the message beside it.
struct FilterGuide {
  /// The left side of a comparison, with the rest of the page that is about it.
  private struct Subject {
    let key: String
    let kind: String
    /// The key, or `ANY` of it where it has many values.
    let text: String
    let literals: [String]
    let operators: [FilterCompletions.Item]
  }

  private let role: Role

  /// A page for a role.
  init(_ role: Role) { self.role = role }

  /// The page.
  var text: String {
    let subjects = role.columns.compactMap { subject($0.key) }
    var lines = [
      "# Filters of tickets", "",
      "A filter is a condition on one ticket: comparisons of a key with a value, joined by AND, OR, NOT and",
      "parentheses. Only the keys below exist. In a URL it is percent-encoded; a blank is `%20` or `+`.",
      "", "## Keys", "", "| key | kind | compared as | examples |", "|---|---|---|---|",
    ]
    lines += subjects.map {
      "| \($0.key) | \($0.kind) | `\($0.text)` | \($0.literals.joined(separator: ", ")) |"
    }
    lines += ["", "## Operators", ""] + operators(of: subjects)
    lines += ["", "## Filters", "", "```"] + filters(of: subjects) + ["```"]
    lines += ["", "## Mistakes", ""] + mistakes(in: subjects)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The error of a text under the policy; nil for a filter.
  private func error(of text: String) -> SyntaxError? {
    do throws(SyntaxError) {
      _ = try FilterPredicate<Ticket>(text: text, options: FilterOptions(policy: role.policy))
      return nil
    } catch {
      return error
    }
  }

  private func isFilter(_ text: String) -> Bool { error(of: text) == nil }

  /// Whether a text is a filter, and compares by an operator of this name, which is not one of its other names.
  private func isComparison(_ text: String, by name: String) -> Bool {
    guard isFilter(text), case .comparison(let node)? = try? AST.Predicate(parsing: text) else {
      return false
    }
    return node.operator.spelling == name
  }

  /// The words after a text.
  private func words(after text: String) -> [FilterCompletions.Item] {
    role.completion.completions(in: text, at: text.utf8.count) { key, _ in
      role.values[key] ?? []
    }.items
  }

  /// What a key can be compared with; nil for a key that compares with no usual value.
  private func subject(_ key: String) -> Subject? {
    for text in [key, "ANY \(key)"] {
      let known = words(after: "\(text) == ").filter { [.string, .number].contains($0.kind) }
        .map(\.text).filter { isFilter("\(text) == \($0)") }
      let usual = ["'a'", "10", "#2024-01-01#", "TRUE"].first { isFilter("\(text) == \($0)") }
      let literals = known.isEmpty ? usual.map { [$0] } ?? [] : Array(known.prefix(3))
      guard let literal = literals.first else { continue }
      let operators = words(after: "\(text) ").filter { word in
        [literal, "{\(literal), \(literal)}"].contains {
          isComparison("\(text) \(word.text) \($0)", by: word.text)
        }
      }
      let kind = role.completion.documentation(in: key, at: key.utf8.count)?.detail ?? ""
      return Subject(
        key: key, kind: kind, text: text, literals: literals, operators: operators)
    }
    return nil
  }

  /// The operators of subjects that have the same ones, and the meaning of each.
  private func operators(of subjects: [Subject]) -> [String] {
    var groups: [(operators: [String], subjects: [String])] = []
    var meanings: [String] = []
    for subject in subjects {
      let names = subject.operators.map(\.text)
      if let group = groups.firstIndex(where: { $0.operators == names }) {
        groups[group].subjects.append(subject.text)
      } else {
        groups.append((names, [subject.text]))
      }
      for word in subject.operators {
        let line = "- `\(word.text)` \(word.documentation?.summary ?? "")"
        if !meanings.contains(line) { meanings.append(line) }
      }
    }
    func code(_ texts: [String]) -> String { texts.map { "`\($0)`" }.joined(separator: " ") }
    return groups.map { "- \(code($0.subjects)): \(code($0.operators))" } + [""] + meanings
  }

  /// Correct filters, one for each subject, and joins of them.
  private func filters(of subjects: [Subject]) -> [String] {
    let simple = subjects.prefix(6).map { "\($0.text) == \($0.literals[0])" }
    guard let first = simple.first, let last = simple.last else { return [] }
    let joins = ["\(first) AND NOT \(last)", "(\(first) OR \(last)) AND \(subjects[0].key) != nil"]
    return (simple + joins).filter { isFilter($0) }
  }

  /// What people and models write who know other languages, with the message and the correction.
  private func mistakes(in subjects: [Subject]) -> [String] {
    func texts(_ kind: String, _ forms: (_ key: String, _ value: String) -> [String]) -> [String] {
      guard let subject = subjects.first(where: { $0.kind == kind }) else { return [] }
      return forms(subject.key, subject.literals[0])
    }
    let wrong =
      texts("string") { ["\($0).contains(\($1))", "\($0) === \($1)", "\($0) == \($1);"] }
      + texts("number") { ["\($0) > '\($1)'"] } + texts("list") { ["\($0) == \($1)"] }
      + texts("date") { key, _ in ["\(key) > '2024-01-01'"] }
    return wrong.compactMap { text in
      guard let error = error(of: text) else { return nil }
      let remedy = error.fix.map { Self.apply($0, to: text) }.flatMap { isFilter($0) ? $0 : nil }
      return "- `\(text)`: \(error.message)" + (remedy.map { "; write `\($0)`" } ?? "")
    }
  }

  private static func apply(_ fix: SyntaxError.Fix, to text: String) -> String {
    let bytes = Array(text.utf8)
    let start = bytes[..<fix.range.lowerBound]
    let end = bytes[fix.range.upperBound...]
    return String(decoding: start + Array(fix.replacement.utf8) + end, as: UTF8.self)
  }
}
