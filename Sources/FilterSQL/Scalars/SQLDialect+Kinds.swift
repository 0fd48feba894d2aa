extension SQLDialect {
  /// Whether the database has columns of a kind, with the order of the engine.
  func has(_ kind: SQLColumn.Kind) -> Bool {
    switch kind {
    case .decimal, .date(.timestamp), .date(.timestampWithoutZone), .date(.calendarDay): storesNaN
    case .dynamic, .date(.text): !storesNaN
    default: true
    }
  }
}
