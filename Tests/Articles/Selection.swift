let results = ResultsController<Person>(identifiedBy: \.id)

final class View { func apply(_ change: ResultsChange<Person>) {} }

let adapter = View()

func show(_ path: ResultsPath, isSelected: Bool) {}
