#if LIST_VIEW_STAND_IN || (canImport(UIKit) && !os(watchOS))
  public import FilterEngine
  public import FilterableResults
  #if LIST_VIEW_STAND_IN
    public import FilterableResultsUI
    public import ListViewStandIn
  #else
    public import UIKit
  #endif

  /// The common base of ``TableDataSource`` and ``CollectionDataSource``: index titles, moves by the user, and methods that
  /// another object implements.
  @MainActor
  public class ListDataSource<Item: Filterable>: NSObject {
    /// The adapter that has the rows.
    public let adapter: ListViewAdapter<Item>

    /// Whether the view shows an index of its sections.
    public var showsIndexTitles = false

    /// Moves a row in the data after the user has moved it in the view, which already shows the move.
    ///
    /// If it is nil, the initial value, the user cannot move rows. Call
    /// ``ListViewAdapter/userMovedRow(from:to:in:)`` in it.
    public var moveRow: (@MainActor (_ from: ResultsPath, _ to: ResultsPath) -> Void)?

    /// An object that implements other methods of a data source, such as those of prefetching.
    ///
    /// Set it before the data source of the view: the view then asks which methods are implemented.
    public var next: NSObject? {
      didSet { forwarded = ForwardedMethods(prefix: forwarded.prefix, target: next) }
    }

    // The runtime reads it on the main thread, from methods that are not isolated.
    nonisolated(unsafe) private var forwarded: ForwardedMethods

    /// Creates a data source that forwards methods whose names begin with `prefix`.
    init(_ adapter: ListViewAdapter<Item>, forwarding prefix: String) {
      self.adapter = adapter
      forwarded = ForwardedMethods(prefix: prefix, target: nil)
      super.init()
    }

    /// Whether this object or ``next`` implements a method.
    public nonisolated override func responds(to aSelector: Selector!) -> Bool {
      super.responds(to: aSelector) || forwarded.target(for: aSelector) != nil
    }

    /// The object ``next`` if it implements a method that this object does not.
    public nonisolated override func forwardingTarget(for aSelector: Selector!) -> Any? {
      forwarded.target(for: aSelector) ?? super.forwardingTarget(for: aSelector)
    }

    func row(at path: IndexPath) -> ResultsRow<Item>? {
      ResultsPath(path).flatMap(adapter.rows.row)
    }

    /// Whether the user may move a row: a row with an item, if `moveRow` is set.
    func canMove(_ path: IndexPath) -> Bool { moveRow != nil && row(at: path)?.item != nil }

    func move(from source: IndexPath, to destination: IndexPath) {
      guard let from = ResultsPath(source), let to = ResultsPath(destination) else { return }
      moveRow?(from, to)
    }

    var indexTitles: [String]? { showsIndexTitles ? adapter.snapshot.sectionIndexTitles : nil }

    func section(forIndexTitle title: String) -> Int {
      adapter.snapshot.section(forIndexTitle: title) ?? 0
    }
  }

  /// The methods of a data source that another object implements, by the prefix of their names.
  private struct ForwardedMethods {
    let prefix: String
    weak var target: NSObject?

    /// The object that implements a method, or nil if it does not.
    func target(for selector: Selector?) -> NSObject? {
      guard let selector, let target, "\(selector)".hasPrefix(prefix), target.responds(to: selector)
      else { return nil }
      return target
    }
  }
#endif
