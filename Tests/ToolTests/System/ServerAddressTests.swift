import Testing
import ToolTestSupport

@testable import FrcQuery

struct ServerAddressTests {
  @Test(
    arguments: [
      ("postgres://h/d", "postgres://h/d", nil),
      ("postgresql://u@h:5432/d?table=t", "postgresql://u@h:5432/d", "t"),
      ("postgres://h/d?sslmode=require&table=a%20b%26c", "postgres://h/d?sslmode=require", "a b&c"),
      ("postgres://h/d?table=a%2", "postgres://h/d", "a%2"),
      ("postgres://h/d?table=", "postgres://h/d", ""),
    ] as [(String, String, String?)])
  func anAddressMayNameATable(_ input: String, _ text: String, _ table: String?) throws {
    let address = try #require(ServerAddress(input))
    #expect(address.text == text)
    #expect(address.table == table)
  }

  @Test func otherNamesAreNoAddresses() {
    for name in ["people.db", "postgres", "postgres:/h", "./postgres://h", "mysql://h", ""] {
      #expect(ServerAddress(name) == nil)
    }
  }

  @Test(arguments: [
    ("postgres://u:secret@h/d", "postgres://u@h/d"),
    ("postgres://u:sec:r@et@h:1/d?table=t", "postgres://u@h:1/d?table=t"),
    ("postgres://u:sec/ret@h/d", "postgres://u@h/d"),
    ("postgres://h/d?password=secret", "postgres://h/d"),
    ("postgres://h/d?user=u&password=secret&table=t", "postgres://h/d?user=u&table=t"),
    ("postgres://h/d?sslPassword=secret", "postgres://h/d"),
    (".open --write 'postgresql://u:secret@h/d' x", ".open --write 'postgresql://u@h/d' x"),
    ("a postgres://u:secret@h b postgres://v:secret@i", "a postgres://u@h b postgres://v@i"),
    ("postgres://u:se?cret@h/d?table=t", "postgres://u@h/d?table=t"),
    ("postgres://u:s\"e'c`r et@h/d", "postgres://u@h/d"),
    ("postgres://u:a@b@h/d", "postgres://u@h/d"),
    ("postgres://u:se\u{600}@\u{301}cret@h/d", "postgres://u@h/d"),
    ("postgres://h/d?pass%77ord=secret&table=t", "postgres://h/d?table=t"),
    ("postgres://h/d?oauth_client_secret=x", "postgres://h/d"),
    ("age > 3: x@y", "age > 3: x@y"), ("postgres://u@h:5/d", "postgres://u@h:5/d"),
  ])
  func passwordsAreLeftOut(_ text: String, _ expected: String) {
    #expect(ServerAddress.withoutPassword(text) == expected)
    #expect(ServerAddress.withoutPassword(expected) == expected)
  }

  /// A user and a password end at the first `@` before a slash, and settings begin at the next question mark.
  @Test(
    arguments: [
      ("postgres://u:a?b@h/d?table=t&user=v", "postgres://u:a?b@h/d?user=v", "t", "u@h/d?user=v"),
      ("postgres://h:5/d?user=a@b&table=t", "postgres://h:5/d?user=a@b", "t", "h:5/d?user=a@b"),
      ("postgres://u:a/b?c@h/d", "postgres://u:a/b?c@h/d", nil, "u@h/d"),
      ("postgres://u:a@b@h", "postgres://u:a@b@h", nil, "u@h"),
      ("postgres://h/d?p%61ssword=x&table=t", "postgres://h/d?p%61ssword=x", "t", "h/d"),
      (
        "postgres://u:'\u{301}?\u{600}?x@h/d?table=t", "postgres://u:'\u{301}?\u{600}?x@h/d", "t",
        "u@h/d"
      ),
    ] as [(String, String, String?, String)])
  func anAddressIsTakenApartAsLibpqDoes(
    _ input: String, _ text: String, _ table: String?, _ shown: String
  ) throws {
    let address = try #require(ServerAddress(input))
    #expect(address.text == text && address.table == table)
    #expect(address.withoutPassword == "postgres://" + shown)
  }

  @Test func theHistoryHasNoPassword() throws {
    let folder = try Folder()
    let history = HistoryFile(path: folder.path + "/history")
    for line in [
      ".open postgres://u:secret@h/d?table=t", ".open 'postgres://u:sec ret'@h/d",
      ".open 'postgres://u:secret@h/d", "name == 'postgres'",
    ] {
      if let kept = HistoryFile.kept(line) { history.append(kept) }
    }
    #expect(
      history.lines() == [
        ".open postgres://u@h/d?table=t", ".open 'postgres://u@h/d", "name == 'postgres'",
      ])
  }

  @Test func messagesHaveNoPassword() {
    let error = ToolError.message("postgres://u:secret@h/d: no such file")
    #expect(error.text == "frc-query: postgres://u@h/d: no such file")
  }

  #if !PostgreSQL
    @Test func withoutTheTraitTheMessageNamesIt() throws {
      let outcome = try Tool.run("age > 3", "postgres://u:secret@h/d?table=t")
      #expect(outcome.status == 2)
      #expect(
        outcome.errors == """
          frc-query: postgres://u@h/d: built without PostgreSQL: swift build --traits PostgreSQL

          """)
    }
  #endif
}
