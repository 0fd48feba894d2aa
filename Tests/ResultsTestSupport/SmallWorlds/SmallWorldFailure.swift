/// A transition that went wrong, written so that it can be run again.
package struct SmallWorldFailure: Error, CustomStringConvertible {
  package var old: SmallWorld
  package var new: SmallWorld

  /// What a controller did; nil for the difference alone.
  package var kind: SmallWorldRun.Kind?

  package var reason: String

  package var description: String {
    "\(kind.map { "\($0)" } ?? "difference"): \(reason)\n  small-worlds \"\(old)\" \"\(new)\""
  }
}
