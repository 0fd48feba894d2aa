internal import Synchronization

/// What a snapshot holds, one reference wide.
final class SnapshotStorage<Item> {
  /// The sections, made when they are first asked for.
  fileprivate final class Sections {
    let list: [ResultsSection<Item>]

    init(_ list: [ResultsSection<Item>]) { self.list = list }
  }

  let faces: [SectionFace]
  private let rows: RowBox<Item>?
  private let made = AtomicLazyReference<Sections>()

  /// Sections of the store.
  init(_ faces: [SectionFace], _ rows: RowTable<Item>) {
    self.faces = faces
    self.rows = RowBox(rows)
  }

  /// Sections from anywhere.
  init(_ sections: [ResultsSection<Item>]) {
    faces = sections.map { $0.face }
    rows = nil
    _ = made.storeIfNil(Sections(sections))
  }

  var sections: [ResultsSection<Item>] {
    if let made = made.load() { return made.list }
    guard let rows else { return [] }
    return made.storeIfNil(Sections(faces.map { ResultsSection($0, .store(rows)) })).list
  }

  /// The section at a place, which exists.
  func section(at place: Int) -> ResultsSection<Item> {
    guard let rows else { return sections[place] }
    return ResultsSection(faces[place], .store(rows))
  }
}

extension SnapshotStorage.Sections: Sendable where Item: Sendable {}
extension SnapshotStorage: Sendable where Item: Sendable {}
