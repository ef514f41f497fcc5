import { expect, it, test } from "vitest";

import { type ArrivalFacts, heldBecause } from "./held-changes.ts";
import type { MergedTable } from "./merged-table.ts";
import {
  covers,
  incarnationOf,
  isBehindIn,
  laneOf,
  lanes,
  nodeOfOrigin,
  originOf,
  originsOutside,
  placeIn,
  type Vector,
} from "./origin.ts";
import type { ReplicatedChange } from "./replicated-change.ts";
import { stampOf } from "./stamp.ts";

const now = Date.UTC(2026, 10, 1);
const stampAt = (ms: number) => stampOf({ ms, counter: 0, writer: 1, node: "n1" });
const text = { kind: "text" } as const;
const tableOf = (of: MergedTable["class"]): MergedTable => ({
  class: of,
  primaryKey: "key",
  columns: { key: text, name: { kind: "text", nullable: false, size: 3 }, place: { kind: "text", ofNode: true } },
});

const change: ReplicatedChange = {
  origin: originOf("n1", 2),
  seq: 4,
  schema: 1,
  table: "things",
  key: "k",
  operation: "insert",
  values: { key: "k", name: "a" },
  stamps: { key: stampAt(now) },
  life: "",
};
const facts: ArrivalFacts = {
  vector: { "n1:2": 3 },
  isOrigin: (origin) => nodeOfOrigin(origin) === "n1",
  table: tableOf("shared"),
  row: undefined,
  now,
};
const tenure = { node: "n1", epoch: 1, claim: stampAt(now) };

it.each<readonly [string | undefined, Partial<ReplicatedChange>, Partial<ArrivalFacts>]>([
  [undefined, {}, {}],
  ["unknownOrigin", { origin: "n9:1" }, {}],
  ["hole", { seq: 5 }, {}],
  ["unknownTable", {}, { table: undefined }],
  ["neverLeaves", {}, { table: tableOf("node") }],
  ["notAllowed", { operation: "remove" }, { table: tableOf("append") }],
  ["notAllowed", { operation: "update" }, { table: tableOf("grow") }],
  ["unknownColumn", { values: { key: "k", badge: "b" } }, {}],
  [undefined, { stamps: { key: stampAt(now + 23 * 3_600_000) } }, {}],
  ["unfitValue", { values: { key: "k", name: 7 } }, {}],
  ["unfitValue", { values: { key: "k", name: null } }, {}],
  ["unfitValue", { values: { key: "k", name: "four" } }, {}],
  [undefined, { values: { key: "k", name: "😀😀😀" } }, {}],
  ["aheadOfTime", { stamps: { key: stampAt(Date.UTC(9999, 0, 1)) } }, {}],
  ["aheadOfTime", { life: stampAt(Date.UTC(9999, 0, 1)) }, {}],
  ["aheadOfTime", { tenure: { ...tenure, claim: stampAt(Date.UTC(9999, 0, 1)) } }, { table: tableOf("owned") }],
  [undefined, { tenure }, { table: tableOf("owned") }],
  ["foreignOwner", {}, { table: tableOf("owned") }],
  ["foreignOwner", { tenure: { ...tenure, node: "n2" } }, { table: tableOf("owned") }],
  ["missingRow", { operation: "update" }, {}],
])("a change is held because of %s", (reason, ofChange, ofFacts) => {
  expect(heldBecause({ ...change, ...ofChange }, { ...facts, ...ofFacts })).toBe(reason);
});

test("an update is held until the take-over under which it was made has arrived", () => {
  const row = { values: { key: "k", name: "a" }, stamps: { key: "1" }, life: "", tenure };
  const heir = { node: "n1", epoch: 2, claim: stampAt(now + 5) };
  const owned = { ...facts, table: tableOf("owned"), row };
  const update = { ...change, operation: "update", tenure: heir } as const;
  expect(heldBecause({ ...update, stamps: { name: stampAt(now + 9) } }, owned)).toBe("missingRow");
  expect(heldBecause({ ...update, stamps: { key: heir.claim } }, owned)).toBeUndefined();
});

it.each<readonly [string | undefined, string, Partial<ReplicatedChange>, Partial<ArrivalFacts>]>([
  ["missingRow", "an update", {}, {}],
  ["missingRow", "a removal", { operation: "remove", values: {}, stamps: { key: stampAt(now + 9) } }, {}],
  [undefined, "an update of an owned row, which travels in one lane", { tenure }, { table: tableOf("owned") }],
  [undefined, "an update of another column", { values: { key: "k" } }, {}],
  [undefined, "an update that has seen no more than the row has", { base: { key: stampAt(now) } }, {}],
  [undefined, "an update of a rising column, of which any order gives the same", {}, { table: tableOf("rising") }],
  [undefined, "an update of a node that was restored since", {}, { vector: { "n1:2": 3, "n1:4": 1 } }],
  ["missingRow", "an update beside a load of the same time", {}, { vector: { "n1:2": 3, "n1:3": 1 } }],
  [
    undefined,
    "a removal of which columns of the node alone were seen",
    { operation: "remove", values: {}, base: { key: stampAt(now), place: stampAt(now + 5), later: stampAt(now + 5) } },
    {},
  ],
])("a change that has seen what has not arrived is held because of %s: %s", (reason, _words, ofChange, ofFacts) => {
  const isOwned = ofFacts.table?.class === "owned";
  const row = { values: { key: "k", name: "a" }, stamps: { key: stampAt(now) }, life: "", ...(isOwned && { tenure }) };
  const seen = { key: stampAt(now), name: stampAt(now + 5) };
  const update = {
    operation: "update",
    values: { name: "b" },
    stamps: { name: stampAt(now + 9) },
    base: seen,
  } as const;
  expect(heldBecause({ ...change, ...update, ...ofChange }, { ...facts, row, ...ofFacts })).toBe(reason);
});

test("loads and small edits have origins of their own, and no restore gives one of them again", () => {
  const origins = [0, 1, 2].flatMap((restoredAt) =>
    lanes.map((lane) => originOf("n1", incarnationOf(restoredAt, lane))),
  );
  expect(origins).toEqual(["n1:0", "n1:1", "n1:2", "n1:3", "n1:4", "n1:5"]);
  expect(origins.map(laneOf)).toEqual(["edits", "load", "edits", "load", "edits", "load"]);
  const theirs = { "n1:2": 9, "n1:3": 5, "n2:1": 1 };
  expect(originsOutside("load", theirs)).toEqual(["n1:2"]);
  const behind = (ours: Vector, without: readonly string[] = []) => isBehindIn("load", { theirs, ours, without });
  expect([behind({}), behind({ "n1:3": 5, "n2:1": 1 }), behind({ "n1:3": 5 }, ["n2:1"])]).toEqual([true, false, false]);
});

test("what is known of an origin has no holes", () => {
  const vector = { "n1:2": 3 };
  expect([3, 4, 5].map((seq) => placeIn(vector, { origin: "n1:2", seq }))).toEqual(["known", "next", "hole"]);
  expect(placeIn(vector, { origin: "n1:3", seq: 1 })).toBe("next");
  expect([covers(vector, { "n1:2": 3 }), covers(vector, { "n1:3": 1 })]).toEqual([true, false]);
});
