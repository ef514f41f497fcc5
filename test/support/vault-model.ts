import type { Random } from "#domain/random.fixture.ts";
import { type EntryRise, type Finding, settledBy } from "#domain/vault/settle.ts";
import { vaultTree } from "#domain/vault/vault-tree.ts";

import { isLiveHead, merged, type ModelEntry } from "./vault-model-entries.ts";

/** The rules of the product that the model goes by; a test may plant a defect in one. */
export interface VaultRules {
  readonly tree: typeof vaultTree<ModelEntry>;
  readonly settle: typeof settledBy<ModelEntry>;
  /** Whether a send may be followed by another password before its proxy can act no more. */
  readonly waitsForLateProxies: boolean;
  /** Whether a password counts as confirmed only when the target was asked for it. */
  readonly verifies: boolean;
  /** Whether a candidate is written before its proxy hears of it. */
  readonly writesFirst: boolean;
  /** Whether a password is set only while it is uncertain. */
  readonly setsUncertainAlone: boolean;
  /** Whether a password that was sent before is set only where one opens that the node knows of. */
  readonly asksForOlder: boolean;
  /** Whether an account that was not managed for a while comes back with a doubt about all that the vault has of it. */
  readonly doubtsWhatComesBack: boolean;
  /** Whether the answer of a target counts for the doubts that there were when it was asked, and not for those of its arrival. */
  readonly countsDoubtsWhenAsked: boolean;
  /** Whether a target that has no such account any more is believed to have set nothing only where it was asked for nothing after. */
  readonly knowsWhatWasSet: boolean;
}

/** The rules as they are. */
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

/** How long a proxy may act after it was handed an order. */
const orderLife = 30;
const outside = "set by somebody else";
const byService = "set by the service itself";

interface ModelNode {
  readonly name: string;
  readonly entries: Map<string, ModelEntry>;
  /** Until when a proxy may still set an entry of this node. */
  readonly lateUntil: Map<string, number>;
  order: { readonly entry: ModelEntry; sends: number } | null;
}

/** A question to the target of which the answer is on its way. */
interface Look {
  readonly node: ModelNode;
  readonly findings: readonly Finding[];
  /** How many doubts there were when it was asked. */
  readonly doubts: number;
}

interface Send {
  readonly node: ModelNode;
  readonly entry: ModelEntry;
  readonly number: number;
  readonly deadline: number;
  /** Of what is uncertain no more it is only asked whether it opens. */
  readonly looks: boolean;
  /** How many doubts there were when it was sent. */
  readonly doubts: number;
  /** The others that may open the account, as far as the node knows: without one of them nothing is set again. */
  readonly older: readonly string[];
}

/** What a history is made of. */
export interface HistoryWish {
  /** The names of the nodes that manage the account. */
  readonly nodes: readonly string[];
  /** Whether the account is removed from its target, and restored, now and then. */
  readonly isRemoved: boolean;
  /** Whether the account is taken out of management and put back under it, now and then. */
  readonly isLeft?: boolean;
}

/** One account with its target, the nodes that manage it, and what is on its way between them. */
export class VaultModel {
  readonly #random: Random;
  readonly #rules: VaultRules;
  readonly #nodes: readonly ModelNode[];
  readonly #isRemoved: boolean;
  readonly #isLeft: boolean;
  #sends: Send[] = [];
  #look: Look | null = null;
  /** The account is under HISTORICAL: people may change its password by the service itself. */
  #isHistorical = false;
  #doubts = 0;
  #password: string;
  /** The account was removed, and may be restored with the password that it had. */
  #isGone = false;
  #now = 0;
  #serial = 0;

  constructor(random: Random, rules: VaultRules, { nodes, isRemoved, isLeft = false }: HistoryWish) {
    this.#random = random;
    this.#rules = rules;
    this.#isRemoved = isRemoved;
    this.#isLeft = isLeft;
    this.#nodes = nodes.map((name) => ({ name, entries: new Map(), lateUntil: new Map(), order: null }));
    this.#password = "imported";
    const [first] = this.#nodes;
    if (first === undefined) throw new RangeError("an account needs a node");
    this.#write(first, "imported", "imported");
    this.#settle(first, ["imported"]);
    this.#merge();
  }

  /** Something happens. */
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
      // The proxy is killed, and what it had with it.
      () => void (this.#sends = this.#sends.filter(() => this.#random.below(2) === 0)),
      () => this.#changeOutside(),
      () => this.#override(node),
    ])();
  }

  /** All that is on its way comes or is lost, and every doubt is settled. */
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

  /** What is broken of the promise now, in words; undefined where it is kept. */
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

  /** Whether all is known in the end: one confirmed password, which opens the account. */
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
    const isBusy = this.#rules.waitsForLateProxies && [...node.lateUntil.values()].some((until) => until >= this.#now);
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
    node.lateUntil.set(entry.key, deadline);
    const looks = this.#rules.setsUncertainAlone && (node.entries.get(entry.key) ?? entry).status !== "U";
    const { giveOut } = this.#treeOf(node);
    const older = giveOut.map(({ key }) => key).filter((key) => key !== entry.key);
    const doubts = this.#doubts;
    this.#sends.push({ node, entry, number: node.order.sends, deadline, looks, older, doubts });
  }

  #resend(node: ModelNode): void {
    if (node.order !== null && this.#random.below(3) === 0) this.#send(node);
  }

  /** A proxy sets and verifies, and its answer comes or is lost. */
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

  /** Whether a send sets its password: what was sent before only where it does not open yet, and one that the node knows does. */
  #isSet({ entry, number, looks, older }: Send): boolean {
    if (looks) return false;
    if (number === 1) return true;
    if (this.#password === entry.key) return false;
    return !this.#rules.asksForOlder || older.length === 0 || older.includes(this.#password);
  }

  /** The latest send of an order is answered. */
  #answer({ node, entry, number, doubts }: Send, isTaken: boolean): void {
    const { order } = node;
    if (order?.entry.key !== entry.key || order.sends !== number) return;
    if (number === 1) node.lateUntil.delete(entry.key);
    if (!this.#rules.writesFirst) node.entries.set(entry.key, entry);
    node.order = null;
    const settled = { key: entry.key, settledAt: this.#now };
    if (!isTaken && number === 1) rise(node, { ...settled, status: "failed" });
    else if (!isTaken) node.order = order;
    else if (!this.#rules.verifies) rise(node, { ...settled, status: "C", openedAt: this.#now, sureOf: doubts });
    else if (!this.#settle(node, [entry.key])) node.order = order;
  }

  /** The latest send of an order is answered that there is no such account. */
  #answerGone({ node, entry, number }: Send, wasTaken: boolean): void {
    const { order } = node;
    if (order?.entry.key !== entry.key || order.sends !== number || number > 1) return;
    if (wasTaken && this.#rules.knowsWhatWasSet) return;
    node.lateUntil.delete(entry.key);
    node.order = null;
    rise(node, { key: entry.key, settledAt: this.#now, status: "failed" });
  }

  /** What became of an order is not known: the new one is tried, then the one before. */
  #doubt(node: ModelNode): void {
    if (node.order === null) return;
    const { entry } = node.order;
    if (this.#rules.waitsForLateProxies && (node.lateUntil.get(entry.key) ?? 0) >= this.#now) return;
    const { order } = node;
    const { toTry } = this.#treeOf(node);
    // Nothing is set by the order any more while it is asked what became of it.
    node.order = null;
    const isKnown = this.#settle(
      node,
      toTry.slice(0, 3).map(({ key }) => key),
    );
    if (!isKnown) node.order = order;
  }

  /** Somebody looks at a conflict, at what was confirmed and is doubted, or at what is said to be confirmed. */
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

  /** The account leaves management, its password is changed meanwhile or not, a question of before is answered late, and it comes back. */
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
    if (createdNode === node.name) return node.order?.entry.key === key || (node.lateUntil.get(key) ?? 0) >= this.#now;
    return status === "U" || (settledAt ?? 0) + orderLife >= this.#now;
  }

  #changeOutside(): void {
    if (!this.#isGone && this.#random.below(12) === 0 && this.#sends.length === 0) this.#password = outside;
  }

  /** An operator sets a password by hand where nothing opens any more, and tells it. */
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
