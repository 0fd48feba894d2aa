#if Macros
  import FilterMacros

  /// Generates `MacroExamples.swift`: texts of the suite, each in a `#filter`.
  struct MacroExampleSource {
    /// The most texts of a file of the suite.
    private static let most = 16

    /// The texts of a function: a longer one is slow to compile.
    private static let perFunction = 40

    private let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    /// Texts of every file of the suite, evenly spread, that a `MacroItem` can be asked.
    static func texts() throws -> [String] {
      var files: [(name: String, texts: [String])] = []
      var seen: Set<String> = []
      for example in try ConformanceSuite.files() where isTaken(example) {
        guard seen.insert(example.text).inserted else { continue }
        if files.last?.name != example.file { files.append((example.file, [])) }
        files[files.count - 1].texts.append(example.text)
      }
      return files.flatMap { file in
        let count = min(most, file.texts.count)
        return (0..<count).map { file.texts[$0 * file.texts.count / count] }
      }
    }

    private static func isTaken(_ example: ConformanceCase) -> Bool {
      guard !example.isValue, example.arguments.isEmpty, example.variables.isEmpty,
        example.text.utf8.count <= 100, example.text.unicodeScalars.allSatisfy({ $0 >= " " }),
        !example.text.contains("\"#"), !example.text.contains("\\#")
      else { return false }
      // A note is a warning of the compiler.
      return (try? FilterPredicate<MacroItem>(text: example.text))?.notes.isEmpty == true
    }

    /// The whole file.
    var text: String {
      let starts = Array(stride(from: 0, to: texts.count, by: Self.perFunction))
      let parts = starts.indices.map { "part\($0)()" }.joined(separator: ", ")
      var lines = [
        "// Texts of Grammar/conformance. MacroExampleTests generates the file where RECORD_SNAPSHOTS is 1.",
        "// swift-format-ignore-file",
        "",
        "#if Macros",
        "  import FilterMacros",
        "",
        "  extension MacroExample {",
        "    static let all = Array([\(parts)].joined())",
      ]
      for (part, start) in starts.enumerated() {
        lines += [
          "", "    private static func part\(part)() -> [MacroExample] {",
          "      var all: [MacroExample] = []",
        ]
        for text in texts[start...].prefix(Self.perFunction) {
          let literal = "#\"\(text)\"#"
          lines.append("      all.append(MacroExample(\(literal), #filter<MacroItem>(\(literal))))")
        }
        lines += ["      return all", "    }"]
      }
      return (lines + ["  }", "#endif", ""]).joined(separator: "\n")
    }
  }
#endif
