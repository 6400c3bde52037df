// Generated from the Python definitions by `make docs`; do not edit.

export const PROTOCOL = 2;

/** Who wins by each ending. */
export const WINNERS: Record<Ending, Party> = {"liberal_policies": "L", "hitler_executed": "L", "fascist_policies": "F", "hitler_elected": "F"};

/** What a claim speaks of. */
export type About = "chancellor-hand" | "party" | "peek" | "president-hand";

/** Play: an action of the rules, claims included. */
export type Act = {
  type: "Act";
  action: Nominate | Vote | Discard | Enact | Veto | Investigate | CallSpecialElection | Execute | ClaimTiles | ClaimParty;
  id: string;
};

/** Seat a bot in this chair; without a seat, in enough empty chairs to begin, or all of `chairs`. */
export type AddBot = {
  type: "AddBot";
  seat?: number | null;
  level?: Level | null;
  fill_to?: number | null;
  id: string;
};

/** Who you are at this table. The token is also set as a cookie; keep it secret. */
export type Admission = {
  code: string;
  link: string;
  player: string;
  token: string;
};

export type AgendaVetoed = {
  type: "AgendaVetoed";
  president: number;
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

/** Among friends a game is rated if everybody who sits has agreed. */
export type AgreeToRating = {
  type: "AgreeToRating";
  agrees: boolean;
  id: string;
};

export type AllowWord = {
  type: "AllowWord";
  word: string;
};

/** Said to everybody, and to everybody who comes; without a text, taken back. */
export type Announce = {
  type: "Announce";
  text?: string;
  restart_in?: number;
};

/** The operators of the server say something to everybody; an empty text takes it back. */
export type Announced = {
  type: "Announced";
  text: string;
  at: number | null;
};

/** What a player looks like: numbers of a bird, a hat and a coat. It says nothing about the game. */
export type Appearance = {
  bird: number;
  hat: number;
  coat: number;
};

/** What the table tells this program, as its own socket would: first a Welcome. */
export type AtTable = {
  type: "AtTable";
  code: string;
  message: unknown;
};

/** Something an operator did. */
export type AuditLine = {
  time: number;
  by: string;
  what: string;
  detail: string;
};

export type Award = {
  kind: AwardKind;
  seat: number;
  params: Record<string, number>;
  move: number | null;
};

export type AwardKind = "decider" | "liar" | "reader" | "trusted";

/** The first entry that cannot be so; it and those after it were not taken. */
export type BadEntry = {
  entry: number;
  code: string;
  reason: string;
};

export type BallotMarked = {
  type: "BallotMarked";
  seat: number;
  ja: boolean;
  audience: number | "everyone" | "nobody";
};

export type Ban = {
  type: "Ban";
  target: Target;
  value: string;
  minutes: number;
  reason?: string;
};

export type BanInForce = {
  target: Target;
  value: string;
  until: number;
  reason: string;
  by: string;
};

/** Why something may not be done; the value is stable for clients, the text is for English readers. */
export type Bar = "already-voted" | "dead" | "enacted-as-chancellor" | "enacted-as-president" | "in-session" | "investigated" | "is-president" | "miscounted" | "nature" | "no-such-seat" | "not-an-action" | "not-awaited" | "not-in-hand" | "not-seen" | "over" | "shown-otherwise" | "unordered" | "veto-closed" | "veto-first" | "was-chancellor" | "was-president" | "wrong-cards" | "wrong-moment" | "wrong-size" | "yourself";

/** A sentence of the catalogue, and what to fill in. */
export type Because = {
  key: string;
  params: Record<string, number | string>;
};

/** Who is the first president. */
export type Began = {
  type: "Began";
  president: number;
};

/** What the public could believe after a round; rounds count from 0. */
export type Believed = {
  round: number;
  fascist: number[];
  hitler: number[];
  liberal_win: number;
};

/** Not to hear of somebody's talk at all, and not to be brought to a table of strangers together; nobody else learns of it. */
export type BlockPlayer = {
  type: "BlockPlayer";
  player: string;
  blocked?: boolean;
  id: string;
};

export type Board = {
  seats: number;
  phase: Phase;
  awaited: number[];
  alive: number[];
  round: number;
  president: number | null;
  special: boolean;
  anchor: number | null;
  chancellor: number | null;
  liberal: number;
  fascist: number;
  tracker: number;
  draw_pile: number;
  discards: number;
  limited_president: number | null;
  limited_chancellor: number | null;
  veto_asked: boolean;
  investigated: number[];
  not_hitler: number[];
  sights: Sight[];
  special_president: number | null;
  ending: Ending | null;
};

export type CallSpecialElection = {
  type: "CallSpecialElection";
  president: number;
};

/** How tiles and roles look on a real table. */
export type Cards = "french-deck" | "tiles";

/** One place at the table. Before the deal chairs may be empty; from the deal on the chair is the seat of the game. */
export type Chair = {
  seat: number;
  player: string | null;
  name: string;
  bot: Level | null;
  program: ProgramCard | null;
  connected: boolean;
  ready: boolean;
  host: boolean;
  appearance: Appearance;
  committed: boolean;
  rating_agreed: boolean;
  replace_votes: number;
  away_since: number | null;
  newcomer: Newcomer | null;
};

/** A table that waits for those challenged; its code names the challenge. */
export type Challenge = {
  code: string;
  link: string;
  by: ProgramCard;
  to: string[];
  players: number;
  rules: string;
  until: number;
};

export type Challenged = {
  type: "Challenged";
  challenge: Challenge;
};

export type ChancellorNominated = {
  type: "ChancellorNominated";
  president: number;
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

/** What is left out stays as it is. */
export type ChangePlace = {
  name?: string | null;
  appearance?: Appearance | null;
  open?: boolean | null;
  ranked?: boolean | null;
};

/** Something I could do now, or why I may not. */
export type Choice = {
  action: Nominate | Vote | Discard | Enact | Veto | Investigate | CallSpecialElection | Execute;
  barred: Bar | null;
};

export type ChoiceSeen = {
  type: "ChoiceSeen";
  chancellor: number;
  policy: Policy;
  audience: number | "everyone" | "nobody";
};

export type ClaimMade = {
  type: "ClaimMade";
  seat: number;
  claim: ClaimTiles | ClaimParty;
  audience: number | "everyone" | "nobody";
};

/** What a president says of the party investigated; None refuses to say. */
export type ClaimParty = {
  type: "ClaimParty";
  round: number;
  party: Party | null;
};

/** What a seat says of a hand it held or a peek it took; None refuses to say. A peek is told in order. */
export type ClaimTiles = {
  type: "ClaimTiles";
  about: About;
  round: number;
  tiles: Policy[] | null;
};

export type Claimed = {
  seat: number;
  claim: ClaimTiles | ClaimParty;
  verdict: Verdict;
  contested: boolean;
};

export type CloseTable = {
  type: "CloseTable";
  code: string;
};

/** What I shall add to the chance of the next game, as a hash. */
export type Commit = {
  type: "Commit";
  commitment: string;
  id: string;
};

/** What somebody is reported for. */
export type Complaint = "abuse" | "cheating" | "name" | "other" | "spoiling";

/** The other end of "continue on my phone". */
export type Continue = {
  ticket: string;
};

/** Which players are counted when the last president's exemption is decided. */
export type Count = "alive" | "dealt";

export type Cue = {
  saying: Saying;
  pause: number;
  look: boolean;
};

/** The chance that liberals win after one move. */
export type CurvePoint = {
  move: number;
  round: number;
  open: number;
  public: number;
  policy: Policy | null;
  by_populace: boolean;
  power: Power | null;
  vetoed: boolean;
  rejected: boolean;
};

export type DeckOrdered = {
  type: "DeckOrdered";
  deck: Policy[];
  audience: number | "everyone" | "nobody";
};

export type DeckPeeked = {
  type: "DeckPeeked";
  president: number;
  audience: number | "everyone" | "nobody";
};

/** Too few tiles are left: draw pile and discards will be shuffled together. */
export type DeckRanLow = {
  type: "DeckRanLow";
  audience: number | "everyone" | "nobody";
};

export type DeckShuffled = {
  type: "DeckShuffled";
  tiles: number;
  audience: number | "everyone" | "nobody";
};

/** Why something was not done; the value is stable for clients. */
export type Denial = "another-asks" | "banned" | "closed" | "dealing" | "devices" | "failed" | "full" | "held-a-seat" | "here" | "hushed" | "locked" | "message" | "name-taken" | "no-bot" | "no-game" | "no-house-rules" | "no-player" | "no-record" | "no-report" | "no-review" | "no-rules" | "no-such-player" | "no-table" | "nobody-asks" | "not-away" | "not-away-yet" | "not-committed" | "not-dealing" | "not-found" | "not-free" | "not-host" | "not-ready" | "not-seated" | "not-waiting" | "not-yours" | "operator" | "origin" | "out-of-range" | "owner-here" | "passkey" | "password" | "playing" | "ready" | "recovery-code" | "restarts" | "rules" | "seated" | "sent-away" | "server-full" | "shut-out" | "spectator" | "storage" | "strangers" | "taken" | "talk" | "ticket" | "too-fast" | "too-few" | "too-late" | "too-many" | "unreadable" | "watched" | "words" | "wrong-number";

/** The president's choice; hands have no order, so a tile is named by its kind. */
export type Discard = {
  type: "Discard";
  policy: Policy;
};

export type DiscardSeen = {
  type: "DiscardSeen";
  seat: number;
  tiles: Policy[];
  audience: number | "everyone" | "nobody";
};

export type Done = {
  type: "Done";
  id: string;
};

/** Choose a bird, a hat and a coat; kept with the player for the whole evening. */
export type Dress = {
  type: "Dress";
  appearance: Appearance;
  id: string;
};

/** What the group has to write down next. */
export type Due = "election" | "first-president" | "hitler" | "nomination" | "nothing" | "policy" | "populace" | "power" | "roles" | "veto-answer";

export type ElectionHeld = {
  type: "ElectionHeld";
  president: number;
  chancellor: number;
  ballots: (boolean | null)[];
  elected: boolean;
  audience: number | "everyone" | "nobody";
};

export type Enact = {
  type: "Enact";
  policy: Policy;
};

/** The policy laid face up, by the government or by the populace. */
export type Enacted = {
  type: "Enacted";
  policy: Policy;
};

export type Ending = "fascist_policies" | "hitler_elected" | "hitler_executed" | "liberal_policies";

export type EnvelopesDealt = {
  type: "EnvelopesDealt";
  audience: number | "everyone" | "nobody";
};

/** What happened, as a sentence of the catalogue that speaks of people by their seats. */
export type EventSentence = {
  key: string;
  params: Record<string, number | string>;
};

export type Execute = {
  type: "Execute";
  seat: number;
};

/** A game with real cards as far as it was written down. */
export type FillIn = {
  rules?: string;
  house_rules?: string;
  names: string[];
  entries?: (Began | Nominated | Voted | Unmasked | Enacted | VetoAsked | VetoAnswered | Vetoed | Targeted | Told | Opened)[];
};

/** What everybody knows after the entries that were taken, and what has to be written down next. */
export type Filled = {
  rules: Ruleset;
  kit: Kit;
  view: View;
  due: Due;
  suspect: number | null;
  options: Option[];
  claims: OpenClaim[];
  told: ((EnvelopesDealt | RolesDealt | RoleSeen | DeckRanLow | DeckShuffled | DeckOrdered | PresidencyPassed | ChancellorNominated | VoteCast | BallotMarked | ElectionHeld | TermLimitsSet | TrackerMoved | ProvedNotHitler | PoliciesDrawn | HandSeen | PolicyDiscarded | DiscardSeen | HandPassed | PolicyChosen | ChoiceSeen | VetoForgone | VetoRequested | VetoRefused | VetoBallotCast | VetoBallotMarked | AgendaVetoed | PolicyEnacted | PowerGranted | PartySeen | PeekSeen | ClaimMade | GameEnded | RolesRevealed | LoyaltyInvestigated | SpecialElectionCalled | PlayerExecuted | DeckPeeked)[])[];
  news: EventSentence[];
  refused: BadEntry | null;
};

export type FirstPresident = "host-then-last-hitler" | "random";

/** Names and talk with this word are refused; a star at its end stands for any letters. */
export type ForbidWord = {
  type: "ForbidWord";
  word: string;
};

export type GameEnded = {
  type: "GameEnded";
  ending: Ending;
  audience: number | "everyone" | "nobody";
};

/** The connection is about to be closed; `again` says whether to connect again. `code` is a Denial. */
export type Goodbye = {
  type: "Goodbye";
  code: string;
  reason: string;
  again: boolean;
};

/** Make somebody else the host. */
export type HandOver = {
  type: "HandOver";
  player: string;
  id: string;
};

export type HandPassed = {
  type: "HandPassed";
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

export type HandSeen = {
  type: "HandSeen";
  seat: number;
  tiles: Policy[];
  audience: number | "everyone" | "nobody";
};

/** A line of talk that goes with a report. */
export type HeardLine = {
  name: string;
  player: string;
  room: Room;
  text: string;
  time: number;
};

/** The first message of a client: what it speaks, who it is, and what it has. */
export type Hello = {
  protocol: number;
  token?: string | null;
  seq?: number;
  game?: number;
};

/** A rule set in the words of one language, as it is printed and stands in docs/rules.md. */
export type HowToPlay = {
  name: string;
  title: string;
  about: string;
  sections: RuleSection[];
  openings: RuleSection[];
  roles: RolesTable;
  guide: RuleSection[];
  credit: string;
};

/** Somebody may play, but not talk, for a time; 0 minutes end it. */
export type Hush = {
  type: "Hush";
  identity: string;
  minutes: number;
};

export type HushInForce = {
  identity: string;
  until: number;
};

/** Whom of this table you have muted or blocked, after Welcome and whenever it changes; nobody, if it is never sent. */
export type Ignored = {
  type: "Ignored";
  muted: string[];
  blocked: string[];
};

export type Investigate = {
  type: "Investigate";
  seat: number;
};

/** Where others find a table. */
export type Invitation = {
  link: string;
  reachable: boolean;
};

/** Somebody one has played with has opened a table. */
export type InvitedTo = {
  code: string;
  name: string;
  time: number;
};

export type JoinTable = {
  name: string;
  password?: string;
  sit?: boolean;
};

/** Something that was said, beside the truth. */
export type JudgedClaim = {
  move: number;
  round: number;
  seat: number;
  claim: ClaimTiles | ClaimParty;
  target: number | null;
  tiles: Policy[] | null;
  party: Party | null;
  lie: boolean | null;
  before: Record<string, number>;
  after: Record<string, number>;
  rounds: number;
  exposed: Because | null;
};

export type JudgedDecision = {
  move: number;
  round: number;
  seat: number;
  role: Role;
  chosen: Weighed;
  others: Weighed[];
  label: Label;
  cost: number;
  swing: number;
  did: Because;
  better: Because | null;
  why: Because | null;
};

/** A file with a game in it: the readable notation, or a line of JSON. */
export type KeepRecord = {
  text: string;
};

export type Kept = {
  record: string;
};

export type KeptPasskey = {
  id: string;
  made: number;
};

export type Kick = {
  type: "Kick";
  player: string;
  ban?: boolean;
  id: string;
};

export type Kit = {
  piles: Pile[];
  without_joker: Pile[];
  track: Power[];
  liberal_goal: number;
  host_begins: boolean;
  opening: Cue[];
};

/** How good a choice was, by what it cost the one who made it. */
export type Label = "best" | "blunder" | "brilliant" | "fine" | "inaccuracy" | "mistake";

export type Leaderboard = {
  season: string;
  players: Ranked[];
};

/** How a bot plays. */
export type Level = "deducer" | "expert" | "party-line" | "random" | "regular" | "strategist";

export type LiftBan = {
  type: "LiftBan";
  target: Target;
  value: string;
};

export type Lock = {
  type: "Lock";
  locked: boolean;
  id: string;
};

export type LoyaltyInvestigated = {
  type: "LoyaltyInvestigated";
  president: number;
  seat: number;
  audience: number | "everyone" | "nobody";
};

/** What I think of a seat. Nobody is told; after the game it is compared with the roles, for my own reading score. */
export type MarkSeat = {
  type: "MarkSeat";
  seat: number;
  mark: Suspicion;
  id: string;
};

/** How often reviews gave somebody the same award. */
export type Medal = {
  kind: AwardKind;
  count: number;
};

/** Not to read what somebody says, here and at other tables; nobody else learns of it. */
export type MutePlayer = {
  type: "MutePlayer";
  player: string;
  muted?: boolean;
  id: string;
};

/** All that somebody keeps on this server; nobody else is shown it. */
export type MyPlace = {
  id: string;
  name: string;
  appearance: Appearance | null;
  open: boolean;
  ranked: boolean;
  since: number | null;
  games: PastGame[];
  tallies: WinTally[];
  marks: ReadingScore | null;
  votes: ReadingScore | null;
  medals: Medal[];
  companions: PlayedWith[];
  invitations: InvitedTo[];
  season: string;
  ratings: SideRating[];
  passkeys: KeptPasskey[];
  recovery_codes: number;
};

/** A spectator who asks to sit down in the seat of somebody who left. */
export type Newcomer = {
  player: string;
  name: string;
  votes: number;
};

export type Nominate = {
  type: "Nominate";
  chancellor: number;
};

export type Nominated = {
  type: "Nominated";
  chancellor: number;
};

/** Remind a seat that the table waits for it. */
export type Nudge = {
  type: "Nudge";
  seat: number;
  id: string;
};

/** The table waits for you. */
export type Nudged = {
  type: "Nudged";
  by: string;
};

export type OpenAccount = {
  name: string;
  author: string;
  about?: string;
};

/** A game with these programs; it is dealt once so many sit. */
export type OpenChallenge = {
  to: string[];
  players?: number;
  rules?: string;
  bots?: boolean;
};

/** Something that a seat saw and may speak of now. */
export type OpenClaim = {
  seat: number;
  about: About;
  round: number;
  tiles: number;
  target: number | null;
  said: boolean;
  tellings: (ClaimTiles | ClaimParty)[];
};

export type OpenTable = {
  name: string;
  options?: Options;
  password?: string;
};

/** After the end: everybody's role. */
export type Opened = {
  type: "Opened";
  roles: Role[];
};

/** The host lets the table tell the opening: every screen shows the same step at the same time. Without cues it is stopped. */
export type OpeningTold = {
  type: "OpeningTold";
  cues: Cue[];
  began: number;
};

/** All there is to see for an operator. */
export type OperatorsView = {
  operator: string;
  load: ServerLoad;
  announced: string;
  tables: SeenTable[];
  reports: PlayerReport[];
  bans: BanInForce[];
  hushed: HushInForce[];
  words: string[];
  audit: AuditLine[];
};

/** An entry that could be made now, or why it cannot. */
export type Option = {
  entry: Began | Nominated | Voted | Unmasked | Enacted | VetoAsked | VetoAnswered | Vetoed | Targeted | Told | Opened;
  barred: Bar | null;
};

/** What the host may change until the deal. */
export type Options = {
  rules?: string;
  house_rules?: string;
  public?: boolean;
  decision_seconds?: number | null;
  talk_seconds?: number | null;
  claim_seconds?: number;
  everyone_ready?: boolean;
  deduction_board?: boolean;
  bot_level?: Level;
  away_seconds?: number;
  min_players?: number;
};

export type Party = "F" | "L";

export type PartySeen = {
  type: "PartySeen";
  seat: number;
  party: Party;
  audience: number | "everyone" | "nobody";
};

/** What the browser has signed. */
export type PasskeyAnswer = {
  ticket: string;
  credential: unknown;
};

/** What the browser is asked to sign, as WebAuthn has it, and a ticket to bring along with the answer. */
export type PasskeyChallenge = {
  options: unknown;
  ticket: string;
};

/** A finished game, as one who played it looks back at it. */
export type PastGame = {
  record: string;
  table: string;
  ended: number;
  rules: string;
  seats: number;
  seat: number;
  role: Role;
  won: boolean;
  ending: Ending;
  liberal: number;
  fascist: number;
  liberal_goal: number;
  fascist_goal: number;
  rated: boolean;
};

export type PeekSeen = {
  type: "PeekSeen";
  tiles: Policy[];
  audience: number | "everyone" | "nobody";
};

/** What the table is waiting for, as everybody can see it. */
export type Phase = "appointment" | "chancellor-session" | "deal" | "election" | "execution" | "investigation" | "nomination" | "over" | "president-session" | "shuffle" | "special-election" | "veto-answer" | "veto-ballot";

/** A sentence that everybody understands in a language of their own; its English words are what older clients show. */
export type Phrase = "phrase-claim" | "phrase-nein" | "phrase-suspect" | "phrase-trust" | "phrase-whom" | "phrase-why" | "phrase-whynein";

/** So many cards for one use; with an ordinary deck, which ones. */
export type Pile = {
  use: Use;
  number: number;
  suit: Suit | null;
  ranks: string[];
  joker: boolean;
};

/** Open a table like that of a game one has played, and ask those who played it. */
export type PlayAgain = {
  record: string;
};

/** One person and bots, dealt at once. */
export type PlayNow = {
  name?: string;
  players?: number;
  rules?: string;
  level?: Level;
};

/** Somebody one has played with. */
export type PlayedWith = {
  name: string;
  appearance: Appearance;
  games: number;
  record: string;
};

export type PlayerExecuted = {
  type: "PlayerExecuted";
  president: number;
  seat: number;
  audience: number | "everyone" | "nobody";
};

export type PlayerReport = {
  id: string;
  time: number;
  table: string;
  game: number;
  by: string;
  by_identity: string;
  name: string;
  player: string;
  identity: string;
  complaint: Complaint;
  text: string;
  talk: HeardLine[];
  settled: string | null;
};

/** What a player who has opened their page shows. */
export type PlayersPage = {
  name: string;
  appearance: Appearance | null;
  since: number | null;
  games: PastGame[];
  tallies: WinTally[];
  marks: ReadingScore | null;
  votes: ReadingScore | null;
  medals: Medal[];
  season: string;
  ratings: SideRating[];
};

export type PoliciesDrawn = {
  type: "PoliciesDrawn";
  president: number;
  tiles: number;
  audience: number | "everyone" | "nobody";
};

export type Policy = "F" | "L";

/** The chancellor laid a tile aside; the sealed ballots decide whether it is enacted. */
export type PolicyChosen = {
  type: "PolicyChosen";
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

export type PolicyDiscarded = {
  type: "PolicyDiscarded";
  seat: number;
  tiles: number;
  audience: number | "everyone" | "nobody";
};

export type PolicyEnacted = {
  type: "PolicyEnacted";
  policy: Policy;
  by_populace: boolean;
  audience: number | "everyone" | "nobody";
};

export type Power = "execute" | "investigate" | "none" | "peek" | "special-election";

export type PowerGranted = {
  type: "PowerGranted";
  president: number;
  power: Power;
  audience: number | "everyone" | "nobody";
};

/** A new round: this seat is the presidential candidate, in rotation or by special election. */
export type PresidencyPassed = {
  type: "PresidencyPassed";
  president: number;
  special: boolean;
  audience: number | "everyone" | "nobody";
};

/** The body of every answer that is an error: `code` is a Denial, or a Bar where the rules say no. */
export type Problem = {
  code: string;
  reason: string;
  params: Record<string, number | string>;
};

/** The token is good at all tables, and is shown this once. */
export type ProgramAccount = {
  program: ProgramCard;
  token: string;
};

/** Who a program is, for everybody at a table: it is marked as one wherever it sits. */
export type ProgramCard = {
  id: string;
  name: string;
  author: string;
  about: string;
};

/** A finished game of a program. */
export type ProgramGame = {
  record: string;
  code: string;
  rules: string;
  seats: number;
  seat: number;
  role: Role;
  ending: Ending;
  won: boolean;
  ended: number;
};

/** Elected chancellor when Hitler would have won, or executed without the game ending. */
export type ProvedNotHitler = {
  type: "ProvedNotHitler";
  seat: number;
  audience: number | "everyone" | "nobody";
};

/** A seat at a table of strangers, which fills up with bots after a wait. */
export type QuickMatch = {
  name: string;
  players?: number;
};

/** A line of the leaderboard. */
export type Ranked = {
  name: string;
  bot: Level | null;
  appearance: Appearance | null;
  page: string | null;
  rating: number;
  sides: SideRating[];
};

export type React = {
  type: "React";
  reaction: Reaction;
  id: string;
};

export type Reacted = {
  type: "Reacted";
  player: string;
  name: string;
  seat: number | null;
  reaction: Reaction;
};

/** What the page draws over a seat. */
export type Reaction = "caw" | "doubt" | "egg" | "laugh" | "ruffle" | "wink";

/** How well somebody read the others as a liberal: the mean of squared errors, 0 for a clairvoyant, 0.25 for who is never sure. */
export type ReadingScore = {
  brier: number;
  count: number;
};

export type Ready = {
  type: "Ready";
  ready: boolean;
  id: string;
};

export type RecordSummary = {
  id: string;
  rules: string;
  seats: number;
  ending: Ending | null;
  names: string[];
  commitment: string | null;
  seed: string | null;
  contributors: number[];
  programs: number[];
  paper: boolean;
};

export type Recover = {
  code: string;
};

/** Each brings one back once; they are shown now and never again. Empty where those of before stay good. */
export type RecoveryCodes = {
  codes: string[];
};

/** The command was not carried out; nothing changed. `code` is a Denial, or a Bar where the rules say no; `params` is what a sentence in another language needs; `reason` is in English. */
export type Refused = {
  type: "Refused";
  id: string;
  code: string;
  reason: string;
  params: Record<string, number | string>;
};

/** Say one of the common phrases, of a seat where it needs one. */
export type Remark = {
  type: "Remark";
  phrase: Phrase;
  seat?: number | null;
  id: string;
};

export type RemoveBot = {
  type: "RemoveBot";
  seat: number;
  id: string;
};

export type RemovePasskey = {
  id: string;
};

export type Rename = {
  type: "Rename";
  name: string;
  id: string;
};

export type Replay = {
  record: RecordSummary;
  lens: string;
  moments: ReplayMoment[];
};

/** After so many moves: what was seen of the last one, and every field of the view that it changed, as an Update has them. */
export type ReplayMoment = {
  number: number;
  events: (EnvelopesDealt | RolesDealt | RoleSeen | DeckRanLow | DeckShuffled | DeckOrdered | PresidencyPassed | ChancellorNominated | VoteCast | BallotMarked | ElectionHeld | TermLimitsSet | TrackerMoved | ProvedNotHitler | PoliciesDrawn | HandSeen | PolicyDiscarded | DiscardSeen | HandPassed | PolicyChosen | ChoiceSeen | VetoForgone | VetoRequested | VetoRefused | VetoBallotCast | VetoBallotMarked | AgendaVetoed | PolicyEnacted | PowerGranted | PartySeen | PeekSeen | ClaimMade | GameEnded | RolesRevealed | LoyaltyInvestigated | SpecialElectionCalled | PlayerExecuted | DeckPeeked)[];
  told: (EventSentence | null)[];
  view: Partial<View>;
};

/** Tell the operators of the server about somebody at this table; what was said last goes with it. Nobody else learns of it. */
export type ReportPlayer = {
  type: "ReportPlayer";
  player: string;
  complaint: Complaint;
  text?: string;
  id: string;
};

/** The secret that I had committed to, now that the game is being dealt. */
export type Reveal = {
  type: "Reveal";
  secret: string;
  id: string;
};

export type Review = {
  names: string[];
  roles: Role[];
  rules: string;
  ending: Ending;
  rounds: number;
  liberal: number;
  fascist: number;
  liberal_goal: number;
  fascist_goal: number;
  curve: CurvePoint[];
  turning_points: TurningPoint[];
  decisions: JudgedDecision[];
  claims: JudgedClaim[];
  knowledge: SeatKnowledge[];
  findable: number | null;
  awards: Award[];
  paper: boolean;
};

/** The review is being worked out: ask again. */
export type ReviewProgress = {
  done: number;
};

export type Role = "F" | "H" | "L";

/** The audience learned the role of a seat: its own, or a comrade's. */
export type RoleSeen = {
  type: "RoleSeen";
  seat: number;
  role: Role;
  audience: number | "everyone" | "nobody";
};

export type RolesDealt = {
  type: "RolesDealt";
  roles: Role[];
  audience: number | "everyone" | "nobody";
};

export type RolesRevealed = {
  type: "RolesRevealed";
  roles: Role[];
  audience: number | "everyone" | "nobody";
};

export type RolesTable = {
  heading: string;
  players: string;
  rows: [number, number, number][];
};

export type Room = "spectators" | "table";

/** One round as an onlooker knows it; None is what has not happened or was not seen. */
export type Round = {
  number: number;
  president: number;
  special: boolean;
  liberal_before: number;
  fascist_before: number;
  chancellor: number | null;
  ballots: (boolean | null)[] | null;
  elected: boolean | null;
  president_hand: Policy[] | null;
  president_discard: Policy[] | null;
  chancellor_hand: Policy[] | null;
  chancellor_discard: Policy[] | null;
  veto_asked: boolean;
  vetoed: boolean;
  enacted: Policy | null;
  by_populace: boolean;
  power: Power;
  target: number | null;
  party: Party | null;
  peek: Policy[] | null;
  claims: Claimed[];
};

export type RuleLine = {
  words: string;
  sign: string;
  lead: string;
};

export type RuleSection = {
  heading: string;
  lines: RuleLine[];
};

export type Ruleset = {
  name: string;
  liberal_tiles: number;
  fascist_tiles: number;
  draw: number;
  liberal_goal: number;
  fascist_goal: number;
  hitler_threshold: number;
  veto_threshold: number;
  tracker_length: number;
  fascists: Record<string, number>;
  powers: Record<string, Power[]>;
  fascists_know_team: boolean;
  hitler_knows_up_to: number;
  first_president: FirstPresident;
  term_limits: TermLimits;
  president_exempt_at: number;
  president_exempt_by: Count;
  tracker_reset: TrackerReset;
  reshuffle_after_populace: boolean;
  veto: VetoStyle;
  veto_needs_fascist_hand: boolean;
  special_election_of_self: boolean;
  session_silence: boolean;
  cards: Cards;
};

export type RulesetInWords = {
  name: string;
  points: [string, string][];
  differs: string[];
  players: number[];
};

export type Said = {
  type: "Said";
  number: number;
  room: Room;
  player: string;
  name: string;
  seat: number | null;
  text: string;
  time: number;
  sentence: Sentence | null;
  round: number;
};

export type Say = {
  type: "Say";
  text: string;
  id: string;
};

/** What the narrator says. */
export type Saying = "all-look" | "close-eyes" | "eyes-shut" | "fascists-look" | "find-the-thumb" | "fists-out" | "hands-down" | "hitler-looks" | "open-eyes" | "speak-up" | "thumb-up" | "thumbs-down" | "thumbs-up";

export type Score = {
  player: string;
  name: string;
  games: number;
  wins: number;
};

/** What one seat could believe: after each round, of each seat, that it is a fascist. */
export type SeatKnowledge = {
  seat: number;
  fascist: number[][];
  findable: number | null;
};

/** A seat in the lobby of programs: a game with whoever else comes, and with bots after a wait. */
export type SeekGame = {
  players?: number;
};

export type SeenPlayer = {
  player: string;
  name: string;
  seat: number | null;
  identity: string;
  addresses: string[];
};

export type SeenTable = {
  code: string;
  stage: Stage;
  rules: string;
  public: boolean;
  people: SeenPlayer[];
  bots: number;
  watchers: number;
  games: number;
  touched: number;
};

/** What a bot says, for clients that speak the listener's language. */
export type Sentence = {
  code: string;
  params: Record<string, number | string>;
};

export type ServerLoad = {
  version: string;
  started: number;
  now: number;
  tables: number;
  playing: number;
  connections: number;
  moves: number;
  bots_waiting: number;
  memory_mb: number;
  disk_free_mb: number;
};

export type SetOptions = {
  type: "SetOptions";
  options: Options;
  id: string;
};

export type SettleReport = {
  type: "SettleReport";
  id: string;
  note?: string;
};

/** How strong somebody is on one side in one season. */
export type SideRating = {
  side: string;
  rating: number;
  games: number;
  provisional: boolean;
};

/** Somebody saw something of which the others only know that it was seen. */
export type Sight = {
  seat: number;
  about: About;
  round: number;
};

/** Take an empty chair; without a seat, the first one. */
export type Sit = {
  type: "Sit";
  seat?: number | null;
  id: string;
};

export type SpecialElectionCalled = {
  type: "SpecialElectionCalled";
  president: number;
  seat: number;
  audience: number | "everyone" | "nobody";
};

export type Stage = "lobby" | "over" | "playing";

/** Leave the chair, before the deal or after the end. */
export type Stand = {
  type: "Stand";
  id: string;
};

/** The host deals; after the end this is a rematch with whoever sits. */
export type Start = {
  type: "Start";
  id: string;
};

export type StreamMessage = {
  type: "StreamMessage";
};

export type Suit = "clubs" | "diamonds" | "hearts" | "spades";

/** What a player has marked another as, for themselves alone. */
export type Suspicion = "hitler" | "none" | "suspect" | "trust" | "unsure";

/** The table around the game changed: chairs, clocks, votes, score. */
export type TableChanged = {
  type: "TableChanged";
  table: TableState;
};

/** Nothing more comes from that table: it is closed, or sent the program away. */
export type TableGone = {
  type: "TableGone";
  code: string;
};

export type TableState = {
  code: string;
  stage: Stage;
  options: Options;
  rules: Ruleset;
  chairs: Chair[];
  spectators: number;
  locked: boolean;
  password: boolean;
  quick: boolean;
  game: number;
  rated: boolean;
  commitment: string | null;
  commitments: (string | null)[];
  dealing: boolean;
  withheld: string[];
  begins_at: number | null;
  deadline: number | null;
  talk_until: number | null;
  word_until: number | null;
  word_of: number[];
  unready: number[];
  remake_votes: number;
  remake_needed: number;
  ending: Ending | null;
  record: string | null;
  score: Score[];
};

export type TableSummary = {
  code: string;
  stage: Stage;
  rules: string;
  players: number;
  humans: number;
  programs: number;
  seats_free: number;
  password: boolean;
  host: string;
};

/** A spectator asks the table for the seat of someone who left. */
export type TakeOver = {
  type: "TakeOver";
  seat: number;
  id: string;
};

export type TallyBy = "role" | "rules" | "seats" | "side";

export type Target = "address" | "identity";

/** On whom the president turned the power that was due. */
export type Targeted = {
  type: "Targeted";
  seat: number;
};

/** The host lets every screen of the table tell the opening with eyes closed, or stops it. */
export type TellOpening = {
  type: "TellOpening";
  tell?: boolean;
  look?: number;
  id: string;
};

/** Which pair may not be nominated chancellor. */
export type TermLimits = "last-elected" | "last-enacting";

export type TermLimitsSet = {
  type: "TermLimitsSet";
  president: number | null;
  chancellor: number | null;
  audience: number | "everyone" | "nobody";
};

export type Ticket = {
  link: string;
  qr: string;
  seconds: number;
};

/** What somebody said of a hand, a peek or a party. */
export type Told = {
  type: "Told";
  seat: number;
  claim: ClaimTiles | ClaimParty;
};

export type TrackerMoved = {
  type: "TrackerMoved";
  tracker: number;
  audience: number | "everyone" | "nobody";
};

export type TrackerReset = "on-election" | "on-enactment";

export type TurningPoint = {
  move: number;
  round: number;
  before: number;
  after: number;
  what: Because;
};

/** The answer of the chancellor elected late, or of the one executed: Hitler or not. */
export type Unmasked = {
  type: "Unmasked";
  hitler: boolean;
};

/** Something happened that this client may see: the events, and every field of its view that they changed. `view` holds the changed fields of View; of `rounds` only those that changed, to be put in place by their number. */
export type Update = {
  type: "Update";
  game: number;
  seq: number;
  events: (EnvelopesDealt | RolesDealt | RoleSeen | DeckRanLow | DeckShuffled | DeckOrdered | PresidencyPassed | ChancellorNominated | VoteCast | BallotMarked | ElectionHeld | TermLimitsSet | TrackerMoved | ProvedNotHitler | PoliciesDrawn | HandSeen | PolicyDiscarded | DiscardSeen | HandPassed | PolicyChosen | ChoiceSeen | VetoForgone | VetoRequested | VetoRefused | VetoBallotCast | VetoBallotMarked | AgendaVetoed | PolicyEnacted | PowerGranted | PartySeen | PeekSeen | ClaimMade | GameEnded | RolesRevealed | LoyaltyInvestigated | SpecialElectionCalled | PlayerExecuted | DeckPeeked)[];
  view: Partial<View>;
  told: (EventSentence | null)[];
};

export type Use = "fascist" | "fascist-policy" | "hitler" | "liberal" | "liberal-policy";

/** What the onlooker can say of a claim. */
export type Verdict = "false" | "impossible" | "open" | "true";

/** Whether this seat wants the agenda vetoed: the chancellor's request, the president's answer, or a sealed ballot. */
export type Veto = {
  type: "Veto";
  wanted: boolean;
};

export type VetoAnswered = {
  type: "VetoAnswered";
  agreed: boolean;
};

export type VetoAsked = {
  type: "VetoAsked";
};

export type VetoBallotCast = {
  type: "VetoBallotCast";
  seat: number;
  audience: number | "everyone" | "nobody";
};

export type VetoBallotMarked = {
  type: "VetoBallotMarked";
  seat: number;
  wanted: boolean;
  audience: number | "everyone" | "nobody";
};

export type VetoForgone = {
  type: "VetoForgone";
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

export type VetoRefused = {
  type: "VetoRefused";
  president: number;
  audience: number | "everyone" | "nobody";
};

export type VetoRequested = {
  type: "VetoRequested";
  chancellor: number;
  audience: number | "everyone" | "nobody";
};

export type VetoStyle = "request" | "sealed";

/** Both sealed ballots wanted the veto. */
export type Vetoed = {
  type: "Vetoed";
};

export type View = {
  rules: Ruleset;
  onlooker: number | "all" | "public";
  board: Board;
  rounds: Round[];
  roles: Record<string, Role>;
  parties: Record<string, Party>;
  informed: Role[];
  hand: Policy[] | null;
  ballot: boolean | null;
  veto_ballot: boolean | null;
  chosen: Policy | null;
  forgone: boolean;
  deck: Policy[] | null;
  liberal_tiles_left: number;
  fascist_tiles_left: number;
  next_power: Power;
  hitler_can_win: boolean;
  veto_open: boolean;
  term_limited: number[];
  choices: Choice[];
  silent: Bar | null;
  sights: Sight[];
  claims: OpenClaim[];
};

export type Vote = {
  type: "Vote";
  ja: boolean;
};

export type VoteCast = {
  type: "VoteCast";
  seat: number;
  audience: number | "everyone" | "nobody";
};

/** Break the game off and deal anew. */
export type VoteRemake = {
  type: "VoteRemake";
  id: string;
};

/** Let a bot play for a seat whose owner is away. */
export type VoteReplace = {
  type: "VoteReplace";
  seat: number;
  id: string;
};

/** Whether that spectator may have the seat. */
export type VoteTakeOver = {
  type: "VoteTakeOver";
  seat: number;
  player: string;
  admit: boolean;
  id: string;
};

export type Voted = {
  type: "Voted";
  elected: boolean;
  ballots?: (boolean | null)[] | null;
};

/** One thing that could have been done. */
export type Weighed = {
  action: Nominate | Vote | Discard | Enact | Veto | Investigate | CallSpecialElection | Execute;
  known: number;
  open: number;
};

/** The answer to Hello: the table as it is, and the whole view of whoever asked. */
export type Welcome = {
  type: "Welcome";
  protocol: number;
  player: string;
  seat: number | null;
  host: boolean;
  rules: Ruleset;
  table: TableState;
  seq: number;
  view: View | null;
  now: number;
};

/** How many games of one kind were played and won. */
export type WinTally = {
  by: TallyBy;
  of: string;
  games: number;
  wins: number;
};

/** Where you sit, after it changed. */
export type You = {
  type: "You";
  seat: number | null;
  host: boolean;
};

/** An entry of the feed for games that take days. */
export type YourTurn = {
  code: string;
  link: string;
  seat: number;
  round: number;
  phase: string;
  deadline: number | null;
};

export type AnyMessage = Welcome | Update | TableChanged | You | Said | Reacted | Nudged | OpeningTold | Ignored | Announced | Done | Refused | Goodbye;

export type AnyCommand = Act | Say | React | Remark | Sit | Stand | Rename | Dress | MarkSeat | AgreeToRating | Ready | Commit | Reveal | Start | SetOptions | AddBot | RemoveBot | Kick | HandOver | Lock | TellOpening | VoteReplace | VoteRemake | TakeOver | VoteTakeOver | Nudge | ReportPlayer | MutePlayer | BlockPlayer;

export type AnyOperatorCommand = CloseTable | Announce | Ban | LiftBan | Hush | ForbidWord | AllowWord | SettleReport;
