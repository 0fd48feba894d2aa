internal import Synchronization

/// A value that closures share which may be called anywhere.
package final class Shared<Value: Sendable>: Sendable {
  private let state: Mutex<Value>

  package init(_ value: Value) { state = Mutex(value) }

  package var value: Value {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Changes the value.
  package func change(_ body: @Sendable (inout Value) -> Void) { state.withLock { body(&$0) } }
}
