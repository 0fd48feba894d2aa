import FilterSyntax

extension FuzzEntry {
  /// A text, read in every way and printed; what is printed is read as the same tree.
  static let printing = FuzzEntry("printing") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    try checkWriting(of: text)
    for strict in [false, true] {
      for arguments in [nil, SyntaxArguments()] {
        let options = SyntaxOptions(strict: strict)
        try PrintedTree<AST.Predicate>(
          parse: { text throws(SyntaxError) in
            try AST.Predicate(parsing: text, options: options, arguments: arguments)
          },
          source: \.sourceText, description: \.description,
          uses: { ($0.usedKeyPaths, $0.usedVariables) }
        ).check(text)
        try PrintedTree<AST.Expression>(
          parse: { text throws(SyntaxError) in
            try AST.Expression(parsing: text, options: options, arguments: arguments)
          },
          source: \.sourceText, description: \.description,
          uses: { ($0.usedKeyPaths, $0.usedVariables) }
        ).check(text)
      }
    }
  }
}

/// Checks that the text is read as itself where a filter has it as a text and as a key.
private func checkWriting(of text: String) throws {
  let literal = AST.Expression.literal(AST.Literal(.text(text)))
  try expectSame(
    AST.Expression(parsing: literal.sourceText).sourceText, literal.sourceText, "a text")
  for quote in ["'", "\""] as [Unicode.Scalar] {
    let source = text.quoted(by: quote, escape: "\\")
    try expectSame(AST.Expression(parsing: source).sourceText, literal.sourceText, source)
  }
  guard !text.isEmpty else { return }
  let key = AST.Expression.keyPath(AST.KeyPath([AST.KeyPath.Component(.key, text)]))
  try expectSame(AST.Expression(parsing: key.sourceText), key, key.sourceText)
  try expectSame(
    AST.Expression(parsing: text.quoted(by: "`")), key, text.quoted(by: "`"))
}

/// How one kind of tree is read and printed.
private struct PrintedTree<Tree: Hashable> {
  let parse: (String) throws(SyntaxError) -> Tree
  let source: (Tree) -> String
  let description: (Tree) -> String
  let uses: (Tree) -> (keyPaths: [String], variables: [String])

  func check(_ text: String) throws {
    let tree: Tree
    do throws(SyntaxError) {
      tree = try parse(text)
    } catch {
      guard error.range.lowerBound <= error.range.upperBound,
        error.range.upperBound <= text.utf8.count, error.description.hasPrefix("error: ")
      else { throw FuzzMismatch("an error at \(error.range) of \(text.debugDescription)") }
      return
    }
    let source = source(tree)
    let again = try read(source, "the source text of \(text.debugDescription)")
    try expectSame(again, tree, source)
    try expectSame(again.hashValue, tree.hashValue, source)
    try expectSame(self.source(again), source, "the second print")
    try expectSame(uses(again).keyPaths, uses(tree).keyPaths, source)
    try expectSame(uses(again).variables, uses(tree).variables, source)
    // The description writes odd keys as they are.
    guard !source.contains("`") else { return }
    let description = description(tree)
    let brief = try read(description, "the description of \(text.debugDescription)")
    try expectSame(self.description(brief), description, "the second description")
  }

  private func read(_ text: String, _ what: String) throws -> Tree {
    do throws(SyntaxError) {
      return try parse(text)
    } catch {
      throw FuzzMismatch("\(what) cannot be read:\n\(error.description)")
    }
  }
}
