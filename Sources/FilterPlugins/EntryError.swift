/// Why an entry cannot be.
struct EntryError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
