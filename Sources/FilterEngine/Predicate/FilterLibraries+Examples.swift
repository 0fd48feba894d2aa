internal import FilterSyntax

/// An example in the documentation of a library that does not hold.
public struct FilterExampleFailure: Hashable, Sendable {
  /// The name of the library.
  public let library: String

  /// The entry whose example it is.
  public let entry: FilterLibraryDocumentation.Entry

  /// Why the example does not hold: the error of the text, that of its evaluation, or that it is false.
  public let reason: String
}

extension FilterLibraries {
  /// Runs the examples of all libraries, each of which has to be true of any item, and returns those that are not.
  ///
  /// ```swift
  /// @Test func theExamplesHold() {
  ///   #expect(FilterLibraries.standard(and: .geo).failingExamples().isEmpty)
  /// }
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
      predicate = try FilterPredicate(text: example, libraries: self)
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
