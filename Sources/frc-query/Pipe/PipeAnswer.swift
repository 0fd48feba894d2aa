internal import FilterEngine
internal import FilterJSON
internal import FilterableResults

/// What a request is answered, where nothing is wrong.
enum PipeAnswer {
  /// One member of a name
  case member(String, FilterValue)
  /// What an edit has delivered
  case changes([ResultsChange<FilterValue>])
  /// All that is shown
  case snapshot(ResultsSnapshot<FilterValue>)

  /// Appends the member of the answer.
  func write(to bytes: inout [UInt8], _ writer: JSONWriter) {
    switch self {
    case .member(let name, let value):
      JSONWriter.write(name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      writer.write(value, to: &bytes)
    case .changes(let changes):
      bytes.append(contentsOf: #""changes":"#.utf8)
      bytes.appendList(changes) { $0.writeJSON(to: &$1) }
    case .snapshot(let snapshot):
      bytes.append(contentsOf: #""sections":"#.utf8)
      guard let sections = snapshot.loadedSections else {
        return bytes.append(contentsOf: "null".utf8)
      }
      bytes.appendList(sections) { section, bytes in
        bytes.append(contentsOf: #"{"name":"#.utf8)
        writer.write(section.key, to: &bytes)
        bytes.append(contentsOf: #","items":"#.utf8)
        bytes.appendList(section.values) { writer.write($0, to: &$1) }
        bytes.append(UInt8(ascii: "}"))
      }
    }
  }
}
