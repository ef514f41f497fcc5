import type { Expression } from "#domain/query/bound-query.ts";
import { always } from "#domain/query/condition.ts";
import type { RowValues } from "#domain/query/evaluate-expression.ts";
import { relationOf, sourceOf } from "#store/query/sources.ts";
import type { Store } from "#store/store.ts";
import type { TableName } from "#store/tables.ts";

import type { World } from "./evaluate-query.ts";

const sources = [
  "users",
  "accounts",
  "accountAttributes",
  "groups",
  "groupMemberships",
  "targetSystems",
  "targetGroups",
];

/** Texts that are easily mistaken for each other, or for something else. */
export const oddTexts: readonly string[] = [
  "a",
  "A",
  "a ",
  " a",
  "ab",
  "AB",
  "b",
  "",
  " ",
  "ä",
  "Ä",
  "ä",
  "ß",
  "İ",
  "ı",
  "Ω",
  "ω",
  "ς",
  "o'brien",
  'say "hi"',
  "100%",
  "100",
  "1000",
  "under_score",
  "underXscore",
  "back\\slash",
  "back\\\\slash",
  "!bang",
  "!%_",
  "%",
  "_",
  "\\",
  "C++",
  "C  ",
  "a+b",
  "a b",
  "日本",
  "日本語",
  "😀",
  "😀 smile",
  "￮",
  "tab	end",
  "\xA0nbsp　",
  "Ⱥ",
  "ᾳ",
  "true",
  "null",
  "0",
  "-1",
  "2026-01-01",
  "line\nbreak",
  "*",
  "a*",
  "[a]",
  "?",
];

const moments = [
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00Z",
  "1999-12-31T23:59:59Z",
  "2024-02-29T12:30:45.678Z",
  "2026-03-29T01:00:00Z",
  "2026-11-21T09:15:00.001Z",
  "9999-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
].map((text) => Date.parse(text));

const at = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** Fills a store with users, accounts and groups that have every odd value somewhere. */
export async function plantWorld(store: Store): Promise<void> {
  await store.transaction(async () => {
    for (const id of ["T1", "T2", "t2"]) await plantTarget(store, id);
    for (const [index, text] of [...oddTexts, null, null].entries()) await plantPerson(store, index, text);
    for (let index = 0; index < 6; index++) await plantGroup(store, index);
  });
}

async function plantTarget(store: Store, id: string): Promise<void> {
  await store.save("targetSystems", {
    id,
    type: "sqlite",
    description: `Target ${id}`,
    address: { file: id },
    targetGroup: "DEFAULT",
    mode: "automatic",
    proxyServers: [],
  });
}

async function plantPerson(store: Store, index: number, displayName: string | null): Promise<void> {
  const key = `u${String(index).padStart(3, "0")}`;
  await store.save("users", {
    key,
    id: `id-${index}`,
    displayName,
    superuser: index % 7 === 0,
    locked: index % 3 === 0,
    lockedAt: index % 3 === 0 ? at(moments, index / 3) : null,
    disabled: false,
    failures: (index % 11) - 5,
    tokenVersion: 1 + (index % 4),
    managerKey: index % 4 === 0 ? null : `u${String(Math.floor(index / 4)).padStart(3, "0")}`,
  });
  for (let number = 0; number < index % 4; number++) await plantAccount(store, index, number);
}

async function plantAccount(store: Store, index: number, number: number): Promise<void> {
  const key = `a${String(index).padStart(3, "0")}${number}`;
  const text = at(oddTexts, index * 3 + number);
  await store.save("accounts", {
    key,
    targetSystemKey: at(["T1", "T2", "t2", "gone"], index + number),
    stableId: `${index}`,
    longId: `cn=${text}`,
    shortId: text,
    displayId: `${text}!`,
    userKey: number === 2 ? null : `u${String(index).padStart(3, "0")}`,
    enabled: number === 0,
    lastPasswordChange: number === 1 ? at(moments, index) : null,
  });
  if (number === 1) {
    await store.save("accountAttributes", { key: `v${key}`, accountKey: key, name: "mail", value: text });
  }
  if (index % 2 === 0) {
    await store.save("groupMemberships", { key: `m${key}`, groupKey: `g${(index / 2) % 6}`, accountKey: key });
  }
}

async function plantGroup(store: Store, index: number): Promise<void> {
  const text = at(oddTexts, index * 5);
  const names = { stableId: text, longId: text, shortId: `G${index}`, displayId: text };
  await store.save("groups", { key: `g${index}`, targetSystemKey: "T1", ...names, managed: index % 2 === 0 });
}

/** Reads all rows of a store, for the evaluator in memory. */
export async function readWorld(store: Store): Promise<World> {
  const rows = new Map<string, readonly RowValues[]>();
  for (const name of sources) rows.set(name, await store.select(sourceOf(name).table as TableName));
  const rowsOf = (name: string) => rows.get(name) ?? [];
  const byColumn = new Map<string, ReadonlyMap<unknown, readonly RowValues[]>>();
  const having = (source: string, column: string, value: unknown): readonly RowValues[] => {
    const name = `${source}.${column}`;
    const known = byColumn.get(name) ?? Map.groupBy(rowsOf(source), (row) => row[column]);
    byColumn.set(name, known);
    return known.get(value) ?? [];
  };
  return {
    rows: rowsOf,
    searchable: (name) => sourceOf(name).searchable,
    related(name, relation, row) {
      const { source, from, to, through } = relationOf(sourceOf(name), relation);
      const owner = row[from];
      if (owner === null) return { source, rows: [] };
      if (through === undefined) return { source, rows: having(source, to, owner) };
      const keys = new Set(having(through.table, through.from, owner).map((link) => link[through.to]));
      return { source, rows: [...keys].flatMap((key) => having(source, to, key)) };
    },
  };
}

/** Returns row policies of which `open`, the policy of these tests, shows every row. */
export function visibleRows(others: Readonly<Record<string, Expression>> = {}): ReadonlyMap<string, Expression> {
  return new Map(Object.entries({ open: always, ...others }));
}
