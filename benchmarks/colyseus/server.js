/** A Colyseus server on which pairs play one round of Punto a room, in memory. */

import { createServer } from 'node:http'
import { Room, Server } from '@colyseus/core'
import { WebSocketTransport } from '@colyseus/ws-transport'
import { Round } from './round.js'

class PuntoRoom extends Room {
  maxClients = 2

  onCreate() {
    this.setPatchRate(null) // no synchronised state: every move is one message to both
    this.seats = new Map()
    this.number = 0
    this.onMessage('place', (client, { id, answers, cell }) => {
      const seat = this.seats.get(client.sessionId)
      const isTurn = this.round?.seat === seat && answers === this.number
      if (!isTurn || !this.round.place(Number(cell))) {
        client.send('refused', { id })
        return
      }
      this.number += 1
      this.broadcast('events', { id, kind: 'placed', seat, cell, ...this.described() })
    })
  }

  onJoin(client) {
    this.seats.set(client.sessionId, this.seats.size + 1)
    client.send('snapshot', { seat: this.seats.size, number: this.number })
    if (this.seats.size === 2) {
      this.round = new Round()
      this.number += 1
      this.broadcast('events', { kind: 'began', ...this.described() })
    }
  }

  described() {
    const { isOver, winner, seat, card, cells } = this.round
    const turn = isOver ? null : { seat, card: card.colour + card.value, cells: cells.join(' ') }
    return { number: this.number, isOver, winner, turn }
  }
}

const transport = new WebSocketTransport({ server: createServer((_, answer) => answer.end()) })
const server = new Server({ transport, greet: false })
server.define('punto', PuntoRoom)
await server.listen(Number(process.argv[2]), '127.0.0.1')
