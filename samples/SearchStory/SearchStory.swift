import Foundation

/// `search-story FILE`: a list of machines to search, on a terminal; through a pipe the transcript of a search.
@main struct SearchStory {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? "samples/instances.jsonl"
    let decoder = JSONDecoder()
    let instances = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try decoder.decode(Instance.self, from: Data($0.utf8))
    }
    if let terminal = Terminal() {
      try Browser(terminal).browse(instances)
    } else {
      try Story().tell(instances)
    }
  }
}
