internal import FilterSyntax

/// The columns of a table that fit into a width, and their widths.
///
/// Identities, numbers and other narrow columns are not shortened. Nested values are shortened first, then texts, then
/// identifiers. Columns that still do not fit are omitted from the right.
struct TableLayout: Equatable {
  /// How a column is shortened if it does not fit.
  enum Role: Int {
    /// Never, unless it is wider than the table
    case identity
    /// Only its name
    case whole
    /// After texts, in the middle: identifiers often differ at their ends only
    case identifier
    /// After nested values
    case text
    /// First
    case nested
  }

  /// A column before it is fitted.
  struct Column {
    let role: Role

    /// The widths of the name and of the widest cell
    let name: Int
    let cells: Int

    /// The width at which nothing is shortened.
    var full: Int { max(name, cells) }

    /// The smallest useful width.
    var least: Int {
      switch role {
      case .identity: full
      case .whole: max(cells, min(name, TableLayout.narrow))
      case .identifier, .text, .nested: min(full, TableLayout.narrow)
      }
    }
  }

  /// The number of spaces between two columns.
  static let gap = 2

  /// No text is shortened below this width.
  private static let narrow = 12

  /// The indices of the columns that are shown, in order
  let shown: [Int]

  /// Their widths
  let widths: [Int]

  /// The layout of columns in `width`; nil for any width.
  init(_ columns: [Column], width: Int?) {
    guard let width, Self.total(columns.map(\.full)) > width else {
      shown = Array(columns.indices)
      widths = columns.map(\.full)
      return
    }
    let shown = Self.shown(columns, width)
    var widths = shown.map { min(columns[$0].least, max(1, width)) }
    var room = width - Self.total(widths)
    for roles in [[Role.identity, .whole], [.identifier], [.text], [.nested]] {
      let places = shown.indices.filter { roles.contains(columns[shown[$0]].role) }
      Self.widen(places, &widths, to: shown.map { columns[$0].full }, &room)
    }
    self.shown = shown
    self.widths = widths
  }

  /// The columns left after omitting columns from the right, identities last, until the rest fits or is one column.
  private static func shown(_ columns: [Column], _ width: Int) -> [Int] {
    let isIdentity = columns.map { $0.role == .identity }
    var isShown = Array(repeating: true, count: columns.count)
    var (count, total) = (columns.count, total(columns.map(\.least)))
    for identities in [false, true] {
      for index in columns.indices.reversed() where isIdentity[index] == identities {
        guard count > 1, total > width else { break }
        isShown[index] = false
        count -= 1
        total -= columns[index].least + gap
      }
    }
    return columns.indices.filter { isShown[$0] }
  }

  /// Distributes room evenly among columns, but not more than each needs.
  private static func widen(
    _ places: [Int], _ widths: inout [Int], to full: [Int], _ room: inout Int
  ) {
    let sorted = places.sorted { full[$0] < full[$1] }
    // In order of full width: the room that a column does not need is left for the following columns.
    var left = room + places.reduce(0) { $0 + widths[$1] }
    for (index, place) in sorted.enumerated() {
      let share = left / (sorted.count - index)
      let width = min(widths[place] + room, max(widths[place], min(full[place], share)))
      room -= width - widths[place]
      widths[place] = width
      left -= width
    }
  }

  /// The beginning and the end of a text without controls, with "…" in place of the middle if it is wider.
  static func shortened(_ text: String, to width: Int) -> String {
    guard TextWidth.of(text) > width else { return text }
    let tail = max(0, (width - 1) / 2)
    var (end, used) = (text.endIndex, 0)
    while end > text.startIndex {
      let previous = text.index(before: end)
      used += TextWidth.of(String(text[previous]))
      if used > tail { break }
      end = previous
    }
    return TextWidth.clip(text, to: max(1, width - TextWidth.of(String(text[end...]))))
      + text[end...]
  }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + gap * max(0, widths.count - 1)
  }
}
