internal import FilterEngine
internal import FilterSyntax

/// A page on filters of some keys, in Markdown.
///
/// The completions say which operators fit a key, the libraries what they mean. Each filter has been compiled, and each
/// mistake has been refused with the message beside it.
struct FilterGuide {
  /// The page has no more words.
  static let maximumWords = 1_500

  private static let filterCount = 6

  private let subjects: [GuideSubject]
  private let check: FilterCheck

  /// A page on keys, of which values may be known by their paths.
  init(_ keys: [KeySchema.DescribedKey], values: [String: [FilterValue]], _ options: FilterOptions)
  {
    check = FilterCheck(schema: KeySchema(keys, policy: options.policy), options: options)
    let lists = keys.filter { $0.kinds.contains(.list) }.map(\.names)
    subjects = keys.map { key in
      GuideSubject(
        key, values: values[key.path] ?? [],
        isBelowList: lists.contains { $0.count < key.names.count && key.names.starts(with: $0) })
    }
  }

  var text: String {
    var count = min(subjects.count, Self.maximumWords / 10)
    while true {
      let page = page(keys: count)
      let words = page.split { $0 == " " || $0 == "\n" }.count
      guard words > Self.maximumWords, count > 1 else { return page }
      count -= max(1, count / 8)
    }
  }

  private func page(keys count: Int) -> String {
    let shown = Array(subjects.prefix(count))
    var lines = [
      "# Filters", "",
      "A filter is a condition on one item: comparisons of a key with a value, joined by AND, OR, NOT and",
      "parentheses. Only the keys below exist. Case counts in keys and values, and not in words of the language.",
      "", "## Keys", "", "| key | kind | meaning | examples |", "|---|---|---|---|",
    ]
    lines += shown.map(\.row)
    if count < subjects.count { lines += ["", "There are \(subjects.count - count) more keys."] }
    let groups = operators(of: shown)
    lines += ["", "## Operators", ""]
    lines += groups.map { "- \($0.subjects): \($0.operators)" }
    lines.append("")
    lines += meanings(of: groups.flatMap(\.names))
    lines += ["", "## Correct filters", "", "```"] + filters(of: shown) + ["```"]
    let mistakes = mistakes(in: shown)
    if !mistakes.isEmpty { lines += ["", "## Usual mistakes", ""] + mistakes }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Operators

  /// Subjects with the same operators, in order.
  private func operators(
    of subjects: [GuideSubject]
  ) -> [(subjects: String, operators: String, names: [String])] {
    let completion = FilterCompletion<FilterValue>(keySchema: check.schema, check.options)
    var groups: [(names: [String], subjects: [String])] = []
    var known: [String: [String]] = [:]
    for subject in subjects {
      // A policy can permit other operators for each key.
      let kind = check.options.policy == nil ? subject.kind?.word ?? "" : subject.text
      let names = known[kind] ?? operators(of: subject, completion)
      known[kind] = names
      guard !names.isEmpty else { continue }
      if let place = groups.firstIndex(where: { $0.names == names }) {
        groups[place].subjects.append(subject.text)
      } else {
        groups.append((names, [subject.text]))
      }
    }
    return groups.map { names, subjects in
      let shown = subjects.prefix(Self.shownSubjects).map(Self.code).joined(separator: ", ")
      let more = subjects.count > Self.shownSubjects ? ", …" : ""
      return (shown + more, names.map(Self.code).joined(separator: " "), names)
    }
  }

  private static let shownSubjects = 8

  private func operators(
    of subject: GuideSubject, _ completion: FilterCompletion<FilterValue>
  ) -> [String] {
    let text = subject.text + " "
    let words = completion.completions(in: text, at: text.utf8.count, limit: .max).items
    return words.compactMap { word in
      let isFitting = subject.rightSides.contains { right in
        let text = "\(subject.text) \(word.text) \(right)"
        guard check.isCorrect(text), let tree = try? AST.Predicate(parsing: text),
          case .comparison(let node) = tree
        else { return false }
        return node.operator.spelling == word.text
      }
      return isFitting ? word.text : nil
    }
  }

  /// The meanings of operators and of what joins comparisons, a line each.
  private func meanings(of names: [String]) -> [String] {
    var names = names
    if subjects.contains(where: { $0.text.begins(with: "ANY ") }) {
      names += ["ANY", "ALL", "NONE"]
    }
    names += ["[c]", "[d]", "AND", "OR", "NOT", "nil"]
    var known: Set<String> = []
    return names.compactMap { name in
      guard known.insert(name).inserted,
        let entry = FilterOperatorDocumentation.all.first(where: { $0.spellings.first == name })
      else { return nil }
      return "- \(Self.code(name)) \(entry.documentation.summary)"
    }
  }

  // MARK: - Filters

  private func filters(of subjects: [GuideSubject]) -> [String] {
    // One subject of each kind first.
    var kinds: Set<FilterKind?> = []
    let first = subjects.filter { kinds.insert($0.kind).inserted }
    let ordered = first + subjects.filter { subject in !first.contains { $0.text == subject.text } }
    let forms = ordered.map(\.forms)
    var found: [String] = []
    func add(_ text: String, limit: Int) {
      guard found.count < limit, !found.contains(text), check.isCorrect(text) else { return }
      found.append(text)
    }
    let rounds = forms.map(\.count).max() ?? 0
    for round in 0..<rounds {
      for forms in forms where round < forms.count { add(forms[round], limit: 4) }
    }
    guard let one = found.first else { return [] }
    let (two, last) = (found.dropFirst().first ?? one, found.last ?? one)
    let nullTest = "\(ordered[0].path) != nil"
    for text in [
      "\(one) AND \(two)", "(\(one) OR \(two)) AND NOT \(last)", "\(nullTest) AND \(one)",
      "NOT \(one)", "\(one) OR NOT \(two)", nullTest, "NOT \(nullTest)", "\(nullTest) OR \(one)",
    ] {
      add(text, limit: Self.filterCount)
    }
    return found
  }

  // MARK: - Mistakes

  /// What is refused or noted, with the message and the correction.
  private func mistakes(in subjects: [GuideSubject]) -> [String] {
    var lines: [String] = []
    var messages: Set<String> = []
    for wrong in Self.mistakes(in: subjects) {
      guard let (message, fix) = check.mistake(in: wrong), messages.insert(message).inserted else {
        continue
      }
      let corrected = fix.map { wrong.applying($0) }.flatMap { check.isCorrect($0) ? $0 : nil }
      let remedy = corrected.map { "; write \(Self.code($0))" } ?? ""
      lines.append("- \(Self.code(wrong)): \(message)\(remedy)")
    }
    return lines
  }

  /// What people and models write who know other languages.
  private static func mistakes(in subjects: [GuideSubject]) -> [String] {
    func first(_ kind: FilterKind, isElement: Bool = false) -> GuideSubject? {
      subjects.first { $0.kind == kind && ($0.text != $0.path) == isElement }
    }
    var texts: [String] = []
    if let text = first(.string), let value = text.literals.first {
      texts += [
        "\(text.path).contains(\(value))", "\(text.path).startsWith(\(value))",
        "\(text.path) LIKE \"%a%\"", "\(text.path) MATCHES \"\\d+\"", "\(text.path) ILIKE \(value)",
      ]
    }
    if let list = first(.string, isElement: true), let value = list.literals.first {
      texts += ["\(list.path) == \(value)", "\(list.path).length > 1"]
    }
    if let number = first(.number), let value = number.literals.first {
      texts += ["\(number.path) > '\(value)'", "\(number.path) >= \(value) AND <= \(value)"]
    }
    if let date = first(.date) {
      texts += ["\(date.path) > \"2026-11-21\"", "\(date.path) > 2026-11-21"]
    }
    if let any = subjects.first(where: { !$0.literals.isEmpty && $0.text == $0.path }),
      let value = any.literals.first
    {
      let condition = "\(any.path) == \(value)"
      texts += [
        "SELECT * FROM items WHERE \(condition)", "{\"\(any.path)\": \(value)}", "\(condition);",
        "\(any.path) === \(value)",
      ]
    }
    return texts
  }

  private static func code(_ text: String) -> String {
    text.has("`") ? "`` \(text) ``" : "`\(text)`"
  }
}

/// What the compiler says of a text for given keys.
struct FilterCheck {
  let schema: KeySchema
  let options: FilterOptions

  /// Whether a text is a filter without a note.
  func isCorrect(_ text: String) -> Bool { mistake(in: text) == nil }

  /// The first error or note of a text, and its fix; nil if there is none.
  func mistake(in text: String) -> (message: String, fix: SyntaxError.Fix?)? {
    do throws(SyntaxError) {
      let predicate = try FilterPredicate<FilterValue>(text: text, options: options)
      let notes =
        try predicate.notes + schema.notes(on: predicate.asked, of: text, options: options)
      return notes.first.map { ($0.message, $0.fix) }
    } catch {
      return (error.message, error.fix)
    }
  }
}
