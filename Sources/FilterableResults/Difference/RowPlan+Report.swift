extension RowPlan {
  /// The change of an edit that keeps all sections, where all of them are shown.
  var changes: Changeset { changes(from: from?.shownPath, to: to?.shownPath, nil) }

  /// The change of the edit from one version to another.
  func changes(
    _ old: ResultsVersion, _ new: ResultsVersion, _ sections: SectionDifference
  ) -> Changeset {
    changes(
      from: from.flatMap { old.shownPath(of: $0) }, to: to.flatMap { new.shownPath(of: $0) },
      sections)
  }

  /// The change of the edit; nil for the index path of a row that is not shown, and for sections that stay as they are.
  ///
  /// All other rows are where they were relative to each other, so the row alone moves.
  private func changes(
    from: ResultsPath?, to: ResultsPath?, _ sections: SectionDifference?
  ) -> Changeset {
    var changes = Changeset()
    sections?.report(to: &changes)
    // With a section that is inserted or deleted its rows are.
    let newSection = from.flatMap { path in
      sections.map { $0.newIndex(of: path.section) } ?? path.section
    }
    let isKept = to.map { sections == nil || sections?.oldIndex(of: $0.section) != nil } ?? false
    guard let from, let to, let newSection, isKept else {
      if let from, newSection != nil { changes.deletedItems = [from] }
      if let to, isKept { changes.insertedItems = [to] }
      return changes
    }
    let pair = Changeset.ItemPair(from: from, to: to)
    if newSection != to.section || from.item != to.item { changes.movedItems = [pair] }
    if isModified { changes.updatedItems = [pair] }
    return changes
  }
}

extension RowPlace {
  /// The index path where all sections are shown, nil if the row is not.
  fileprivate var shownPath: ResultsPath? {
    visibility == .shown ? ResultsPath(section: section, item: rank) : nil
  }
}

extension ResultsVersion {
  /// The index path at which the version shows the row at a place of its arrangement, nil if it does not.
  func shownPath(of place: RowPlace) -> ResultsPath? {
    guard place.visibility == .shown, let id = state?.arranged.id(at: place.section) else {
      return nil
    }
    return shown?.place(ofExpanded: id, at: place.section).map {
      ResultsPath(section: $0, item: place.rank)
    }
  }
}
