/// A test that both closures of a filter share.
///
/// The compiler puts a thunk before a closure that captures a value of a generic type, moves the whole
/// test into it, and inlines no further calls there: the hint that has memory read ahead, and the
/// search in sixteen bytes, would be called for each row. A reference needs no thunk.
final class KeptTest<Test: RowTest>: Sendable {
  let test: Test

  init(_ test: Test) { self.test = test }
}
