package import FilterEngine
package import FilterSyntax

/// A predicate compiled for lines of JSON, once for any number of threads.
///
/// Each thread filters with its own ``JSONLineFilter``, which holds nothing but memory.
package struct JSONLinePredicate: Sendable {
  /// The predicate for lines that are read as values.
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

  /// Key paths of a predicate that no line has, and their values.
  package struct Readings: Sendable {
    /// A value of a line in a reading.
    package struct Reading: Sendable {
      /// The key path in the line
      package let path: [String]

      /// Returns the slot of the value, given the slot of the line and the bytes of its JSON; `other` if the value is
      /// not a scalar. The slot may point into these bytes.
      package let slot: Slot

      package typealias Slot =
        @Sendable (RowSlot, JSONReader, _ spelling: () -> UnsafeRawBufferPointer?) -> RowSlot

      package init(_ path: [String], slot: @escaping Slot) {
        self.path = path
        self.slot = slot
      }
    }

    /// Returns the reading of a key path; nil for a key path of the line.
    package let reading: @Sendable (_ path: [String]) -> Reading?

    /// Returns the value of a line with its readings; nil if the line is not JSON.
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

  /// Compiles a predicate for lines that all have the same values of variables.
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
