internal import FilterSyntax

extension FilterLibraries {
  /// Runs the examples of all libraries, and returns those that fail: the name of the library, the entry, and an error of
  /// the text, an error of its evaluation, or a false result. An example must be true for any item.
  ///
  /// ```swift
  /// let failures = FilterLibraries([.standard, .geo]).failingExamples()
  /// ```
  public func failingExamples() -> [(
    library: String, entry: FilterLibraryDocumentation.Entry, reason: String
  )] {
    libraries.flatMap { library in
      library.documentation.entries.compactMap { entry in
        reason(entry.example).map { (library: library.name, entry: entry, reason: $0) }
      }
    }
  }

  private func reason(_ example: String) -> String? {
    let predicate: FilterPredicate<FilterValue>
    do throws(SyntaxError) {
      predicate = try FilterPredicate(text: example, options: FilterOptions(libraries: self))
    } catch {
      return error.description
    }
    for item in [FilterValue.null, .object(FilterObject([("key", .int(1))]))] {
      do throws(EvaluationError) {
        guard try predicate.matches(item) else { return "the example is false of \(item)" }
      } catch {
        return error.rendered(in: example)
      }
    }
    return nil
  }
}
