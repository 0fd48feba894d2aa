import FilterEngine
import Foundation

// The program of a dependent: answers each example of standard input, a line of JSON, with a line of text. The first line
// of the output names the library that matches regular expressions.

struct Example: Decodable {
  let filter: String
  let item: FilterValue
}

print(RegexLibrary.current.rawValue)
while let line = readLine() {
  let example = try JSONDecoder().decode(Example.self, from: Data(line.utf8))
  do {
    let filter = try FilterPredicate<FilterValue>(text: example.filter)
    print(try filter.matches(example.item))
  } catch {
    print("\(error)".replacing("\n", with: " "))
  }
}
