import Synchronization

/// Index paths of rows: a list, or two trees from which the list is made at the first access.
struct DeferredPaths: Sendable {
  private enum Storage {
    case list([ResultsPath])
    case masks(MaskedPaths)
  }

  private var storage = Storage.list([])

  init(_ list: [ResultsPath]) { storage = .list(list) }

  init(_ masks: MaskedPaths) { storage = masks.count == 0 ? .list([]) : .masks(masks) }

  var count: Int {
    switch storage {
    case .list(let list): list.count
    case .masks(let masks): masks.count
    }
  }

  var list: [ResultsPath] {
    @inline(never)
    get {
      switch storage {
      case .list(let list): list
      case .masks(let masks): masks.list
      }
    }
    _modify {
      // The list must have a single reference while it changes, or each append would copy it.
      var list = list
      storage = .list([])
      defer { storage = .list(list) }
      yield &list
    }
  }
}

extension DeferredPaths: Hashable {
  static func == (lhs: DeferredPaths, rhs: DeferredPaths) -> Bool { lhs.list == rhs.list }

  func hash(into hasher: inout Hasher) { hasher.combine(list) }
}

extension DeferredPaths: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([ResultsPath].self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(list)
  }
}

/// The rows that were deleted, or those that were inserted, between two versions of trees.
final class MaskedPaths: Sendable {
  enum Side: Sendable {
    case deleted
    case inserted
  }

  let count: Int
  private let pairs: [TreePair]
  private let side: Side

  // Made at the first access.
  private let made = Mutex<[ResultsPath]?>(nil)

  init(_ pairs: [TreePair], _ side: Side) {
    self.pairs = pairs
    self.side = side
    count = pairs.reduce(0) { $0 + (side == .deleted ? $1.deletedCount : $1.insertedCount) }
  }

  var list: [ResultsPath] {
    made.withLock { made in
      if let made { return made }
      let list = make()
      made = list
      return list
    }
  }

  /// Makes the list: deletions in descending order, insertions in ascending order.
  private func make() -> [ResultsPath] {
    [ResultsPath](capacity: count) { paths in
      switch side {
      case .deleted:
        for index in pairs.map(\.oldSection).ascendingIndices().reversed() {
          pairs[index].appendDeleted(to: &paths)
        }
      case .inserted:
        for pair in pairs { pair.appendInserted(to: &paths) }
      }
    }
  }
}
