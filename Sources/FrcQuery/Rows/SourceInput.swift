internal import FilterJSON

/// The rows of a source of bytes: of a file in blocks, of anything else as a stream.
protocol SourceInput: RowInput where Part == SourcePart<Text> {
  /// Whole rows of a stream.
  associatedtype Text: Sendable

  var cut: SourceParts<Text> { get }
}

/// A block of a file by its number, or rows that came.
enum SourcePart<Text: Sendable>: Sendable {
  case block(Int)
  case text(Text)
}

extension SourceInput {
  var name: String { cut.source.name }
  var source: ByteSource? { cut.source }
  var threads: Int { cut.threads }
  func parts() -> @Sendable (Int) -> Result<Part, ToolError>? { cut.parts() }
  func pass(_ part: Part) { cut.pass(part) }

  func end() {
    // Others may go on with the same standard input, and find nothing left as with a pipe.
    if cut.blocks != nil { SystemCalls.goToEnd(of: cut.source.descriptor) }
  }
}

/// Cuts a source into parts.
struct SourceParts<Text: Sendable> {
  let source: ByteSource

  /// The blocks of a file; nil for a stream.
  let blocks: FileBlocks?

  /// The number of threads that are of use.
  let threads: Int

  private let stream: Stream

  /// Reads blocks from the offset `start` if the source is a file and `hasBlocks`; otherwise the rows that `make`
  /// returns one after another, with nil after the last.
  init(
    _ source: ByteSource, blockSize: Int, hasBlocks: Bool = true,
    _ make: @escaping () throws(ToolError) -> Text?
  ) {
    self.source = source
    stream = Stream(make)
    let offset = source.offset
    blocks =
      hasBlocks
      ? source.extent.map { extent in
        FileBlocks(
          name: source.name, descriptor: source.descriptor,
          extent: extent.lowerBound + offset..<extent.upperBound, size: blockSize,
          limits: source.limits)
      } : nil
    let isSmall = blocks.map { $0.count <= 1 } ?? source.size.map { $0 <= blockSize } ?? false
    threads = isSmall ? 0 : SystemCalls.processorCount
  }

  func parts() -> @Sendable (Int) -> Result<SourcePart<Text>, ToolError>? {
    guard let count = blocks?.count else { return { [stream] _ in stream.next() } }
    return { number in number < count ? .success(.block(number)) : nil }
  }

  /// Shows the progress through a file; a stream shows its own.
  func pass(_ part: SourcePart<Text>) {
    guard let blocks, case .block(let number) = part else { return }
    source.progress?.add(blocks.places(number).count, isAtEnd: number + 1 == blocks.count)
  }

  /// Unchecked because the source is not for two threads: `OrderedWork` makes one part at a time.
  private final class Stream: @unchecked Sendable {
    private let make: () throws(ToolError) -> Text?
    private var isAtEnd = false

    init(_ make: @escaping () throws(ToolError) -> Text?) { self.make = make }

    func next() -> Result<SourcePart<Text>, ToolError>? {
      guard !isAtEnd else { return nil }
      do throws(ToolError) {
        let text = try make()
        isAtEnd = text == nil
        return text.map { .success(.text($0)) }
      } catch {
        isAtEnd = true
        return .failure(error)
      }
    }
  }
}
