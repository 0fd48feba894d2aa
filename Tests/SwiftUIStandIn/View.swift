// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The views of SwiftUI that show lists, declared as Apple declares them, so that code that uses them is compiled and
// tested on systems without the framework.

@MainActor public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  /// What the view shows, a line for each row and each head. Views of the stand-in say it, others by their body.
  @MainActor var lines: [String] { get }
}

extension View {
  public var lines: [String] { body.lines }
}

extension Never: View {
  public var body: Never { fatalError("a view of the stand-in has no body") }
}

/// A view that is shown as it is.
@MainActor public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  public var body: Never { fatalError("a view of the stand-in has no body") }
}

@MainActor @resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}

public struct EmptyView: PrimitiveView {
  public init() {}

  public var lines: [String] { [] }
}

public struct Text: PrimitiveView {
  private let text: String

  public init<S: StringProtocol>(_ content: S) { text = String(content) }

  public var lines: [String] { [text] }
}
