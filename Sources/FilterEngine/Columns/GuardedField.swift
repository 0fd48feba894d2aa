/// A field of an optional struct stored in place: `opt.likes`, `opt.owner.name`.
struct GuardedField: Sendable {
  /// The field, in place, in a row whose structs are not nil.
  let field: FieldAccess

  /// The optionals around it, outermost first.
  private let optionals: [FieldAccess.NilReader]

  /// The field at the end of `keys` below an optional struct; nil if it cannot be read in place.
  init?(_ field: FieldAccess, _ keys: [String]) {
    var field = field
    var optionals: [FieldAccess.NilReader] = []
    for key in keys {
      guard let members = field.type.members, !members.isClass, !field.type.isList,
        let inner = members.rowLayout.field(key)
      else { return nil }
      if field.type.isOptional {
        // The reader of a nested optional does not test the inner one.
        guard let nils = field.readers.nils, !field.type.isNestedOptional else { return nil }
        optionals.append(nils)
      }
      guard let nested = field.nesting(inner), nested.offset != nil else { return nil }
      field = nested
    }
    self.field = field
    self.optionals = optionals
  }

  /// The rows of a block in which one of the structs is `nil`.
  @inline(__always)
  func nils(in block: Block) -> UInt64 {
    var nils: UInt64 = 0
    for optional in optionals { nils |= optional(block.base.address, block.stride, block.count) }
    return nils
  }
}

/// A column of a field of an optional struct.
struct GuardedColumn<Lane: BitwiseCopyable & Sendable>: ColumnSource {
  let guarded: GuardedField
  let column: NumberColumn<Lane>

  func fill(_ block: Block, _ lanes: UnsafeMutablePointer<Lane>) -> LaneMasks {
    let nils = guarded.nils(in: block)
    var masks = column.fill(block.narrowed(to: block.candidates & ~nils), lanes)
    masks.nils |= nils
    masks.failures &= ~nils
    return masks
  }
}

extension RowFilter {
  /// A test of a field of an optional struct. `test` needs no run, and sees only rows whose struct is not nil.
  static func guarded(_ guarded: GuardedField, _ test: RowFilter, whenNil: Bool) -> RowFilter {
    // Row by row, because a test of a block may read rows that are not candidates.
    let many = rowByRow(test.one)
    return columns { block in
      let nils = guarded.nils(in: block)
      var answer = many(block.narrowed(to: block.candidates & ~nils), nil)
      if whenNil { answer.matches |= nils & block.candidates }
      return answer
    }
  }
}
