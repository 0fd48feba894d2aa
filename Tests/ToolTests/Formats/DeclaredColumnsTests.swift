import FilterSQL
import Testing

@testable import FrcQuery

/// Columns as `--columns` declares them.
struct DeclaredColumnsTests {
  @Test(
    arguments: [
      ("integer", .integer), ("Real", .real(isFinite: false)), ("BOOLEAN", .boolean),
      ("text", .text),
      ("bytes", .bytes), ("uuid", .uuid), ("date", .date(.unixSeconds)),
    ] as [(String, SQLColumn.Kind)])
  func aWordIsAKind(_ word: String, _ kind: SQLColumn.Kind) throws {
    for (mark, isNullable) in [("", true), ("!", false)] {
      let columns = try DeclaredColumns.columns("a=\(word)\(mark)", dialect: .sqlite())
      #expect(columns.map(\.name) == ["a"] && columns.map(\.kind) == [kind])
      #expect(columns.map(\.isNullable) == [isNullable])
      let other = try DeclaredColumns.columns("a=\(word)\(mark)", dialect: .postgreSQL)
      #expect(other.map(\.kind) == [kind == .date(.unixSeconds) ? .date(.timestamp) : kind])
    }
  }

  @Test func aNameMayHaveSignsBetweenBackquotes() throws {
    let columns = try DeclaredColumns.columns(
      "a=text,`b,c`=real!,`d=e`=text!,`f``g`=uuid,h i=bytes", dialect: .sqlite())
    #expect(columns.map(\.name) == ["a", "b,c", "d=e", "f`g", "h i"])
    #expect(columns.map(\.isNullable) == [true, false, false, true, true])
  }

  @Test(arguments: [
    ("a", "'a' does not declare a column: write --columns 'id=integer!,name=text'"),
    ("=text", "'=text' does not declare a column: write --columns 'id=integer!,name=text'"),
    ("a=b=c", "'a=b=c' does not declare a column: write --columns 'id=integer!,name=text'"),
    ("a=text,", "'' does not declare a column: write --columns 'id=integer!,name=text'"),
    ("a=txt", "there is no kind 'txt', did you mean 'text'?"),
    ("a=txt!", "there is no kind 'txt', did you mean 'text'?"),
    (
      "a=zzzzzz",
      "there is no kind 'zzzzzz'; columns are integer, real, boolean, text, bytes, uuid, date,"
        + " localdate, day, other"
    ),
  ])
  func whatDeclaresNothingIsSaid(_ text: String, _ message: String) {
    #expect(throws: ToolError.message(message)) {
      try DeclaredColumns.columns(text, dialect: .sqlite())
    }
  }
}
