/// Takes a value, so that what made it cannot be left out.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}

/// The value, which the optimizer knows nothing of.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
