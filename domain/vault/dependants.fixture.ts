import type { Random } from "../random.fixture.ts";
import { dependantAfter } from "./dependant-after.ts";
import type { EndedAct } from "./ended-act.ts";
import { nextAct, type NextAct } from "./next-act.ts";
import { type Dependant, waitsForDependants } from "./next-dependant-act.ts";
import { type EntryRise, type Finding, settledBy } from "./settle.ts";
import { type TreeEntry, vaultTree } from "./vault-tree.ts";

/** Rules that the model follows; a test may plant a defect in one. */
export interface DependantRules {
  /** True if an undo waits for senders that may still set the password that is undone. */
  readonly waitsForLate: boolean;
  readonly waitsForDependants: typeof waitsForDependants;
  /** True if the rows say what a dependant is told before anyone sends it. */
  readonly writesFirst: boolean;
}

/** Rules without a defect. */
export const dependantRules: DependantRules = { waitsForLate: true, waitsForDependants, writesFirst: true };

type ModelDependant = Dependant & { readonly failingSince: number | null };
type Act = Exclude<NextAct, { readonly do: "end" | "confirm" }>;
/** Fate of a send: it is carried out, the target refuses, or it is lost on the way there, or its answer is. */
type Fate = "done" | "refused" | "lost" | "unanswered";

interface Sent {
  readonly dependantKey: string | null;
  readonly entryKey: string;
  readonly fate: Fate;
}

/** Sender that may still set a password, until a moment. */
interface Late {
  readonly dependantKey: string | null;
  readonly entryKey: string;
  readonly until: number;
}

const lateMs = 40;
const nobody = "its own";

/** One managed account, its dependants, and the passwords that their targets have; a password is the key of its entry. */
export class DependantModel {
  readonly #random: Random;
  readonly #rules: DependantRules;
  /** Password of each target, by the key of the dependant; null for the account. */
  readonly #passwords = new Map<string | null, string>([[null, "first"]]);
  readonly #entries = new Map<string, TreeEntry>();
  readonly #dependants = new Map<string, ModelDependant>();
  #ended: EndedAct[] = [];
  #late: Late[] = [];
  #runs = false;
  #now = 1;
  #serial = 0;
  #isClean = false;

  constructor(random: Random, rules: DependantRules) {
    this.#random = random;
    this.#rules = rules;
    const first = { parentKey: null, origin: "imported", status: "C", createdAt: 0, openedAt: 0 } as const;
    this.#entries.set("first", { key: "first", ...first, refusedAt: null, refusal: null });
    for (let sequence = 1; sequence <= 1 + random.below(4); sequence += 1) {
      const key = `d${sequence}`;
      const kind = random.pick(["account", "plugin"] as const);
      const unknown = { toldEntryKey: null, heldEntryKey: null, refusedEntryKey: null, failingSince: null };
      this.#dependants.set(key, { key, kind, sequence, ...unknown });
      this.#passwords.set(key, nobody);
    }
  }

  /** Lets one thing happen. */
  step(): void {
    this.#now += 1 + this.#random.below(20);
    this.#sendLate();
    if (!this.#runs) this.#begin();
    // The run is stopped, and everything that it has done is forgotten except for the rows.
    else if (this.#random.below(12) === 0) this.#runs = false;
    else this.#act();
  }

  /** Returns what is broken of the promise now, in words; undefined if nothing is. */
  fault(): string | undefined {
    const { giveOut } = this.#tree();
    const password = this.#passwords.get(null);
    if (!giveOut.some(({ key }) => key === password))
      return `the vault gives out ${giveOut.map(({ key }) => key).join(", ")}, not ${password}`;
    for (const { key, heldEntryKey } of this.#dependants.values())
      if (heldEntryKey !== null && this.#passwords.get(key) !== heldEntryKey)
        return `${key} is to have ${heldEntryKey} and has ${this.#passwords.get(key)}`;
    return this.#unsaid();
  }

  /** Lets everything succeed from now on; returns what is wrong in the end. */
  settleDown(): string | undefined {
    this.#isClean = true;
    this.#now += 10 * lateMs;
    this.#sendLate();
    for (let run = 0; run < 3; run += 1) {
      this.#begin();
      for (let acts = 0; this.#runs && acts < 100; acts += 1) {
        this.#now += 10_000_000;
        this.#act();
      }
      if (this.#runs) return "the run does not end";
    }
    const { state, head } = this.#tree();
    if (state !== "C" || head === undefined || head.key !== this.#passwords.get(null))
      return `${state} with ${this.#passwords.get(null)}`;
    const other = [...this.#dependants.keys()].find((key) => this.#passwords.get(key) !== head.key);
    return other === undefined ? this.fault() : `${other} has ${this.#passwords.get(other)}, not ${head.key}`;
  }

  #tree() {
    return vaultTree([...this.#entries.values()]);
  }

  /**
   * Returns in words which dependant breaks a rule. A dependant that was told something has the confirmed password, or the rows say that
   * it may not. No new password counts before every dependant was told.
   */
  #unsaid(): string | undefined {
    const { state, head } = this.#tree();
    const wrong = [...this.#dependants.values()].find(({ key, toldEntryKey, heldEntryKey }) => {
      const isSaid = state !== "C" || (toldEntryKey !== null && heldEntryKey !== head?.key);
      const password = this.#passwords.get(key);
      return password !== nobody && password !== head?.key && !isSaid;
    });
    if (wrong !== undefined) return `${wrong.key} has ${this.#passwords.get(wrong.key)}, and nothing says so`;
    const untold = [...this.#dependants.values()].find(({ toldEntryKey }) => toldEntryKey === null);
    if (untold === undefined || state !== "C" || head?.origin !== "randomized") return undefined;
    return `${untold.key} has not heard of ${head.key}, which counts`;
  }

  #begin(): void {
    this.#runs = true;
    this.#ended = [];
  }

  #act(): void {
    const dependants = [...this.#dependants.values()];
    const late = this.#rules.waitsForLate ? this.#late : [];
    const ofAccount = late.filter(({ dependantKey }) => dependantKey === null).map(({ until }) => until);
    const others = late.flatMap(({ dependantKey, until }) => (dependantKey === null ? [] : [[dependantKey, until]]));
    const act = nextAct({
      kind: "randomize",
      tree: this.#tree(),
      ended: this.#ended,
      now: this.#now,
      dependants,
      inFlightUntil: ofAccount.length === 0 ? null : Math.max(...ofAccount),
      dependantsInFlightUntil: new Map(others as [string, number][]),
    });
    if (act.do === "end") this.#runs = false;
    else if (act.do === "confirm") this.#confirm(act.entryKey);
    else {
      if ("notBefore" in act) this.#now = Math.max(this.#now, act.notBefore ?? 0);
      this.#sendLate();
      this.#perform(act);
    }
  }

  #confirm(key: string): void {
    const at = this.#entries.get(key)?.openedAt ?? this.#now;
    this.#rise(settledBy([...this.#entries.values()], [{ key, opens: true, at }], () => false));
  }

  #perform(act: Act): void {
    const sent = this.#sent(act);
    const { dependantKey, entryKey, fate } = sent;
    // The hub is killed before it has written down the result, or after that.
    const isTold = this.#rules.writesFirst || fate !== "unanswered";
    if (dependantKey !== null && isTold && (act.do === "tell" || act.do === "restore"))
      this.#change(dependantKey, { toldEntryKey: entryKey, heldEntryKey: null });
    if (act.do !== "verify" && act.do !== "test") this.#write(sent);
    const end = this.#endOf(act, sent);
    this.#ended.push(end);
    if (dependantKey === null) this.#learn(end, fate);
    else
      this.#change(dependantKey, dependantAfter(this.#dependant(dependantKey), { ...end, message: null }, this.#now));
  }

  #sent(act: Act): Sent {
    const entryKey = act.do === "set" ? this.#candidate() : act.entryKey;
    return { entryKey, dependantKey: "dependantKey" in act ? act.dependantKey : null, fate: this.#fate() };
  }

  #write({ dependantKey, entryKey, fate }: Sent): void {
    if (fate === "done" || fate === "unanswered") this.#passwords.set(dependantKey, entryKey);
    const isUnknown = fate === "lost" || fate === "unanswered";
    if (isUnknown && this.#random.below(3) === 0)
      this.#late.push({ dependantKey, entryKey, until: this.#now + lateMs });
  }

  #endOf(act: Act, { dependantKey, entryKey, fate }: Sent): EndedAct {
    const isDone = fate === "done" && this.#passwords.get(dependantKey) === entryKey;
    const codes = { done: "currentPassword", refused: "policy", lost: "timeout", unanswered: "timeout" } as const;
    return {
      act: act.do,
      dependantKey,
      entryKey,
      result: isDone ? "S" : "F",
      errorCode: isDone ? null : codes[fate],
      candidates: act.do === "set" ? act.candidates : 0,
      endedAt: this.#now,
    };
  }

  #learn({ act, entryKey, result }: EndedAct, fate: Fate): void {
    const key = entryKey ?? "";
    const mayCome = (one: TreeEntry) =>
      this.#late.some(({ dependantKey, entryKey: late }) => dependantKey === null && late === one.key);
    if (act === "set" && fate === "refused") {
      this.#rise([{ key, status: "failed", settledAt: this.#now }]);
      return;
    }
    const isAsked = result === "S" || (act === "verify" && fate === "done");
    const findings: Finding[] = isAsked ? [{ key, opens: result === "S", at: this.#now }] : [];
    const dependants = [...this.#dependants.values()];
    const waits = (one: TreeEntry) => this.#rules.waitsForDependants(one, dependants);
    this.#rise(settledBy([...this.#entries.values()], findings, mayCome, waits));
  }

  #candidate(): string {
    this.#serial += 1;
    const key = `p${this.#serial}`;
    const made = { origin: "randomized", status: "U", createdAt: this.#now, openedAt: null } as const;
    this.#entries.set(key, { key, parentKey: this.#tree().head?.key ?? null, ...made, refusedAt: null, refusal: null });
    return key;
  }

  /** Lets some of the late senders set the passwords that they hold. */
  #sendLate(): void {
    this.#late = this.#late.filter(({ until }) => until > this.#now);
    const acting = this.#late.filter(() => this.#random.below(3) === 0);
    for (const { dependantKey, entryKey } of acting) this.#passwords.set(dependantKey, entryKey);
  }

  #fate(): Fate {
    if (this.#isClean) return "done";
    return this.#random.pick(["done", "done", "done", "refused", "lost", "unanswered"] as const);
  }

  #dependant(key: string): ModelDependant {
    const known = this.#dependants.get(key);
    if (known === undefined) throw new Error(`no dependant ${key}`);
    return known;
  }

  #change(key: string, change: Partial<ModelDependant> | undefined): void {
    this.#dependants.set(key, { ...this.#dependant(key), ...change });
  }

  #rise(rises: readonly EntryRise[]): void {
    for (const rise of rises) {
      const known = this.#entries.get(rise.key);
      if (known !== undefined) this.#entries.set(rise.key, { ...known, ...rise });
    }
  }
}
