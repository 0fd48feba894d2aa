// Documented by Apple.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct List<SelectionValue: Hashable, Content: View>: PrimitiveView {
  private let content: Content

  public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {
    self.content = content()
  }

  public var lines: [String] { content.lines }
}

public struct Section<Parent, Content, Footer> {
  private let title: String
  private let content: Content
}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
  public var lines: [String] { ["# " + title] + content.lines }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  @MainActor public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
    self.title = String(title)
    self.content = content()
  }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public var data: Data
  public var content: (Data.Element) -> Content
  private let id: (Data.Element) -> ID
}

extension ForEach: View, PrimitiveView where Content: View {
  /// The lines of each element; SwiftUI shows elements of one identity once.
  public var lines: [String] {
    var seen: Set<ID> = []
    return data.filter { seen.insert(id($0)).inserted }.flatMap { content($0).lines }
  }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.data = data
    self.content = content
    id = { $0.id }
  }
}

extension ForEach where Content: View {
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {
    self.data = data
    self.content = content
    self.id = { $0[keyPath: id] }
  }
}

/// A switch, which shows whether it is on before its label.
public struct Toggle<Label: View>: PrimitiveView {
  private let label: Label
  private let isOn: Binding<Bool>

  public var lines: [String] { label.lines.map { (isOn.wrappedValue ? "✓ " : "- ") + $0 } }
}

extension Toggle where Label == Text {
  public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
    label = Text(title)
    self.isOn = isOn
  }
}

extension View {
  public func searchable(text: Binding<String>) -> some View {
    SearchableView(content: self, text: text)
  }
}

/// A view with a text that the user types.
@MainActor public protocol SearchField {
  var text: Binding<String> { get }
}

/// A list under a search field, the first line.
public struct SearchableView<Content: View>: PrimitiveView, SearchField {
  let content: Content
  public let text: Binding<String>

  public var lines: [String] { ["? " + text.wrappedValue] + content.lines }
}
