import { describe, expect, test } from "vitest";

import { candidatesMax, verifiedMax } from "../vault-run-limits.ts";
import type { EndedAct } from "./ended-act.ts";
import { type ActFacts, isOver, nextAct } from "./next-act.ts";
import { type TreeEntry, vaultTree } from "./vault-tree.ts";

const entry = (key: string, part: Partial<TreeEntry> = {}): TreeEntry => ({
  key,
  parentKey: null,
  origin: "randomized",
  status: "C",
  createdAt: 1,
  openedAt: null,
  refusedAt: null,
  refusal: null,
  ...part,
});
const old = entry("old");
const made = entry("new", { status: "U", parentKey: "old", createdAt: 2 });
const ended = (part: Partial<EndedAct>): EndedAct => ({
  act: "set",
  dependantKey: null,
  entryKey: "new",
  result: "F",
  errorCode: null,
  candidates: 1,
  endedAt: 10,
  ...part,
});
const verified = (entryKey: string, part: Partial<EndedAct> = {}) =>
  ended({ act: "verify", entryKey, errorCode: "currentPassword", candidates: 0, ...part });
const now = 100;
const act = (entries: readonly TreeEntry[], done: readonly EndedAct[] = [], part: Partial<ActFacts> = {}) =>
  nextAct({ kind: "randomize", tree: vaultTree(entries), ended: done, inFlightUntil: null, now, ...part });
const verify = (entryKey: string, notBefore: number | null = null) => ({ do: "verify", entryKey, notBefore });
const end = { do: "end" };

describe("a run that changes passwords", () => {
  test("sets one where it is known which holds, or none is known", () => {
    expect(act([old])).toEqual({ do: "set", candidates: 1 });
    expect(act([])).toEqual({ do: "set", candidates: 1 });
  });

  test("asks what opens the account before it sets one where that is uncertain, the newest first", () => {
    expect(act([old, made])).toEqual(verify("new"));
    expect(act([old, made], [verified("new")])).toEqual(verify("old"));
    expect(act([old, made], [verified("new"), verified("old")])).toEqual(end);
    expect(act([old], [verified("old", { result: "S", errorCode: null })])).toEqual({ do: "set", candidates: 1 });
  });

  test("asks what became of its own one when the target did not let it in, and sets no other", () => {
    const doubt = ended({ errorCode: "currentPassword" });
    expect(act([old, made], [doubt])).toEqual(verify("new"));
    const settled = [doubt, verified("old", { result: "S", errorCode: null })];
    expect(act([old, { ...made, status: "failed" }], settled)).toEqual(end);
  });

  test("sets another one when its own has turned out never to have come into force", () => {
    const lost = ended({ errorCode: "timeout" });
    const settled = [lost, verified("old", { result: "S", errorCode: null })];
    expect(act([old, { ...made, status: "failed" }], settled)).toEqual({ do: "set", candidates: 2 });
    const came = [lost, verified("new", { result: "S", errorCode: null })];
    expect(act([old, { ...made, status: "C" }], came)).toEqual(end);
  });

  test("tries what somebody may still set at once, and everything anew when nobody can any more", () => {
    const lost = ended({ errorCode: "timeout" });
    const late = { inFlightUntil: 150 };
    expect(act([old, made], [lost], late)).toEqual(verify("new"));
    const tried = [lost, verified("new", { endedAt: 90 })];
    expect(act([old, made], tried, late)).toEqual(verify("new", 150));
    expect(act([old, made], tried, { ...late, now: 150 })).toEqual(verify("new"));
    const again = [...tried, verified("new", { endedAt: 150 })];
    expect(act([old, made], again, { ...late, now: 160 })).toEqual(verify("old"));
    expect(act([old, made], [...again, verified("old", { endedAt: 160 })], { ...late, now: 170 })).toEqual(end);
  });

  test.each(["strength", "policy", "invalidValue"])("makes another one when the target refuses it: %s", (errorCode) => {
    const failed = { ...made, status: "failed", refusal: "no" } as const;
    for (let candidates = 1; candidates < candidatesMax; candidates += 1)
      expect(act([old, failed], [ended({ errorCode, candidates })])).toEqual({ do: "set", candidates: candidates + 1 });
    expect(act([old, failed], [ended({ errorCode, candidates: candidatesMax })])).toEqual(end);
  });

  test("ends when it is done, in a contradiction, and where nothing was to be done", () => {
    expect(act([old, { ...made, status: "C" }], [ended({ result: "S" })])).toEqual(end);
    expect(act([{ ...old, refusedAt: 5 }])).toEqual(end);
    expect(act([old], [ended({ act: "verify", result: "X" })])).toEqual(end);
    expect(act([old], [ended({ errorCode: "permission" })])).toEqual(end);
  });
});

describe("a run that verifies", () => {
  test("tries what may open the account, then earlier ones, and no more than some", () => {
    const entries = Array.from({ length: 9 }, (_, index) =>
      entry(`e${index}`, { parentKey: `e${index - 1}`, createdAt: index }),
    );
    const done: EndedAct[] = [];
    for (let count = 0; count < verifiedMax; count += 1) {
      expect(act(entries, done, { kind: "verify" })).toEqual(verify(`e${8 - count}`));
      done.push(verified(`e${8 - count}`));
    }
    expect(act(entries, done, { kind: "verify" })).toEqual(end);
  });

  test("ends when one opens, or the target has told nothing", () => {
    expect(act([old], [verified("old", { result: "S", errorCode: null })], { kind: "verify" })).toEqual(end);
    expect(act([old, made], [verified("new", { errorCode: "internal" })], { kind: "verify" })).toEqual(end);
    expect(act([], [], { kind: "verify" })).toEqual(end);
  });
});

test("what is over by its last act alone is over by all that was done before, too", () => {
  const trees = [[], [old], [old, made], [old, { ...made, status: "C" } as const], [{ ...old, refusedAt: 5 }]];
  const before = [[], [ended({ errorCode: "timeout" })], [ended({ errorCode: "policy" }), verified("old")]];
  const last = (["set", "verify"] as const).flatMap((what) =>
    (["S", "F", "X"] as const).map((result) => ended({ act: what, result, errorCode: null })),
  );
  let over = 0;
  for (const kind of ["randomize", "verify"] as const)
    for (const entries of trees)
      for (const earlier of before)
        for (const latest of last) {
          if (!isOver(kind, vaultTree(entries), latest)) continue;
          over += 1;
          expect(act(entries, [...earlier, latest], { kind })).toEqual(end);
        }
  expect(over).toBeGreaterThan(20);
});
