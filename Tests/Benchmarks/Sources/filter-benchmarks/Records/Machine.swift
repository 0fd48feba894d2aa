import FilterEngine
import Foundation

/// A record with a field of each sort that is tested in place.
struct Machine {
  enum State: String, CaseIterable, FilterValueConvertible {
    case running, stopped, failed
  }

  var id: Int
  var name: String
  var summary: String
  var note: String?
  var retries: Int?
  var load: Double
  var isReserved: Bool
  var state: State
  var started: Date
  var tags: [String]
  var owner: Owner
}

extension Machine: Filterable {
  static let filterFields = FilterFields<Machine>(
    FilterField("id", \.id),
    FilterField("name", \.name),
    FilterField("summary", \.summary),
    FilterField("note", \.note),
    FilterField("retries", \.retries),
    FilterField("load", \.load),
    FilterField("isReserved", \.isReserved),
    FilterField("state", \.state),
    FilterField("started", \.started),
    FilterField("tags", \.tags),
    FilterField("owner", \.owner))
}

extension Machine {
  /// `count` machines, every third one without a note and without retries.
  static func many(_ count: Int) -> [Machine] {
    (0..<count).map { Machine(id: $0) }
  }

  private init(id: Int) {
    let states: [State] = [.running, .stopped, .failed]
    let isBare = id.isMultiple(of: 3)
    self.init(
      id: id, name: "web-\(id)", summary: "a summary of more than fifteen bytes, number \(id)",
      note: isBare ? nil : "note \(id)", retries: isBare ? nil : id % 7, load: Double(id) / 10,
      isReserved: id.isMultiple(of: 2), state: states[id % 3],
      started: Date(timeIntervalSinceReferenceDate: Double(id) * 3600), tags: ["a", "b"],
      owner: Owner(name: "Ada", team: id % 10))
  }
}
