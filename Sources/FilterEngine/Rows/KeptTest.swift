/// A test that both closures of a filter share.
///
/// A closure that captures a value of a generic type gets a thunk. The compiler moves the whole test into the
/// thunk and does not inline calls there: the prefetch and the search in sixteen bytes would be calls for each
/// row. A reference does not need a thunk.
final class KeptTest<Test: RowTest>: Sendable {
  let test: Test

  init(_ test: Test) { self.test = test }
}
