/// An expression whose kind is known when a predicate is made, in the form in which rows are computed in place.
indirect enum TypedExpression: Sendable {
  case integers(NumberColumn<Int64>)
  case doubles(NumberColumn<Double>)

  /// Dates, by their seconds since the reference date.
  case dates(NumberColumn<Double>)

  /// A stored decimal, by its offset.
  case decimal(Int)

  /// A stored UUID, by its offset.
  case uuid(Int)

  /// A string field.
  case text(TextField)

  /// `uppercase(name)`, `lowercase(name)`
  case folded(TextField, toUpper: Bool)

  /// An array of items, or a subquery of one.
  case items(ItemSelection)

  /// A key of each of them.
  case itemField(ItemSelection, FieldAccess)

  /// A field of an optional struct.
  case guarded(GuardedField)

  /// A key of a dictionary.
  case member(FieldAccess.KeyReader, key: String)

  /// The numbers of a constant.
  init?(constant: FilterValue) {
    switch constant {
    case .bool(let value): self = .integers(NumberColumn(ConstantColumn(value: value ? 1 : 0)))
    case .int(let value): self = .integers(NumberColumn(ConstantColumn(value: value)))
    case .double(let value): self = .doubles(NumberColumn(ConstantColumn(value: value)))
    default: return nil
    }
  }

  /// A field; nil if it must be read as a value.
  init?(field: FieldAccess) {
    if let array = ItemArray(field) {
      self = .items(ItemSelection(array: array))
    } else if let text = TextField(field) {
      self = .text(text)
    } else {
      let storage = field.type.storage
      switch storage.base {
      case .bool: self.init(Bool.self, field)
      case .int8: self.init(Int8.self, field)
      case .int16: self.init(Int16.self, field)
      case .int32: self.init(Int32.self, field)
      case .int64: self.init(Int64.self, field)
      case .uint8: self.init(UInt8.self, field)
      case .uint16: self.init(UInt16.self, field)
      case .uint32: self.init(UInt32.self, field)
      case .uint64: self.init(UInt64.self, field)
      case .float: self.init(Float.self, field)
      case .double: self.init(Double.self, field)
      case .date:
        guard let column = Self.column(DateLane.self, field) else { return nil }
        self = .dates(column)
      case .uuid:
        guard let offset = field.offset else { return nil }
        self = .uuid(offset)
      case .decimal:
        guard let offset = field.offset else { return nil }
        self = .decimal(offset)
      case .string, .finite, .opaque: return nil
      }
    }
  }

  private init?<Value: LaneSource>(_ type: Value.Type, _ field: FieldAccess)
  where Value.Lane == Int64 {
    guard let column = Self.column(type, field) else { return nil }
    self = .integers(column)
  }

  private init?<Value: LaneSource>(_ type: Value.Type, _ field: FieldAccess)
  where Value.Lane == Double {
    guard let column = Self.column(type, field) else { return nil }
    self = .doubles(column)
  }

  private static func column<Value: LaneSource>(
    _ type: Value.Type, _ field: FieldAccess
  ) -> NumberColumn<Value.Lane>? {
    switch (field.offset, field.type.storage.wrapper) {
    case (let offset?, .none): return NumberColumn(StoredColumn<Value>(offset: offset))
    case (let offset?, .optional): return NumberColumn(OptionalStoredColumn<Value>(offset: offset))
    case (nil, .none):
      return field.readers.lanes.map { NumberColumn(ComputedColumn<Value>(read: $0)) }
    default: return nil
    }
  }

  /// `scores[0]`; nil if the field is not an array of numbers that is stored in place.
  static func element(of field: FieldAccess, _ position: ElementPosition) -> TypedExpression? {
    guard let offset = field.offset, field.type.storage.wrapper == .array else { return nil }
    return switch field.type.storage.base {
    case .int8: integers(NumberColumn(ElementColumn<Int8>(offset: offset, position: position)))
    case .int16: integers(NumberColumn(ElementColumn<Int16>(offset: offset, position: position)))
    case .int32: integers(NumberColumn(ElementColumn<Int32>(offset: offset, position: position)))
    case .int64: integers(NumberColumn(ElementColumn<Int64>(offset: offset, position: position)))
    case .uint8: integers(NumberColumn(ElementColumn<UInt8>(offset: offset, position: position)))
    case .uint16: integers(NumberColumn(ElementColumn<UInt16>(offset: offset, position: position)))
    case .uint32: integers(NumberColumn(ElementColumn<UInt32>(offset: offset, position: position)))
    case .uint64: integers(NumberColumn(ElementColumn<UInt64>(offset: offset, position: position)))
    case .float: doubles(NumberColumn(ElementColumn<Float>(offset: offset, position: position)))
    case .double: doubles(NumberColumn(ElementColumn<Double>(offset: offset, position: position)))
    case .date: dates(NumberColumn(ElementColumn<DateLane>(offset: offset, position: position)))
    default: nil
    }
  }

  /// The numbers as doubles; nil if they are not numbers.
  var widened: NumberColumn<Double>? {
    switch self {
    case .integers(let column): NumberColumn(WidenedColumn(integers: column))
    case .doubles(let column): column
    default: nil
    }
  }

  /// The form of the field, with `nil` for rows in which a struct around it is `nil`.
  var withoutGuard: TypedExpression? {
    guard case .guarded(let guarded) = self else { return self }
    return switch TypedExpression(field: guarded.field) {
    case .integers(let column):
      .integers(NumberColumn(GuardedColumn(guarded: guarded, column: column)))
    case .doubles(let column):
      .doubles(NumberColumn(GuardedColumn(guarded: guarded, column: column)))
    case .dates(let column): .dates(NumberColumn(GuardedColumn(guarded: guarded, column: column)))
    default: nil
    }
  }
}
