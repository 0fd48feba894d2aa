/// Runs the tests with one fault after another.
struct Trial: Sendable {
  let program: TestProgram
  let suites: [TestProgram.Suite]
  let unseen: KnownPlaces

  /// A fault that is known to show nowhere is not tried.
  func verdict(_ site: Site, number: Int) throws -> Verdict {
    if let reason = unseen.reason(site) { return .unseen(reason) }
    // Suites that run few of the lines come before those that run many: they are about this one.
    let own = suites.filter { $0.reached.contains(number) }
      .sorted { $0.seconds * Double($0.reached.count) < $1.seconds * Double($1.reached.count) }
    var rest = own[...]
    for limit in [4.0, 20, .infinity] where !rest.isEmpty {
      var seconds = 0.0
      let part = rest.prefix { suite in
        defer { seconds += suite.seconds }
        return seconds <= limit
      }
      rest = rest.dropFirst(part.count)
      // A fault may make a suite slower; one that takes this much longer does not end.
      let patience = 30 + Int(4 * part.reduce(0) { $0 + $1.seconds })
      if try program.fails(part.map(\.name), setting: "\(number)", seconds: patience) {
        return .found
      }
    }
    return .missed(suites: own.count)
  }
}

/// What the tests say of a fault.
enum Verdict: Sendable {
  case found
  case missed(suites: Int)
  /// The change shows nowhere, for the reason that is written down.
  case unseen(String)
}
