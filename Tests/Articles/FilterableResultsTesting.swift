let results = ResultsController<Person>(identifiedBy: \.id)
