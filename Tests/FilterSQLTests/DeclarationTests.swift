import Testing

@testable import FilterSQL

/// What a declaration refuses.
@Suite struct DeclarationTests {
  private func reason(
    _ make: () throws(SQLDeclarationError) -> SQLTableDeclaration
  ) -> SQLDeclarationError.Reason? {
    do throws(SQLDeclarationError) {
      _ = try make()
      return nil
    } catch {
      #expect(error.description.contains("table '\(error.table)'"))
      return error.reason
    }
  }

  @Test func namesAreCheckedWhenATableIsDeclared() throws {
    let id = SQLColumn.integer("id")
    let other = try SQLTableDeclaration("other", key: ["id"], columns: [id])
    typealias Table = SQLTableDeclaration
    // SQLite has tables and columns of no name.
    #expect(
      reason { () throws(SQLDeclarationError) in try Table("", key: [""], columns: [.integer("")]) }
        == nil)
    #expect(
      reason { () throws(SQLDeclarationError) in try Table("\0", key: ["id"], columns: [id]) }
        == .unusableName("\0"))
    #expect(
      reason { () throws(SQLDeclarationError) in
        try Table("t", key: ["id"], columns: [id, .text("a\u{0}")])
      } == .unusableName("a\u{0}"))
    #expect(
      reason { () throws(SQLDeclarationError) in try Table("t", key: ["id"], columns: [id, id]) }
        == .duplicateColumn("id"))
    #expect(
      reason { () throws(SQLDeclarationError) in
        try Table("t", key: ["id"], columns: [id, .text("a", field: "id")])
      } == .duplicateField("id"))
    #expect(
      reason { () throws(SQLDeclarationError) in try Table("t", key: [], columns: [id]) } == .noKey)
    #expect(
      reason { () throws(SQLDeclarationError) in try Table("t", key: ["key"], columns: [id]) }
        == .unknownColumn("key"))
    #expect(
      reason { () throws(SQLDeclarationError) in
        try Table(
          "t", key: ["id"], columns: [id], relations: [.toOne("other", other, from: ["other_id"])])
      } == .unknownColumn("other_id"))
    #expect(
      reason { () throws(SQLDeclarationError) in
        try Table("t", key: ["id"], columns: [id], relations: [.toMany("others", other, to: [])])
      } == .unequalLinks("others"))
    #expect(
      reason { () throws(SQLDeclarationError) in
        try Table("t", key: ["id"], columns: [id], relations: [.toOne("id", other, from: ["id"])])
      } == .duplicateField("id"))
  }
}
