import FilterSQL
import FilterSyntax

/// Tree to SQL.
enum Q10Translation: DatabaseWorkload {
  static let name = "Q10"

  /// What one translation may take, in nanoseconds.
  private static let most = 20_000.0

  static func run(_ bench: Bench, _ people: PeopleFile) throws {
    let text =
      "city == 'Oslo' AND age > 30 AND score < 2.5 AND name BEGINSWITH[n] 'Ab' AND id != 99"
    let table = try SQLTableDeclaration(
      "person", key: ["id"],
      columns: [
        .integer("id"), .text("name", nullable: true, indexed: true),
        .text("city", nullable: true), .integer("age"), .real("score"),
      ])
    let predicate = try AST.Predicate(parsing: text, arguments: SyntaxArguments())
    let repetitions = 2_000
    let row = try bench.measure(
      name, "translate five operands and write the statement, each", beside: "parsing their text",
      target: nil, items: repetitions,
      ours: {
        for _ in 0..<repetitions {
          let translation = SQLTranslation(opaque(predicate), table: table, dialect: .sqlite())
          consume(SQLSelect(translation, columns: ["id", "name"]))
        }
      },
      peer: {
        for _ in 0..<repetitions {
          consume(try AST.Predicate(parsing: opaque(text), arguments: SyntaxArguments()))
        }
      }, agree: { _, _ in true })
    bench.add(row)
    bench.note("Q10 must take at most 20 µs: \(row.ours <= most ? "ok" : "MISS")")
  }
}
