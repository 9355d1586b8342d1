/** One round of Punto for two players: as much of the rules as a server needs to check moves. */

const SIZE = 13 // the first card lies in the middle, and no card is more than five cells away
const SQUARE = 6
const LINE = 5
const COLOURS = ['RO', 'BG']
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]]
const NEIGHBOURS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dy, dx]))

export class Round {
  constructor() {
    this.cards = new Map() // from cell (y * SIZE + x) to its visible card
    this.decks = COLOURS.map(shuffledDeck)
    this.seat = 1
    this.winner = 0
    this.draw()
  }

  /** Turn up the next card of the seat to move; the round ends where that cannot be played. */
  draw() {
    this.card = this.decks[this.seat - 1].pop()
    this.cells = this.card ? this.legalCells() : []
    this.isOver = this.cells.length === 0
  }

  legalCells() {
    if (this.cards.size === 0) return [6 * SIZE + 6]
    const ys = [...this.cards.keys()].map((cell) => Math.floor(cell / SIZE))
    const xs = [...this.cards.keys()].map((cell) => cell % SIZE)
    const [top, bottom] = [Math.max(...ys) - SQUARE + 1, Math.min(...ys) + SQUARE - 1]
    const [left, right] = [Math.max(...xs) - SQUARE + 1, Math.min(...xs) + SQUARE - 1]
    const found = new Set()
    for (const [cell, card] of this.cards) {
      if (card.value < this.card.value) found.add(cell)
      for (const [dy, dx] of NEIGHBOURS) {
        const [y, x] = [Math.floor(cell / SIZE) + dy, (cell % SIZE) + dx]
        const inside = y >= top && y <= bottom && x >= left && x <= right
        if (inside && !this.cards.has(y * SIZE + x)) found.add(y * SIZE + x)
      }
    }
    return [...found]
  }

  /** Lay the card that is turned up; false says that it may not lie there. */
  place(cell) {
    if (this.isOver || !this.cells.includes(cell)) return false
    this.cards.set(cell, this.card)
    if (this.hasLine(cell)) {
      this.winner = this.seat
      this.isOver = true
    } else {
      this.seat = 3 - this.seat
      this.draw()
    }
    return true
  }

  hasLine(cell) {
    return DIRECTIONS.some(
      ([dy, dx]) => 1 + this.run(cell, dy * SIZE + dx) + this.run(cell, -dy * SIZE - dx) >= LINE,
    )
  }

  run(cell, step) {
    const colour = this.cards.get(cell).colour
    let length = 0
    while (this.cards.get(cell + (length + 1) * step)?.colour === colour) length += 1
    return length
  }
}

function shuffledDeck(colours) {
  const deck = [...colours].flatMap((colour) =>
    Array.from({ length: 18 }, (_, index) => ({ colour, value: 1 + (index % 9) })),
  )
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[deck[last], deck[other]] = [deck[other], deck[last]]
  }
  return deck
}
