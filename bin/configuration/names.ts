import { formatKey, isGuid } from "#api/odata/key.ts";

import { refusalOf, type RestClient, type RestError } from "../rest-client.ts";
import { knownByOf } from "./known-objects.ts";
import { canonical, type Data, isData } from "./shape.ts";

const partsAtOnce = 100;
const goesOn = { prefer: "continue-on-error" };

/** Answer to a part of a batch. */
export interface PartAnswer {
  readonly id: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Data;
}

/** Reads addresses below `/v2` in batches; null for one that does not exist. */
export async function readMany(rest: RestClient, urls: readonly string[]): Promise<readonly (Data | null)[]> {
  const read: (Data | null)[] = [];
  for (let from = 0; from < urls.length; from += partsAtOnce) {
    const requests = urls
      .slice(from, from + partsAtOnce)
      .map((url, index) => ({ id: String(index), method: "GET", url }));
    const { body } = await rest.post<{ readonly responses: readonly PartAnswer[] }>("/v2/$batch", { requests }, goesOn);
    const answers = new Map(body.responses.map((answer) => [answer.id, answer]));
    for (const { id } of requests) {
      const answer = answers.get(id);
      if (answer !== undefined && answer.status >= 400 && answer.status !== 404) throw partRefusal(answer);
      read.push(answer?.status === 200 ? (answer.body ?? null) : null);
    }
  }
  return read;
}

/** Returns the error of a refused part of a batch. */
export function partRefusal({ status, body }: PartAnswer): Error {
  return refusalOf({ code: String(status), ...(body?.["error"] as RestError | undefined) });
}

/** Keys of rows, and the properties by which files name them. */
export interface Names {
  /** Returns the name of the row of a key; the key itself if no row is there. */
  nameOf(source: string, key: string): Promise<unknown>;
  /** Returns the key of a named row; undefined if there is none. */
  keyOf(source: string, name: unknown): Promise<string | undefined>;
  /** Notes the key of a row that was added. */
  note(source: string, name: unknown, key: string): void;
  /** Reads the keys of many named rows at once. */
  readKeys(source: string, wanted: readonly unknown[]): Promise<void>;
  /** Reads the names of many keys at once. */
  readNames(wanted: readonly (readonly [source: string, key: string])[]): Promise<void>;
}

/** Makes the names of the rows that a caller can read. */
export function openNames(rest: RestClient): Names {
  const names = new Map<string, unknown>();
  const keys = new Map<string, string>();
  const note = (source: string, name: unknown, key: string) => {
    keys.set(`${source} ${canonical(name)}`, key);
    names.set(`${source} ${key}`, name);
  };
  async function readNames(wanted: readonly (readonly [string, string])[]): Promise<void> {
    const open = [...new Map(wanted.map((one) => [one.join(" "), one])).values()].filter(
      (one) => !names.has(one.join(" ")),
    );
    const rows = await readMany(
      rest,
      open.map(([source, key]) => `${source}(${formatKey(key)})?$select=${knownByOf(source).join(",")}`),
    );
    for (const [index, [source, key]] of open.entries()) {
      const row = rows[index];
      if (row === null || row === undefined) names.set(`${source} ${key}`, key);
      else note(source, nameIn(source, row), key);
    }
  }
  async function readKeys(source: string, wanted: readonly unknown[]): Promise<void> {
    const open = wanted.filter((name) => !isKey(name) && !keys.has(`${source} ${canonical(name)}`));
    const answers = await readMany(
      rest,
      open.map((name) => `${source}?$filter=${conditionOf(source, name)}&$select=key&$top=2`),
    );
    for (const [index, name] of open.entries()) {
      const rows = (answers[index]?.["value"] ?? []) as readonly { readonly key: string }[];
      const [row] = rows;
      if (row !== undefined && rows.length === 1) note(source, name, row.key);
    }
  }
  return {
    note,
    readNames,
    readKeys,
    async nameOf(source, key) {
      if (!names.has(`${source} ${key}`)) await readNames([[source, key]]);
      return names.get(`${source} ${key}`) ?? key;
    },
    async keyOf(source, name) {
      if (isKey(name)) return name;
      const known = `${source} ${canonical(name)}`;
      if (!keys.has(known)) await readKeys(source, [name]);
      return keys.get(known);
    },
  };
}

const isKey = (name: unknown): name is string => typeof name === "string" && isGuid(name);

function nameIn(source: string, row: Data): unknown {
  const known = knownByOf(source);
  const [first = ""] = known;
  return known.length === 1 ? row[first] : Object.fromEntries(known.map((name) => [name, row[name]]));
}

function conditionOf(source: string, name: unknown): string {
  const known = knownByOf(source);
  const conditions = known.map((property) => {
    const value = isData(name) ? name[property] : name;
    return `${property} eq '${String(value).replaceAll("'", "''")}'`;
  });
  return encodeURIComponent(conditions.join(" and "));
}
