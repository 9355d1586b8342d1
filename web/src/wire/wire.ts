// Made by `npm run types` from schema.json, which the server's own types make.
import type {DeviceNumber, Seat} from "./numbers";

/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClientMessage".
 */
export type ClientMessage =
  | Sit
  | Leave
  | SetSeat
  | SetSettings
  | Start
  | Place
  | Undo
  | React
  | Resign
  | OfferEnd
  | DeclineEnd
  | OfferPause
  | Resume
  | Rematch
  | StandIn
  | Beat;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ServerMessage".
 */
export type ServerMessage =
  | YouMessage
  | EventsMessage
  | SnapshotMessage
  | PresenceMessage
  | ReactionMessage
  | RefusedMessage
  | BeatMessage
  | ByeMessage;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomClientMessage".
 */
export type RoomClientMessage =
  | Join
  | TakeSeat
  | SitOut
  | PlaceMember
  | SetPlace
  | SetRoom
  | Rotate
  | StartMatch
  | NextMatch
  | DropMatch
  | MakeHost
  | RemoveMember
  | NewLink
  | SetLock
  | SetListing
  | Mute
  | Say
  | Beat;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomServerMessage".
 */
export type RoomServerMessage =
  | RoomYouMessage
  | RoomMessage
  | RoomPresenceMessage
  | RoomReactionMessage
  | DoneMessage
  | RefusedMessage
  | BeatMessage
  | ByeMessage;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentClientMessage".
 */
export type TournamentClientMessage =
  | JoinTournament
  | AddPlayers
  | SetPlan
  | NextRound
  | FinishTournament
  | Withdraw
  | SetLeft
  | RemovePlayer
  | SetResult
  | MakeTournamentHost
  | SetLock
  | Beat;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentServerMessage".
 */
export type TournamentServerMessage =
  | TournamentYouMessage
  | TournamentMessage
  | TournamentPresenceMessage
  | DoneMessage
  | RefusedMessage
  | BeatMessage
  | ByeMessage;
/**
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnalysisMessage".
 */
export type AnalysisMessage =
  Estimates | Reasons | ReviewBegun | JudgedShape | Reviewed | AnalysisFailed;

export interface Wire {
  [k: string]: unknown;
}
/**
 * Add people without a device, or who will come later (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AddPlayers".
 */
export interface AddPlayers {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "add_players";
  /**
   * @minItems 1
   * @maxItems 64
   */
  names: [string, ...string[]];
}
/**
 * The analysis could not be finished. Nothing follows.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "AnalysisFailed".
 */
export interface AnalysisFailed {
  code: string;
  sentence: string;
  values: {
    [k: string]: unknown;
  };
  type: "failed";
}
/**
 * A heartbeat, which the server answers at once.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Beat".
 */
export interface Beat {
  type: "beat";
}
/**
 * The reply to a heartbeat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BeatMessage".
 */
export interface BeatMessage {
  type: "beat";
}
/**
 * A bot.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "BotShape".
 */
export interface BotShape {
  name: string;
  character: string;
}
/**
 * The server closes the connection.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ByeMessage".
 */
export interface ByeMessage {
  type: "bye";
  code: string;
  sentence: string;
  reconnect: boolean;
}
/**
 * Somebody asked for the next match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CallShape".
 */
export interface CallShape {
  /**
   * Who asked.
   */
  member: DeviceNumber;
  /**
   * Who has agreed, the first included.
   */
  ready: DeviceNumber[];
  at: number;
  until: number;
}
/**
 * Everything that can be chosen for a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Choices".
 */
export interface Choices {
  modes: ModeShape[];
  editions: EditionShape[];
  bots: BotShape[];
  reactions: string[];
}
/**
 * A mode.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ModeShape".
 */
export interface ModeShape {
  name: string;
  seats: number;
  line: number;
  sides: Seat[][];
  colours: string[];
  neutral: string | null;
}
/**
 * An edition: how a booklet decides the points on which the booklets disagree.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EditionShape".
 */
export interface EditionShape {
  name: string;
  booklet: string;
  starter: string;
  redeal: string;
  tie: string;
}
/**
 * The clock of the turn was restarted, because the table slept or the person is back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ClockSet".
 */
export interface ClockSet {
  number: number;
  at: number;
  id?: string;
  kind: "clock_set";
  until: number;
}
/**
 * What a code leads to.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "CodeTarget".
 */
export interface CodeTarget {
  kind: "table" | "room" | "tournament";
  code: string;
}
/**
 * The deal of the day, and how the last ones went.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Daily".
 */
export interface Daily {
  day: string;
  bot: string;
  table: string | null;
  phase: ("waiting" | "playing" | "over") | null;
  totals: DayTotals[];
}
/**
 * How a deal of the day went, for all who have finished it on this server.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DayTotals".
 */
export interface DayTotals {
  day: string;
  played: number;
  won: number;
}
/**
 * Who plays the deal of the day.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DailyTry".
 */
export interface DailyTry {
  name: string;
}
/**
 * Decline to end the match without a winner.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DeclineEnd".
 */
export interface DeclineEnd {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "decline_end";
  seat: Seat;
}
/**
 * A command was carried out, now or when it was first sent.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DoneMessage".
 */
export interface DoneMessage {
  type: "done";
  id: string;
  number: number;
}
/**
 * Stop waiting for the current match (the host). It does not count.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "DropMatch".
 */
export interface DropMatch {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "drop_match";
}
/**
 * Who held a seat until somebody else took it over.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EarlierShape".
 */
export interface EarlierShape {
  seat: Seat;
  cards: number;
  name: string;
}
/**
 * A person wants to play on, which cancels all offers to end the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EndDeclined".
 */
export interface EndDeclined {
  number: number;
  at: number;
  id?: string;
  kind: "end_declined";
  seat: Seat;
}
/**
 * A person offered to end the match without a winner.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EndOffered".
 */
export interface EndOffered {
  number: number;
  at: number;
  id?: string;
  kind: "end_offered";
  seat: Seat;
}
/**
 * How a round ended.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EndShape".
 */
export interface EndShape {
  kind: "line" | "stalemate" | "draw";
  seat: Seat;
  winner: number | null;
  removed: string | null;
  runs: RunShape[][];
  stuck: string | null;
}
/**
 * Cards of a colour in a row.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RunShape".
 */
export interface RunShape {
  cells: string;
  cards: string;
  points: number;
}
/**
 * How the round goes on if the card in hand is placed on a cell.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EstimateShape".
 */
export interface EstimateShape {
  cell: string;
  visits: number;
  chances: number[];
  errors: number[];
}
/**
 * All legal cells of a moment, the best first. It replaces the estimates before it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Estimates".
 */
export interface Estimates {
  type: "estimates";
  seat: Seat;
  side: number;
  card: string;
  simulations: number;
  is_final: boolean;
  cells: EstimateShape[];
  continuation: LikelyShape[];
}
/**
 * A placement of the most likely continuation.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "LikelyShape".
 */
export interface LikelyShape {
  seat: Seat;
  card: string;
  cell: string;
  on_top: boolean;
}
/**
 * Events of a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Events".
 */
export interface Events {
  events: (
    | Opened
    | SettingsChanged
    | SeatChanged
    | Started
    | Placed
    | Undone
    | Hinted
    | ClockSet
    | Resigned
    | EndOffered
    | EndDeclined
    | PauseOffered
    | Paused
    | Resumed
    | StoodIn
    | Returned
    | HandoverOffered
    | HandedOver
    | Over
    | RematchWanted
    | Rematched
  )[];
}
/**
 * The table was opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Opened".
 */
export interface Opened {
  number: number;
  at: number;
  id?: string;
  kind: "opened";
  settings: SettingsShape;
  seats: SeatShape[];
  before?: string;
  room?: string;
  tournament?: string;
  daily?: string;
  played_on?: PlayedOnShape;
}
/**
 * The settings of a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SettingsShape".
 */
export interface SettingsShape {
  mode: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition: string;
  rounds_to_win: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds: number | null;
}
/**
 * The holder of a seat.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatShape".
 */
export interface SeatShape {
  kind: "open" | "person" | "bot";
  name?: string;
  /**
   * The number of the person's device at this table, not the seat.
   */
  device?: DeviceNumber;
  bot?: string;
  program?: string;
}
/**
 * Where a match comes from that continues another one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayedOnShape".
 */
export interface PlayedOnShape {
  moment: string;
  position: string;
  record: string;
}
/**
 * The host changed the settings, and with them perhaps the seats.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SettingsChanged".
 */
export interface SettingsChanged {
  number: number;
  at: number;
  id?: string;
  kind: "settings_changed";
  settings: SettingsShape;
  seats: SeatShape[];
}
/**
 * Somebody sat down, left, or was replaced before the match began.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SeatChanged".
 */
export interface SeatChanged {
  number: number;
  at: number;
  id?: string;
  kind: "seat_changed";
  seat: Seat;
  holder: SeatShape;
}
/**
 * The match began.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Started".
 */
export interface Started {
  number: number;
  at: number;
  id?: string;
  kind: "started";
  seats: SeatShape[];
  commitment: string;
  then: (RoundStartedShape | TurnedUpShape | RoundEndedShape | MatchEndedShape)[];
  turn: TurnShape;
  match: MatchShape;
}
/**
 * A round started: the decks were dealt.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoundStartedShape".
 */
export interface RoundStartedShape {
  kind: "round_started";
  round: number;
  start: Seat;
}
/**
 * The top card of a seat's deck was turned up.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TurnedUpShape".
 */
export interface TurnedUpShape {
  kind: "turned_up";
  seat: Seat;
  card: string;
}
/**
 * A round ended.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoundEndedShape".
 */
export interface RoundEndedShape {
  kind: "round_ended";
  round: number;
  end: EndShape;
}
/**
 * A side won the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchEndedShape".
 */
export interface MatchEndedShape {
  kind: "match_ended";
  winner: number;
}
/**
 * Whose turn it is.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TurnShape".
 */
export interface TurnShape {
  seat: Seat;
  card: string;
  cells: string;
  until?: number;
}
/**
 * The current state of a match, as far as it is public.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchShape".
 */
export interface MatchShape {
  round: number;
  start: Seat;
  wins: number[];
  removed: string[];
  handicap?: string[];
  stacks: {
    [k: string]: string;
  };
  last: string | null;
  turn: TurnShape | null;
  face_up: (string | null)[];
  decks: number[];
  unseen: string[];
  neutrals: number[];
  kept: string[];
  unseen_neutrals: string;
  last_end: EndShape | null;
  winner: number | null;
  commitment: string;
}
/**
 * A card was laid.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Placed".
 */
export interface Placed {
  number: number;
  at: number;
  id?: string;
  kind: "placed";
  seat: Seat;
  card: string;
  cell: string;
  on_top: boolean;
  by?: "bot" | "clock";
  then: (RoundStartedShape | TurnedUpShape | RoundEndedShape | MatchEndedShape)[];
  turn: TurnShape | null;
  match?: MatchShape;
}
/**
 * Cards were taken back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undone".
 */
export interface Undone {
  number: number;
  at: number;
  id?: string;
  kind: "undone";
  count: number;
  match: MatchShape;
}
/**
 * A person took a hint for the card in hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Hinted".
 */
export interface Hinted {
  number: number;
  at: number;
  id?: string;
  kind: "hinted";
  seat: Seat;
}
/**
 * A person resigned. If the match goes on, a bot holds the seat from now on.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resigned".
 */
export interface Resigned {
  number: number;
  at: number;
  id?: string;
  kind: "resigned";
  seat: Seat;
  bot: string | null;
  name?: string;
}
/**
 * A person offered to pause the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PauseOffered".
 */
export interface PauseOffered {
  number: number;
  at: number;
  id?: string;
  kind: "pause_offered";
  seat: Seat;
}
/**
 * All people have agreed to pause: no card is laid, and no clock runs.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Paused".
 */
export interface Paused {
  number: number;
  at: number;
  id?: string;
  kind: "paused";
  seat: Seat;
}
/**
 * A person continued the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resumed".
 */
export interface Resumed {
  number: number;
  at: number;
  id?: string;
  kind: "resumed";
  seat: Seat;
  until: number | null;
}
/**
 * A bot plays for an absent person.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StoodIn".
 */
export interface StoodIn {
  number: number;
  at: number;
  id?: string;
  kind: "stood_in";
  seat: Seat;
  bot: string;
}
/**
 * A person is back and plays again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Returned".
 */
export interface Returned {
  number: number;
  at: number;
  id?: string;
  kind: "returned";
  seat: Seat;
}
/**
 * A device offered its seats to another one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandoverOffered".
 */
export interface HandoverOffered {
  number: number;
  at: number;
  id?: string;
  kind: "handover_offered";
  seats: Seat[];
}
/**
 * Seats moved to another device.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "HandedOver".
 */
export interface HandedOver {
  number: number;
  at: number;
  id?: string;
  kind: "handed_over";
  seats: Seat[];
  device: DeviceNumber;
  host: DeviceNumber;
}
/**
 * The match is over, and its seed is public.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Over".
 */
export interface Over {
  number: number;
  at: number;
  id?: string;
  kind: "over";
  winner: number | null;
  how: "won" | "resigned" | "agreed" | "abandoned";
  seat: Seat | null;
  seed: string;
}
/**
 * A person asked for a rematch.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RematchWanted".
 */
export interface RematchWanted {
  number: number;
  at: number;
  id?: string;
  kind: "rematch_wanted";
  seat: Seat;
}
/**
 * The rematch began at another table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rematched".
 */
export interface Rematched {
  number: number;
  at: number;
  id?: string;
  kind: "rematched";
  table: string;
}
/**
 * Events, in order and without gaps.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "EventsMessage".
 */
export interface EventsMessage {
  type: "events";
  events: (
    | Opened
    | SettingsChanged
    | SeatChanged
    | Started
    | Placed
    | Undone
    | Hinted
    | ClockSet
    | Resigned
    | EndOffered
    | EndDeclined
    | PauseOffered
    | Paused
    | Resumed
    | StoodIn
    | Returned
    | HandoverOffered
    | HandedOver
    | Over
    | RematchWanted
    | Rematched
  )[];
}
/**
 * End the tournament before its last round (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "FinishTournament".
 */
export interface FinishTournament {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "finish";
}
/**
 * A link that moves seats to another device. It works once.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Handover".
 */
export interface Handover {
  key: string;
  link: string;
  qr: string;
  until: number;
}
/**
 * Come into the room under a name, or change the name.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "join";
  name: string;
  /**
   * Whether to sit out at first. Otherwise the first open seat is taken.
   */
  watches?: boolean;
}
/**
 * Take part under a name, or change the name.
 *
 * `player` is the number of somebody whom the host has added: that is me.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "JoinTournament".
 */
export interface JoinTournament {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "join";
  name: string;
  player?: number | null;
}
/**
 * A placement of a match, compared with the best one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "JudgedShape".
 */
export interface JudgedShape {
  type: "judged";
  place: number;
  round: number;
  cards: number;
  seat: Seat;
  side: number;
  card: string;
  cell: string;
  chances: number[];
  errors: number[];
  best: string;
  best_chance: number;
  played_chance: number;
  gave_away: number;
  error: number;
  at_stake: number;
  against?: ReasonShape[];
  instead?: ReasonShape[];
}
/**
 * A reason for or against a cell, as `punto.engine.explain` gives it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ReasonShape".
 */
export interface ReasonShape {
  kind: string;
  is_bad: boolean;
  side: number | null;
  colour: string | null;
  cells: string;
  gaps: string;
  cards: string;
  out_of: number;
  instead: string;
  before: number;
  now: number;
}
/**
 * Leave your own seat before the match begins.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Leave".
 */
export interface Leave {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "leave";
  seat: Seat;
}
/**
 * A bot.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Machine".
 */
export interface Machine {
  kind: "bot";
  bot: string;
}
/**
 * Make somebody else the host (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MakeHost".
 */
export interface MakeHost {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "make_host";
  member: DeviceNumber;
}
/**
 * Make somebody else the host (the host). They must have come with a device.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MakeTournamentHost".
 */
export interface MakeTournamentHost {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "make_host";
  player: number;
}
/**
 * How a match of the evening ended.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MatchResultShape".
 */
export interface MatchResultShape {
  winner: number | null;
  how: ("won" | "resigned" | "agreed" | "abandoned") | "dropped";
  wins: number[];
  winners: string[];
}
/**
 * Somebody in the room, and how the evening went for them.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "MemberShape".
 */
export interface MemberShape {
  /**
   * The number of the member's device.
   */
  member: DeviceNumber;
  name: string;
  watches: boolean;
  played: number;
  won: number;
  rounds: number;
  sat_out: number;
  program?: string;
}
/**
 * Hear no more reactions of somebody, or hear them again. Nobody else gets to know.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "mute";
  member: DeviceNumber;
  is_muted?: boolean;
}
/**
 * Make a new link and a new short code (the host). The old ones stop working.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewLink".
 */
export interface NewLink {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "new_link";
}
/**
 * A room to open. The device that asks becomes the host.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewRoom".
 */
export interface NewRoom {
  /**
   * The name of the host.
   */
  name: string;
  /**
   * Whether the host only watches, as a teacher does.
   */
  watches?: boolean;
  settings?: Settings;
}
/**
 * How the first match is played.
 */
export interface Settings {
  mode?: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition?: string;
  rounds_to_win?: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start?: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards?: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes?: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds?: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators?: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full?: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds?: number | null;
}
/**
 * A table to open. The device that asks becomes the host.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewTable".
 */
export interface NewTable {
  settings?: Settings1;
  /**
   * The holders of the seats, from seat 1. The remaining seats are open.
   *
   * @maxItems 4
   */
  seats?:
    | []
    | [Nobody | Person | Machine]
    | [Nobody | Person | Machine, Nobody | Person | Machine]
    | [Nobody | Person | Machine, Nobody | Person | Machine, Nobody | Person | Machine]
    | [
        Nobody | Person | Machine,
        Nobody | Person | Machine,
        Nobody | Person | Machine,
        Nobody | Person | Machine
      ];
}
/**
 * The settings of a table.
 */
export interface Settings1 {
  mode?: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition?: string;
  rounds_to_win?: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start?: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards?: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes?: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds?: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators?: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full?: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds?: number | null;
}
/**
 * An open seat, which anybody with the link may take.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Nobody".
 */
export interface Nobody {
  kind?: "open";
}
/**
 * A person on the device that sends the request.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Person".
 */
export interface Person {
  kind: "person";
  name: string;
}
/**
 * A tournament to open. The device that asks becomes the host.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NewTournament".
 */
export interface NewTournament {
  plan: Plan;
  /**
   * The name of the host as a player. Null: the host does not play.
   */
  name?: string | null;
}
/**
 * How a tournament is played.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Plan".
 */
export interface Plan {
  /**
   * What the tournament is called.
   */
  name: string;
  /**
   * Swiss: people with similar points meet. Round robin: everybody meets everybody.
   */
  system?: "swiss" | "round_robin";
  /**
   * How many rounds a Swiss tournament has. Null: as many as it takes to find one winner.
   */
  rounds?: number | null;
  settings?: Settings2;
  /**
   * Whether matches are played with real cards, and the host enters all results.
   */
  on_paper?: boolean;
  /**
   * What happens to somebody who is away: a bot plays until they are back, or they lose.
   */
  absence?: "stand_in" | "loss";
  /**
   * How long the turn of somebody who is away may last before that happens.
   */
  absence_seconds?: number;
  /**
   * The bot that stands in, and that takes seats nobody has at tables of four.
   */
  bot?: string;
  /**
   * How long after the last match of a round the next one begins by itself. Null: never.
   */
  pause_seconds?: number | null;
}
/**
 * How the matches are played: with two or four seats.
 */
export interface Settings2 {
  mode?: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition?: string;
  rounds_to_win?: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start?: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards?: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes?: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds?: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators?: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full?: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds?: number | null;
}
/**
 * Ask for the next match, or agree to it. It begins when all have, or when time is up.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NextMatch".
 */
export interface NextMatch {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "next_match";
}
/**
 * Begin the first round, or the next one after all matches have ended (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "NextRound".
 */
export interface NextRound {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "next_round";
}
/**
 * A position in one line, as `punto show` prints it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfPosition".
 */
export interface OfPosition {
  about: "position";
  position: string;
}
/**
 * A record: the text of a `.punto` file.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfRecord".
 */
export interface OfRecord {
  about: "record";
  record: string;
  /**
   * Null is the last moment with a card to place.
   */
  moment?: string | null;
}
/**
 * A table of this server.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfTable".
 */
export interface OfTable {
  about: "table";
  table: string;
  /**
   * Only of a finished match. Null is the present of a match in play.
   */
  moment?: string | null;
}
/**
 * Offer to end the match without a winner, or accept such an offer.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfferEnd".
 */
export interface OfferEnd {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "offer_end";
  seat: Seat;
}
/**
 * Offer to pause the match, or accept such an offer. A card that is laid cancels all offers.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OfferPause".
 */
export interface OfferPause {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "offer_pause";
  seat: Seat;
}
/**
 * A room that its host has listed on the first page of the server.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OpenRoom".
 */
export interface OpenRoom {
  link: string;
  mode: string;
  level: "any" | "beginner" | "experienced";
  players: (string | null)[];
  others: number;
  is_playing: boolean;
}
/**
 * The listed rooms in which somebody is, those that need the fewest people first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OpenRooms".
 */
export interface OpenRooms {
  is_on: boolean;
  rooms: OpenRoom[];
}
/**
 * A room that was opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OpenedRoom".
 */
export interface OpenedRoom {
  room: string;
  link: string;
  short: string;
}
/**
 * A table that was opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OpenedTable".
 */
export interface OpenedTable {
  table: string;
  link: string;
}
/**
 * A tournament that was opened.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OpenedTournament".
 */
export interface OpenedTournament {
  tournament: string;
  link: string;
}
/**
 * How a match ended.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "OverShape".
 */
export interface OverShape {
  winner: number | null;
  how: "won" | "resigned" | "agreed" | "abandoned";
  seat: Seat | null;
  seed: string;
}
/**
 * How a match ended.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PairingResultShape".
 */
export interface PairingResultShape {
  winner: number | null;
  how: ("won" | "resigned" | "agreed" | "abandoned") | ("by_hand" | "walkover");
  rounds: number[];
  points: number[];
}
/**
 * Who plays at a seat of a match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PairingSeatShape".
 */
export interface PairingSeatShape {
  player?: number;
  bot?: string;
}
/**
 * A match of a round.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PairingShape".
 */
export interface PairingShape {
  pairing: number;
  table: string | null;
  on_paper: boolean;
  seats: PairingSeatShape[];
  over?: PairingResultShape;
}
/**
 * Whether a match is paused, or who would like that.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PauseShape".
 */
export interface PauseShape {
  is_paused: boolean;
  /**
   * The devices that have offered to pause.
   */
  offers: DeviceNumber[];
}
/**
 * Lay the card in hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Place".
 */
export interface Place {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "place";
  /**
   * The number of the last event that the client knew.
   */
  last_event: number;
  seat: Seat;
  cell: string;
}
/**
 * Give a seat of the next match to a member (the host). Whoever sat there sits out.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlaceMember".
 */
export interface PlaceMember {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "place_member";
  seat: Seat;
  member: DeviceNumber;
}
/**
 * The holder of a seat in the next match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlaceShape".
 */
export interface PlaceShape {
  kind: "open" | "member" | "bot";
  /**
   * The number of the member.
   */
  member?: DeviceNumber;
  bot?: string;
}
/**
 * How a tournament is played.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlanShape".
 */
export interface PlanShape {
  /**
   * What the tournament is called.
   */
  name: string;
  /**
   * Swiss: people with similar points meet. Round robin: everybody meets everybody.
   */
  system: "swiss" | "round_robin";
  /**
   * How many rounds a Swiss tournament has. Null: as many as it takes to find one winner.
   */
  rounds: number | null;
  settings: Settings3;
  /**
   * Whether matches are played with real cards, and the host enters all results.
   */
  on_paper: boolean;
  /**
   * What happens to somebody who is away: a bot plays until they are back, or they lose.
   */
  absence: "stand_in" | "loss";
  /**
   * How long the turn of somebody who is away may last before that happens.
   */
  absence_seconds: number;
  /**
   * The bot that stands in, and that takes seats nobody has at tables of four.
   */
  bot: string;
  /**
   * How long after the last match of a round the next one begins by itself. Null: never.
   */
  pause_seconds: number | null;
}
/**
 * How the matches are played: with two or four seats.
 */
export interface Settings3 {
  mode?: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition?: string;
  rounds_to_win?: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start?: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards?: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes?: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds?: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators?: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full?: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds?: number | null;
}
/**
 * A table to open that continues a match from one of its moments, against bots.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayOn".
 */
export interface PlayOn {
  subject: OfTable | OfRecord;
  moment: string;
  /**
   * The seat of the person; bots hold the others.
   */
  seat: Seat;
  name: string;
  bot: string;
}
/**
 * Somebody who takes part.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PlayerShape".
 */
export interface PlayerShape {
  player: number;
  name: string;
  has_device: boolean;
  has_left: boolean;
}
/**
 * Who is connected.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PresenceMessage".
 */
export interface PresenceMessage {
  type: "presence";
  /**
   * The numbers of connected devices with a seat, or of the host.
   */
  devices: DeviceNumber[];
  /**
   * For each seat of a person who is not connected: when a bot may stand in, in milliseconds since 1970.
   */
  away: Readonly<Partial<Record<Seat, number>>>;
  spectators: number;
}
/**
 * Why the answer of a puzzle is right, and what is good or bad about another cell.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PuzzleReasons".
 */
export interface PuzzleReasons {
  answer: ReasonShape[];
  tried: ReasonShape[];
}
/**
 * A puzzle: the one right cell for the card in hand.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "PuzzleShape".
 */
export interface PuzzleShape {
  name: string;
  kind: string;
  mode: string;
  rating: number;
  deviation: number;
  margin: number;
  seat: Seat;
  card: string;
  cells: string;
  answer: string;
  stacks: {
    [k: string]: string;
  };
}
/**
 * How many puzzles there are, by mode and kind.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Puzzles".
 */
export interface Puzzles {
  counts: {
    [k: string]: {
      [k: string]: number;
    };
  };
}
/**
 * Send one of the fixed reactions. It is not stored.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "React".
 */
export interface React {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "react";
  seat: Seat;
  reaction: "hello" | "well_played" | "oops" | "wow" | "thinking" | "your_turn" | "thanks" | "bye";
}
/**
 * Somebody sent a reaction.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ReactionMessage".
 */
export interface ReactionMessage {
  type: "reaction";
  seat: Seat;
  reaction: "hello" | "well_played" | "oops" | "wow" | "thinking" | "your_turn" | "thanks" | "bye";
}
/**
 * Why each cell is good or bad, the most important reason first.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reasons".
 */
export interface Reasons {
  type: "reasons";
  cells: {
    [k: string]: ReasonShape[];
  };
}
/**
 * A room in which this device has been.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RecentRoom".
 */
export interface RecentRoom {
  room: string;
  link: string;
  members: string[];
  matches: number;
  is_playing: boolean;
  touched_at: number;
}
/**
 * A table that this device has used.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RecentTable".
 */
export interface RecentTable {
  table: string;
  link: string;
  phase: "waiting" | "playing" | "over";
  mode: string;
  players: (string | null)[];
  touched_at: number;
  is_your_turn: boolean;
  until: number | null;
}
/**
 * A tournament in which this device takes part, or that it hosts.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RecentTournament".
 */
export interface RecentTournament {
  tournament: string;
  link: string;
  name: string;
  stage: "registering" | "playing" | "over";
  players: number;
  touched_at: number;
}
/**
 * Why a request was refused. It changed nothing.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  code: string;
  sentence: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * A command or an unreadable message was refused. It changed nothing.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RefusedMessage".
 */
export interface RefusedMessage {
  type: "refused";
  id: string | null;
  code: string;
  sentence: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * Ask for a rematch with the same people, or accept one.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "rematch";
  seat: Seat;
}
/**
 * Remove a person, and make a new link (the host). The old link and code stop working.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RemoveMember".
 */
export interface RemoveMember {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "remove_member";
  member: DeviceNumber;
}
/**
 * Remove a person (the host), whose device cannot come in again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RemovePlayer".
 */
export interface RemovePlayer {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "remove_player";
  player: number;
}
/**
 * A recorded match to watch again.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  names: string[];
  bots?: (string | null)[];
  programs?: (string | null)[];
  earlier?: EarlierShape[];
  hints?: number[];
  mode: string;
  edition: string;
  rounds_to_win: number;
  open_cards: boolean;
  date: string;
  result: string;
  winner: number | null;
  how: ("won" | "resigned" | "agreed" | "abandoned") | "unfinished";
  seat: Seat | null;
  checked: ("moves" | "decks" | "seed")[];
  commitment: string | null;
  seed: string | null;
  start: MatchShape;
  placed: Placed[];
}
/**
 * Resign the match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resign".
 */
export interface Resign {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "resign";
  seat: Seat;
}
/**
 * Continue a match that is paused.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Resume".
 */
export interface Resume {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "resume";
  seat: Seat;
}
/**
 * A review begins.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "ReviewBegun".
 */
export interface ReviewBegun {
  type: "begun";
  placements: number;
}
/**
 * A review is complete.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Reviewed".
 */
export interface Reviewed {
  type: "reviewed";
  accuracy: (number | null)[];
  turning_points: number[];
}
/**
 * A match of the evening.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomMatchShape".
 */
export interface RoomMatchShape {
  match: number;
  table: string;
  mode: string;
  seats: RoomSeatShape[];
  at: number;
  over?: MatchResultShape;
}
/**
 * Who played at a seat of a match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomSeatShape".
 */
export interface RoomSeatShape {
  name: string;
  /**
   * Missing for a bot.
   */
  member?: DeviceNumber;
  bot?: string;
}
/**
 * The whole room, after every change.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomMessage".
 */
export interface RoomMessage {
  type: "room";
  room: RoomShape;
}
/**
 * The current state of a room.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomShape".
 */
export interface RoomShape {
  room: string;
  number: number;
  link: string;
  short: string | null;
  is_locked: boolean;
  listed: ("any" | "beginner" | "experienced") | null;
  /**
   * The number of the host's device.
   */
  host: DeviceNumber;
  members: MemberShape[];
  settings: SettingsShape;
  substitute: string | null;
  rotates: boolean;
  seats: PlaceShape[];
  call: CallShape | null;
  table: string | null;
  matches: RoomMatchShape[];
}
/**
 * Who is connected.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomPresenceMessage".
 */
export interface RoomPresenceMessage {
  type: "presence";
  /**
   * The members who are here.
   */
  members: DeviceNumber[];
  spectators: number;
  proposal: PlaceShape[];
}
/**
 * Somebody sent a reaction.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomReactionMessage".
 */
export interface RoomReactionMessage {
  type: "reaction";
  member: DeviceNumber;
  reaction: "hello" | "well_played" | "oops" | "wow" | "thinking" | "your_turn" | "thanks" | "bye";
}
/**
 * The client's own place in the room: the first message, and again after each change.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "RoomYouMessage".
 */
export interface RoomYouMessage {
  type: "you";
  /**
   * The number of the device; null before it joins.
   */
  member: DeviceNumber | null;
  is_host: boolean;
  /**
   * Whose reactions are not sent.
   */
  muted: DeviceNumber[];
}
/**
 * Seat people as the room proposes: who sat out longest plays (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Rotate".
 */
export interface Rotate {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "rotate";
}
/**
 * Send one of the fixed reactions to everybody in the room. It is not stored.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "say";
  reaction: "hello" | "well_played" | "oops" | "wow" | "thinking" | "your_turn" | "thanks" | "bye";
}
/**
 * Say that somebody has left, or is back (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetLeft".
 */
export interface SetLeft {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_left";
  player: number;
  has_left: boolean;
}
/**
 * List the room on the first page of the server, or take it off the list (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetListing".
 */
export interface SetListing {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_listing";
  /**
   * For whom the room is listed. Null: it is not.
   */
  level: ("any" | "beginner" | "experienced") | null;
}
/**
 * Lock the room, so that nobody new can come in, or unlock it (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetLock".
 */
export interface SetLock {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_lock";
  is_locked: boolean;
}
/**
 * Open a seat of the next match, or give it to a bot (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetPlace".
 */
export interface SetPlace {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_place";
  seat: Seat;
  holder: Nobody | Machine;
}
/**
 * Change how the tournament is played (the host). Mode and system stay once it has begun.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetPlan".
 */
export interface SetPlan {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_plan";
  plan: Plan;
}
/**
 * Enter or correct the result of a match by hand (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetResult".
 */
export interface SetResult {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_result";
  round: number;
  pairing: number;
  /**
   * The seat that won. Null: nobody.
   */
  winner?: Seat | null;
  /**
   * Rounds won at each seat. Empty: not written down.
   *
   * @maxItems 4
   */
  rounds?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
}
/**
 * Change how the next match is played, and how the room goes on (the host).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetRoom".
 */
export interface SetRoom {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_room";
  settings: Settings4;
  /**
   * The bot that takes the seat of whoever does not answer. Null: the seat opens.
   */
  substitute?: string | null;
  /**
   * Whether those who sat out longest play the next match.
   */
  rotates?: boolean;
}
/**
 * The settings of a table.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Settings".
 */
export interface Settings4 {
  mode?: string;
  /**
   * The booklet that decides where the booklets disagree.
   */
  edition?: string;
  rounds_to_win?: number;
  /**
   * The seat that starts the first round. Null means random.
   */
  start?: Seat | null;
  /**
   * Whether the next card of every deck always lies face up.
   */
  open_cards?: boolean;
  /**
   * Whether the winner of a stalemate takes a card out of the match.
   */
  stalemate_removes?: boolean;
  /**
   * For each side, how many of its highest cards leave the match before the first round.
   * Empty means none for any side.
   *
   * @maxItems 4
   */
  handicap?:
    [] | [number] | [number, number] | [number, number, number] | [number, number, number, number];
  /**
   * How long a person may think. Then a bot plays the card. Null means no limit.
   */
  turn_seconds?: number | null;
  /**
   * Whether people without a seat may watch the match.
   */
  spectators?: boolean;
  /**
   * Whether the match begins as soon as every seat is taken. Otherwise the host starts it.
   */
  begins_when_full?: boolean;
  /**
   * How long a person must be away before a bot may stand in. Null means the server's default.
   */
  grace_seconds?: number | null;
}
/**
 * Open a seat, or give it to a bot (the host, before the match begins).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetSeat".
 */
export interface SetSeat {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_seat";
  seat: Seat;
  holder: Nobody | Machine;
}
/**
 * Change the settings (the host, before the match begins).
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SetSettings".
 */
export interface SetSettings {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "set_settings";
  settings: Settings4;
}
/**
 * Take an open seat, or change the name at your own.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "sit";
  seat: Seat;
  name: string;
}
/**
 * Leave the seat of the next match, and watch.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SitOut".
 */
export interface SitOut {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "sit_out";
}
/**
 * The whole table. It replaces everything the client knew.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "SnapshotMessage".
 */
export interface SnapshotMessage {
  type: "snapshot";
  table: TableShape;
}
/**
 * The current state of a table, as far as it is public.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TableShape".
 */
export interface TableShape {
  table: string;
  number: number;
  phase: "waiting" | "playing" | "over";
  settings: SettingsShape;
  /**
   * The number of the host's device.
   */
  host: DeviceNumber;
  seats: SeatShape[];
  match: MatchShape | null;
  /**
   * The devices that have offered to end the match.
   */
  end_offers: DeviceNumber[];
  pause?: PauseShape;
  /**
   * The devices that have asked for a rematch.
   */
  rematch_offers: DeviceNumber[];
  over: OverShape | null;
  before: string | null;
  next: string | null;
  room?: string;
  tournament?: string;
  daily?: string;
  hints?: number[];
  played_on?: PlayedOnShape;
}
/**
 * Let a bot play for an absent person, after the grace time and until that person is back.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StandIn".
 */
export interface StandIn {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "stand_in";
  seat: Seat;
  bot: string;
}
/**
 * Somebody's place in the standings, and what decides it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StandingShape".
 */
export interface StandingShape {
  player: number;
  place: number;
  points: number;
  played: number;
  won: number;
  direct: number;
  opponents: number;
  beaten: number;
  rounds: number;
}
/**
 * Begin the match (the host). If `fill` names a bot, it takes the seats that are still open.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "start";
  fill?: string | null;
}
/**
 * Begin the next match now (the host). If `fill` names a bot, it takes the open seats.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "StartMatch".
 */
export interface StartMatch {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "start_match";
  fill?: string | null;
}
/**
 * Take an open seat of the next match, or move to it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TakeSeat".
 */
export interface TakeSeat {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "take_seat";
  seat: Seat;
}
/**
 * The key from a handover link.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Takeover".
 */
export interface Takeover {
  key: string;
}
/**
 * What a token allows the program that sends it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TokenShape".
 */
export interface TokenShape {
  name: string;
  scope: "play";
  max_tables: number;
  rate: number;
}
/**
 * The whole tournament, after every change.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentMessage".
 */
export interface TournamentMessage {
  type: "tournament";
  tournament: TournamentShape;
}
/**
 * The current state of a tournament, with its last round. The others can be asked for.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentShape".
 */
export interface TournamentShape {
  tournament: string;
  number: number;
  plan: PlanShape;
  stage: "registering" | "playing" | "over";
  is_locked: boolean;
  /**
   * The number of the host's device.
   */
  host: DeviceNumber;
  players: PlayerShape[];
  standings: StandingShape[];
  rounds: number | null;
  round: TournamentRoundShape | null;
  next_at: number | null;
}
/**
 * A round of a tournament.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentRoundShape".
 */
export interface TournamentRoundShape {
  round: number;
  at: number;
  pairings: PairingShape[];
  byes: number[];
}
/**
 * Who is connected.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentPresenceMessage".
 */
export interface TournamentPresenceMessage {
  type: "presence";
  players: number[];
  spectators: number;
}
/**
 * All rounds of a tournament so far.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentRounds".
 */
export interface TournamentRounds {
  rounds: TournamentRoundShape[];
}
/**
 * The client's own place in the tournament: the first message, and again after each change.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "TournamentYouMessage".
 */
export interface TournamentYouMessage {
  type: "you";
  player: number | null;
  is_host: boolean;
}
/**
 * Take back the last card that a person laid, and everything after it.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "undo";
  /**
   * The number of the last event that the client knew.
   */
  last_event: number;
}
/**
 * An analysis of one moment, or the review of a whole match.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "WantedAnalysis".
 */
export interface WantedAnalysis {
  wants: "cells" | "review";
  subject: OfPosition | OfTable | OfRecord;
}
/**
 * Leave the tournament, or come back: play no more rounds until then.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "Withdraw".
 */
export interface Withdraw {
  /**
   * Chosen by the client. The reply has the same id, and a retry with it counts once.
   */
  id: string;
  type: "withdraw";
  has_left?: boolean;
}
/**
 * The client's own device and seats: the first message, and again after each change.
 *
 * This interface was referenced by `Wire`'s JSON-Schema
 * via the `definition` "YouMessage".
 */
export interface YouMessage {
  type: "you";
  /**
   * The number of the device; null if it never had a seat.
   */
  device: DeviceNumber | null;
  /**
   * The seats of the people on the device.
   */
  seats: Seat[];
  is_host: boolean;
}
