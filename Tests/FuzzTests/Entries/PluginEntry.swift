import CFilterPlugin
import FilterEngine

@testable import FilterPlugins

extension FuzzEntry {
  /// A plug-in whose registration and bodies do what the bytes say, within the rules of the interface
  /// and with every misuse that the rules allow.
  static let plugin = FuzzEntry("plugin") { bytes in
    let program = PluginProgram(bytes)
    try use(program)
    // The library is gone, and with it everything that was handed over.
    try expectSame(program.destroyed, program.handedOver, "destroyed entries")
  }

  private static func use(_ program: PluginProgram) throws {
    let libraries = FilterLibraries([.standard, program.register()])
    for text in PluginProgram.uses {
      guard
        let predicate = try? FilterPredicate<FilterValue>(
          text: text, options: FilterOptions(libraries: libraries))
      else { continue }
      _ = try? predicate.matches(PluginProgram.item)
    }
    try program.expectation.get()
  }
}

extension PluginProgram {
  static let item: FilterValue = [
    "a": 1, "s": "text\u{e9}", "l": [1, "b", nil], "o": ["k": [1.5], "": true], "d": 2.5,
  ]

  /// Predicates with the names of `names`.
  static let uses = [
    "f(a, s, l, o) == nil", "f(a) == f(a)", "g() == 1", "s OP l", "s isOp: a", "l.@c == 1",
    "l.@c.a == 1", "CAST(o, 'T') == 1", "FUNCTION(s, 'm') == 1", "FUNCTION(l, 'm:n:', a, o) == 1",
    "s.k == 1", "a.k == 1", "f(f(l), l) == l", "f(1, 2) == 3",
  ]

}
