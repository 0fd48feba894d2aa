internal import CSimdJSON
internal import FilterEngine

/// Makes values of tokens. Keeps its own stack, so that deep texts need no recursion.
struct JSONBuilder {
  /// An array or object that is not complete.
  private struct Frame {
    let offset: Int
    let isObject: Bool
    /// The values so far. Their number is known, so that a long list reserves only the memory that it needs
    var values: [FilterValue] = []
    /// The keys so far; nil if the cache has no room for them
    var node: ShapeCache.Node?
    /// The keys so far, if there is no node
    var keys: [String] = []
  }

  let tokens: JSONTokens
  let shapes: ShapeCache
  let isTagged: Bool
  let refusesRepeatedMembers: Bool

  /// Returns the value that begins at the token `first` of `text`, the last text that was read.
  func value(at first: Int, in text: UnsafeRawBufferPointer) throws(JSONError) -> FilterValue {
    var frames: [Frame] = []
    var index = first
    while true {
      let token = tokens[index]
      index += 1
      let complete: FilterValue
      switch token.part {
      case FRC_JSON_ARRAY, FRC_JSON_OBJECT:
        let isObject = token.part == FRC_JSON_OBJECT
        frames.append(
          Frame(
            offset: Int(token.offset), isObject: isObject, node: isObject ? shapes.root : nil))
        frames[frames.count - 1].values.reserveCapacity(Int(token.first))
        continue
      case FRC_JSON_KEY:
        add(tokens.utf8(of: token, in: text), to: &frames[frames.count - 1])
        continue
      case FRC_JSON_END:
        complete = try close(frames.removeLast(), text)
      default:
        complete = scalar(token, in: text)
      }
      if frames.isEmpty { return complete }
      frames[frames.count - 1].values.append(complete)
    }
  }

  private func scalar(_ token: JSONTokens.Token, in text: UnsafeRawBufferPointer) -> FilterValue {
    switch token.part {
    case FRC_JSON_TRUE: .bool(true)
    case FRC_JSON_FALSE: .bool(false)
    case FRC_JSON_INTEGER: .int(Int64(bitPattern: token.bits))
    case FRC_JSON_WIDE_INTEGER: FilterValue(integerDigits: text[token.range]) ?? .null
    case FRC_JSON_DOUBLE: .double(Double(bitPattern: token.bits))
    case FRC_JSON_STRING: .string(String(decoding: tokens.utf8(of: token, in: text), as: UTF8.self))
    default: .null
    }
  }

  private func add(_ key: UnsafeRawBufferPointer, to frame: inout Frame) {
    if let node = frame.node {
      frame.node = shapes.child(of: node, key: key)
      if frame.node != nil { return }
      frame.keys = node.keys
    }
    frame.keys.append(String(decoding: key, as: UTF8.self))
  }

  private func close(
    _ frame: Frame, _ text: UnsafeRawBufferPointer
  ) throws(JSONError) -> FilterValue {
    let values = frame.values
    guard frame.isObject else { return .list(values) }
    let object: FilterObject
    if let node = frame.node, !node.hasDuplicates {
      object = FilterObject(shape: node.shape, values: values)
    } else {
      let keys = frame.node?.keys ?? frame.keys
      object = FilterObject(zip(keys, values).lazy.map { (key: $0, value: $1) })
      guard !refusesRepeatedMembers || object.values.count == values.count else {
        throw JSONError(.repeatedMember, offset: frame.offset, in: text)
      }
    }
    guard isTagged, values.count == 1, let tag = JSONTag(object) else { return .object(object) }
    guard let value = tag.value else {
      throw JSONError(.badTag(tag.name.rawValue), offset: frame.offset, in: text)
    }
    return value
  }
}
