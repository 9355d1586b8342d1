// A reducer: how events change the page's copy of a table. The server decides; this only follows.
import { seatAt, type DeviceNumber, type Seat } from "../wire/numbers";
import type { MatchShape, Placed, SeatShape, TableShape } from "../wire/wire";
import type { TableEvent } from "../wire/names";
import { listed, readCard, without, type Card } from "./cards";
import { MODES, modeNamed, ownerOf, sideOf, type Mode } from "./facts";

/** A card moves from its deck to the table. */
export function layCard(match: MatchShape, event: Placed): MatchShape {
  const below = match.stacks[event.cell];
  return {
    ...match,
    stacks: { ...match.stacks, [event.cell]: below ? `${below} ${event.card}` : event.card },
    last: event.cell,
    turn: null,
    face_up: replaced(match.face_up, event.seat, null),
    decks: lessOne(match.decks, event.seat),
    neutrals: isNeutral(match, event) ? lessOne(match.neutrals, event.seat) : match.neutrals,
  };
}

function lessOne(counts: readonly number[], seat: Seat): number[] {
  return counts.map((count, place) => (place === seat - 1 ? count - 1 : count));
}

/** Only the mode with a neutral colour deals any of it. */
function isNeutral(match: MatchShape, { seat, card }: Placed): boolean {
  return (match.neutrals[seat - 1] ?? 0) > 0 && readCard(card).colour === MODES["3p"].neutral;
}

/** Remove the visible card of a cell. */
export function liftCard(match: MatchShape, cell: string): MatchShape {
  const stacks = Object.entries(match.stacks).flatMap(([name, cards]) => {
    const left = name === cell ? listed(cards).slice(0, -1).join(" ") : cards;
    return left ? [[name, left]] : [];
  });
  return { ...match, stacks: Object.fromEntries(stacks) as Record<string, string>, last: null };
}

/** The cards that a side has out of the match: those of its handicap, then those of its wins. */
export function outOfMatch(match: MatchShape, side: number): string[] {
  return [...listed(match.handicap?.[side - 1] ?? ""), ...listed(match.removed[side - 1] ?? "")];
}

/** A card becomes visible. */
export function turnUpCard(match: MatchShape, mode: Mode, seat: Seat, name: string): MatchShape {
  return {
    ...unseenWithout(match, mode, seat, name),
    face_up: replaced(match.face_up, seat, name),
  };
}

function unseenWithout(match: MatchShape, mode: Mode, seat: Seat, name: string): MatchShape {
  const card: Card = readCard(name);
  if (ownerOf(mode, card.colour) !== null) {
    const side = sideOf(mode, seat) - 1;
    const unseen = match.unseen.map((cards, place) =>
      place === side ? without(cards, name) : cards,
    );
    return { ...match, unseen };
  }
  const kept = listed(match.kept[seat - 1] ?? "");
  if (!kept.includes(name)) {
    return { ...match, unseen_neutrals: without(match.unseen_neutrals, name) };
  }
  return {
    ...match,
    kept: match.kept.map((cards, place) => (place === seat - 1 ? without(cards, name) : cards)),
  };
}

/** Apply a placement and everything that followed it, without pauses. */
export function applyPlacement(match: MatchShape, mode: Mode, event: Placed): MatchShape {
  if (event.match) return event.match;
  let after = layCard(match, event);
  for (const step of event.then) {
    if (step.kind === "turned_up") after = turnUpCard(after, mode, step.seat, step.card);
  }
  return { ...after, turn: event.turn };
}

/** Apply any event to a table. */
export function applyEvent(table: TableShape, event: TableEvent): TableShape {
  const next = { ...table, number: event.number };
  switch (event.kind) {
    case "opened":
      return { ...next, settings: event.settings, seats: event.seats };
    case "settings_changed":
      return { ...next, settings: event.settings, seats: event.seats };
    case "seat_changed":
      return { ...next, seats: replaced(table.seats, event.seat, event.holder) };
    case "started":
      return { ...next, phase: "playing", seats: event.seats, match: event.match };
    case "placed":
      if (table.match === null) return next;
      return {
        ...withoutPause(next),
        match: applyPlacement(table.match, modeNamed(table.settings.mode), event),
      };
    case "undone":
      return { ...withoutPause(next), match: event.match };
    case "hinted":
      return { ...next, hints: oneMoreHint(table, event.seat) };
    case "clock_set":
      return { ...next, match: withClock(table.match, event.until) };
    case "resigned":
      return event.bot === null
        ? next
        : { ...next, seats: replaced(table.seats, event.seat, botSeat(event.bot, event.name)) };
    case "stood_in":
      return { ...next, seats: changed(table, event.seat, { bot: event.bot }) };
    case "returned":
      return { ...next, seats: changed(table, event.seat, { bot: "" }) };
    case "end_offered":
      return { ...next, end_offers: [...table.end_offers, ...devicesAt(table, event.seat)] };
    case "end_declined":
      return { ...next, end_offers: [] };
    case "pause_offered": {
      const offers = [...(table.pause?.offers ?? []), ...devicesAt(table, event.seat)];
      return { ...next, pause: { is_paused: false, offers } };
    }
    case "paused":
      return {
        ...next,
        pause: { is_paused: true, offers: [] },
        match: withClock(table.match, null),
      };
    case "resumed":
      return { ...withoutPause(next), match: withClock(table.match, event.until) };
    case "handover_offered":
      return next;
    case "handed_over":
      return {
        ...withoutOffers(next, devicesOf(table, event.seats)),
        host: event.host,
        end_offers: table.end_offers.filter((one) => !devicesOf(table, event.seats).includes(one)),
        rematch_offers: table.rematch_offers.filter(
          (one) => one !== event.device && !devicesOf(table, event.seats).includes(one),
        ),
        seats: table.seats.map((seat, place) =>
          event.seats.includes(seatAt(place)) ? { ...seat, device: event.device, bot: "" } : seat,
        ),
      };
    case "over":
      return {
        ...withoutPause(next),
        phase: "over",
        end_offers: [],
        match: table.match && { ...table.match, turn: null },
        over: { winner: event.winner, how: event.how, seat: event.seat, seed: event.seed },
      };
    case "rematch_wanted":
      return {
        ...next,
        rematch_offers: [...table.rematch_offers, ...devicesAt(table, event.seat)],
      };
    case "rematched":
      return { ...next, next: event.table };
  }
}

function oneMoreHint({ hints, seats }: TableShape, seat: Seat): number[] {
  return seats.map((_, place) => (hints?.[place] ?? 0) + (place === seat - 1 ? 1 : 0));
}

function botSeat(bot: string, name: string | undefined): SeatShape {
  return name ? { kind: "bot", name, bot } : { kind: "bot", bot };
}

function replaced<Thing>(things: readonly Thing[], seat: Seat, thing: Thing): Thing[] {
  return things.map((old, place) => (place === seat - 1 ? thing : old));
}

function changed(table: TableShape, seat: Seat, change: { bot: string }): TableShape["seats"] {
  return replaced(table.seats, seat, { ...table.seats[seat - 1]!, ...change });
}

function devicesAt(table: TableShape, seat: Seat): DeviceNumber[] {
  const device = table.seats[seat - 1]?.device;
  return device === undefined ? [] : [device];
}

function devicesOf(table: TableShape, seats: readonly Seat[]): DeviceNumber[] {
  return seats.flatMap((seat) => devicesAt(table, seat));
}

function withClock(match: MatchShape | null, until: number | null): MatchShape | null {
  if (!match?.turn) return match;
  const turn = { ...match.turn };
  delete turn.until;
  return { ...match, turn: until === null ? turn : { ...turn, until } };
}

/** The match goes on, and nobody wants a pause any more. */
function withoutPause(table: TableShape): TableShape {
  const running = { ...table };
  delete running.pause;
  return running;
}

function withoutOffers(table: TableShape, devices: readonly DeviceNumber[]): TableShape {
  if (!table.pause) return table;
  const offers = table.pause.offers.filter((one) => !devices.includes(one));
  if (offers.length === 0 && !table.pause.is_paused) return withoutPause(table);
  return { ...table, pause: { ...table.pause, offers } };
}
