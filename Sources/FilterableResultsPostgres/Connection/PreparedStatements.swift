#if PostgreSQL
  internal import FilterSyntax

  /// The statements that a server has prepared for a connection, of which the least recently used are forgotten.
  struct PreparedStatements {
    /// A statement: its text and the OIDs of the types of its values.
    struct Shape: Hashable {
      @Exact var text: String
      let types: [UInt32]
    }

    /// A name for a statement.
    struct Name {
      let text: String

      /// Whether the server must prepare the statement first.
      let isNew: Bool

      /// The name of a statement that the server can forget.
      let forgotten: String?
    }

    private struct Entry {
      let name: String
      var use: Int
    }

    private var entries: [Shape: Entry] = [:]

    /// The names of statements that the server has and that are not used any more.
    private var stale: [String] = []
    private var uses = 0

    /// The number of statements that the server keeps.
    static let limit = 100

    /// Returns the name of a statement.
    mutating func name(of shape: Shape) -> Name {
      uses += 1
      if let index = entries.index(forKey: shape) {
        entries.values[index].use = uses
        return Name(text: entries.values[index].name, isNew: false, forgotten: nil)
      }
      if entries.count >= Self.limit, let oldest = entries.min(by: { $0.value.use < $1.value.use })
      {
        stale.append(oldest.value.name)
        entries[oldest.key] = nil
      }
      let name = "frc\(uses)"
      entries[shape] = Entry(name: name, use: uses)
      return Name(text: name, isNew: true, forgotten: stale.popLast())
    }

    /// Gives all statements new names.
    mutating func forget() {
      stale += entries.values.map(\.name)
      entries = [:]
    }

    /// Forgets a statement that the server could not prepare.
    mutating func remove(_ shape: Shape) { entries[shape] = nil }
  }
#endif
