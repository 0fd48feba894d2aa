internal import FilterEngine
internal import FilterSQL
internal import FilterSyntax

/// The relations whose rows are read, each with the relations of those rows.
struct RelationPaths: Sendable {
  var below: [Exact: RelationPaths] = [:]

  var isEmpty: Bool { below.isEmpty }

  /// Whether the rows of a relation are read.
  func has(_ path: ArraySlice<Exact>) -> Bool {
    guard let first = path.first else { return true }
    return below[first]?.has(path.dropFirst()) ?? false
  }
}

extension SQLTable {
  /// Adds the relations on a key path from an item and, if `isWhole` is true, all relations below it.
  ///
  /// - Returns: The key path of the first relation that the table has no items for.
  func add(_ path: ArraySlice<Exact>, isWhole: Bool, to paths: inout RelationPaths) -> String? {
    guard let first = path.first else {
      for (field, loader) in loaders where isWhole {
        _ = loader.add([], true, &paths.below[field, default: RelationPaths()])
      }
      return nil
    }
    let isRelation = declaration.relations.contains { Exact(wrappedValue: $0.field) == first }
    guard isRelation else { return nil }
    guard let loader = loaders[first] else { return first.wrappedValue }
    return loader.add(path.dropFirst(), isWhole, &paths.below[first, default: RelationPaths()])
      .map { "\(first.wrappedValue).\($0)" }
  }

  /// Adds the relations that a predicate or a key path reads.
  ///
  /// - Returns: The key path of the first relation that the table has no items for.
  func add(_ reads: KeyReads, to paths: inout RelationPaths) -> String? {
    var missing: String?
    let readsAll =
      !reads.computed.isEmpty
      || reads.reads.contains { $0.path.isEmpty && $0.extent == .whole }
    for relation in declaration.relations where readsAll {
      let path = [Exact(wrappedValue: relation.field)]
      let first = add(path[...], isWhole: true, to: &paths)
      missing = missing ?? first
    }
    for read in reads.reads where read.extent != .way {
      let first = add(read.path[...], isWhole: read.extent == .whole, to: &paths)
      missing = missing ?? first
    }
    return missing
  }
}
