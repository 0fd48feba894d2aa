// swift-tools-version: 6.3

import PackageDescription

// The expansions and the diagnostics of the macros. The plug-in is a library here, by symbolic links: in the
// package itself a test that depends on a macro turns all tests into tools of the host.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "macro-expansion",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0")
  ],
  targets: [
    .target(name: "EssentialFoundation", swiftSettings: settings),
    .target(name: "FilterSyntax", swiftSettings: settings),
    // Without PCRE2.
    .target(name: "CMemoryHints"),
    .target(
      name: "FilterEngine", dependencies: ["EssentialFoundation", "FilterSyntax", "CMemoryHints"],
      swiftSettings: settings),
    // Without the entry point of the plug-in.
    .target(
      name: "FilterMacrosPlugin",
      dependencies: [
        "FilterSyntax", "FilterEngine",
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      exclude: ["Plugin.swift"], swiftSettings: settings + [.define("Macros")]),
    .testTarget(
      name: "MacroExpansionTests",
      dependencies: [
        "FilterMacrosPlugin",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings),
  ]
)
