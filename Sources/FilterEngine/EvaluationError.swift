public import FilterSyntax

/// The reason why a predicate has no answer for an item.
///
/// An error is data: ``reason`` has the values that caused it, ``code`` does not change between versions, and
/// ``message`` is a sentence for people. An error is one reference wide, so that code that does not throw has
/// no cost.
public struct EvaluationError: Error, Sendable {
  private final class Storage: Sendable {
    let reason: Reason
    let range: SourceRange?
    let part: Part?

    init(reason: Reason, range: SourceRange?, part: Part?) {
      self.reason = reason
      self.range = range
      self.part = part
    }
  }

  private let storage: Storage

  /// An error of a library, in its own words: a sentence without a full stop.
  ///
  /// `range` is the part of the filter's text that caused it, if it is known. An error without a range gets the
  /// range of the call.
  @inline(never)
  public init(_ kind: Kind, _ message: String, at range: SourceRange? = nil) {
    self.init(.custom(kind, message), at: range)
  }

  /// An error, and the part of the filter's text that caused it, if it is known.
  @inline(never)
  public init(_ reason: Reason, at range: SourceRange? = nil) {
    storage = Storage(reason: reason, range: range, part: nil)
  }

  private init(_ storage: Storage) { self.storage = storage }

  /// The parts of a message that an error can be about.
  public enum Part: Hashable, Sendable {
    /// The receiver
    case receiver
    /// An argument, counted from 0
    case argument(Int)
  }

  /// The reason, with its values.
  public var reason: Reason { storage.reason }

  /// The family of the error.
  public var kind: Kind { storage.reason.kind }

  /// The part of the filter's text that caused it, in UTF-8 bytes.
  public var range: SourceRange? { storage.range }

  /// The part of a message that caused it, if it is a single one.
  public var part: Part? { storage.part }

  /// The same error for `part` of a message, unless it has a part already.
  @inline(never)
  public func about(_ part: Part) -> EvaluationError {
    guard storage.part == nil else { return self }
    return EvaluationError(Storage(reason: reason, range: range, part: part))
  }

  /// The same error at `range`, unless it has a range already.
  @inline(never)
  package func located(at range: SourceRange) -> EvaluationError {
    guard storage.range == nil else { return self }
    return EvaluationError(Storage(reason: reason, range: range, part: part))
  }

  /// The same error at the range of its part of a message, unless it has a range already.
  func located(in message: AST.Message) -> EvaluationError {
    switch part {
    case .receiver: return located(at: message.receiver.range)
    case .argument(let index) where message.arguments.indices.contains(index):
      return located(at: message.arguments[index].range)
    default: return located(at: message.range)
    }
  }

  /// The families of errors.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable {
    /// A value of a kind that the operation does not take
    case kindMismatch
    /// `nil` where an operation needs a value
    case missingValue
    /// Overflow, division by zero, no finite result
    case arithmetic
    /// An index outside a list
    case index
    /// A key that a value of this kind does not have
    case unknownKey
    /// A regular expression that cannot be used, or gave up
    case pattern
    /// A variable without a value
    case unboundVariable
    /// A selector, a cast, a collection operator that no library has
    case unknownName
    /// A use that the language does not permit
    case unsupported
    /// More steps than one evaluation may take
    case budget
    /// More values put into collections than one evaluation may make
    case elements
    /// More bytes of text than one evaluation may make
    case bytes
    /// A value that is nested deeper than values may be
    case depth
    /// More time than a call may take
    case time
    /// The task or the caller ended the evaluation
    case cancelled
    /// Raised by a library
    case custom
  }
}

extension EvaluationError {
  /// Whether a limit of `EvaluationLimits` was hit, or the evaluation was cancelled.
  ///
  /// A value that is nested too deep is not such an error, because the value is wrong and not the amount of
  /// work.
  package var isLimit: Bool {
    switch kind {
    case .budget, .elements, .bytes, .time, .cancelled: true
    default: false
    }
  }

  /// Whether no item after the one that failed is evaluated.
  package var endsCall: Bool { kind == .time || kind == .cancelled }
}

extension EvaluationError: CustomStringConvertible {
  /// The message, which is not safe for a terminal.
  public var description: String { message }
}

extension EvaluationError: Hashable {
  /// Whether both have the same kind, message and range.
  public static func == (left: EvaluationError, right: EvaluationError) -> Bool {
    left.storage === right.storage
      || left.kind == right.kind && left.message == right.message && left.range == right.range
        && left.part == right.part
  }

  /// Feeds kind, message and range to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(message)
    hasher.combine(range)
    hasher.combine(part)
  }
}

extension EvaluationError: Encodable {
  /// The error as data, placed in the text of the predicate where that is given.
  ///
  /// `text` is the text of the predicate; without it the diagnostic has no line and column.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func diagnostic(in text: String? = nil) -> FilterDiagnostic {
    FilterDiagnostic(.evaluation, code: code, message: message, at: range, in: text)
  }

  /// Writes what ``diagnostic(in:)`` holds without a text.
  public func encode(to encoder: any Encoder) throws { try diagnostic().encode(to: encoder) }
}
