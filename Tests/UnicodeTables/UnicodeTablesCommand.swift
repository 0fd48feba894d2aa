import Foundation

/// `unicode-tables`: writes the tables of Unicode that `FilterEngine` reads, from the properties
/// that the standard library has.
@main struct UnicodeTablesCommand {
  static func main() {
    let version = UnicodeVersion.ofStandardLibrary
    do {
      for file in GeneratedFile.all(version) {
        try Data(file.text.utf8).write(to: file.url)
        print("\(file.url.path), Unicode \(version)")
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}
