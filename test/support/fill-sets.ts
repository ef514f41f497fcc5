import { createHash } from "node:crypto";

import type { EntitySet } from "#api/odata/entity-set.ts";
import { entitySets } from "#api/v2/routes.ts";
import type { Column } from "#domain/resources/format/property.ts";
import { relationOf, sourceOf } from "#store/query/sources.ts";
import { columnsOf, primaryKeyOf } from "#store/rows.ts";
import type { Store } from "#store/store.ts";
import { type Save, tables, type TableName } from "#store/tables.ts";

/** Number of rows of each table. */
export const rowsOfEach = 3;

/** Source that a column of a source refers to, and whether always to its first row or to the row with the same index. */
type Links = ReadonlyMap<string, Map<string, { readonly source: string; readonly first: boolean }>>;

/**
 * Fills the source of every set, and of every set below one, with rows. All rows of other sources refer to the first row of a source, so
 * each of its navigations leads somewhere, those to many to all rows.
 */
export async function fillSets(store: Store): Promise<void> {
  const sets = allSets(entitySets);
  const ways = waysOf(sets);
  const links = linksOf(ways);
  await store.transaction(async () => {
    for (const source of new Set(sets.flatMap((set) => set.source ?? []))) {
      const { table } = sourceOf(source);
      if (!isTable(table) || table === "sesslog_full") continue;
      for (let index = 0; index < rowsOfEach; index += 1) {
        await store.save(table, rowOf(table, keyOf(source, index), endsOf(links, source, index)));
      }
    }
    for (const { owner, source, through } of ways) {
      if (through === undefined) continue;
      for (let index = 0; index < rowsOfEach; index += 1) {
        const ends = new Map([
          [through.from, keyOf(owner, 0)],
          [through.to, keyOf(source, index)],
        ]);
        await addLink(store, through.table, ends);
      }
    }
    await writeSessions(store);
  });
  while ((await store.auditChain.extend()) > 0);
}

function endsOf(links: Links, source: string, index: number): ReadonlyMap<string, string> {
  const ends = links.get(source) ?? new Map<string, { source: string; first: boolean }>();
  return new Map([...ends].map(([column, end]) => [column, keyOf(end.source, end.first ? 0 : index)]));
}

/** Adds a row between two others, unless it exists. */
async function addLink(store: Store, table: TableName, ends: ReadonlyMap<string, string>): Promise<void> {
  const where = Object.fromEntries(ends);
  if ((await store.count(table, where)) === 0) {
    await store.save(table, rowOf(table, guid([table, ...ends.values()].join(" ")), ends));
  }
}

async function writeSessions(store: Store): Promise<void> {
  const userKey = keyOf("users", 0);
  for (let index = 0; index < rowsOfEach; index += 1) {
    const sessid = guid(`session ${index}`);
    const header = { sessid, userKey, clientId: "gatehouse", ip: null, startedAt: index, expiresAt: null };
    await store.sessions.start({ ...header, door: "password" });
    await store.audit({ sessid, operation: `OPR${index}`, result: "S", actor: userKey });
    await store.audit({ sessid, operation: `OPR${index}`, result: "F", actor: userKey });
  }
}

function allSets(sets: readonly EntitySet[], seen = new Set<EntitySet>()): readonly EntitySet[] {
  for (const set of sets) {
    if (seen.has(set)) continue;
    seen.add(set);
    allSets(
      (set.navigation ?? []).map(({ target }) => target()),
      seen,
    );
  }
  return [...seen];
}

/** Returns the relations that the navigations of the sets use. */
function waysOf(sets: readonly EntitySet[]) {
  return sets.flatMap(({ source, navigation = [] }) =>
    navigation.flatMap(({ relation }) =>
      source === undefined || relation === undefined
        ? []
        : [{ owner: source, ...relationOf(sourceOf(source), relation) }],
    ),
  );
}

function linksOf(ways: ReturnType<typeof waysOf>): Links {
  const links = new Map<string, Map<string, { source: string; first: boolean }>>();
  const columnsOfLinks = (source: string) => {
    const known = links.get(source) ?? new Map<string, { source: string; first: boolean }>();
    links.set(source, known);
    return known;
  };
  // A relation from a column that is not the key leads to rows of which a column has the same end.
  const isAlike = ({ owner, from, many }: (typeof ways)[number]) =>
    many && from !== primaryKeyOf(sourceOf(owner).table);
  for (const way of ways) {
    const { owner, source, from, to, many, through } = way;
    if (through !== undefined || isAlike(way)) continue;
    if (many) columnsOfLinks(source).set(to, { source: owner, first: true });
    else if (!columnsOfLinks(owner).has(from)) columnsOfLinks(owner).set(from, { source, first: false });
  }
  for (const { owner, source, from, to } of ways.filter(isAlike)) {
    const end = columnsOfLinks(source).get(to);
    if (end !== undefined) columnsOfLinks(owner).set(from, { ...end, first: true });
  }
  return links;
}

/** Returns the key of the n-th row of a source. */
export function keyOf(source: string, index: number): string {
  const { table } = sourceOf(source);
  return primaryKeyOf(table) === "id" ? `${source}${index}` : guid(`${table} ${index}`);
}

function guid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

let count = 0;

function rowOf(table: TableName, key: string, ends: ReadonlyMap<string, string>): Save<TableName> {
  const primaryKey = primaryKeyOf(table);
  count += 1;
  const row = Object.entries(columnsOf(table)).map(([name, column]) => {
    return [name, name === primaryKey ? key : (ends.get(name) ?? valueOf(name, column, count))];
  });
  return Object.fromEntries(row) as Save<TableName>;
}

function valueOf(name: string, { kind, nullable, size = 60 }: Column, index: number): unknown {
  if (kind === "flag") return index % 2 === 0;
  // The content of a request's event is JSON in a text.
  if (name === "content") return "{}";
  if (kind === "integer") return index;
  if (kind === "time") return Date.UTC(2030, 0, 1 + index);
  if (kind === "sealed" || (kind === "json" && nullable)) return nullable ? null : "";
  if (kind === "json") return ["address", "attributes", "event"].includes(name) ? {} : rulesOrList(name);
  return `${name}${index}`.slice(-size);
}

function rulesOrList(name: string): unknown {
  return ["length", "character", "dictionary", "history", "custom"].includes(name) ? {} : [];
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}
