package import FilterEngine
package import FilterSyntax

/// A predicate compiled for lines of JSON, once for any number of threads.
///
/// Each thread filters with a ``JSONLineFilter`` of its own, which holds no more than memory.
package struct JSONLinePredicate: Sendable {
  /// What answers for a line that has to be read as a value.
  package let predicate: FilterPredicate<FilterValue>

  /// The values of its variables.
  package let bindings: [String: FilterValue]

  /// The predicate over values that are converted while they are read; nil if none are.
  ///
  /// It has the answers and errors of ``predicate``, which converts them itself.
  package struct Converted: Sendable {
    package let predicate: FilterPredicate<FilterValue>

    /// Converts the value of a slot; nil to read it as it is.
    package typealias Conversion = @Sendable (RowSlot) -> FilterValue?

    /// The conversion of the values of a key path; nil for none.
    package let conversion: @Sendable (_ path: [String]) -> Conversion?

    package init(
      _ predicate: FilterPredicate<FilterValue>,
      conversion: @escaping @Sendable (_ path: [String]) -> Conversion?
    ) {
      self.predicate = predicate
      self.conversion = conversion
    }
  }

  let converted: Converted?

  /// Key paths of a predicate that no line has, with the values that they stand for.
  package struct Readings: Sendable {
    /// A value of a line in a reading.
    package struct Reading: Sendable {
      /// The key path in the line
      package let path: [String]

      /// The slot of the value, given that of the line, and the bytes of its JSON; `other` if the value is no scalar. It
      /// may point into these bytes.
      package let slot: Slot

      package typealias Slot =
        @Sendable (RowSlot, JSONReader, _ spelling: () -> UnsafeRawBufferPointer?) -> RowSlot

      package init(_ path: [String], slot: @escaping Slot) {
        self.path = path
        self.slot = slot
      }
    }

    /// The reading that a key path stands for; nil for a key path of the line.
    package let reading: @Sendable (_ path: [String]) -> Reading?

    /// The value of a line with its readings; nil if the line is not JSON.
    package let row: @Sendable (UnsafeRawBufferPointer, JSONReader) -> FilterValue?

    package init(
      reading: @escaping @Sendable (_ path: [String]) -> Reading?,
      row: @escaping @Sendable (UnsafeRawBufferPointer, JSONReader) -> FilterValue?
    ) {
      self.reading = reading
      self.row = row
    }
  }

  package let readings: Readings?

  let program: SlotProgram

  /// Compiles a predicate for lines whose rows all see the same variables.
  package init(
    _ predicate: FilterPredicate<FilterValue>, bindings: [String: FilterValue] = [:],
    limits: EvaluationLimits = .standard, converted: Converted? = nil, readings: Readings? = nil
  ) {
    self.readings = readings
    self.converted = converted
    self.predicate = predicate
    self.bindings = bindings
    program = SlotProgram(predicate, bindings: bindings, limits: limits)
  }

  /// The comparisons that are answered from the text of a line, from left to right.
  package var comparisons: [AST.Predicate] { program.comparisons }
}
