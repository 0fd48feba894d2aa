#if PostgreSQL && os(Linux)
  internal import FilterableResults
  internal import FilterableResultsSQL
  internal import FilterableResultsTesting
  internal import FilterableResultsUI

  /// A controller, a list view that follows its changes, and the checks of each of them.
  final class Screen {
    let results: ResultsController<Entry>
    private let view = StrictView<String>()
    private let adapter: ListViewAdapter<Entry>
    private let name: String
    private let kind: FollowerKind
    private let live: LiveSource<Entry>
    private let lanes: Lanes
    private let journal: Journal
    private let shown: Shown

    /// The least versions that the next delivery may have.
    private var least: Versions

    init(
      _ name: String, _ kind: FollowerKind, _ key: KeyForm, _ live: LiveSource<Entry>,
      _ lanes: Lanes, _ journal: Journal, _ shown: Shown
    ) throws {
      (self.name, self.kind, self.live, self.lanes) = (name, kind, live, lanes)
      (self.journal, self.shown) = (journal, shown)
      results = try kind.controller(key)
      // The first read begins later.
      least = lanes.confirmed
      adapter = ListViewAdapter<Entry>(view)
      view.counts = { [unowned adapter] in adapter.rows.counts }
      view.cell = { [unowned adapter] path in adapter.rows.item(at: path)?.text }
      results.observe(for: self) { [unowned self] change in
        adapter.apply(change)
        check(change)
      }
    }

    private func check(_ change: ResultsChange<Entry>) {
      let rows = change.new.sections.map { $0.rows.compactMap(\.item) }
      journal.count("deliveries")
      checkView(rows)
      let versions = versions(rows)
      shown.change { shown in
        shown.deliveries += 1
        (shown.rows, shown.versions, shown.total) = (rows, versions, live.total)
      }
      guard let versions else {
        journal.fail("a", "\(name) shows no clock: \(rows.map(\.count))")
        return
      }
      checkOrder(versions)
      if lanes.isBlind {
        journal.count("deliveries without triggers")
      } else {
        checkContents(rows, versions)
      }
    }

    /// The versions that the clocks have; nil unless each of them is shown.
    private func versions(_ rows: [[Entry]]) -> Versions? {
      var versions = Versions(repeating: -1, count: Entry.lanes)
      for entry in rows.joined() where entry.isClock { versions[Int(entry.lane)] = entry.version }
      return versions.contains(-1) ? nil : versions
    }

    /// The changes, one after another, must have led from nothing to the rows that are shown.
    private func checkView(_ rows: [[Entry]]) {
      if !view.problems.isEmpty {
        journal.fail("c", "\(name): \(view.problems)")
        view.problems = []
      }
      view.layoutIfNeeded()
      if view.rows != rows.map({ $0.map(\.text) }) {
        journal.fail("c", "\(name): the list view shows \(view.rows), the controller \(rows)")
      }
      journal.count("checks", 2)
    }

    /// What is shown must never go back.
    private func checkOrder(_ versions: Versions) {
      if zip(versions, least).contains(where: { $0 < $1 }) {
        journal.fail("b", "\(name) shows \(versions) after \(least)")
      }
      least = zip(versions, least).map { max($0, $1) }
      journal.count("checks")
    }

    /// What is shown must be the result at one snapshot.
    private func checkContents(_ rows: [[Entry]], _ versions: Versions) {
      do {
        let all = try lanes.rows(versions)
        let sum = all.reduce(0) { $0 + ($1.isClock ? 0 : $1.amount) }
        if sum != 0 { journal.fail("a", "\(name): versions \(versions) have the sum \(sum)") }
        let expected = kind.expected(all)
        if rows != expected {
          let difference = Self.difference(rows, expected)
          journal.fail("a", "\(name) at \(versions): \(difference)")
        }
        if kind == .window, live.total != all.count {
          journal.fail(
            "a", "\(name) at \(versions): the total is \(live.total ?? -1), not \(all.count)")
        }
        journal.count("checks", 3)
      } catch .forgotten {
        journal.count("forgotten versions")
      } catch {
        journal.fail("a", "\(name) shows \(versions): \(error)")
      }
    }

    static func difference(_ shown: [[Entry]], _ expected: [[Entry]]) -> String {
      let (left, right) = (Set(shown.joined()), Set(expected.joined()))
      guard left != right else { return "another order: \(shown), expected \(expected)" }
      let extra = left.subtracting(right).map(\.text).sorted()
      let missing = right.subtracting(left).map(\.text).sorted()
      return "shows \(extra) in place of \(missing)"
    }
  }
#endif
