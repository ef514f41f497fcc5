import {
  beforeFirst,
  hasAlready,
  judgeReport,
  type KnownChange,
  type ReportedBefore,
} from "#domain/password-sync/judge-report.ts";
import type { Random } from "#domain/random.fixture.ts";
import { decideTurn, type PasswordChange } from "#domain/requests/password-turn.ts";

/** A fault that a model has on purpose, so that its test is seen to find it. */
export type PlantedFault = "noSettling" | "noTurns" | "everyReportIsNew";

interface ModelOperation {
  readonly account: number;
  readonly turn: number;
  readonly password: string;
  readonly looksFirst: boolean;
  readonly acceptedAt: number;
  state: "accepted" | "sent" | "tried" | "set" | "unknown" | "superseded";
  isApplied: boolean;
  sends: number;
  endedAt: number | null;
}

interface ModelChange {
  readonly turn: number;
  readonly password: string;
  readonly isReported: boolean;
}

interface ModelAccount {
  /** Password that the target system has. */
  password: string;
  turns: number;
  readonly history: ModelChange[];
  before: ReportedBefore | undefined;
  reportedAt: number;
  /** Changes as the target system has made them, and how many of them were reported. */
  readonly made: { readonly password: string; readonly at: number }[];
  reported: number;
}

const accountsOfPerson = 3;
const senderKey = (account: number) => `sender ${account}`;

/**
 * Model of a person with an account on each of three target systems, the senders that stand there, the proxies that carry operations out,
 * and the service, which decides by the rules of the product alone. Each act happens at a moment of its own, in any order.
 */
export class SynchronizationModel {
  readonly accounts: ModelAccount[] = Array.from({ length: accountsOfPerson }, () => ({
    password: "",
    turns: 0,
    history: [],
    before: undefined,
    reportedAt: 0,
    made: [],
    reported: 0,
  }));
  readonly operations: ModelOperation[] = [];
  /** Outcomes of the reports, as words. */
  readonly outcomes: string[] = [];
  private now = 0;
  private changes = 0;
  /** Changes that people have made, on a target system or by the service. */
  made = 0;
  private readonly fault: PlantedFault | undefined;

  constructor(fault?: PlantedFault) {
    this.fault = fault;
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.now += ms;
  }

  /** Changes a password on a target system as its owner does. */
  changeAt(account: number, password = `password ${(this.changes += 1)}`): void {
    this.now += 10;
    this.made += 1;
    this.make(account, password);
  }

  /** Changes all passwords by the service. */
  changeAll(): void {
    this.now += 10;
    this.made += 1;
    const password = `password ${(this.changes += 1)}`;
    for (const account of this.accounts.keys()) this.accept(account, password, false);
  }

  /** Reports the next change of a target system; returns false if there is none. */
  report(account: number): boolean {
    const own = this.account(account);
    const made = own.made[own.reported];
    if (made === undefined) return false;
    own.reported += 1;
    this.now += 10;
    this.outcomes.push(this.record(account, made.password, this.now - made.at));
    return true;
  }

  /** Hands an operation to its proxy, ends it as superseded, or lets it wait; returns false if it waits. */
  handOut(operation: ModelOperation): boolean {
    this.now += 10;
    const { account, turn } = operation;
    const others = this.operations
      .filter((other) => other.account === account && other.state !== "superseded")
      .map((other, index) => changeOf(other, index));
    const key = `${this.operations.filter((other) => other.account === account && other.state !== "superseded").indexOf(operation)}`;
    const taken = this.account(account).before?.reportedTurn ?? 0;
    const decision =
      this.fault === "noTurns" ? "go" : decideTurn({ key, turn, isTry: false }, others, taken === 0 ? null : taken);
    if (decision === "wait") return false;
    operation.state = decision === "go" ? "sent" : "superseded";
    if (decision === "go") operation.sends += 1;
    if (decision === "superseded") operation.endedAt = this.now;
    return true;
  }

  /** Lets a proxy carry an operation out on its target system. */
  apply(operation: ModelOperation): void {
    this.now += 10;
    operation.isApplied = true;
    const looks = operation.looksFirst || operation.sends > 1;
    if (looks && this.account(operation.account).password === operation.password) return;
    this.make(operation.account, operation.password);
  }

  /** Records the outcome of an operation that was sent. */
  end(operation: ModelOperation, state: "set" | "unknown" | "tried"): void {
    this.now += 10;
    operation.state = state;
    if (state === "tried") {
      operation.isApplied = false;
      return;
    }
    operation.endedAt = this.now;
    const { account, turn, password } = operation;
    if (state === "set") this.account(account).history.unshift({ turn, password, isReported: false });
  }

  /** Returns the acts that are possible now, each of which does it. */
  possible(): (() => boolean)[] {
    const acts: (() => boolean)[] = [];
    for (const [index, { made, reported }] of this.accounts.entries())
      if (reported < made.length) acts.push(() => this.report(index));
    for (const operation of this.operations) {
      const { state, isApplied } = operation;
      if (state === "accepted" || state === "tried") acts.push(() => this.handOut(operation));
      if (state === "sent" && !isApplied) acts.push(() => (this.apply(operation), true));
      if (state === "sent" && isApplied) acts.push(() => (this.end(operation, "set"), true));
    }
    return acts;
  }

  /** Does what is possible until nothing is; returns false if it does not end. */
  settle(random: Random, actsMax = 1_000): boolean {
    for (let act = 0; act < actsMax; act += 1) {
      const acts = this.possible();
      if (acts.length === 0) return true;
      acts[random.below(acts.length)]?.();
    }
    return false;
  }

  /** Passwords that the target systems have. */
  passwords(): readonly string[] {
    return this.accounts.map(({ password }) => password);
  }

  private account(index: number): ModelAccount {
    return this.accounts[index] as ModelAccount;
  }

  private make(account: number, password: string): void {
    const own = this.account(account);
    own.password = password;
    own.made.push({ password, at: this.now });
  }

  private accept(account: number, password: string, looksFirst: boolean): void {
    const turn = (this.account(account).turns += 1);
    const begun = { state: "accepted", isApplied: false, sends: 0, endedAt: null } as const;
    this.operations.push({ account, turn, password, looksFirst, acceptedAt: this.now, ...begun });
  }

  private record(account: number, password: string, heldMs: number): string {
    const own = this.account(account);
    const changes = this.knownOf(account, password);
    const { echoedTurn, reportedTurn } = own.before ?? beforeFirst(changes, Infinity);
    const report = { senderKey: senderKey(account), heldMs, isKnown: true, isFirst: own.before === undefined };
    const judged = judgeReport({ echoedTurn, reportedTurn, ...report }, this.seen(changes));
    if (judged.kind === "superseded") return "superseded";
    if (judged.kind === "echo") {
      own.before = { echoedTurn: judged.echoedTurn, reportedTurn };
      return "echo";
    }
    const turn = (own.turns += 1);
    own.before = { echoedTurn: judged.echoedTurn, reportedTurn: turn };
    own.reportedAt = this.now;
    own.history.unshift({ turn, password, isReported: true });
    let repeated = 0;
    for (const other of this.accounts.keys()) {
      if (other === account || !this.getsIt(other, password)) continue;
      this.accept(other, password, false);
      repeated += 1;
    }
    const settles = judged.settles && this.fault !== "noSettling";
    if (settles) this.accept(account, password, true);
    return repeated + (settles ? 1 : 0) === 0 ? "recorded" : settles ? "settled" : "synchronized";
  }

  private getsIt(other: number, password: string): boolean {
    return this.fault === "everyReportIsNew" || !hasAlready(this.knownOf(other, password));
  }

  private seen(changes: readonly KnownChange[]): readonly KnownChange[] {
    return this.fault === "everyReportIsNew" ? changes.map((change) => ({ ...change, isSame: false })) : changes;
  }

  private knownOf(account: number, password: string): readonly KnownChange[] {
    const own = this.account(account);
    const byTurn = new Map(own.history.map((change) => [change.turn, change.password === password]));
    const ofService = this.operations
      .filter((operation) => operation.account === account && operation.state !== "superseded")
      .map(({ turn, state, acceptedAt, endedAt, looksFirst: isOwnReport, password: set }): KnownChange => {
        const isSame = state === "set" ? (byTurn.get(turn) ?? false) : state !== "unknown" && set === password;
        const times = {
          acceptedMsAgo: this.now - acceptedAt,
          endedMsAgo: endedAt === null ? null : this.now - endedAt,
        };
        return { turn, state: state as KnownChange["state"], senderKey: null, isSame, isOwnReport, ...times };
      });
    const reported = own.history
      .filter(({ isReported }) => isReported)
      .map(({ turn }): KnownChange => {
        const isLast = turn === own.before?.reportedTurn;
        const acceptedMsAgo = isLast ? this.now - own.reportedAt : null;
        const isSame = byTurn.get(turn) ?? false;
        const reportedBy = { state: "reported", senderKey: senderKey(account), isOwnReport: true } as const;
        return { turn, ...reportedBy, isSame, acceptedMsAgo, endedMsAgo: null };
      });
    return [...ofService, ...reported];
  }
}

function changeOf({ turn, state, sends }: ModelOperation, index: number): PasswordChange {
  const result = state === "set" ? "S" : state === "unknown" ? "N" : state === "accepted" ? null : "P";
  return { key: `${index}`, turn, result, sends, nextTryAt: state === "tried" ? 0 : null };
}
