internal import FilterSyntax

/// An example in the documentation of a library that fails.
public struct FilterExampleFailure: Hashable, Sendable {
  /// The name of the library.
  public let library: String

  /// The entry with the example.
  public let entry: FilterLibraryDocumentation.Entry

  /// The reason: an error of the text, an error of its evaluation, or a false result.
  public let reason: String
}

extension FilterLibraries {
  /// Runs the examples of all libraries, and returns those that fail. An example has to be true for any item.
  ///
  /// ```swift
  /// let failures = FilterLibraries.standard(and: .geo).failingExamples()
  /// ```
  public func failingExamples() -> [FilterExampleFailure] {
    libraries.flatMap { library in
      library.documentation.entries.compactMap { entry in
        reason(entry.example).map {
          FilterExampleFailure(library: library.name, entry: entry, reason: $0)
        }
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
