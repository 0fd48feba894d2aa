extension Collection<UInt8> {
  /// Calls `body` with the bytes, copied only where they do not lie side by side.
  ///
  /// The standard library's own methods forget the type of what is thrown.
  func withBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    func result(_ bytes: UnsafeRawBufferPointer) -> Result<Value, JSONError> {
      Result { () throws(JSONError) in try body(bytes) }
    }
    let inPlace = withContiguousStorageIfAvailable { result(UnsafeRawBufferPointer($0)) }
    return try (inPlace ?? Array(self).withUnsafeBytes { result($0) }).get()
  }
}
