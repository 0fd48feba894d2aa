#if PostgreSQL && os(Linux)
  /// The checksum of rows as its documentation defines it, without the library.
  struct IndependentChecksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The checksum of sections by their groups, or of one section without a key.
    init(_ sections: [[Entry]], isSectioned: Bool) {
      for section in sections {
        add("S")
        if isSectioned { add(text: section.first?.group ?? "") } else { add("n") }
        for entry in section { add(entry) }
      }
    }

    private mutating func add(_ entry: Entry) {
      add("R(")
      add(text: "amount")
      add("i\(entry.amount);")
      add(text: "group")
      add(text: entry.group)
      add(text: "id")
      add("i\(entry.id);")
      add(text: "key")
      add(text: entry.key)
      add(text: "lane")
      add("i\(entry.lane);")
      add(text: "title")
      add(text: entry.title)
      add(text: "touched")
      add("i\(entry.touched);")
      add(text: "version")
      add("i\(entry.version);")
      add(")")
    }

    private mutating func add(text: String) { add("s\(text.utf8.count):\(text)") }

    private mutating func add(_ bytes: String) {
      for byte in bytes.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
  }
#endif
