import FilterableResults
import Foundation
import TestSupport
import Testing

/// Writes down what a delegate is told: will, sections, rows, did, reload.
final class Transcript: ResultsControllerDelegate {
  private(set) var text = ""
  private let controller: ResultsController<Row>

  init(_ controller: ResultsController<Row>) {
    self.controller = controller
    controller.delegate = self
  }

  /// Makes an edit under its heading, and writes what is shown then.
  func step(_ heading: String, _ edit: (ResultsController<Row>) throws -> Void) {
    text += (text.isEmpty ? "" : "\n") + "\(heading)\n"
    do { try edit(controller) } catch { text += "  error: \(error)\n" }
    text += "  = \(Self.summary(controller.snapshot))\n"
  }

  /// Compares with the file `name`, or records it where RECORD_SNAPSHOTS is 1.
  func check(_ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Transcripts/\(name).txt")
    #expect(try text == RecordedText.read(file, recording: text))
  }

  private static func summary(_ snapshot: ResultsSnapshot<Row>) -> String {
    guard let sections = snapshot.loadedSections else { return "nil" }
    if sections.isEmpty { return "no sections" }
    return sections.map { section in
      let rows = section.rows.map { row in
        switch row {
        case .item(let row): "\(row.id)" + String(repeating: "x", count: max(0, row.n))
        case .group(let group): "(" + group.items.map { "\($0.id)" }.joined(separator: " ") + ")"
        case .extra(let extra): "\(extra.value)"
        }
      }.joined(separator: " ")
      return section.key.kind == .null && sections.count == 1
        ? "[\(rows)]" : "\(section.title ?? "-"): \(rows)"
    }.joined(separator: " | ")
  }

  private func name(_ row: ResultsRow<Row>) -> String {
    switch row {
    case .item(let row): "\(row.id)" + String(repeating: "x", count: max(0, row.n))
    case .group: "group"
    case .extra: "extra"
    }
  }

  func controllerWillChangeContent(_ controller: ResultsController<Row>) {
    text += "  will    (shows \(Self.summary(controller.snapshot)))\n"
  }

  func controller(_ controller: ResultsController<Row>, didChangeSection change: SectionChange) {
    switch change {
    case .delete(let place): text += "  section deleted at \(place)\n"
    case .insert(let place): text += "  section inserted at \(place)\n"
    case .move(let from, let to): text += "  section moved from \(from) to \(to)\n"
    case .update(let from, let to): text += "  section updated at \(from), now at \(to)\n"
    }
  }

  func controller(
    _ controller: ResultsController<Row>, didChange row: ResultsRow<Row>, _ change: ItemChange
  ) {
    switch change {
    case .delete(let path): text += "  item \(name(row)) deleted at \(path)\n"
    case .insert(let path): text += "  item \(name(row)) inserted at \(path)\n"
    case .move(let from, let to): text += "  item \(name(row)) moved from \(from) to \(to)\n"
    case .update(let from, let to): text += "  item \(name(row)) updated at \(from), now at \(to)\n"
    }
  }

  func controllerDidChangeContent(_ controller: ResultsController<Row>) { text += "  did\n" }

  func controllerShouldReload(_ controller: ResultsController<Row>) { text += "  should reload\n" }
}
