let person = Person()

let text = ""

let arguments: [FilterValue] = []

let tickets: [Ticket] = []
