import { describe, expect, it } from "vitest";

import { settledBy } from "./settle.ts";
import { type TreeEntry, vaultTree } from "./vault-tree.ts";

let serial = 0;
const entry = (key: string, part: Partial<TreeEntry> = {}): TreeEntry => {
  serial += 1;
  const moments = { createdAt: serial, openedAt: null, refusedAt: null };
  return { key, parentKey: null, origin: "randomized", status: "U", refusal: null, ...moments, ...part };
};
const keysOf = (entries: readonly TreeEntry[]) => entries.map(({ key }) => key).join(" ");
const summary = (entries: readonly TreeEntry[]) => {
  const { state, head, giveOut, toTry } = vaultTree(entries);
  return [state, head?.key ?? "-", keysOf(giveOut), keysOf(toTry)].join(" | ");
};

const old = entry("old", { status: "C", openedAt: 5 });
const confirmed = entry("now", { parentKey: "old", status: "C", openedAt: 10 });
const next = entry("next", { parentKey: "now" });
const failed = entry("failed", { parentKey: "now", status: "failed" });
const refused = entry("refused", { parentKey: "now", status: "failed", refusal: "too short" });
const sibling = entry("sibling", { parentKey: "old", status: "C", openedAt: 11 });

describe("the entries of an account", () => {
  it.each<[string, readonly TreeEntry[], string]>([
    ["none", [], "empty | - |  | "],
    ["one that is not known to open", [next], "U | - | next | next"],
    ["a confirmed one", [old, confirmed], "C | now | now | now old"],
    ["an uncertain one behind it", [old, confirmed, next], "U | now | next now | next now old"],
    [
      "some that failed: what the target never took is not tried",
      [confirmed, failed, refused],
      "C | now | now | now failed",
    ],
    ["two confirmed heads", [old, confirmed, sibling], "conflict | sibling | sibling now | sibling now old"],
    [
      "two heads, of which one was refused since",
      [old, { ...confirmed, refusedAt: 12 }, sibling],
      "C | sibling | sibling | sibling now old",
    ],
    [
      "all refused",
      [
        { ...confirmed, refusedAt: 12 },
        { ...next, refusedAt: 12 },
      ],
      "conflict | now | next now | next now",
    ],
    [
      "the uncertain one refused, the older one not asked",
      [confirmed, { ...next, refusedAt: 12 }],
      "U | now | now next | now next",
    ],
    ["one that was refused before it opened", [{ ...confirmed, refusedAt: 9 }], "C | now | now | now"],
  ])("say of %s: %#", (_what, entries, expected) => {
    expect(summary(entries)).toBe(expected);
    expect(summary(entries.toReversed())).toBe(expected);
  });

  it("are uncertain where something else may have changed the password since the target was asked", () => {
    const stateAt = (entries: readonly TreeEntry[], doubts: number) => vaultTree(entries, doubts).state;
    expect(stateAt([old, confirmed], 1)).toBe("U");
    expect(keysOf(vaultTree([old, confirmed], 1).giveOut)).toBe("now");
    expect(stateAt([old, { ...confirmed, sureOf: 1 }], 1)).toBe("C");
    expect(stateAt([old, { ...confirmed, sureOf: 1 }], 2)).toBe("U");
    expect(stateAt([old, { ...confirmed, refusedAt: 12 }], 1)).toBe("conflict");
    expect(stateAt([confirmed, sibling], 1)).toBe("conflict");
    expect(stateAt([next], 1)).toBe("U");
    expect(stateAt([], 1)).toBe("empty");
  });

  it("end no walk that began in a circle", () => {
    const a = entry("a", { parentKey: "b", status: "C" });
    expect(vaultTree([a, entry("b", { parentKey: "a", status: "C" })]).state).toBe("empty");
  });
});

describe("what a target says of entries", () => {
  const never = () => false;
  const at = 100;

  it("confirms the one that opens, and the uncertain others have failed", () => {
    expect(settledBy([confirmed, next], [{ key: "next", opens: true, at }], never)).toEqual([
      { key: "next", status: "C", openedAt: at, settledAt: at },
    ]);
    expect(settledBy([confirmed, next], [{ key: "now", opens: true, at }], never)).toEqual([
      { key: "now", openedAt: at },
      { key: "next", status: "failed", settledAt: at },
    ]);
  });

  it("says nothing of what may still be set, but that it opens", () => {
    const findings = [
      { key: "next", opens: false, at },
      { key: "now", opens: true, at },
    ];
    expect(settledBy([confirmed, next], findings, ({ key }) => key === "next")).toEqual([{ key: "now", openedAt: at }]);
    const opens = [{ key: "next", opens: true, at }];
    expect(settledBy([confirmed, next], opens, () => true)).toMatchObject([{ key: "next", status: "C" }]);
  });

  it("leaves all as they are where none opens, but for what was told", () => {
    const told = entry("told", { parentKey: "now", origin: "overridden" });
    const findings = ["now", "next", "told"].map((key) => ({ key, opens: false, at }));
    expect(settledBy([confirmed, next, told], findings, never)).toEqual([
      { key: "now", refusedAt: at },
      { key: "next", refusedAt: at },
      { key: "told", refusedAt: at, status: "failed", settledAt: at },
    ]);
  });

  it("says nothing of what was written afterwards, and confirms what had failed", () => {
    expect(settledBy([{ ...next, createdAt: at + 1 }, confirmed], [{ key: "now", opens: true, at }], never)).toEqual([
      { key: "now", openedAt: at },
    ]);
    expect(settledBy([failed], [{ key: "failed", opens: true, at }], never)).toMatchObject([{ status: "C" }]);
  });
});
