#if Macros
  import FilterMacros
  import Foundation
  import TestSupport
  import Testing

  /// What the compiler reads answers as what is read at run time.
  struct MacroExampleTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "MacroExamples.swift")

    @Test func theTextsAreThoseOfTheSuite() throws {
      let source = MacroExampleSource(try MacroExampleSource.texts()).text
      let isCommitted = try source == RecordedText.read(Self.file, recording: source)
      #expect(isCommitted, "the suite has changed: RECORD_SNAPSHOTS=1 writes MacroExamples.swift")
    }

    @Test func aTextAnswersAsAtRunTime() throws {
      let item = MacroItem()
      #expect(MacroExample.all.count >= 200)
      for example in MacroExample.all {
        let expected = try FilterPredicate<MacroItem>(text: example.text)
        #expect(example.predicate.syntax == expected.syntax, "\(example.text)")
        #expect(
          answer(of: example.predicate, for: item) == answer(of: expected, for: item),
          "\(example.text)")
      }
    }

    /// The answer, or the message of the error.
    private func answer(of predicate: FilterPredicate<MacroItem>, for item: MacroItem) -> String {
      do throws(EvaluationError) {
        return "\(try predicate.matches(item))"
      } catch {
        return error.message
      }
    }
  }
#endif
