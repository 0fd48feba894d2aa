/// Orders rows by columns of words, word after word; rows with the same words keep their order.
struct WordSort {
  private struct Entry {
    var word: UInt64
    var row: UInt32
  }

  /// Adjacent rows whose words are equal so far.
  private struct Group {
    var start: Int
    var end: Int
    var column: Int
    var depth: Int
  }

  /// Below this many rows, comparing pairs is faster than counting bytes.
  private static let radixLimit = 2048

  /// Counts work before it is done; false if the sort must end.
  typealias Work = (_ units: Int) -> Bool

  private let columns: [SortWords]
  private let work: Work?
  private var entries: [Entry]
  private var scratch: [Entry] = []

  /// Rows that are equal in all columns, on demand.
  private var equals: [Range<Int>] = []
  private let keepsEquals: Bool

  private init(count: Int, _ columns: [SortWords], keepsEquals: Bool, _ work: Work? = nil) {
    self.columns = columns
    self.work = work
    self.keepsEquals = keepsEquals
    entries = (0..<UInt32(count)).map { Entry(word: 0, row: $0) }
  }

  /// The rows from 0 to `count` in order.
  ///
  /// `precedes` compares rows whose columns are equal. If `work` returns false, the rows are in any order.
  static func order(
    of count: Int, by columns: [SortWords], precedes: ((Int, Int) -> Bool)?, work: Work? = nil
  ) -> [UInt32] {
    var sort = WordSort(count: count, columns, keepsEquals: precedes != nil, work)
    sort.run()
    var order = sort.entries.map(\.row)
    guard let precedes else { return order }
    for range in sort.equals {
      order[range].sort { left, right in
        if precedes(Int(left), Int(right)) { return true }
        return left < right && !precedes(Int(right), Int(left))
      }
    }
    return order
  }

  /// The number of rows before each row. Rows with equal columns have the same number.
  static func ranks(of count: Int, by columns: [SortWords]) -> [UInt32] {
    var sort = WordSort(count: count, columns, keepsEquals: true)
    sort.run()
    var ranks = Array(repeating: UInt32(0), count: count)
    for (place, entry) in sort.entries.enumerated() { ranks[Int(entry.row)] = UInt32(place) }
    for range in sort.equals {
      for entry in sort.entries[range] { ranks[Int(entry.row)] = UInt32(range.lowerBound) }
    }
    return ranks
  }

  private mutating func run() {
    var groups = [Group(start: 0, end: entries.count, column: 0, depth: 0)]
    while var group = groups.popLast() {
      guard group.end - group.start > 1 else { continue }
      // A few rows are compared by all columns that are left.
      let isSmall = group.end - group.start <= 16
      let units = (group.end - group.start) * (isSmall ? columns.count - group.column + 1 : 1)
      if let work, !work(units) { return }
      guard group.column < columns.count else {
        if keepsEquals { equals.append(group.start..<group.end) }
        continue
      }
      if isSmall {
        insertionSort(group)
        continue
      }
      let (range, isLast) = (group.start..<group.end, load(group))
      if isLast {
        group.column += 1
        group.depth = 0
      } else {
        group.depth += 1
      }
      if sort(range) {
        split(range, group, &groups)
      } else {
        groups.append(group)
      }
    }
  }

  /// Stores the next word of each row beside it. Returns whether it is the last one of its column.
  private mutating func load(_ group: Group) -> Bool {
    let range = group.start..<group.end
    switch columns[group.column] {
    case .single(let words):
      for place in range { entries[place].word = words[Int(entries[place].row)] }
      return true
    case .texts(let texts):
      var hasMore = false
      for place in range {
        if let word = texts.word(Int(entries[place].row), group.depth) {
          entries[place].word = word
          hasMore = true
        } else {
          entries[place].word = texts.padding
        }
      }
      if hasMore { return false }
      for place in range { entries[place].word = texts.lengthWord(Int(entries[place].row)) }
      return true
    }
  }

  /// Orders the rows by their words. Returns false if all words are equal.
  private mutating func sort(_ range: Range<Int>) -> Bool {
    var isSorted = true
    var differences: UInt64 = 0
    let first = entries[range.lowerBound].word
    var last = first
    for place in range {
      let word = entries[place].word
      differences |= word ^ first
      if word < last { isSorted = false }
      last = word
    }
    if isSorted { return differences != 0 }
    if range.count >= Self.radixLimit {
      radixSort(range, differences)
    } else {
      entries.withUnsafeMutableBufferPointer { entries in
        var part = UnsafeMutableBufferPointer(rebasing: entries[range])
        part.sort { $0.word == $1.word ? $0.row < $1.row : $0.word < $1.word }
      }
    }
    return true
  }

  /// Orders the rows by the bytes of their words, lowest byte first. Bytes that are equal in all rows are
  /// skipped.
  private mutating func radixSort(_ range: Range<Int>, _ differences: UInt64) {
    if scratch.isEmpty { scratch = entries }
    for shift in stride(from: 0, to: 64, by: 8) where differences >> UInt64(shift) & 0xFF != 0 {
      var places = Array(repeating: 0, count: 256)
      for place in range { places[Int(entries[place].word >> UInt64(shift) & 0xFF)] += 1 }
      var next = range.lowerBound
      for byte in 0..<256 {
        let count = places[byte]
        places[byte] = next
        next += count
      }
      for place in range {
        let byte = Int(entries[place].word >> UInt64(shift) & 0xFF)
        scratch[places[byte]] = entries[place]
        places[byte] += 1
      }
      if range.count == entries.count {
        swap(&entries, &scratch)
      } else {
        for place in range { entries[place] = scratch[place] }
      }
    }
  }

  private func split(_ range: Range<Int>, _ next: Group, _ groups: inout [Group]) {
    var start = range.lowerBound
    for place in range.dropFirst() where entries[place].word != entries[start].word {
      if place - start > 1 {
        groups.append(Group(start: start, end: place, column: next.column, depth: next.depth))
      }
      start = place
    }
    if range.upperBound - start > 1 {
      groups.append(
        Group(start: start, end: range.upperBound, column: next.column, depth: next.depth))
    }
  }

  private mutating func insertionSort(_ group: Group) {
    for end in group.start + 1..<group.end {
      let entry = entries[end]
      var place = end
      while place > group.start, order(entry.row, entries[place - 1].row, group) < 0 {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
    guard keepsEquals else { return }
    var start = group.start
    for place in start + 1...group.end
    where place == group.end || order(entries[start].row, entries[place].row, group) != 0 {
      if place - start > 1 { equals.append(start..<place) }
      start = place
    }
  }

  private func order(_ left: UInt32, _ right: UInt32, _ group: Group) -> Int {
    var depth = group.depth
    for column in columns[group.column...] {
      let order = column.order(Int(left), Int(right), from: depth)
      if order != 0 { return order }
      depth = 0
    }
    return 0
  }
}
