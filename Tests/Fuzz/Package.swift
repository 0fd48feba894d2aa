// swift-tools-version: 6.3

import PackageDescription

// The sources of the package once more, by symbolic links, built so that libFuzzer sees which edges a
// run takes. `Tests/Fuzz/run` adds the address sanitizer and the fuzzer's runtime.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // The entries use what is internal; assertions are findings, too.
  .unsafeFlags(["-sanitize=fuzzer", "-enable-testing", "-assert-config", "Debug"]),
]

let nativeFlags = ["-fsanitize=fuzzer-no-link"]

let package = Package(
  name: "filter-fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(name: "CPCRE2"),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "CSimdJSON", cxxSettings: [.define("NDEBUG"), .unsafeFlags(nativeFlags)],
      linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CLineEditor", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CMemoryHints"),
    .target(name: "EssentialFoundation", swiftSettings: settings),
    .target(name: "FilterSyntax", swiftSettings: settings),
    .target(
      name: "FilterEngine",
      dependencies: ["EssentialFoundation", "FilterSyntax", "CPCRE2", "CMemoryHints"],
      swiftSettings: settings),
    .target(
      name: "FilterSummaries", dependencies: ["EssentialFoundation", "FilterEngine"],
      swiftSettings: settings),
    .target(
      name: "FilterableResults",
      dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSummaries"],
      swiftSettings: settings),
    .target(
      name: "FilterableResultsUI",
      dependencies: ["EssentialFoundation", "FilterEngine", "FilterableResults"],
      swiftSettings: settings),
    .target(
      name: "FilterableResultsTesting",
      dependencies: ["FilterEngine", "FilterableResults", "FilterableResultsUI"],
      swiftSettings: settings),
    .target(
      name: "FilterSQL", dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine"],
      swiftSettings: settings),
    .target(
      name: "FilterJSON",
      dependencies: ["EssentialFoundation", "FilterSyntax", "FilterEngine", "CSimdJSON"],
      swiftSettings: settings),
    .target(name: "CFilterPlugin"),
    .target(
      name: "FilterPlugins",
      dependencies: ["EssentialFoundation", "FilterEngine", "FilterSyntax", "CFilterPlugin"],
      swiftSettings: settings),
    .target(
      name: "FrcQuery",
      dependencies: [
        "EssentialFoundation", "FilterSyntax", "FilterEngine", "FilterSummaries", "FilterSQL",
        "FilterJSON",
        "FilterPlugins", "FilterableResults", "CLineEditor", "CZlib",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .target(name: "CFuzzWork", cSettings: [.unsafeFlags(nativeFlags)]),
    .target(name: "TestSupport", dependencies: ["FilterSyntax"], swiftSettings: settings),
    .target(
      name: "ResultsTestSupport",
      dependencies: [
        "FilterableResults", "FilterableResultsTesting", "FilterableResultsUI", "TestSupport",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "FilterSyntax", "FilterEngine", "FilterJSON", "FilterPlugins", "FilterableResults",
        "FilterableResultsTesting", "FilterableResultsUI", "CFilterPlugin", "CFuzzWork",
        "FrcQuery", "ResultsTestSupport",
      ],
      swiftSettings: settings),
  ],
  cxxLanguageStandard: .cxx17
)
