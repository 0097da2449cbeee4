// Written by `make types` from the structs of hexfire.assist.published. Change those, not this.

/** In a vehicle, or as a Rider on it; a Gun is towed (`hooked`) or rides `portee` (C10.5). */
export type Aboard = {
  type: "aboard";
  vehicle: string;
  rider: boolean;
  hooked: boolean;
  portee: boolean;
};

/** Who is signed in. */
export type Account = {
  id: string;
  name: string;
};

/** C6.58: a Gun's Acquired Target counter: its ID letter, value, size, place and quarry. */
export type Acquisition = {
  drm: number;
  hex: string;
  location: string;
  size: Size;
  units: string[];
  gun: string;
  mortar: boolean;
};

/** H1.1: what both players agree before anything is bought: the date first, then the rest. */
export type Agreement = {
  date: string;
  sides: [Terms, Terms];
  secret: boolean;
  boards: string[];
  victory: string;
  night: boolean;
  place: string;
  weather: string;
  pfk: boolean;
  listing: Record<string, string>;
};

/** The seats of an agreement, and the line by which its table will be listed. */
export type AgreementTold = {
  seats: string[];
  scenario: string;
};

/** One target of a weapon: the order that would be given and what it may do, or why not. */
export type Aim = {
  weapon: string;
  target: string;
  order: string;
  range: number | null;
  hit: string | null;
  hurt: string;
  killed: string;
  why_not: WhyNot | null;
};

/** Whether something may be done, by which rule, and if not, why. */
export type Allowed = {
  rule: string;
  why_not: Names | null;
};

/** What is in the breech. */
export type Ammo = "AP" | "APCR" | "APDS" | "Canister" | "HE" | "HEAT" | "SMOKE" | "WP";

/** Which of a vehicle's weapons fires. */
export type Armament = "AAMG" | "BMG" | "CMG" | "MA" | "RMG" | "SA";

/** C3.9: which part of a vehicle is hit. */
export type Aspect = "hull" | "turret";

/** Why a piece is not on the board. */
export type Away = "carried" | "eliminated" | "exited" | "not set up" | "reinforcement";

/** A line of «Points Available»: what was spent, and what was left then. */
export type Balance = {
  name: string;
  spent: number;
  left: number;
};

/** Games between two equal bots: who won how many of them. */
export type BalanceReport = {
  games: number;
  wins: [Share, Share];
  draws: Share;
  margin: number;
};

/** C4.1: short, normal, long, extra long. */
export type Barrel = "" | "*" | "L" | "LL";

/** Battery, Size, R/P: ID, P/S, BPV. */
export type BatteryRow = {
  id: string;
  size: string;
  rp: string;
  ps: string;
  bpv: number;
  ir: boolean;
  hexes: number;
};

/** A battery: its Battery Contact counter, its counter on the board and the hexes it covers. */
export type BatterySeen = {
  name: string;
  side: string;
  contact: boolean;
  access: boolean;
  counter: string;
  hex: string;
  mission: string;
  area: string[];
  node: string;
  observer: string;
  device: string;
  pile: Chits | null;
};

/** Where a battery stands. `counter` is `sr`, `ffe1`, `ffe2`, `ffec` or null. */
export type BatteryState = {
  name: string;
  side: string;
  nation: string;
  caliber: number;
  node: string;
  contact: boolean;
  access: boolean;
  counter: string | null;
  hex: string | null;
  due: string | null;
  ar: string | null;
  mission: string | null;
  pile: PileNow;
  drawn: PileNow;
  barred: boolean;
  radio: string;
  observer: string;
  link: string;
  missions_fired: number;
  registered: string[];
};

/** What never changes during a battle; no piece is named. */
export type BattleBoard = {
  id: string;
  name: Record<string, string>;
  about: Record<string, string>;
  victory: Record<string, string>;
  board: string;
  ssr: string[];
  date: string;
  turns: number;
  sides: BoardSide[];
  drawn: BoardPlan;
};

/** C2.2401: one answer to a declared shot: by which weapon of whom, and the duel it would be. */
export type BattleDuel = {
  order: string;
  vehicle: string;
  defender: string;
  report: DuelReport;
};

/** One order to fire in full: the answer of the gunnery range, and the other ways of firing. */
export type BattleShot = {
  order: string;
  report: ShotReport;
  ways: OtherWay[];
  question: unknown;
};

/** What the scenario says of a side to everybody. */
export type BattleSide = {
  title: Record<string, string>;
  nation: string;
  elr: number;
  san: number;
};

/** One thing that a unit may do in its move: what it costs, and where and how it then stands. */
export type BattleStep = {
  order: string;
  cost: number;
  hex: string;
  facing: number | null;
  dice: boolean;
};

/** A unit that may move: MF or MP spent and left, its next steps; `reach`: hexes that men can reach with what is left, each with its least cost. */
export type BattleSteps = {
  unit: string;
  spent: number;
  left: number;
  steps: BattleStep[];
  reach: Record<string, number>;
};

/** Every enemy that the asker knows of, the best target first; `arc`: the Covered Arc's hexes. */
export type BattleTargets = {
  weapon: string;
  arc: string[] | null;
  aims: Aim[];
};

/** A position as a seat knows it (the fields of `State`), and what the scenario tells all. */
export type BattleView = {
  scenario: string;
  clock: Clock;
  pieces: (Men | Gun | Support | Vehicle | Dummy)[];
  ground: Marker[];
  walls: Walls;
  secrets: Secret[];
  move: Move | null;
  moved: string[];
  done: string[];
  ready: string[];
  batteries: BatterySeen[];
  declared: string;
  residual: Residual[];
  fired: string[];
  pf_fired: string[];
  pf_left: number | null;
  bombards: string[];
  asked: Traces[];
  proposal: Proposal | null;
  weather: string[];
  conceded: string;
  named: number;
  seat: string | null;
  seats: string[];
  id: string;
  name: Record<string, string>;
  board: string;
  ssr: string[];
  date: string;
  turns: number;
  sides: Record<string, BattleSide>;
  victory: Record<string, string>;
};

/** What would have been better: as typed, and as the log would have told it. */
export type BetterWay = {
  actions: string[];
  told: Message[];
  chance: number;
};

/** What is seen of the target's hex and of the target, and its cover by kind of fire. */
export type Between = {
  hex: Verdict;
  unit: Verdict;
  fire: CoverByFire;
};

/** A board that somebody sent: the name it goes by here, and its own. */
export type BoardAdded = {
  board: string;
  name: string;
};

/** A hex: its centre on the drawing, its base level, what it is, the levels of its Locations. */
export type BoardHex = {
  label: string;
  x: number;
  y: number;
  base: number;
  terrain: string;
  levels: number[];
};

/** A board, `width` by `height` pixels; `corners` of a hex as seen from its centre. */
export type BoardPlan = {
  name: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  corners: [number, number][];
  hexes: BoardHex[];
  printed: boolean;
};

/** A side by its seat, its name in both languages, its nation and its SAN. */
export type BoardSide = {
  id: string;
  name: Record<string, string>;
  nation: string;
  san: number;
  defends: boolean;
  pre_registered: number;
};

/** B9.4c: a vehicle fails the Bog Check of a hexside that it crosses on its way to a hex. */
export type Bogs = {
  event: "bogs";
  unit: string;
  hex: string;
};

/** C6.42: the secret note: weapon and crew, where they set up, and the Location they laid on. */
export type BoreSight = {
  weapon: string;
  crew: string;
  setup: string;
  location: string;
};

/** B9.541c: a vehicle tries to breach bocage on its way to a hex; how its Bog DR went. */
export type Breaches = {
  event: "breaches";
  unit: string;
  hex: string;
  passed: boolean;
  spent?: number;
};

export type Breaks = {
  event: "breaks";
  unit: string;
};

/** C8.4: what canister is aimed at: a vertex by its three hexes («P5/P6/Q6»), or a building. */
export type Canister = {
  vertex?: string;
  level?: number | null;
  building?: string;
  levels?: number;
  ground?: number;
  obstacle?: boolean;
  vertex_in_los?: boolean;
};

/** A counter in the list: its names and years, and the figures that tell it from others. */
export type Card = {
  id: string;
  name: string;
  nation: string;
  since: number | null;
  until: number | null;
  kind: "gun" | "mmc" | "smc" | "sw" | "vehicle";
  type: string;
  fires: boolean;
  gun: string;
  af?: [number | null, number | null];
  turret?: string;
  movement?: string;
  armored?: boolean;
  open_topped?: boolean;
  size?: number;
  mp?: number;
  ammo?: string[];
};

/** C12, C13: a light weapon's or RCL's whole chain, the check included, and its price. */
export type Chain = {
  how: How;
  check: CheckReport | null;
  check_tally: Item[];
  p_fires: string;
  p_hit: string;
  p_hurt: string;
  p_killed: string;
  p_firer_harmed: string;
  risks: RiskReport[];
  bystanders: RiskReport[];
  flames: Record<string, string>;
  ways: WayReport[];
  twice: TwiceReport | null;
};

/** What the dice of a chain did: the check, the firer's side, flames. */
export type ChainRolled = {
  dice: number[];
  outcome: unknown;
  need: Names | null;
  check: string | null;
  own: Result[];
  flames: string[];
  smoke: boolean;
};

/** The chance of FFE in this own fire phase, the next …, and at all. */
export type Chances = {
  ffe_by_phase: string[];
  on_target_by_phase: string[];
  ffe_within: string;
  ffe_at_all: string;
  on_target_at_all: string;
  round: RoundOdds | null;
};

/** A line of chat; `at` in seconds since 1970. */
export type ChatLine = {
  n: number;
  at: number;
  name: string;
  text: string;
};

/** C13.31: the check before a Panzerfaust's shot; `odds` by its result. */
export type CheckReport = {
  max_original_dr: number;
  drm: Record<string, number>;
  odds: Record<string, string>;
};

/** A draw pile: so many black chits and so many red ones. */
export type Chits = [number, number];

/** A decision that the rules leave to `seat`; the face is the option's position from 0. */
export type Choice = {
  type: "choice";
  rule: string;
  seat: string;
  options: string[];
};

/** A unit claims WA; in Deluxe ASL `sides` names the hexes across (all that it may if empty). */
export type Claims = {
  event: "claims";
  unit: string;
  sides?: string[];
};

/** Game Turn, whose Player Turn, phase; `SETUP` before the first, `over` after the last. */
export type Clock = {
  turn: number;
  phasing: string;
  phase: Phase;
  over: boolean;
};

/** The turn, whose player turn it is, and the phase. */
export type ClockNow = {
  turn: number;
  side: string;
  phase: string;
};

/** The CRT: by terrain the differentials of its columns, by roll the results. */
export type CombatTable = {
  die: string;
  rows: Record<string, [number, number][]>;
  results: Record<string, string[]>;
};

/** What is published before the first roll: the secret's hash and the players' own words. */
export type Commitment = {
  sha256: string;
  words: string[];
};

/** The same shot in several ways, at most one of them `best`; `best_at_range` among its range. */
export type CompareReport = {
  ways: (ShotReport | RefusedWay)[];
};

/** The declared action is completed. */
export type Completes = {
  event: "completes";
};

/** A decision, and what it cost against the better way. */
export type CostlyDecision = {
  n: number;
  since: number;
  seat: string;
  kind: string;
  turn: number;
  actions: string[];
  told: Message[];
  chance: number;
  cost: number;
  error: number;
  better: BetterWay;
};

/** What shelters a target, by kind of fire. */
export type CoverByFire = {
  small_arms: CoverFor;
  ordnance: CoverFor;
  indirect: CoverFor;
};

/** What shelters a target from one kind of fire; `hull_down` are the rules that make it so. */
export type CoverFor = {
  tem: number;
  items: CoverItem[];
  hull_down: string[];
  ffmo: boolean;
  ffmo_negated: boolean;
};

/** A TEM that a target may have, or why it has not. */
export type CoverItem = {
  case: string;
  rule: string;
  value: number;
  name: Names;
  applies: boolean;
  why: Names | null;
};

/** C5.64: how the men at the Gun stood the overrun. */
export type Crew = "" | "broken" | "pinned";

/** `[crt]` */
export type CrtTables = {
  die?: string;
  results?: Record<string, string[]>;
  rows?: Record<string, string[]>;
};

/** The chance of victory after an action. */
export type CurvePoint = {
  n: number;
  seat: string | null;
  turn: number;
  chance: number;
  error: number;
  judged: boolean;
};

/** A path: the chance not to be killed on it, and to come through without any harm. */
export type Danger = {
  unit: string;
  steps: DangerStep[];
  alive: string;
  unharmed: string;
};

/** One expenditure, the best shot at it (empty: none), and the chances up to then. */
export type DangerStep = {
  action: string;
  hex: string;
  shot: string;
  hurt: string;
  killed: string;
  alive: string;
  unharmed: string;
};

/** A side declares an action (an attack …). */
export type Declares = {
  event: "declares";
  side: string;
};

/** Nobody who was offered a claim makes it now: Mandatory WA takes its course. */
export type Declines = {
  event: "declines";
};

/** What is not legal now, and why. */
export type DeskClosed = {
  text: string;
  verb: string;
  says: Names;
  rule: string;
  of?: string;
  codes?: Record<string, string>;
  message: Message;
};

/** A legal action with what it costs now and why; `dice`: the rule whose dice come first. */
export type DeskOffer = {
  text: string;
  verb: string;
  says: Names;
  rule: string;
  of?: string;
  codes?: Record<string, string>;
  cost: number;
  dice: string;
  tally: PricePart[];
};

/** Everything on offer, all that is closed, the figures that the players would have to agree on (R-H-missing), and advice. */
export type DeskReport = {
  offers: DeskOffer[];
  closed: DeskClosed[];
  lacking: string[];
  notes: Message[];
};

/** Dice that are missing: which, and the hexes whose DRs are still to come, in their order. */
export type DiceWanted = {
  rule: string;
  text: Names;
  hexes: string[];
};

/** One die of `sides`. */
export type Die = {
  type: "dr";
  rule: string;
  sides: number;
};

/** The last thing the gun did this Player Turn; it decides what it may still do. */
export type Done = "assembled" | "dismantled" | "fired" | "hooked_up" | "limbered" | "loaded" | "nothing" | "push_failed" | "pushed_and_stopped" | "pushing" | "unhooked" | "unlimbered" | "unloaded";

/** A scenario as the workshop holds it. */
export type Draft = {
  toml: string;
  map: string;
  data: Record<string, unknown>;
  ground: MapDraft;
};

/** One chit out of a pile of `(kind, how many)`; the face is the kind's position from 0. */
export type Draw = {
  type: "draw";
  rule: string;
  pile: [string, number][];
};

/** D2.1, D2.4: whether a vehicle stands, moves, or is in Motion. */
export type Drive = "motion" | "non-stopped" | "stopped";

/** A modifier with its name; `why` tells why one that was considered does not apply. */
export type Drm = {
  case: string;
  rule: string;
  value: number;
  applies: boolean;
  name: Names;
  why: Message | null;
};

/** What is known of a saved game so far. */
export type DroppedGame = {
  sides: string[];
  boards: string;
  missing: string[];
  situation: Situation | null;
  told: Told[];
  unknown: Unknown[];
  off_board: string[];
  unread: string[];
  skipped: number;
};

/** Who fires first (`first.vehicle` …), each side's prospects, and the ends. */
export type DuelOdds = {
  vehicle_out: string;
  defender_out: string;
  both_out: string;
  none_out: string;
  vehicle: SideOdds;
  defender: SideOdds;
  "first.vehicle"?: string;
  "first.defender"?: string;
  "first.together"?: string;
};

/** Both orders and the circumstances of C2.2401; the vehicle fires in its MPh, the other DFF. */
export type DuelOrder = {
  vehicle: Order;
  defender: Order;
  again?: boolean;
  overrun?: boolean;
  reaction_fire?: boolean;
  defender_concealed?: boolean;
  aerial?: boolean;
  before_moving?: boolean;
};

/** The answer to a duel. From `dice` on: what the dice did, only if there were any. */
export type DuelReport = {
  vehicle: SideReport;
  defender: SideReport;
  first: First;
  ca_turns_first: boolean;
  ca_turns_later: boolean;
  odds?: DuelOdds;
  series?: SeriesReport;
  refused: null;
  dice?: number[];
  need?: Names | null;
  fired_first?: First;
  vehicle_fired?: boolean;
  defender_fired?: boolean;
  vehicle_result?: string | null;
  defender_result?: string | null;
  vehicle_out?: boolean;
  defender_out?: boolean;
  ca_turned?: boolean;
  again?: boolean;
  outcome?: unknown;
};

/** A «?» with nothing beneath it, or (in what a seat knows) with whatever may be beneath it. */
export type Dummy = {
  piece: "dummy";
  id: string;
  side: string;
  counter: string;
  place: Spot | Aboard | Off;
  veil: Veil;
  large: boolean;
  gait: Gait;
  mf: number;
  beside_shellholes: boolean;
};

/** C11.2, C11.3: emplaced from the setup on, or lost for good; or never had. */
export type Emplacement = "emplaced" | "lost" | "never";

/** Who offers a draw, which seats were left, and from when on (seconds since 1970) a seat may claim the game; null if it may not. */
export type EndingNow = {
  draw_offered: string | null;
  draw_agreed: string[];
  left: string[];
  claim_after: number;
  claim_from: number | null;
};

/** The moving unit ends its MPh. */
export type EndsMove = {
  event: "ends_move";
};

/** B9.41a: a unit enters a hex (it lost its WA when it tried to). */
export type Enters = {
  event: "enters";
  unit: string;
  hex: string;
  bypass?: string | null;
  level?: number | null;
};

/** A unit goes into (or leaves) an entrenchment. */
export type Entrenches = {
  event: "entrenches";
  unit: string;
  into?: string | null;
};

/** What a unit is in or beneath. */
export type Entrenchment = "foxhole" | "pillbox" | "trench";

/** `[exceptions]` */
export type ExceptionsTable = {
  attacker_limit?: number;
  marker_limit?: number;
};

/** D3.2: the side of a vehicle that the shot meets. */
export type Facing = "front" | "rear" | "side";

export type FailsToLeave = {
  event: "fails_to_leave";
  unit: string;
};

/** An FFE: what falls, where, and for which hexes a DR is made, in this order. */
export type Ffe = {
  battery: string;
  caliber: number;
  mission: string;
  fp: string;
  payload: number;
  counter: string;
  hex: string;
  area: string[];
  order: string[];
  due: boolean;
};

/** An FFE with what it would do to everyone in the Blast Area. */
export type FfeOdds = {
  ffe: Ffe;
  units: UnitOdds[];
};

/** An FFE resolved: the DR of each hex, everyone's fate, SMOKE, cut wires, what is open. */
export type FfeResult = {
  battery: string;
  entering: string;
  drs: Record<string, number>;
  units: UnitFate[];
  smoke: Record<string, string>;
  wires_cut: WireCut[];
  aftermath: TraceAsked[];
  smoke_off_board: string[];
};

/** What is seen of every hex, in the order of the board: 1 blocked, else the hindrance. */
export type FieldOfView = {
  source: string;
  blocked: number[];
  hindrance: (number | null)[];
};

/** The fire counter that already lies on the weapon in this Player Turn. */
export type FireCounter = "" | "Final Fire" | "First Fire" | "Intensive Fire" | "No Fire" | "Prep Fire";

/** The answer about the shells of an FFE: the odds, or the dice that are missing, or what they did with the mission as it stands now. */
export type Fired = {
  odds: FfeOdds | null;
  need: DiceWanted | null;
  result: FfeResult | null;
  standing: Standing | null;
};

/** Who fires, where, and in what state. */
export type Firer = {
  hex?: string;
  ca?: string;
  terrain?: string;
  on_woods_road?: boolean;
  bypassing?: boolean;
  level?: number;
  hexspines_turned?: number;
  turned?: Turned | null;
  bu?: boolean | null;
  entered_new_hex?: boolean;
  non_stopped?: boolean;
  motion?: boolean;
  mp_target_in_los?: number | null;
  passenger?: boolean;
  man?: string;
  pinned?: boolean;
  area_fire_status?: number;
  stunned?: boolean;
  shocked?: boolean;
  opportunity_fire?: boolean;
  intensive_fire?: boolean;
  ovr_prevention?: boolean;
  marker?: FireCounter;
  shots_this_phase?: number;
  smoke_shots?: number;
  friends_fired?: boolean;
  thrown?: boolean;
  ccv?: number | null;
  aerial?: boolean;
  mp_since_shot?: number | null;
  fired_from_here?: boolean;
  low_ammo?: boolean;
  limbered?: boolean;
  portee?: boolean;
  captured?: boolean;
  non_qualified?: boolean;
  inexperienced?: boolean;
  gyro_in_use?: boolean;
  cx?: boolean;
  encircled?: boolean;
  overstacked?: number;
  leadership?: number;
  hero?: boolean;
  on_wire?: boolean;
  known_enemy_in_hex?: boolean;
  spotted?: boolean;
  spotter_leader?: boolean;
  bypass_tca_through_side?: boolean;
  desperation?: boolean;
  confined?: boolean | null;
  cowers?: boolean | null;
  crew_moved?: boolean;
  spraying?: boolean;
  snap_shot?: boolean;
  fire_lane?: boolean;
  morale?: number | null;
};

/** Who fires first. */
export type First = "by_dr" | "defender" | "together" | "vehicle";

/** A scenario as it is drawn. Hexes go by index, places are points of the drawing. */
export type FolioBoard = {
  id: string;
  name: Record<string, string>;
  about: Record<string, string>;
  sources: string[];
  notes: Record<string, string>[];
  optional: OptionalCard[];
  exclusive: NamedRule[];
  sides: NamedThing[];
  bridges: NamedThing[];
  orientation: string;
  size: number;
  width: number;
  height: number;
  hexes: MapHex[];
  terrains: TerrainKind[];
  hexsides: HexsideKind[];
  sides_between: [number, number, number[]][];
  roads: [number, number][];
  trails: [number, number][];
  fortresses: FortressHex[];
  names: NamedHex[];
  units: UnitCard[];
  markers: MarkerCard[];
  turns: TurnCard[];
  crt: CombatTable;
  attacker_limit: number;
  victory: VictoryCard;
};

/** A bridge, and how it stands. */
export type FolioBridge = {
  hexes: string[];
  id: string;
  name: Record<string, string>;
  rule: string;
  state: "blown" | "building" | "captured" | "intact";
};

/** The combat under way; its differential, row and column while all who fight are there. */
export type FolioCombat = {
  attack_markers: string[];
  attackers: string[];
  barrage: boolean;
  column?: number;
  defence_markers: string[];
  defenders?: string[];
  differential?: number;
  hex: string;
  row?: string;
  target: string;
};

/** A rule that holds at present: the weather, a night. */
export type FolioCondition = {
  name: Record<string, string>;
  rule: string;
};

/** What is to be decided: `kind` is a phase, or what a result asks for. */
export type FolioDecision = {
  chain?: string[];
  kind: string;
  length?: number;
  name?: Record<string, string>;
  path?: string[];
  rule?: string;
  slot?: "A1" | "A2" | "D1" | "D2";
  units?: string[];
  what?: string;
};

/** What the scenario's exclusive rules show; units go by their ids. */
export type FolioExclusive = {
  altered: Record<string, string[]>;
  astray: string[];
  bridges: FolioBridge[];
  conditions: FolioCondition[];
  cut_off: Record<string, number>;
  held_back: Record<string, string>;
  replacements: Record<string, number>;
  turn_points: Record<string, number>;
  works: [string, string][];
};

/** A support marker in hand. */
export type FolioMarker = {
  id: string;
  plus: number;
};

/** A hex that is worth points, and who holds it. */
export type FolioObjective = {
  hex: string;
  holder: string | null;
  points: Record<string, number>;
};

/** A combat: both tallies, the differential, the row and column of the CRT, the exact odds. */
export type FolioOdds = {
  attack: Total;
  defence: Total;
  differential: number;
  row: string;
  rows: [string, number][];
  column: number;
  range: [number, number] | null;
  odds: ResultOdds[];
};

/** A cheapest way: each hex with the MP that have been spent by then; empty if there is none. */
export type FolioPath = {
  path: [string, string][];
};

/** Where a unit may end its move, each hex with the MP it costs. */
export type FolioReach = {
  unit: string;
  allowance: number;
  costs: Record<string, string>;
};

/** Who may be attacked, by the hexes: the units that may; and which hexes may be barraged. */
export type FolioTargets = {
  attacks: Record<string, string[]>;
  barrages: string[];
};

/** A unit: where it is, its present strength (attack, defence, movement), what it has done. */
export type FolioUnit = {
  attacked: boolean;
  attacked_upon: boolean;
  hex: string | null;
  id: string;
  moved: boolean;
  reduced: boolean;
  side: string;
  status: "eliminated" | "exited" | "on_map" | "waiting";
  strength: [number, number, number];
};

/** A position as a seat may see it. Hidden markers of the other side are only counted. */
export type FolioView = {
  barraged: string[];
  combat: FolioCombat | null;
  decision: FolioDecision | null;
  exclusive?: FolioExclusive;
  game: string;
  markers: Record<string, FolioMarker[] | number>;
  objectives: FolioObjective[];
  phase: string;
  player: string;
  points: Record<string, number>;
  scenario: string;
  to_act: string | null;
  turn: number;
  turns: number;
  units: FolioUnit[];
};

export type Forfeits = {
  event: "forfeits";
  unit: string;
};

/** What the forms offer: kinds of ground that maps often have, and every rule option. */
export type FormParts = {
  terrain: Record<string, TerrainTable>;
  hexside: Record<string, HexsideTable>;
  options: OptionForm[];
};

/** A fortress: whether ZOC stays out, and the only side that gains by it (empty: both). */
export type FortressDraft = {
  hex: string;
  exempt: boolean;
  owner: string;
};

/** A fortress, and whose it is (null: anybody's). */
export type FortressHex = {
  hex: number;
  owner: string | null;
};

/** A table as a seat (null: a spectator) may know it. */
export type Frame = {
  type: "frame";
  seat: string | null;
  now?: number;
  last?: number;
  view?: FolioView | PurchaseView | BattleView;
  to_act?: string[];
  outcome?: Outcome | null;
  since?: number | null;
  log?: LogEntry[];
  path?: number[];
  commitment?: Commitment | null;
  taken_back?: LogEntry[];
  legal?: string[];
  roll?: Die | TwoDice | Selection | Pick | Draw | Choice | null;
  rolling?: string | null;
  undo?: UndoNow;
  ending?: EndingNow;
  word_wanted?: boolean;
  table: string;
  game: string;
  title: string;
  scenario: string;
  status: "over" | "playing" | "waiting";
  seats: Record<string, SeatedPerson>;
  hints: boolean;
  brought: boolean;
};

/** A4.6, A4.61, A4.63: how men moved in this Player Turn. */
export type Gait = "" | "assault" | "dash" | "non-assault";

/** A Gun on its own carriage. `ca` is the hexspine that its barrel points along. */
export type Gun = {
  piece: "gun";
  id: string;
  side: string;
  counter: string;
  place: Spot | Aboard | Off;
  veil: Veil;
  ca: number;
  by: string;
  emplaced: Emplacement;
  limbered: boolean;
  dismantled: boolean;
  spotter: string;
  done: Done;
  captured: boolean;
  opportunity: boolean;
  service: Service;
};

/** The figures of a gun counter that C10 asks for. `m` is the Manhandling Number (M#). */
export type GunCounter = {
  name: string;
  nation: string;
  gun_class: string;
  caliber: number;
  m: number;
  barrel: string;
  m_circled: boolean;
  qsu: boolean;
  nm: boolean;
  rfnm: boolean;
  lf: boolean;
  target_size: number;
  back: string[];
  id: string;
};

/** The gun after the story. */
export type GunNow = {
  place: Place;
  limbered: boolean;
  emplacement: Emplacement;
  emplacement_tem: number;
  ca: number;
  ti: boolean;
  may_fire: boolean;
  may_push_on: boolean;
  is_target: boolean;
  low_ammo: boolean;
  malfunctioned: boolean;
};

/** Every move of C10 now; the push and its dice where a hex was named. */
export type GunReport = {
  gun: GunCounter;
  place: string;
  phase: Phase;
  moves: MoveReport[];
  load?: LoadReport;
  push?: PushReport;
  rolled?: PushRolled;
  story?: Story;
};

export type GunRow = {
  name: string;
  number: number;
  each: number;
  ids: string;
  refs: string;
  bpv: number;
};

/** A unit at the gun after the story. */
export type HandNow = {
  kind: string;
  ti: boolean;
  on_foot: boolean;
  mf_left: number;
  labor: number;
  hazardous: boolean;
  may_fire: boolean;
};

/** An event: the rule behind it, its key in the catalogues, and the sentence. */
export type Happened = {
  rule: string;
  key: string;
  text: Names;
};

/** A hexside under Wall Advantage: which, of what kind, and where it lies on the drawing. */
export type HeldHexside = {
  hexside: string;
  kind: string;
  ends: [[number, number], [number, number]];
};

/** What a unit fears in a hex: the chances that one of the weapons hits, harms, kills it. */
export type HexThreat = {
  hex: string;
  weapons: number;
  hit: string;
  hurt: string;
  killed: string;
};

/** A kind of hexside: what crossing it costs more, its row of the CRT if it has one. */
export type HexsideKind = {
  id: string;
  name: Record<string, string>;
  foot: string | null;
  mobile: string | null;
  row: string | null;
  minefield: boolean;
};

/** A walled hexside of the unit's hex. */
export type HexsideOf = {
  hexside: string;
  kind: string;
  crossing: string | null;
  rule: string | null;
  why_not: Names | null;
  bog_check: boolean;
  by_road: boolean;
  road: string | null;
  breach: boolean;
  turn_and_fire: boolean;
};

/** `[hexside.ID]` */
export type HexsideTable = {
  applies_if?: string;
  attack?: boolean;
  counts_as?: string;
  foot?: number | string;
  minefield?: boolean;
  mobile?: number | string;
  mp?: number | string;
  name?: string | Record<string, string>;
  row?: string;
  zoc?: boolean;
};

/** The best places, those that cover most first, then those that are seen least. */
export type Hiding = {
  gun: string;
  size: number;
  wanted: string[];
  places: HidingPlace[];
};

/** A hex for a Gun: what it covers from there with its best Covered Arc, and who sees it. */
export type HidingPlace = {
  hex: string;
  facing: string;
  covers: string[];
  seen_from: number;
  tem: number;
};

/** One hindrance of a line: where, what, how much, by which rule. */
export type Hindrance = {
  hex: string;
  kind: string;
  drm: number;
  rule: string;
  range: number;
};

/** What the bot would do: in a movement phase all of it, else one action. */
export type Hint = {
  actions: string[];
  told: Message[];
  why: Message;
};

/** A target that the To Hit DR struck, and how the hit is resolved. */
export type HitReport = {
  name: string;
  hit_location: Aspect | null;
  is_ch: boolean;
  kill: KillItem;
};

/** The ways of firing a backblast weapon. */
export type How = "case_c3" | "desperation" | "opportunity_fire" | "plain";

/** Whether a vehicle can move. */
export type Hull = "bogged" | "immobile" | "mobile";

/** Type, #, MPV ea, MPV, ID, A/B. No MPV: bonus infantry («–» on paper). */
export type InfantryRow = {
  line: number;
  type: string;
  number: number;
  kind: string;
  each: number | null;
  mpv: number | null;
  ids: string;
  ab: string;
  reinforcements: number;
};

/** A modifier: its case letter or word, the rule, the value, its name in the reader's words. */
export type Item = {
  case: string;
  rule: string;
  value: number;
  name: Names;
  why?: Names;
};

export type ItemRow = {
  name: string;
  number: number;
  bpv: number;
  board: string;
  foreign: boolean;
};

/** Whether the dice of a finished game were fair, in the reader's language. */
export type JournalVerdict = {
  ok: boolean;
  faces_checked: number;
  faces_typed: number;
  messages: Message[];
  sentences: string[];
  unverified: string[];
};

/** A draft written as its two files, and what is wrong with them. */
export type Judged = {
  toml: string;
  map: string;
  mistakes: Mistake[];
  count: number;
  refused: Names | null;
};

/** B9.55b: whether concealment is kept, by phase. */
export type Keeps = {
  RPh: boolean;
  MPh: boolean;
};

/** One way of being hit, and how it is resolved: by a To Kill number or by an IFT column. */
export type KillItem = {
  hit_location: Aspect | null;
  is_ch: boolean;
  table?: string;
  basic_tk?: number;
  tk_cases?: Record<string, number>;
  modified_tk?: number;
  af?: number | null;
  final_tk?: number;
  ift_fp?: number | string | null;
  ift_column?: number | null;
  ift_drm?: Record<string, number>;
  ift_total_drm?: number;
};

/** C2.22 and the ordnance that is not a Gun. */
export type Kind = "A-P" | "A-T" | "AA" | "ART" | "AT" | "ATMM" | "ATR" | "DC" | "FT" | "INF" | "LATW" | "MG" | "MOL" | "MTR" | "RCL";

/** What terrain and hexsides have in common. */
export type KindTable = {
  foot?: number | string;
  mobile?: number | string;
  mp?: number | string;
  name?: string | Record<string, string>;
  row?: string;
};

/** A unit is gone: eliminated, captured, off the map. */
export type Leaves = {
  event: "leaves";
  unit: string;
};

/** A typed action that is legal, as it is written out. */
export type LegalAction = {
  legal: boolean;
  action: string;
};

/** A level of victory, from this margin of points on. */
export type LevelCard = {
  side: string;
  margin: number;
  name: Record<string, string>;
  needed: Message;
};

/** The line between two levels of two hexes. */
export type LevelPair = {
  from: number;
  to: number;
  blocked: boolean;
  hindrance: number | null;
  rule: string | null;
};

/** `[[victory.levels]]` */
export type LevelTable = {
  margin: number;
  name?: string | Record<string, string>;
  side: string;
};

/** A line with its ends on the drawing, and the lines between the other levels of both hexes. */
export type LineOfSight = {
  range: number;
  blocked: boolean;
  hindrance: number | null;
  reason: string | null;
  key: string;
  rule: string | null;
  point: [number, number] | null;
  hex: string | null;
  terrain: string | null;
  items: Hindrance[];
  disputed: OtherReading[];
  from: [number, number];
  to: [number, number];
  pairs: LevelPair[];
};

/** The figures of a listing. */
export type ListingRead = {
  figures: Record<string, string>;
};

/** C10.13: what towing this gun leaves of the vehicle's PP. */
export type LoadReport = {
  vehicle: string;
  legal: boolean;
  pp_left: number;
  ammunition_pp: number;
};

/** Something that happened: with which position, who acted, the rule, the sentence. */
export type LogEntry = {
  n: number;
  seat: string;
  rule: string;
  message: Message;
  data: Record<string, unknown>;
};

/** A line of the log: something that happened, or (`clock`) a new phase as a heading. */
export type LogLine = {
  step: number;
  battery: string;
  rule: string;
  text: Names | null;
  clock: ClockNow | null;
};

/** Whether this server sends mail, and what a seat has asked for. */
export type MailStanding = {
  offered: boolean;
  address: string | null;
  confirmed: boolean;
};

/** All that a map file says, section by section. */
export type MapDraft = {
  terrain: string[];
  roads: [string, string][];
  trails: [string, string][];
  sides: Record<string, [string, string][]>;
  fortresses: FortressDraft[];
  names: NameDraft[];
  others: Record<string, string[]>;
};

/** A hex: its centre on the drawing, its kind of terrain, its six neighbours (null: none). */
export type MapHex = {
  label: string;
  x: number;
  y: number;
  terrain: number;
  near: (number | null)[];
};

/** `[map]`: how the hexes lie. */
export type MapTable = {
  even_lines?: string;
  first?: string;
  hexes?: string;
};

/** A counter on a hex, or on a hexside (`to` names the hex across). */
export type Marker = {
  kind: MarkerKind;
  hex: string;
  to: string | null;
  drm: number | null;
  id: string;
  burning: boolean;
  hidden: string;
};

/** A support marker. */
export type MarkerCard = {
  id: string;
  side: string;
  plus: number;
};

/** Counters that are not units. */
export type MarkerKind = "blaze" | "breach" | "brown_pillbox" | "ffe" | "flame" | "fortified" | "grey_pillbox" | "mines" | "roadblock" | "rubble" | "sangar" | "shellholes" | "smoke" | "weapon" | "wire" | "wp" | "wreck";

/** `[[markers.SIDE]]` */
export type MarkerTable = {
  id: string;
  order?: number;
  plus: number;
};

/** A legal option. `takes` is `hex` or `name` if it wants an argument. */
export type May = {
  name: string;
  text: Names;
  rules: string[];
  takes: string | null;
};

/** What the rules of walls let a unit do now; `rules` names the rule of each yes and no. */
export type MayAtWalls = {
  unit: string;
  hex: string;
  claim: Allowed;
  forfeit: Allowed;
  hexsides: HexsideOf[];
  set_up_hidden: boolean;
  gain_concealment: boolean;
  keeps_concealment: Keeps;
  rules: Record<string, string>;
};

/** An option that is not legal now (`option` in words), the rule that forbids it, and why. */
export type MayNot = {
  name: string;
  option: Names;
  rule: string;
  key: string;
  text: Names;
};

/** A MMC or SMC. `opportunity`: marked for Opportunity Fire (A7.25). */
export type Men = {
  piece: "men";
  id: string;
  side: string;
  counter: string;
  place: Spot | Aboard | Off;
  veil: Veil;
  broken: boolean;
  dm: boolean;
  pinned: boolean;
  wounded: boolean;
  cx: boolean;
  ti: boolean;
  marker: FireCounter;
  opportunity: boolean;
  gait: Gait;
  hazardous: boolean;
  labor: number;
  mf: number;
  beside_shellholes: boolean;
  double: boolean;
  pf_checks: number;
  pf: number;
  directs: string;
  spotted: Spotting[];
};

/** Something to be said: a key of the catalogues and what fills its blanks. */
export type Message = {
  key: string;
  params: ([string, number | string | string[]])[];
};

/** The usual plan for a target, and every option of the moment, at the node `node`. */
export type MissionOdds = {
  battery: string;
  target: string;
  node: string;
  now: string;
  facts: Record<string, boolean | number>;
  assumed: boolean;
  plan: Chances;
  expected_error: string;
  target_in_blast_area: string;
  landing: Record<string, string>;
  alternatives: Record<string, Chances>;
};

/** One mistake: what is wrong, where in the files, where on the table. */
export type Mistake = {
  file: string;
  line: number;
  says: Names;
  path: string[];
  hexes: string[];
};

/** A number with its reason: a case (a letter or a short name), a rule, a value. */
export type Modifier = {
  case: string;
  rule: string;
  value: number;
  applies: boolean;
  why: Message | null;
};

/** C2.3, D1.3: how the weapon turns. */
export type Mount = "1MT" | "NT" | "RST" | "ST" | "T";

/** The move under way: who moves, where it began, every expenditure, every shot at it. */
export type Move = {
  unit: string;
  others: string[];
  began: string;
  steps: Step[];
  shots: ShotAt[];
  open: boolean;
  let_go: boolean;
  near: number;
  duels: string[];
  ending: boolean;
};

/** One thing to do with the gun: its cost, or (`refused`, `why`) what is against it. */
export type MoveReport = {
  name: string;
  rule: string;
  allowed: boolean;
  mp: number | null;
  mf: number | null;
  refused: string | null;
  why?: Names;
};

/** What is printed at a hex. */
export type NameDraft = {
  hex: string;
  en: string;
  ja: string;
};

/** A name on the map. */
export type NamedHex = {
  hex: number;
  name: Record<string, string>;
};

/** An exclusive rule that the engine enforces, by the scenario's number. */
export type NamedRule = {
  rule: string;
  name: Record<string, string>;
};

/** A side or a bridge by its id and its name. */
export type NamedThing = {
  id: string;
  name: Record<string, string>;
};

/** A text in both languages, as the page gets it. */
export type Names = {
  en: string;
  ja: string;
};

/** `[[exclusive_rules]]`: words for the reader. */
export type NoteTable = {
  text?: string | Record<string, string>;
};

/** A hex that is worth points to whoever holds it. */
export type ObjectiveCard = {
  hex: number;
  name: Record<string, string>;
  points: Record<string, number>;
  each_turn: boolean;
};

/** `[[victory.hexes]]` */
export type ObjectiveTable = {
  each_turn?: boolean;
  hex: string;
  holder?: string;
  name?: string | Record<string, string>;
  points?: number | Record<string, number>;
};

/** Not on the board; a reinforcement comes in its turn. */
export type Off = {
  type: "off";
  why: Away;
  turn: number;
};

/** A claim that a unit may make now. */
export type Offer = {
  unit: string;
  rule: string;
};

/** A question about what the shells left behind that nobody has answered. */
export type OpenTrace = {
  battery: string;
  trace: string;
  rule: string;
  hexes: string[];
};

/** Two texts as a draft; or why the first is no TOML, and on which line. */
export type Opened = {
  draft: Draft | null;
  wrong: Names | null;
  line: number;
};

/** A situation as the data of a battle's scenario; `told` are its defaults and what is left out. */
export type OpenedBattle = {
  data: Record<string, unknown>;
  seats: Record<string, string>;
  told: Names[];
};

/** One rule option: its name in the file, what it may be, what it is if the file is silent. */
export type OptionForm = {
  name: string;
  values: (string | boolean)[];
  by_default: string | boolean;
  ruling: string;
};

/** A rule that the players agree on when they begin: the option's name, its own, the default. */
export type OptionalCard = {
  option: string;
  rule: string;
  name: Record<string, string>;
  by_default: boolean;
};

/** An order to fire. `weapon` and `target.unit` are ids or names of the catalogue. */
export type Order = {
  weapon: string | Weapon;
  target: Target;
  range: number;
  armament?: Armament;
  secondary_armament?: boolean;
  normal_range?: number | null;
  phase?: Phase;
  nation?: string;
  date?: string;
  theatre?: Theatre;
  target_type?: TargetType | null;
  ammo?: Ammo | null;
  illuminating?: boolean;
  mine_fp?: number | null;
  firer?: Firer;
  others?: Target[];
  hindrance?: number;
  acquisition?: number;
  bore_sighted?: boolean;
  elite?: boolean;
  prefer?: string;
  deliberate_immobilization?: boolean;
  ife?: boolean;
  small_arms?: boolean;
  canister?: Canister;
  party?: Party;
  dice?: number[] | null;
  effects_dice?: number[];
};

/** What another reading of the rules or of the drawing makes of a line; `key` says it. */
export type OtherReading = {
  reading: string;
  key: string;
  blocked: boolean;
  hindrance: number | null;
  rule: string | null;
  ruling: string;
};

/** The same shot declared otherwise. `varies` names what is declared: `ammo`, `kind` … */
export type OtherWay = {
  order: string;
  varies: string;
  value: string;
  hit: string | null;
  hurt: string;
  killed: string;
  best: boolean;
  why_not: WhyNot | null;
};

/** How a game ended: who won (nobody: a draw), and by what. */
export type Outcome = {
  winners: string[];
  message: Message;
  points: Record<string, number>;
};

/** What a unit sees of an enemy, and what shelters him: `tem` to choose from, `best` of them. */
export type PairInShort = {
  firer: string;
  target: string;
  sees_hex: boolean;
  sees_unit: boolean;
  hindrance: number | null;
  rule: string | null;
  tem: CoverItem[];
  best: number | null;
  hull_down: boolean;
  ffmo: boolean;
};

/** A part of the ledger: one document, or one subject of a document. */
export type Part = {
  name: string;
  title_en: string;
  title_ja: string;
  enforced: boolean;
};

/** The firer's side of a shot with a LATW or RCL. */
export type Party = {
  by?: Rank[];
  others?: Rank[];
  position?: Position | null;
  floor?: number | null;
  how?: How | null;
  check?: boolean;
  ssr?: boolean;
  berserk?: boolean;
  good_order?: boolean;
  ti?: boolean;
  directed_other_fire?: boolean;
  pf_left?: number | null;
  checks_made?: number;
  used_inherent_fp?: boolean;
  subsequent_first_fire?: boolean;
  other_fire_this_phase?: boolean;
  bystanders?: Rank[];
  moved_bystanders?: Rank[];
  zone?: string[];
  ec_drm?: number;
  choose_target?: string;
};

/** C8.4: what canister is aimed at: the vertex (its three hexes) or levels, and what it sweeps. */
export type Pattern = {
  vertex: string[];
  levels: number[];
  hexes: Swept[];
  vertices: string[][];
};

/** A3: the phases of a Player Turn, and two moments that are no phase of their own. */
export type Phase = "AFPh" | "APh" | "CCPh" | "DFF" | "DFPh" | "MPh" | "PFPh" | "RPh" | "RtPh" | "setup";

export type PhaseBegins = {
  event: "phase";
  phase: Phase;
  phasing: string;
};

/** One of `count` with equal chance; the face is its position from 0. */
export type Pick = {
  type: "pick";
  rule: string;
  count: number;
};

/** So many black chits, so many red ones. */
export type PileNow = {
  black: number;
  red: number;
};

/** Where the gun is. */
export type Place = "dismantled" | "eliminated" | "ground" | "hooked" | "portee";

/** H1.13: what the wishes cost, and the exact chance that all the rolls allow them. */
export type PlanReport = {
  points: number;
  spent: number;
  left: number;
  affordable: boolean;
  chance: string;
  items: PriceReport[];
  rolls: RollReport[];
};

/** C10.53: a gun en portee points along the vehicle's VCA or straight backwards. */
export type PorteeFacing = "forward" | "rear";

/** C10.5: the record made before setup that a vehicle can carry such a gun en portee. */
export type PorteeNote = {
  caliber: number;
  barrel: string;
  pp: number | null;
  fires: boolean;
  facing: PorteeFacing | null;
};

/** Where the firer of a backblast weapon is. */
export type Position = "building" | "cave" | "entrenchment" | "factory" | "open" | "pillbox" | "rooftop" | "rubble" | "tunnel" | "vehicle";

/** A part of a price with its rule. `why`: how it was reckoned, or why it does not apply. */
export type PricePart = {
  case: string;
  rule: string;
  value: number;
  applies: boolean;
  name: Names;
  why: Names | null;
};

/** A price. `each` is none where the price of one is no whole number (Sangars). */
export type PriceReport = {
  item: string;
  name: Names;
  kind: "air" | "battery" | "bombardment" | "fort" | "gun" | "item" | "motorized" | "optank" | "plane" | "preregistered" | "san" | "squad" | "vehicle";
  number: number;
  each: number | null;
  total: number;
  rf: string | null;
  tally: PricePart[];
};

/** C10.24: the figures that a Gun prints on each of its sides: it may fire from either (LF). */
export type PrintedSide = {
  barrel?: Barrel;
  mount?: Mount;
  rof?: number;
  b?: number;
  ife?: number | null;
};

/** A mistake in a scenario's file: `toml` or `map`, its line, and the sentence. */
export type ProblemTold = {
  file: string;
  line: number;
  message: Message;
  text: string;
};

/** An action that a rule refuses, and that a seat asks the other to allow this once. */
export type Proposal = {
  seat: string;
  action: string;
  reason: string;
  rule: string;
};

/** What a seat may know of a purchase: one's own Roster and open ones, of others the outside. */
export type PurchaseView = {
  agreement: Agreement;
  agreed: Record<string, string>;
  proposals: Record<string, [string, string]>;
  to_act: string[];
  sides: Record<string, Roster | SealedRoster>;
};

/** C10.3: the Manhandling DR: what is needed, the odds, and those of being in by each MPh. */
export type PushReport = {
  allowed: boolean;
  m: number;
  max_original_dr: number;
  total_drm: number;
  tally: Item[];
  odds: Record<string, string>;
  within_tries: string[];
};

/** The dice of a push, and what came of it. */
export type PushRolled = {
  dice: number[];
  result: string;
};

export type Rallies = {
  event: "rallies";
  unit: string;
};

/** A1.1: how many men a counter stands for. */
export type Rank = "crew" | "hero" | "hs" | "leader" | "squad";

/** A way of a comparison that the rules forbid. */
export type RefusedWay = {
  answer: "refused";
  ammo: Ammo | null;
  target_type: TargetType | null;
  range: number;
  ife: boolean;
  refused: string;
  error: Names;
  best: boolean;
  best_at_range: boolean;
};

/** A8.2: Residual FP in a Location, until the MPh is over. */
export type Residual = {
  hex: string;
  fp: number;
  level: number;
};

/** What became of a target: a word of `docs/shot.md`, and the target as it is now. */
export type Result = {
  name: string;
  result: string;
  detail: unknown;
};

/** A result of the CRT, its exact chance, and the rolls that give it. */
export type ResultOdds = {
  result: string;
  exact: string;
  rolls: number[];
};

/** A hidden unit is placed on board, concealed; a concealed one loses its "?". */
export type Reveals = {
  event: "reveals";
  unit: string;
};

/** A whole game. */
export type Review = {
  scenario: string;
  first: string;
  finished: boolean;
  winner: string | null;
  outcome: Message | null;
  by_word: number;
  reappraised: number;
  start: number;
  end: number;
  even: number;
  even_error: number;
  sides: SideReview[];
  curve: CurvePoint[];
  turning: TurningPoint[];
  rolls: ReviewedRoll[];
  taken_back: number;
  cut: boolean;
  games: number;
  seed: number;
  notes: Message[];
};

/** How far the review of a table's game is, and the review once it is done. */
export type ReviewStanding = {
  status: "done" | "none" | "working";
  share: number;
  review: Review | null;
};

/** A roll against its exact distribution. */
export type ReviewedRoll = {
  n: number;
  seat: string;
  faces: number[];
  result: string;
  odds: Record<string, string>;
  expected: number;
  chance: number;
  luck: number;
  error: number;
};

/** What may befall one unit of the firer's own side. */
export type RiskReport = {
  name: string;
  harm: Record<string, string>;
};

/** What a roll may come to, as it would be told, and how likely that is. */
export type RollChance = {
  message: Message;
  exact: string;
};

/** A roll that the plan depends on: what for, what it must allow, how likely that is. */
export type RollReport = {
  what: string;
  rule: string;
  needs: string;
  chance: string;
  name: Names;
};

/** Dice or a chit: `dice` so many six-sided dice (coloured first), or one out of `chits`. */
export type RollWanted = {
  rule: string;
  text: Names;
  dice: number;
  chits: PileNow | null;
  needs: number | null;
};

/** One side's whole sheet. */
export type Roster = {
  roster: "open";
  seat: string;
  nation: string;
  date: string;
  points: number;
  left: number;
  step: "agreement" | "announce" | "bonus" | "done" | "exchange" | "fortifications" | "infantry" | "leaders" | "oba" | "ordnance" | "reinforcements" | "second" | "sw" | "vehicles";
  san: number;
  elr: number | null;
  equipment: string[];
  infantry: Section[];
  squads: number;
  equivalents: number;
  engineers: number;
  first_mpv: number;
  second_mpv: number;
  ordnance_dr: [number, string] | null;
  guns: GunRow[];
  vehicle_dr: [number, string] | null;
  motorized: boolean;
  vehicles: VehicleRow[];
  transport: ItemRow[];
  oba_rolls: number[];
  offer: [string, number] | null;
  batteries: BatteryRow[];
  support: ItemRow[];
  fortifications: ItemRow[];
  balance: Balance[];
  bonus_left: number;
  leaders: Record<string, string>;
  sw: Record<string, string>;
  revealed: boolean;
};

/** A battery's counter on the map: where it was aimed, where it fell, what it covers. */
export type Round = {
  battery: string;
  side: string;
  counter: string;
  hex: string;
  aimed: string | null;
  area: string[];
};

/** C1.31: the round of this phase: whether one is fired, its error, the target in its area. */
export type RoundOdds = {
  fired: string;
  expected_error: string;
  target_in_blast_area: string;
};

/** One numbered rule: what kind it is, its names, a sentence in each language, all it asks. */
export type Rule = {
  id: string;
  part: string;
  kind: string;
  title_en: string;
  title_ja: string;
  summary_en: string;
  summary_ja: string;
  requirement: string;
};

/** Rules of the ledger, and the parts that they stand in. */
export type RuleBook = {
  parts: Part[];
  rules: Rule[];
};

/** Where in the program a rule is at work, and which tests prove it. */
export type RuleUses = {
  code: SourcePlace[];
  tests: SourcePlace[];
};

/** A scenario as it is offered for choice; names in both languages. */
export type ScenarioCard = {
  name: string;
  title: Record<string, string>;
  summary: Record<string, string>;
  seats: Record<string, Record<string, string>>;
  turns: number;
  units: number;
  optional: OptionalCard[];
};

/** The parts of a file that have a form. */
export type ScenarioData = {
  crt?: CrtTables;
  exceptions?: ExceptionsTable;
  exclusive_rules?: NoteTable[];
  hexside?: Record<string, HexsideTable>;
  map?: MapTable;
  markers?: Record<string, MarkerTable[]>;
  options?: Record<string, string | boolean>;
  scenario?: ScenarioTable;
  sides?: Record<string, SideTable>;
  terrain?: Record<string, TerrainTable>;
  turns?: TurnTable[];
  units?: UnitTable[];
  victory?: VictoryTable;
};

/** `[scenario]` */
export type ScenarioTable = {
  about?: string | Record<string, string>;
  first_player?: string;
  id?: string;
  name?: string | Record<string, string>;
  sets_up_first?: string;
  sources?: string[];
};

/** A scenario looked through: its card and (of a Folio one) its map, or its first mistakes. */
export type ScenarioVerdict = {
  ok: boolean;
  count: number;
  problems: ProblemTold[];
  card: ScenarioCard | null;
  board: FolioBoard | null;
};

/** H1.1: what the opponent of a secret purchase may know of a side. */
export type SealedRoster = {
  roster: "sealed";
  seat: string;
  nation: string;
  points: number;
  stage: string;
  announced: number | null;
};

/** Who sits there. */
export type SeatInfo = {
  kind: "bot" | "open" | "person";
  name: string;
};

/** A seat that was taken, and its private token. */
export type SeatJoined = {
  seat: string;
  token: string;
};

/** Who sits there; `typed`: he throws dice of his own. */
export type SeatedPerson = {
  name: string;
  kind: "bot" | "open" | "person";
  level: string | null;
  typed: boolean;
};

/** A side's note that the other does not see: a Bore Sighted or a Pre-Registered place. */
export type Secret = {
  side: string;
  kind: SecretKind;
  hex: string;
  sight: BoreSight | null;
  battery: string;
};

/** What a side writes down before play. */
export type SecretKind = "bore sight" | "pre-registered";

/** Elite, Line or Conscript with its «#» and «Equiv #». */
export type Section = {
  name: string;
  rows: InfantryRow[];
  number: number;
  equivalents: number;
};

/** A line of sight on the drawing, and how it was judged. */
export type SeenLine = {
  start: [number, number];
  end: [number, number];
  verdict: Verdict;
};

/** A die for each of `count`; the `wanted` highest are selected, ties for the last place all (A.9). */
export type Selection = {
  type: "selection";
  rule: string;
  count?: number;
  wanted?: number;
  alike?: number[];
};

/** The ends after up to `rounds` duels with 1 MP between two. */
export type SeriesReport = {
  vehicle_out: string;
  defender_out: string;
  both_out: string;
  none_out: string;
  rounds: number;
};

/** One weapon in use: its fire counter, its state, its Acquired Target. */
export type Service = {
  arm: Armament;
  marker: FireCounter;
  shots: number;
  smoke: number;
  state: WeaponState;
  gone: Ammo[];
  acquired: Acquisition[];
  fired_here: boolean;
  turned: Phase | null;
  shot_at_mp: number | null;
  changed_ca: boolean;
  through_bocage: boolean;
};

/** A piece that its side sets up: where it may stand, and what may hide it. */
export type SetUpPiece = {
  unit: string;
  hexes: string[];
  may_hide: boolean;
  may_conceal: boolean;
  faces: boolean;
  placed: boolean;
};

/** How often something happened, and where its true share lies with 95 % confidence. */
export type Share = {
  count: number;
  rate: number;
  low: number;
  high: number;
};

/** C7.42: the counter on an AFV. */
export type Shock = "none" | "shock" | "uk" | "wreck";

/** A shot at the unit that moves: by which weapon, after how many steps. */
export type ShotAt = {
  weapon: string;
  step: number;
  mp?: number | null;
};

/** How a shot is resolved. */
export type ShotKind = "canister" | "close" | "ife" | "light" | "mg" | "ordnance";

/** The chances of the target aimed at, and what the shot does to the weapon. */
export type ShotOdds = {
  hit?: string;
  missed?: string;
  ch?: string;
  hull?: string;
  turret?: string;
  effects: Record<string, string>;
  ift?: Record<string, string>;
  miss?: string;
  rof_kept: string;
  malfunction: string;
  low_ammo?: string;
  depleted: string;
  none_left: string;
  acquisition_after?: Record<string, string>;
};

/** The answer to a shot. Without a To Hit DR (IFE, MG, canister) its numbers are `null`. */
export type ShotReport = {
  answer: "shot";
  kind: ShotKind;
  weapon: string;
  ammo: Ammo | null;
  target_type: TargetType | null;
  phase: Phase;
  range: number;
  ife: boolean;
  basic_th: number | null;
  th_color: ThColor | null;
  modifications: Item[];
  modified_th: number | null;
  lower_dr_doubled: boolean;
  bog_check_first: boolean;
  drm: Record<string, number>;
  tally: Item[];
  rejected: Item[];
  total_drm: number;
  max_original_dr: number | null;
  p_hit: string | null;
  p_hurt: string;
  p_killed: string;
  rof_for_shot: number;
  breakdown: number;
  depletion_number: number | null;
  odds: ShotOdds;
  basic_tk: number | null;
  tk_cases: Record<string, number> | null;
  modified_tk: number | null;
  af: number | null;
  final_tk: number | null;
  ift_fp: number | string | null;
  ift_column: number | null;
  may_interdict: boolean;
  leaves_residual: boolean;
  kills: KillItem[];
  targets: TargetReport[];
  canister?: Pattern;
  effects_need?: Names;
  refused: null;
  dice?: number[];
  effects_dice?: number[];
  fired?: boolean;
  hit?: boolean;
  hit_location?: Aspect | null;
  is_ch?: boolean;
  hits?: HitReport[];
  need?: Names | null;
  results?: Result[];
  rof_kept?: boolean;
  malfunction?: boolean;
  weapon_state?: WeaponState;
  depletion?: Supply;
  crew?: Crew;
  acquisition_after?: number;
  latw?: Chain;
  rolled?: ChainRolled;
  best?: boolean;
  best_at_range?: boolean;
};

/** Whether a side comes to fire, hits, what that does to the other, and silences it. */
export type SideOdds = {
  fires: string;
  hits: string;
  silences: string;
  effects: Record<string, string>;
};

/** One side's Gun Duel DRM, and what it then rolls. */
export type SideReport = {
  weapon: string;
  target: string;
  duel_total: number;
  cases: Record<string, number>;
  tally: Item[];
  direct: boolean;
  th: number | null;
  fp: string | null;
  drm: number;
  check: number | null;
};

/** A side's share: what luck gave it, and what its decisions gave it, in chances of victory. */
export type SideReview = {
  seat: string;
  name: string;
  rolls: number;
  lucky: number;
  own_luck: number;
  enemy_luck: number;
  luck: number;
  luck_error: number;
  play: number;
  play_error: number;
  costly: CostlyDecision[];
};

/** `[sides.ID]` */
export type SideTable = {
  colour?: string;
  name?: string | Record<string, string>;
};

/** The name of the account that one has just signed in with. */
export type SignedInAs = {
  name: string;
};

/** Everything on the board at one moment. */
export type Situation = {
  board: string;
  ssr: string[];
  units: Unit[];
  markers: Marker[];
  wall_advantage: string[];
  deluxe: boolean;
  phase: Phase;
  phasing: string;
  date: string;
  night: boolean;
  weather: string[];
};

/** C6.521: the small counter lies on a Location, the large one on a hex. */
export type Size = "1/2" | "5/8";

/** Where in the sources: a file (relative to the folder looked through), a line, a name. */
export type SourcePlace = {
  file: string;
  line: number;
  name: string;
};

/** A Location of the board: a hex, a level above its base; in bypass also the hexside's other hex and the third hex at the vertex. */
export type Spot = {
  type: "spot";
  hex: string;
  level: number;
  bypass: string;
  vertex: string;
  entrenched: Entrenchment | null;
};

/** C9.3, C9.31: a mortar that men have spotted for in this Player Turn, and where it fired. */
export type Spotting = {
  mortar: string;
  hex: string;
};

/** The whole mission: the record, all batteries, the log, and what may be done. */
export type Standing = {
  battery: string;
  state: BatteryState;
  node: string;
  by: string;
  events: Happened[];
  options: May[];
  refused: MayNot[];
  questions: Wanted[];
  roll: RollWanted | null;
  saved: boolean;
  board_answers: boolean;
  board_silent: Names | null;
  unresolved: string[];
  record: unknown;
  sides: [string, string];
  clock: ClockNow;
  batteries: BatteryState[];
  idle: boolean;
  log: LogLine[];
  walked: [string, string][];
  rounds: Round[];
  steps: number;
  shelled: FfeResult[];
  open_traces: OpenTrace[];
};

/** One expenditure of the unit that moves: where it then was, how it faced, what it cost. */
export type Step = {
  hex: string;
  level: number;
  bypass: string;
  vertex: string;
  cost: number;
  entered: boolean;
  turned: boolean;
  underbelly: boolean;
  overrun: string;
};

/** One step: what was said; the result and DRM of a push, or the MP of a hex driven into. */
export type StepDone = {
  said: string;
  push: string | null;
  drm: number | null;
  cost: number | null;
};

/** The steps, and how gun, men and vehicle stand after them. */
export type Story = {
  steps: StepDone[];
  gun: GunNow;
  hands: HandNow[];
  vehicle: VehicleNow | null;
};

/** A way to win before the end: whose and when, and all that must be so. */
export type SuddenCard = {
  side: string;
  name: Record<string, string>;
  says: Message;
  conditions: Message[];
};

/** `[[victory.sudden]]` */
export type SuddenTable = {
  enemy_lost?: number;
  exited?: number;
  holds?: string[];
  margin?: number;
  name?: string | Record<string, string>;
  side: string;
  when?: string;
};

/** C8.9: what the Original To Hit DR says about the ammunition declared. */
export type Supply = "had" | "last" | "never";

/** A support weapon; it has no Covered Arc. */
export type Support = {
  piece: "sw";
  id: string;
  side: string;
  counter: string;
  place: Spot | Aboard | Off;
  veil: Veil;
  by: string;
  spotter: string;
  dismantled: boolean;
  captured: boolean;
  service: Service;
};

/** C8.4: a hex that canister sweeps, and the FP it meets there. */
export type Swept = {
  hex: string;
  share: string;
  fp: number | string;
};

/** A new table: its private tokens by seat, and the hash of the secret of its dice. */
export type TableBegun = {
  id: string;
  tokens: Record<string, string>;
  commitment: string;
};

/** The table of a finished game that came as a file. */
export type TableBrought = {
  id: string;
};

/** Tables that anybody may join or watch, and one's own. */
export type TableListing = {
  open: TableRow[];
  mine: TableRow[];
};

/** A table in a list; `updated` in seconds since 1970. */
export type TableRow = {
  id: string;
  game: string;
  scenario_name: string;
  title: string;
  status: "over" | "playing" | "waiting";
  updated: number;
  seats: Record<string, SeatInfo>;
};

/** One thing that may be hit. `unit` is its counter of the catalogue, if it has one. */
export type Target = {
  name?: string;
  hex?: string;
  entered_from?: string;
  kind?: TargetKind;
  unit?: string | null;
  size?: number | null;
  facing?: Facing;
  turret_facing?: Facing | null;
  front_dr?: number;
  hd?: boolean;
  immobile?: boolean;
  moving?: boolean;
  entered_new_hex?: boolean;
  vbm?: boolean;
  motion?: boolean;
  began_in_motion?: boolean;
  non_stopped?: boolean;
  mp_in_los?: number | null;
  concealed?: boolean;
  hidden?: boolean;
  in_los?: boolean;
  obscured?: boolean;
  friendly?: boolean;
  too_close?: boolean;
  moved_to_draw_fire?: boolean;
  leads_only?: boolean;
  ffnam?: boolean;
  ffmo?: boolean;
  dashing?: boolean;
  hazardous?: boolean;
  trail_break?: boolean;
  overstacked?: number;
  in_pillbox?: boolean;
  underbelly?: boolean;
  aerial_af?: number | null;
  location?: string;
  terrain?: string;
  ground?: string;
  tem?: number | null;
  tem_kept?: number;
  air_burst?: boolean;
  hindrance?: number | null;
  level?: number;
  in_marsh?: boolean;
  wading?: boolean;
  emplaced?: boolean;
  crewed?: boolean;
  gunshield?: boolean | null;
  in_gun_ca?: boolean;
  ce?: boolean;
  broken?: boolean;
  unit_pinned?: boolean;
  riders?: (string | null)[];
  passengers?: (string | null)[];
  manning?: string | null;
  morale?: number | null;
};

/** What stands there, as the To Hit process tells targets apart. */
export type TargetKind = "aerial" | "afv" | "bridge" | "cavalry" | "gun" | "infantry" | "motorcycle" | "pillbox" | "terrain" | "vehicle";

/** One target's chances. An attack without a To Hit DR (IFE, MG, canister) has only `effects`. */
export type TargetOdds = {
  hit?: string;
  missed?: string;
  ch?: string;
  hull?: string;
  turret?: string;
  effects: Record<string, string>;
  ift?: Record<string, string>;
};

/** All of it for one target of the DR. */
export type TargetReport = {
  name: string;
  drm: Record<string, number>;
  tally: Item[];
  rejected: Item[];
  total_drm: number;
  odds: TargetOdds;
  fates: Record<string, string>;
  p_hurt: string;
  p_killed: string;
  is_vehicle: boolean;
  hd: boolean;
  location: Item[];
  max_original_dr?: number;
  p_hit?: string;
  kills?: KillItem[];
  ift_fp?: number | string;
  ift_column?: number | null;
  hex?: string;
  not_attacked?: Names;
};

/** C3.31–C3.33: the row of the To Hit Table. */
export type TargetType = "Area" | "Infantry" | "Vehicle";

/** What is agreed about one side. Team-mates' points are one pool (H1.14). */
export type Terms = {
  nation: string;
  points: number;
  seat: string;
  team: number[];
};

/** A kind of terrain: what it costs (null: may not be entered), its row of the CRT. */
export type TerrainKind = {
  id: string;
  name: Record<string, string>;
  foot: string | null;
  mobile: string | null;
  row: string;
  sea: boolean;
  colour: string;
};

/** `[terrain.ID]` */
export type TerrainTable = {
  colour?: string;
  foot?: number | string;
  mobile?: number | string;
  mp?: number | string;
  name?: string | Record<string, string>;
  row?: string;
  sea?: boolean;
  symbol?: string;
  zoc?: boolean;
};

/** C3.3: which numbers of the To Hit Table are used; `own`: the weapon's own. */
export type ThColor = "black" | "own" | "red";

/** Where the scenario takes place: some ammunition went to one theatre only (C8.91). */
export type Theatre = "E" | "P";

/** The hexes in which some weapon can fire at a unit; in the others nothing known can. */
export type ThreatMap = {
  weapons: string[];
  unit: string;
  hexes: HexThreat[];
};

/** A marker on a unit for which a situation has no word. */
export type Told = {
  unit: string;
  marker: string;
};

/** Modifiers with their reasons, applied or not, and the sum of those that apply. */
export type Total = {
  items: Modifier[];
  total: number;
};

/** What an FFE may leave behind, apart from what it does to units. */
export type Trace = "flame" | "removed" | "rubble" | "shellholes";

/** What the players must look up: flame, rubble, shellholes, something removed. */
export type TraceAsked = {
  trace: string;
  rule: string;
  hexes: TraceHex[];
};

/** A hex that may bear a trace, with the Original and Final DR to look up. */
export type TraceHex = {
  hex: string;
  original_dr: number;
  final_dr: number;
};

/** C1.5: a question that an FFE has left open: what is left on the ground of these hexes? */
export type Traces = {
  battery: string;
  trace: Trace;
  hexes: string[];
  side: string;
};

/** A game turn: who begins, how many markers each side receives. */
export type TurnCard = {
  first: string;
  support: [number, number];
};

/** `[[turns]]` */
export type TurnTable = {
  first_player?: string;
  support?: string;
};

/** What was turned to bring the target into the arc. */
export type Turned = "CA" | "TCA" | "VCA";

/** Where the chances changed much at once. */
export type TurningPoint = {
  n: number;
  since: number;
  seat: string;
  kind: string;
  turn: number;
  change: number;
  error: number;
  told: Message[];
};

/** C13.31: both attempts of a squad in one phase taken together. */
export type TwiceReport = {
  p_killed: string;
  p_firer_harmed: string;
};

/** A coloured and a white die; `by_total` when the asking rule looks at the sum alone. */
export type TwoDice = {
  type: "DR";
  rule: string;
  by_total: boolean;
};

/** A seat asks to go back to position `to`. */
export type UndoAsked = {
  kind: "undo?";
  seat: string;
  to: number;
};

/** How far back one may go by oneself, and what somebody has asked for. */
export type UndoNow = {
  floor: number;
  free: boolean;
  asked: UndoAsked | null;
};

/** A unit or a stack of dummies. */
export type Unit = {
  id: string;
  side: string;
  hex: string;
  kind: UnitKind;
  level: number;
  name: string;
  broken: boolean;
  pinned: boolean;
  concealed: boolean;
  hidden: boolean;
  unarmed: boolean;
  entrenched: Entrenchment | null;
  beside_shellholes: boolean;
  bypass: string | null;
  vertex: string | null;
  facing: number | null;
  moving: boolean;
  armored: boolean;
  fully_tracked: boolean;
  movement: string;
  reverse: boolean;
  bogged: boolean;
  riders: boolean;
  dozer: boolean;
  hedge_cutter: boolean;
  bocage_only: boolean;
  radio: boolean | null;
  radios: string[];
  aboard: string;
  rider: boolean;
  ce: boolean;
  op_tank: boolean;
  observer_out: boolean;
  stunned: boolean;
  outnumbered_guard: boolean;
  berserk: boolean;
  manned_by: string;
  emplaced: boolean;
  weapons: string[];
  out_of_reach: string;
};

/** A unit and its Wall Advantage. */
export type UnitAtWalls = {
  unit: string;
  side: string;
  hex: string;
  wall_advantage: string[];
  holds: HeldHexside[];
  mandatory: boolean;
  counter: boolean;
  cannot: string | null;
  cannot_why: Names | null;
  claim: Allowed;
  forfeit: Allowed;
  barred: boolean;
};

/** What is printed on a counter, and when and where it comes. */
export type UnitCard = {
  id: string;
  side: string;
  size: string;
  arm: string;
  front: [number, number, number];
  back: [number, number, number] | null;
  mobile: boolean;
  special_forces: boolean;
  amphibious: boolean;
  name: Record<string, string>;
  formation: string;
  nation: string;
  value: number;
  turn: number;
  setup: string[];
  entry: string[];
};

/** What became of a unit: the DR of its hex, the column and Final DR, the result, its fate. */
export type UnitFate = {
  hex: string;
  unit: string;
  original_dr: number | null;
  fate: string[];
  drm: number;
  modifiers: Drm[];
  id: string;
  friendly: boolean;
  column: number | null;
  final_dr: number | null;
  result: string;
  ch: boolean;
};

/** What a unit is. */
export type UnitKind = "cavalry" | "crew" | "dummy" | "gun" | "half_squad" | "hero" | "leader" | "squad" | "vehicle";

/** The exact chances of a unit, by its fate; words of a fate are joined by blanks. */
export type UnitOdds = {
  hex: string;
  unit: string;
  odds: Record<string, string>;
  id: string;
  friendly: boolean;
  drm: number;
  modifiers: Drm[];
};

/** `[[units]]` */
export type UnitTable = {
  arm?: string;
  back?: string;
  entry?: string | string[];
  flags?: string[];
  formation?: string;
  front: string;
  further?: string[];
  hex?: string | string[];
  id: string;
  mobile?: boolean;
  name?: string | Record<string, string>;
  nation?: string;
  side: string;
  size?: string;
  turn?: number;
  value?: number;
};

/** Something on the board that was not understood, by its name, picture and place. */
export type Unknown = {
  name: string;
  picture: string;
  hex: string;
};

/** A vehicle with its inherent crew. `vca` and `tca` are hexspines. */
export type Vehicle = {
  piece: "vehicle";
  id: string;
  side: string;
  counter: string;
  place: Spot | Aboard | Off;
  veil: Veil;
  vca: number;
  tca: number;
  ce: boolean;
  drive: Drive;
  hull: Hull;
  shock: Shock;
  stunned: boolean;
  recalled: boolean;
  abandoned: boolean;
  wreck: Wrecked;
  gyro: boolean;
  dozer: boolean;
  hedge_cutter: boolean;
  trailer: boolean;
  aerial_af: number | null;
  portee: PorteeNote | null;
  ti: boolean;
  captured: boolean;
  opportunity: boolean;
  entered: boolean;
  vbm: boolean;
  began_in_motion: boolean;
  mp: number;
  services: Service[];
};

/** The vehicle after the story. */
export type VehicleNow = {
  mp_left: number;
  cargo_pp: number;
  ti: boolean;
  stopped: boolean;
  moving_target: boolean;
  may_be_first_fired_on: boolean;
  immobilized: boolean;
  wreck: boolean;
  burden: string | null;
};

/** Name, BPV each, #, ID, Opt BPV, for, Arm. Ldr., BPV. */
export type VehicleRow = {
  ref: string;
  name: string;
  each: number;
  number: number;
  id: string;
  opt_bpv: string;
  opt_for: string;
  leader: string;
  bpv: number;
  ammo: boolean;
  tows: string;
};

/** A12: what the other side sees of a piece: the counter, a «?», or nothing. */
export type Veil = "concealed" | "hidden" | "known";

/** A line of sight: how far, blocked or not, and why. */
export type Verdict = {
  range: number;
  blocked: boolean;
  hindrance: number | null;
  reason: string | null;
  key: string;
  rule: string | null;
  point: [number, number] | null;
  hex: string | null;
  terrain: string | null;
  items: Hindrance[];
  disputed: OtherReading[];
};

/** What is worth points, and what they lead to. */
export type VictoryCard = {
  objectives: ObjectiveCard[];
  sources: Message[];
  exit_hexes: Record<string, string[]>;
  levels: LevelCard[];
  sudden: SuddenCard[];
};

/** `[victory]` */
export type VictoryTable = {
  exit_hexes?: Record<string, string[]>;
  hexes?: ObjectiveTable[];
  levels?: LevelTable[];
  points_per_exit?: Record<string, number>;
  points_per_loss?: Record<string, number>;
  sudden?: SuddenTable[];
};

/** What an event (by its place in the list) brought about for a unit. */
export type WallChange = {
  event: number;
  unit: string;
  what: What;
  rule: string;
  sides: string[];
};

/** A situation after its events. */
export type WallStanding = {
  situation: Situation;
  dropped: Allowed[];
  changes: WallChange[];
  acting: string | null;
  mover: string | null;
  undecided: string[];
  offers: Offer[];
  units: UnitAtWalls[];
  between: PairInShort[];
};

/** B9.32: who has Wall Advantage, and what bears on the next claim (ids of units). */
export type Walls = {
  holders: string[];
  barred: string[];
  failed_exit: string[];
  freed: string[];
  undecided: string[];
  proven: string[];
  fresh: string[];
  placed: string[];
};

/** A fact that must be known. `wants` is `yes_no` or `number`. */
export type Wanted = {
  fact: string;
  rule: string;
  wants: string;
  text: Names;
};

/** C13.8, C13.81: one way of firing a light weapon: its chances, or the rule against it. */
export type WayReport = {
  how: How;
  p_hit?: string;
  p_killed?: string;
  p_firer_harmed?: string;
  refused: string | null;
  error?: Names;
};

/** The weapon's printed figures, as far as its fire needs them (C2.1–C2.9). */
export type Weapon = {
  caliber: number;
  name?: string;
  id?: string;
  nation?: string;
  barrel?: Barrel;
  kind?: Kind;
  mount?: Mount;
  vehicular?: boolean;
  armored?: boolean;
  open_topped?: boolean;
  sw?: boolean;
  rof?: number;
  b?: number;
  x?: number | null;
  circled_b?: boolean;
  ife?: number | null;
  fp?: number | null;
  normal_range?: number | null;
  no_ap?: boolean;
  no_he?: boolean;
  no_intensive_fire?: boolean;
  min_range?: number;
  max_range?: number | null;
  ammo?: ([Ammo, number | null])[];
  gyro?: boolean;
  aa?: boolean;
  aamg?: boolean;
  main_armament?: boolean;
  nt_tca?: boolean;
  no_bounding_fire?: boolean;
  no_bounding_first_fire?: boolean;
  no_acquisition?: boolean;
  no_area?: boolean;
  size?: number;
  limbered?: PrintedSide | null;
  rfnm?: boolean;
  tk_rolls?: number;
  th_table?: string | null;
  backblast?: boolean;
  red_th_through?: string;
  figures?: string | null;
};

/** What state a weapon is in. */
export type WeaponState = "disabled" | "low ammo" | "malfunctioned" | "working";

export type What = "found" | "gained" | "lost" | "removed" | "shown";

/** The rule that refuses something, and its sentence. */
export type WhyNot = {
  rule: string;
  says: Names;
};

/** A battery whose field phone is lost, the hex in which its wire was cut, and the rule. */
export type WireCut = {
  battery: string;
  hex: string;
  rule: string;
};

/** Whether it is a wreck. */
export type Wrecked = "" | "burning" | "wreck";

export type WallEvent =
  | Enters
  | FailsToLeave
  | Bogs
  | Breaches
  | Leaves
  | Breaks
  | Rallies
  | Declares
  | Completes
  | EndsMove
  | PhaseBegins
  | Claims
  | Forfeits
  | Declines
  | Reveals
  | Entrenches;
