import Foundation

/// `search-story FILE`: what a results controller tells while someone searches.
@main struct SearchStory {
  static func main() throws {
    let path = CommandLine.arguments.dropFirst().first ?? "samples/instances.jsonl"
    let decoder = JSONDecoder()
    let instances = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try decoder.decode(Instance.self, from: Data($0.utf8))
    }
    try Story().tell(instances)
  }
}
