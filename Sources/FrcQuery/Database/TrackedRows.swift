#if SQLite || PostgreSQL
  internal import FilterEngine
  internal import FilterableResults

  /// The first visible rows of a table as they were last reported, and their changes since.
  final class TrackedRows {
    /// The most rows whose changes are reported, and the most bytes of their JSON.
    static let (maximumCount, maximumSize) = (1_000, 8 << 20)

    private struct Content {
      let key: FilterValue
      let section: FilterValue
    }

    private let controller: ResultsController<OpenRow>
    private var contents: [OpenRow: Content] = [:]
    private var rows: [FilterValue: OpenRow] = [:]
    private var changes: [ResultsChange<OpenRow>] = []

    init() {
      controller = ResultsController<OpenRow>()
      controller.observe { [weak self] in self?.changes.append($0) }
    }

    /// Takes the first rows of a view and returns the changes that lead to them; none at the first time.
    func update(
      _ view: TableView, hasSections: Bool
    ) throws(ToolError) -> [ResultsChange<OpenRow>] {
      var new: [(content: Content, json: [UInt8])] = []
      var size = 0
      try view.visit(limit: Self.maximumCount) { row in
        size += row.json.count
        guard size <= Self.maximumSize else { return }
        new.append((Content(key: row.key, section: row.section ?? .null), row.json))
      }
      let isFirst = !controller.snapshot.isLoaded
      do throws(ResultsError) { try show(new, hasSections: hasSections) } catch {
        throw .message("\(error)")
      }
      defer { changes = [] }
      return isFirst ? [] : changes
    }

    /// Replaces the JSON of shown rows, by the names of their keys, with that of the rows that a change updates.
    func update(_ shown: inout [[UInt8]: [UInt8]], by change: ResultsChange<OpenRow>) {
      guard !change.isReload else { return }
      for pair in change.changeset.updatedItems {
        guard let row = change.new[pair.to], let content = contents[row] else { continue }
        shown[TableRecords.name(of: content.key)] = row.json
      }
    }

    private func show(
      _ new: [(content: Content, json: [UInt8])], hasSections: Bool
    ) throws(ResultsError) {
      var rows: [FilterValue: OpenRow] = [:]
      var occurrences: [[UInt8]: Int64] = [:]
      let shown = new.map { content, json in
        let identity = Self.identity(of: content, json, &occurrences)
        let row = row(identity, content, json)
        contents[row] = Content(key: identity, section: content.section)
        rows[identity] = row
        return row
      }
      self.rows = rows
      controller.begin()
      do throws(ResultsError) {
        if hasSections != (controller.configuration.sections.key != nil) || !controller.isKeyed {
          try controller.configure { [weak self] configuration in
            configuration.rows.identity = ResultsKey { self?.contents[$0]?.key ?? .null }
            configuration.rows.isModified = { $0.json != $1.json }
            configuration.sections.key =
              hasSections ? ResultsKey { self?.contents[$0]?.section ?? .null } : nil
          }
        }
        try controller.setItems(shown)
      } catch {
        try? controller.rollback()
        throw error
      }
      try controller.end()
      // The old rows are read until the change has been reported.
      let kept = Set(shown)
      reported = contents.keys.filter { !kept.contains($0) }
    }

    /// The key of a content; without one its text, and how many of the contents before have the same.
    private static func identity(
      of content: Content, _ json: [UInt8], _ occurrences: inout [[UInt8]: Int64]
    ) -> FilterValue {
      guard content.key.kind == .null else { return content.key }
      let number = occurrences[json, default: 0]
      occurrences[json] = number + 1
      return .list(FilterList([.string(String(decoding: json, as: UTF8.self)), .int(number)]))
    }

    /// The row that shows a content already, or another one.
    private func row(_ identity: FilterValue, _ content: Content, _ json: [UInt8]) -> OpenRow {
      if let row = rows[identity], row.json == json, contents[row]?.section == content.section {
        return row
      }
      return OpenRow(text: RowText(bytes: json, starts: [0]), index: 0)
    }

    /// The rows that only the last change needs.
    private var reported: [OpenRow] = []

    /// Forgets the rows that only reported changes need.
    func forgetReported() {
      for row in reported { contents[row] = nil }
      reported = []
    }
  }

  extension ResultsController {
    fileprivate var isKeyed: Bool { configuration.rows.identity != nil }
  }
#endif
