import type { Random } from "#domain/random.fixture.ts";
import { type EntryRise, type Finding, settledBy } from "#domain/vault/settle.ts";
import { vaultTree } from "#domain/vault/vault-tree.ts";

import { isLiveHead, merged, type ModelEntry } from "./vault-model-entries.ts";

/** Rules of the product that the model follows; a test may plant a defect in one. */
export interface VaultRules {
  readonly tree: typeof vaultTree<ModelEntry>;
  readonly settle: typeof settledBy<ModelEntry>;
  /** True if a send may be followed by another password only after its proxy can no longer act. */
  readonly waitsForLateProxies: boolean;
  /** True if a password counts as confirmed only after a question to the target. */
  readonly verifies: boolean;
  /** True if a candidate is written before its proxy receives it. */
  readonly writesFirst: boolean;
  /** True if a password is set only while it is uncertain. */
  readonly setsUncertainAlone: boolean;
  /** True if a password that was sent before is set only if one opens that the node knows. */
  readonly asksForOlder: boolean;
  /** True if an account that returns to management makes all passwords that the vault has for it doubtful. */
  readonly doubtsWhatComesBack: boolean;
  /** True if an answer of the target counts for the doubts at the time of the question, not at the time of its arrival. */
  readonly countsDoubtsWhenAsked: boolean;
  /** True if the answer "no such account" marks a password as not set only if the target had not accepted it before. */
  readonly knowsWhatWasSet: boolean;
}

/** The rules of the product. */
export const ownRules: VaultRules = {
  tree: vaultTree,
  settle: settledBy,
  waitsForLateProxies: true,
  verifies: true,
  writesFirst: true,
  setsUncertainAlone: true,
  asksForOlder: true,
  doubtsWhatComesBack: true,
  countsDoubtsWhenAsked: true,
  knowsWhatWasSet: true,
};

/** Time for which a proxy may act after it has received an operation. */
const orderLife = 30;
const outside = "set by somebody else";
const byService = "set by the service itself";

interface ModelNode {
  readonly name: string;
  readonly entries: Map<string, ModelEntry>;
  /** Time until which a proxy may still set an entry of this node, by the entry's key. */
  readonly inFlightUntil: Map<string, number>;
  order: { readonly entry: ModelEntry; sends: number } | null;
}

/** A question to the target whose answer has not arrived. */
interface Look {
  readonly node: ModelNode;
  readonly findings: readonly Finding[];
  /** Number of doubts at the time of the question. */
  readonly doubts: number;
}

interface Send {
  readonly node: ModelNode;
  readonly entry: ModelEntry;
  readonly number: number;
  readonly deadline: number;
  /** True if the entry is no longer uncertain: it is only asked whether it opens. */
  readonly looks: boolean;
  /** Number of doubts at the time of the send. */
  readonly doubts: number;
  /** Other passwords that may open the account, as far as the node knows: without one of them nothing is set again. */
  readonly older: readonly string[];
}

/** Options of a history. */
export interface HistoryWish {
  /** Names of the nodes that manage the account. */
  readonly nodes: readonly string[];
  /** True if the account is sometimes removed from its target and restored. */
  readonly isRemoved: boolean;
  /** True if the account sometimes leaves management and returns. */
  readonly isLeft?: boolean;
}

/** One account with its target, the nodes that manage it, and the messages between them. */
export class VaultModel {
  readonly #random: Random;
  readonly #rules: VaultRules;
  readonly #nodes: readonly ModelNode[];
  readonly #isRemoved: boolean;
  readonly #isLeft: boolean;
  #sends: Send[] = [];
  #look: Look | null = null;
  /** True while the account is under HISTORICAL: its password may be changed through the service itself. */
  #isHistorical = false;
  #doubts = 0;
  #password: string;
  /** True after the account was removed; it may be restored with the password that it had. */
  #isGone = false;
  #now = 0;
  #serial = 0;

  constructor(random: Random, rules: VaultRules, { nodes, isRemoved, isLeft = false }: HistoryWish) {
    this.#random = random;
    this.#rules = rules;
    this.#isRemoved = isRemoved;
    this.#isLeft = isLeft;
    this.#nodes = nodes.map((name) => ({ name, entries: new Map(), inFlightUntil: new Map(), order: null }));
    this.#password = "imported";
    const [first] = this.#nodes;
    if (first === undefined) throw new RangeError("an account needs a node");
    this.#write(first, "imported", "imported");
    this.#settle(first, ["imported"]);
    this.#merge();
  }

  /** Makes one random thing happen. */
  step(): void {
    this.#now += 1 + this.#random.below(12);
    if (this.#isRemoved) this.#isGone = this.#isGone ? this.#random.below(3) > 0 : this.#random.below(20) === 0;
    const node = this.#random.pick(this.#nodes);
    if (this.#isLeft && this.#random.below(4) === 0) return this.#leaveOrReturn(node);
    this.#random.pick([
      () => this.#begin(node),
      () => this.#act(),
      () => this.#act(),
      () => this.#resend(node),
      () => this.#doubt(node),
      () => this.#resolve(node),
      () => this.#merge(),
      // The proxy is killed, and its operations are lost.
      () => void (this.#sends = this.#sends.filter(() => this.#random.below(2) === 0)),
      () => this.#changeOutside(),
      () => this.#override(node),
    ])();
  }

  /** Delivers or loses all messages, and settles every doubt. */
  settleDown(): void {
    while (this.#sends.length > 0) this.#act();
    this.#isGone = false;
    if (this.#look !== null) this.#hear();
    if (this.#isHistorical) this.#return();
    for (let round = 0; round < 4; round += 1) {
      this.#now += 2 * orderLife;
      for (const node of this.#nodes) this.#doubt(node);
      this.#merge();
      for (const node of this.#nodes) this.#resolve(node);
      this.#override(this.#nodes[0] as ModelNode);
      this.#merge();
    }
  }

  /** Returns the broken promise in words; undefined if all are kept. */
  fault(): string | undefined {
    const entries = this.#all();
    const { state, giveOut, toTry } = this.#tree(entries);
    const heads = entries.filter((entry) => isLiveHead(entry, entries));
    if (heads.length > 1 && state !== "conflict") return `${heads.length} confirmed heads, and ${state}`;
    if (this.#password === outside || this.#isHistorical) return undefined;
    if (this.#password === byService)
      return state === "C" ? "certain of what the service itself has changed" : undefined;
    const opens = (given: readonly ModelEntry[]) => given.some(({ key }) => key === this.#password);
    if (!opens(entries)) return `no entry opens the account, which has ${this.#password}`;
    if (state === "conflict") return opens(toTry) ? undefined : `${this.#password} is not tried in a conflict`;
    if (!opens(giveOut)) return `${state} gives out ${giveOut.map(({ key }) => key).join(", ")}, not ${this.#password}`;
    return undefined;
  }

  /** Returns true if all is known in the end: one confirmed password, which opens the account. */
  isSettled(): boolean {
    const { state, giveOut } = this.#tree(this.#all());
    return state === "C" && giveOut.length === 1 && giveOut[0]?.key === this.#password;
  }

  #tree(entries: readonly ModelEntry[]) {
    return this.#rules.tree(entries, this.#doubts);
  }

  #treeOf(node: ModelNode) {
    return this.#tree([...node.entries.values()]);
  }

  #all(): ModelEntry[] {
    const all = new Map<string, ModelEntry>();
    for (const { entries } of this.#nodes)
      for (const [key, entry] of entries) all.set(key, merged(all.get(key) ?? entry, entry));
    return [...all.values()];
  }

  #begin(node: ModelNode): void {
    const { state } = this.#treeOf(node);
    if (this.#isHistorical || this.#look !== null) return;
    const isBusy =
      this.#rules.waitsForLateProxies && [...node.inFlightUntil.values()].some((until) => until >= this.#now);
    if (node.order !== null || state !== "C" || isBusy) return;
    this.#serial += 1;
    const entry = this.#entry(node, `${node.name}${this.#serial}`, "randomized");
    if (this.#rules.writesFirst) node.entries.set(entry.key, entry);
    node.order = { entry, sends: 0 };
    // Killed between the commit and the hand-out.
    if (this.#random.below(5) > 0) this.#send(node);
  }

  #send(node: ModelNode): void {
    if (node.order === null) return;
    const { entry } = node.order;
    node.order.sends += 1;
    const deadline = this.#now + orderLife;
    node.inFlightUntil.set(entry.key, deadline);
    const looks = this.#rules.setsUncertainAlone && (node.entries.get(entry.key) ?? entry).status !== "U";
    const { giveOut } = this.#treeOf(node);
    const older = giveOut.map(({ key }) => key).filter((key) => key !== entry.key);
    const doubts = this.#doubts;
    this.#sends.push({ node, entry, number: node.order.sends, deadline, looks, older, doubts });
  }

  #resend(node: ModelNode): void {
    if (node.order !== null && this.#random.below(3) === 0) this.#send(node);
  }

  /** Lets a proxy set and verify; its answer arrives or is lost. */
  #act(): void {
    if (this.#sends.length === 0) return;
    const [send] = this.#sends.splice(this.#random.below(this.#sends.length), 1);
    if (send === undefined || this.#now > send.deadline) return;
    if (!this.#isGone) this.#setAndAsk(send);
    else if (this.#random.below(4) > 0) this.#answerGone(send, false);
  }

  #setAndAsk(send: Send): void {
    const { entry } = send;
    const opens = this.#password === entry.key;
    const isSet = this.#isSet(send);
    const isTaken = isSet ? this.#random.below(8) > 0 : opens;
    const changesNothing = !isSet || this.#random.below(10) === 0;
    if (isTaken && !changesNothing) this.#password = entry.key;
    const isLost = this.#random.below(4) === 0;
    // Removed between the write of its password and the question whether it opens.
    this.#isGone = this.#isRemoved && isTaken && this.#random.below(16) === 0;
    if (isLost) return;
    if (this.#isGone) this.#answerGone(send, true);
    else this.#answer(send, isTaken);
  }

  /** Reports whether a send sets its password: a repeated one only if it does not open yet, but a password that the node knows does. */
  #isSet({ entry, number, looks, older }: Send): boolean {
    if (looks) return false;
    if (number === 1) return true;
    if (this.#password === entry.key) return false;
    return !this.#rules.asksForOlder || older.length === 0 || older.includes(this.#password);
  }

  /** Handles the answer to the latest send of an order. */
  #answer({ node, entry, number, doubts }: Send, isTaken: boolean): void {
    const { order } = node;
    if (order?.entry.key !== entry.key || order.sends !== number) return;
    if (number === 1) node.inFlightUntil.delete(entry.key);
    if (!this.#rules.writesFirst) node.entries.set(entry.key, entry);
    node.order = null;
    const settled = { key: entry.key, settledAt: this.#now };
    if (!isTaken && number === 1) rise(node, { ...settled, status: "failed" });
    else if (!isTaken) node.order = order;
    else if (!this.#rules.verifies) rise(node, { ...settled, status: "C", openedAt: this.#now, sureOf: doubts });
    else if (!this.#settle(node, [entry.key])) node.order = order;
  }

  /** Handles the answer to the latest send that there is no such account. */
  #answerGone({ node, entry, number }: Send, wasTaken: boolean): void {
    const { order } = node;
    if (order?.entry.key !== entry.key || order.sends !== number || number > 1) return;
    if (wasTaken && this.#rules.knowsWhatWasSet) return;
    node.inFlightUntil.delete(entry.key);
    node.order = null;
    rise(node, { key: entry.key, settledAt: this.#now, status: "failed" });
  }

  /** Tries the passwords of an order with an unknown result: the new one first, then the one before. */
  #doubt(node: ModelNode): void {
    if (node.order === null) return;
    const { entry } = node.order;
    if (this.#rules.waitsForLateProxies && (node.inFlightUntil.get(entry.key) ?? 0) >= this.#now) return;
    const { order } = node;
    const { toTry } = this.#treeOf(node);
    // The order sets nothing while its result is asked for.
    node.order = null;
    const isKnown = this.#settle(
      node,
      toTry.slice(0, 3).map(({ key }) => key),
    );
    if (!isKnown) node.order = order;
  }

  /** Checks a conflict, doubted entries that were confirmed, or sometimes confirmed ones. */
  #resolve(node: ModelNode): void {
    const { state, giveOut } = this.#treeOf(node);
    const isDoubted = state === "U" && giveOut.every(({ status }) => status === "C");
    if (state === "conflict" || isDoubted || this.#random.below(4) === 0)
      this.#settle(
        node,
        giveOut.map(({ key }) => key),
      );
  }

  #settle(node: ModelNode, keys: readonly string[]): boolean {
    if (this.#isGone) return false;
    const findings = this.#ask(keys);
    this.#take(node, findings, this.#doubts);
    return findings.some(({ opens }) => opens);
  }

  #ask(keys: readonly string[]): readonly Finding[] {
    return keys.map((key) => ({ key, opens: key === this.#password, at: this.#now }));
  }

  #take(node: ModelNode, findings: readonly Finding[], doubts: number): void {
    const mayStillBeSet = (entry: ModelEntry) => this.#mayStillBeSet(node, entry);
    for (const each of this.#rules.settle([...node.entries.values()], findings, mayStillBeSet))
      rise(node, each.openedAt === undefined ? each : { ...each, sureOf: doubts });
  }

  /**
   * Moves the account out of management or back. Meanwhile its password may change, and the answer to an earlier question may arrive late.
   */
  #leaveOrReturn(node: ModelNode): void {
    if (this.#look !== null && this.#random.below(3) === 0) this.#hear();
    else if (!this.#isHistorical) this.#leave(node);
    else if (this.#random.below(2) === 0) this.#return();
    else if (!this.#isGone) this.#password = byService;
  }

  #leave(node: ModelNode): void {
    if (this.#sends.length > 0 || this.#nodes.some(({ order }) => order !== null) || this.#isGone) return;
    const { giveOut } = this.#treeOf(node);
    if (this.#look === null && this.#random.below(2) === 0)
      this.#look = { node, findings: this.#ask(giveOut.map(({ key }) => key)), doubts: this.#doubts };
    this.#isHistorical = true;
  }

  #return(): void {
    this.#isHistorical = false;
    if (this.#rules.doubtsWhatComesBack) this.#doubts += 1;
  }

  #hear(): void {
    if (this.#look === null) return;
    const { node, findings, doubts } = this.#look;
    this.#take(node, findings, this.#rules.countsDoubtsWhenAsked ? doubts : this.#doubts);
    this.#look = null;
  }

  #mayStillBeSet(node: ModelNode, { key, createdNode, status, settledAt, origin }: ModelEntry): boolean {
    if (!this.#rules.waitsForLateProxies || origin !== "randomized") return false;
    if (createdNode === node.name)
      return node.order?.entry.key === key || (node.inFlightUntil.get(key) ?? 0) >= this.#now;
    return status === "U" || (settledAt ?? 0) + orderLife >= this.#now;
  }

  #changeOutside(): void {
    if (!this.#isGone && this.#random.below(12) === 0 && this.#sends.length === 0) this.#password = outside;
  }

  /** Sets a password by hand, as an operator does when no password opens the account, and records it. */
  #override(node: ModelNode): void {
    if (this.#isGone || this.#isHistorical || this.#look !== null || this.#sends.length > 0) return;
    if (this.#password !== outside && this.#password !== byService) return;
    this.#serial += 1;
    this.#password = `${node.name}${this.#serial}`;
    this.#write(node, this.#password, "overridden");
    const { giveOut } = this.#treeOf(node);
    this.#settle(
      node,
      giveOut.map(({ key }) => key),
    );
  }

  #write(node: ModelNode, key: string, origin: ModelEntry["origin"]): void {
    node.entries.set(key, this.#entry(node, key, origin));
  }

  #entry(node: ModelNode, key: string, origin: ModelEntry["origin"]): ModelEntry {
    const { head } = this.#treeOf(node);
    const written = { parentKey: head?.key ?? null, createdAt: this.#now, createdNode: node.name };
    return { key, origin, status: "U", settledAt: null, openedAt: null, refusedAt: null, refusal: null, ...written };
  }

  #merge(): void {
    const all = this.#all();
    for (const node of this.#nodes) for (const entry of all) node.entries.set(entry.key, entry);
  }
}

function rise(node: ModelNode, { key, ...changes }: EntryRise): void {
  const entry = node.entries.get(key);
  if (entry !== undefined) node.entries.set(key, merged(entry, { ...entry, ...changes }));
}
