import { describe, expect, it } from "vitest";

import { createRandom, type Random } from "../random.fixture.ts";
import { historicalPolicyId } from "../vault/historical-policy.ts";
import { settledBy } from "../vault/settle.ts";
import { type TreeEntry, vaultTree } from "../vault/vault-tree.ts";
import { isStillKnown, keysKnownNow } from "./known-password.ts";
import { mayOpen, type OpeningFacts } from "./may-open.ts";

const free: OpeningFacts = {
  account: { policyId: "P", disabledReason: null },
  holder: { isDisabled: false, hasRight: true },
  policyId: "P",
  concurrency: 1,
  holders: 0,
  passwords: 1,
  isKnown: false,
  startAt: null,
  now: 1_000,
};

describe("one more person may have a password", () => {
  it.each<[string, Partial<OpeningFacts>, string]>([
    ["nothing is in the way", {}, "open"],
    ["its start has come", { startAt: 1_000 }, "open"],
    ["its start comes", { startAt: 1_001 }, "start"],
    ["the place is taken", { holders: 1 }, "places"],
    ["another one has it too, and there is a place", { holders: 1, concurrency: 2 }, "open"],
    ["somebody who has returned it knows it", { isKnown: true }, "change"],
    [
      "somebody who has returned it knows it, and another one has it",
      { isKnown: true, holders: 1, concurrency: 2 },
      "open",
    ],
    ["the right is gone", { holder: { isDisabled: false, hasRight: false } }, "no right"],
    [
      "the right is gone while the place is taken",
      { holder: { isDisabled: false, hasRight: false }, holders: 1 },
      "no right",
    ],
    ["it is managed no more", { account: { policyId: historicalPolicyId, disabledReason: null } }, "managed no more"],
    ["it has another policy", { account: { policyId: "Q", disabledReason: null } }, "policy 'Q'"],
    ["it is disabled", { account: { policyId: "P", disabledReason: "broken" } }, "disabled (broken)"],
    ["the vault has nothing", { passwords: 0 }, "no password"],
    ["nobody may", { concurrency: 0 }, "places"],
  ])("where %s", (_when, part, expected) => {
    const said = mayOpen({ ...free, ...part });
    const words = said.may === "open" ? "open" : said.may === "wait" ? said.why : said.message;
    expect(words).toContain(expected);
  });
});

interface Held {
  readonly shown: Set<string>;
  known: readonly string[] | null;
}

/** One account with its vault, and everyone who has had its password. */
class History {
  entries: TreeEntry[] = [];
  holders: Held[] = [];
  /** Former holders: the keys that the rules remember of each, and the passwords that they truly saw. */
  former: { readonly known: readonly string[]; readonly shown: ReadonlySet<string> }[] = [];
  opened = 0;
  /** Passwords that were handed out against the promise. */
  wrong: string[] = [];
  #at = 0;
  readonly random: Random;
  readonly concurrency: number;

  constructor(random: Random) {
    this.random = random;
    this.concurrency = 1 + random.below(3);
    this.add("C");
  }

  get tree() {
    return vaultTree(this.entries);
  }

  add(status: "C" | "U") {
    this.#at += 1;
    const key = `e${this.entries.length}`;
    const openedAt = status === "C" ? this.#at : null;
    const parentKey = this.tree.head?.key ?? null;
    const made = { key, parentKey, origin: "randomized", status, createdAt: this.#at } as const;
    this.entries.push({ ...made, openedAt, refusedAt: null, refusal: null });
  }

  /** Answers as the target: names the password that opens it, or nothing at all. */
  settle() {
    const { giveOut } = this.tree;
    // A failed change may have been made after all, by a call that came late.
    const failed = this.random.below(5) === 0 ? this.entries.filter(({ status }) => status === "failed") : [];
    const asked = [...giveOut, ...failed];
    const opens = this.random.pick(asked).key;
    this.#at += 1;
    const findings = asked.map(({ key }) => ({ key, opens: key === opens, at: this.#at }));
    const rises = new Map(settledBy(this.entries, findings, () => false).map((rise) => [rise.key, rise]));
    this.entries = this.entries.map((entry) => ({ ...entry, ...rises.get(entry.key) }));
  }

  open() {
    const { giveOut } = this.tree;
    const isKnown = this.former.some(({ known }) => isStillKnown(this.tree, known));
    const { concurrency, holders } = this;
    const said = mayOpen({ ...free, concurrency, holders: holders.length, passwords: giveOut.length, isKnown });
    if (said.may !== "open") return;
    if (holders.length === 0) {
      const seen = this.former.flatMap(({ shown }) => [...shown]);
      this.wrong.push(...giveOut.filter(({ key }) => seen.includes(key)).map(({ key }) => `${key} is known`));
      this.opened += 1;
    }
    if (holders.length >= concurrency) this.wrong.push("too many holders");
    this.holders.push({ shown: new Set(), known: null });
  }

  show() {
    if (this.holders.length === 0) return;
    const holder = this.random.pick(this.holders);
    for (const { key } of this.tree.giveOut) holder.shown.add(key);
    holder.known = keysKnownNow(holder.known, this.tree);
  }

  back() {
    if (this.holders.length === 0) return;
    const [holder] = this.holders.splice(this.random.below(this.holders.length), 1);
    if (holder) this.former.push({ known: keysKnownNow(holder.known, this.tree), shown: holder.shown });
  }
}

describe("a password that somebody has returned", () => {
  it("is given to nobody in any history: changes confirmed or not, uncertain passwords, several holders at once", () => {
    const random = createRandom(20_261_124);
    let opened = 0;
    for (let round = 0; round < 400; round++) {
      const history = new History(random);
      const steps = [
        () => history.open(),
        () => history.open(),
        () => history.show(),
        () => history.back(),
        () => history.back(),
        () => history.add("U"),
        () => history.settle(),
      ];
      for (let step = 0; step < 80; step++) random.pick(steps)();
      opened += history.opened;
      expect(history.wrong).toEqual([]);
    }
    // A rule that never opens would keep the promise too.
    expect(opened).toBeGreaterThan(500);
  });

  it("is known as long as one of those may open that might have been in force, also where nothing is known to open", () => {
    const tree = (...keys: string[]) => ({ giveOut: keys.map((key) => ({ key })) });
    expect(isStillKnown(tree("a"), ["a"])).toBe(true);
    expect(isStillKnown(tree("b", "a"), ["a"])).toBe(true);
    expect(isStillKnown(tree("b"), ["a"])).toBe(false);
    expect(isStillKnown(tree(), ["a"])).toBe(true);
    expect(keysKnownNow(["a", "b"], tree("b", "c"))).toEqual(["a", "b", "c"]);
    expect(keysKnownNow(null, tree("b"))).toEqual(["b"]);
  });
});
