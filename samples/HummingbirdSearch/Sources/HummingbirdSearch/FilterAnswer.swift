internal import FilterEngine
internal import FilterSyntax

/// The answer to a question of an editor. All offsets count UTF-16 units, as JavaScript does.
///
/// `{"tokens": [{"kind": "key", "offset": 0, "length": 3}, …], "diagnostics": [{"code": …, "message": …, "offset": 0,
/// "length": 3, "fix": {"offset": 0, "length": 3, "replacement": "tags"}}], "replace": {"offset": 0, "length": 3},
/// "items": [{"text": "tags", "kind": "key", "detail": …, "documentation": {"summary": …, "example": …}}, …],
/// "documentation": {"text": …}}`
struct FilterAnswer: Encodable, Sendable {
  /// A part of the text.
  struct Part: Encodable, Sendable {
    var offset: Int
    var length: Int
  }

  /// A token of the text.
  struct Token: Encodable, Sendable {
    var kind: String
    var offset: Int
    var length: Int
  }

  /// A change that corrects an error.
  struct Fix: Encodable, Sendable {
    var offset: Int
    var length: Int
    var replacement: String
  }

  /// An error of the text.
  struct Diagnostic: Encodable, Sendable {
    var code: String
    var message: String
    var offset: Int
    var length: Int
    var fix: Fix?
  }

  /// A completion, or the word below the cursor.
  struct Item: Encodable, Sendable {
    var text: String
    var kind: String
    var detail: String
    var documentation: Documentation?
  }

  /// The documentation of an item.
  struct Documentation: Encodable, Sendable {
    var summary: String
    var example: String
  }

  /// The tokens in the order of the text.
  var tokens: [Token]

  /// The errors of the text; none for a blank text.
  var diagnostics: [Diagnostic]

  /// The part of the text that a completion replaces.
  var replace: Part

  /// The completions, the best one first.
  var items: [Item]

  /// The documentation of the operator, the function or the key below the cursor.
  var documentation: Item?
}

extension FilterAnswer.Part {
  /// The part of `text` between two offsets in UTF-8 bytes, which are those of Unicode scalars.
  init(_ range: SourceRange, in text: String) {
    let utf8 = text.utf8
    func index(_ offset: Int) -> String.Index {
      utf8.index(utf8.startIndex, offsetBy: min(max(offset, 0), utf8.count))
    }
    let start = index(range.lowerBound)
    offset = text.utf16.distance(from: text.startIndex, to: start)
    length = text.utf16.distance(from: start, to: max(index(range.upperBound), start))
  }
}

extension FilterAnswer.Token {
  init(_ token: FilterToken) {
    kind = token.kind.rawValue
    offset = token.utf16Range.lowerBound
    length = token.utf16Range.count
  }
}

extension FilterAnswer.Diagnostic {
  /// An error of `text`. An error without a range is one of the whole text.
  init(_ error: SyntaxError, in text: String) {
    let diagnostic = error.diagnostic
    code = diagnostic.code
    message = diagnostic.message
    let offset = diagnostic.offset ?? 0
    let length = diagnostic.length ?? text.utf8.count
    let part = FilterAnswer.Part(SourceRange(offset, offset + length), in: text)
    (self.offset, self.length) = (part.offset, part.length)
    fix = diagnostic.fix.map { fix in
      let part = FilterAnswer.Part(SourceRange(fix.offset, fix.offset + fix.length), in: text)
      return FilterAnswer.Fix(
        offset: part.offset, length: part.length, replacement: fix.replacement)
    }
  }
}

extension FilterAnswer.Item {
  init(_ item: FilterCompletions.Item) {
    text = item.text
    kind = item.kind.rawValue
    detail = item.detail
    documentation = item.documentation.map {
      FilterAnswer.Documentation(summary: $0.summary, example: $0.example)
    }
  }
}
