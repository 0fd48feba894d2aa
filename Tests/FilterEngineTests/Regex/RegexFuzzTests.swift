import TestSupport
import Testing

@testable import FilterEngine

struct RegexFuzzTests {
  /// A pattern of the small language of the reference matcher.
  indirect enum Node {
    case scalar(Character)
    case any
    case sequence([Node])
    case either(Node, Node)
    case repeated(Node, least: Int, most: Int, mark: String)

    var text: String {
      switch self {
      case .scalar(let scalar): String(scalar)
      case .any: "."
      case .sequence(let nodes): nodes.map(\.text).joined()
      case .either(let left, let right): "(\(left.text)|\(right.text))"
      case .repeated(let node, _, _, let mark): "(?:\(node.text))\(mark)"
      }
    }

    /// All places at which a match that begins at `start` can end.
    func ends(in text: [Character], from start: Int) -> Set<Int> {
      switch self {
      case .scalar(let scalar):
        return start < text.count && text[start] == scalar ? [start + 1] : []
      case .any: return start < text.count && text[start] != "\n" ? [start + 1] : []
      case .sequence(let nodes):
        return nodes.reduce([start]) { places, node in
          places.reduce(into: []) { $0.formUnion(node.ends(in: text, from: $1)) }
        }
      case .either(let left, let right):
        return left.ends(in: text, from: start).union(right.ends(in: text, from: start))
      case .repeated(let node, let least, let most, _):
        var result: Set<Int> = least == 0 ? [start] : []
        var places: Set<Int> = [start]
        for count in 1...min(most, text.count + 2) {
          places = places.reduce(into: []) { $0.formUnion(node.ends(in: text, from: $1)) }
          if count >= least {
            result.formUnion(places)
          }
        }
        return result
      }
    }

    /// How deep repeats nest.
    var repeats: Int {
      switch self {
      case .scalar, .any: 0
      case .sequence(let nodes): nodes.map(\.repeats).max() ?? 0
      case .either(let left, let right): max(left.repeats, right.repeats)
      case .repeated(let node, _, _, _): node.repeats + 1
      }
    }

    static func random(_ depth: Int, _ random: inout SeededGenerator) -> Node {
      switch Int.random(in: 0..<(depth == 0 ? 3 : 7), using: &random) {
      case 0: .scalar("a")
      case 1: .scalar("b")
      case 2: .any
      case 3: .either(.random(depth - 1, &random), .random(depth - 1, &random))
      case 4:
        [
          Node.repeated(.random(depth - 1, &random), least: 0, most: .max, mark: "*"),
          .repeated(.random(depth - 1, &random), least: 1, most: .max, mark: "+"),
          .repeated(.random(depth - 1, &random), least: 0, most: 1, mark: "?"),
          .repeated(.random(depth - 1, &random), least: 2, most: 3, mark: "{2,3}"),
        ].randomElement(using: &random) ?? .any
      default:
        .sequence(
          (0..<Int.random(in: 1...4, using: &random)).map { _ in .random(depth - 1, &random) })
      }
    }
  }

  /// Repeats of repeats, and of choices, try so many ways that a match may give up, which is no wrong answer.
  @Test(arguments: RegexLibrary.allCases)
  func randomPatternsAgreeWithAReferenceMatcher(_ library: RegexLibrary) {
    let seeds = RandomSearch.seeds(800)
    var surrenders = 0
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let node = Node.random(3, &random)
      for _ in 0..<6 {
        let text = (0..<Int.random(in: 0...10, using: &random)).map { _ in
          "abbac\n".randomElement(using: &random) ?? "a"
        }
        let expected = node.ends(in: text, from: 0).contains(text.count)
        let outcome = regexOutcome(node.text, String(text), by: library)
        if case .failure(let message) = outcome, node.repeats > 0,
          message.hasSuffix("gave up: match limit exceeded")
        {
          surrenders += 1
          continue
        }
        #expect(
          outcome == .answer(expected),
          "FRC_SEED=\(seed) FRC_ROUNDS=1: \(node.text) on \(String(text))")
      }
    }
    #expect(surrenders <= seeds.count / 20)
  }

  static let patterns: [String] =
    RegexErrorTests.refused.map(\.pattern)
    + (RegexMeaningTests.wholeMatch + RegexMeaningTests.unicode + RegexMeaningTests.sets
    + RegexMeaningTests.escapes + RegexMeaningTests.properties + RegexMeaningTests.freeSpacing)
    .map(\.pattern)

  @Test(arguments: patterns)
  func noMutationOfAPatternCrashes(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    var variants: [[UInt8]] = []
    for index in RandomSearch.sample(bytes.indices, oneOf: 6) {
      variants.append(Array(bytes[..<index]))
      variants.append(Array(bytes[..<index] + bytes[(index + 1)...]))
      for byte in "\\[]()*{?-&x1: ".utf8 {
        var changed = bytes
        changed[index] = byte
        variants.append(changed)
      }
    }
    for variant in variants {
      let text = String(decoding: variant, as: UTF8.self)
      for options in ["", "cd"] {
        for library in RegexLibrary.allCases {
          switch regexOutcome(text, "aé -1", options: options, by: library) {
          case .answer: continue
          case .failure(let message): #expect(message.hasPrefix("the regular expression \""))
          }
        }
      }
    }
  }
}
