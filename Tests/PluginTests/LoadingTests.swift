import FilterEngine
import FilterPlugins
import Foundation
import Testing

struct LoadingTests {
  private let objects: SharedObjects

  init() throws { objects = try SharedObjects() }

  private func failure(_ path: String) -> PluginError? {
    do throws(PluginError) {
      _ = try FilterPlugin(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func aMissingFileIsNamed() {
    let path = objects.path + "/nothing.so"
    #expect(failure(path) == PluginError(path: path, reason: .missingFile))
    #expect(failure(path)?.description == "\(path): no such file")
    #expect(failure("")?.reason == .missingFile)
    #expect(failure("a\0b")?.reason == .missingFile)
  }

  @Test func aNameIsNotSearchedFor() {
    // The loader of the system would find these.
    #expect(failure("libc.so.6")?.reason == .missingFile)
    #expect(failure("libm.so.6")?.reason == .missingFile)
  }

  @Test func whatIsNoSharedObjectIsToldInTheSystemsWords() throws {
    let text = try objects.file("text.so", "int x = 1;\n")
    #expect(failure(text)?.description.hasPrefix("\(text): can't be loaded: ") == true)
    #expect(failure(objects.path)?.reason == .notLoadable("not a file"))
    let pipe = objects.path + "/pipe.so"
    _ = try Outcome.of("/usr/bin/env", ["mkfifo", pipe])
    #expect(failure(pipe)?.reason == .notLoadable("not a file"))
  }

  @Test func anUndefinedSymbolShowsWhenItIsLoaded() throws {
    let path = try objects.compile(
      "extern int missing_from_all(void); REGISTER { return missing_from_all(); }")
    #expect(failure(path)?.description.contains("missing_from_all") == true)
  }

  @Test func theEntryPointsAreRequired() throws {
    let file = try objects.file("none.c", "int x;\n")
    #expect(
      failure(try objects.compile(file: file, name: "none"))?.reason
        == .missingEntryPoint("frc_plugin_api_version"))
    #expect(
      failure(try objects.compile("", name: "half"))?.reason
        == .missingEntryPoint("frc_plugin_register"))
  }

  @Test(arguments: [0, 3, 77] as [UInt32])
  func anUnknownVersionIsRefusedBeforeAnythingElse(_ version: UInt32) throws {
    let file = try objects.file(
      "version.c",
      """
      #include <stdint.h>
      #include <stdlib.h>
      uint32_t frc_plugin_api_version(void) { return \(version); }
      int frc_plugin_register(void *api, void *registry) { abort(); }

      """)
    let path = try objects.compile(file: file, name: "version")
    #expect(failure(path)?.reason == .unknownVersion(version, known: 1...2))
    #expect(
      failure(path)?.description
        == "\(path): made for version \(version) of the plug-in interface, and this program knows 1 to 2"
    )
  }

  @Test(
    arguments: [
      ("return 3;", "registration failed with status 3"),
      ("api->refuse(registry, \"no licence\"); return 0;", "no licence"),
      ("api->refuse(registry, \"first\"); api->refuse(registry, \"second\"); return 1;", "first"),
      ("api->refuse(registry, NULL); return 0;", "refused without a reason"),
    ])
  func aPluginCanRefuseItself(_ body: String, _ message: String) throws {
    let path = try objects.compile("REGISTER { \(body) }")
    #expect(failure(path)?.reason == .refused(message))
  }

  @Test func anEmptyPluginIsOne() throws {
    let plugin = try FilterPlugin(path: try objects.compile("REGISTER { return 0; }"))
    #expect(plugin.version == 2)
    #expect(plugin.library.name == plugin.path)
    #expect(plugin.library.functions.isEmpty)
  }

  @Test func aNameOfTheStandardLibraryIsTaken() throws {
    let path = try objects.compile(
      """
      REGISTER {
        frc_function entry = function("sum", nothing, 1);
        return api->add_function(registry, &entry);
      }
      """)
    #expect(throws: PluginError(path: path, reason: .duplicateName("function 'sum:'"))) {
      try FilterLibraries(plugins: [path])
    }
    #expect(failure(path) == nil)
  }

  @Test func twoPluginsCannotShareANameNorOneItsOwn() throws {
    let source = """
      REGISTER {
        frc_function entry = function("mine", nothing, 1);
        return api->add_function(registry, &entry);
      }
      """
    let first = try objects.compile(source, name: "first")
    let second = try objects.compile(source, name: "second")
    #expect(throws: PluginError(path: second, reason: .duplicateName("function 'mine:'"))) {
      try FilterLibraries(plugins: [first, second])
    }
    #expect(throws: PluginError(path: first, reason: .duplicateName("function 'mine:'"))) {
      try FilterLibraries(plugins: [first, first])
    }
    let twice = try objects.compile(
      """
      REGISTER {
        frc_word_operator entry = {
          .name = "near", .summary = "Near.", .example = "1 == 1", .body = nothing };
        api->add_word_operator(registry, &entry);
        entry.name = "NEAR";
        return api->add_word_operator(registry, &entry);
      }
      """, name: "twice")
    #expect(failure(twice)?.description == "\(twice): operator 'NEAR' exists already")
  }
}
