import { formatKey, isGuid } from "#api/odata/key.ts";

import type { RestClient } from "../rest-client.ts";
import type { ConfigurationDocument, FileDocument } from "./document.ts";
import { type Kind, kinds } from "./kinds.ts";
import { isBuiltIn, isKeyed } from "./known-objects.ts";
import { type Names, openNames, readMany } from "./names.ts";
import { faultyFiles, type FolderContent } from "./read-folder.ts";
import { readKind, type StoredDocument } from "./read-installation.ts";
import type { Fault, WrittenReference } from "./reading.ts";
import { isSame } from "./shape.ts";

/** Change of one field: its values before and after, undefined for the initial one. */
export interface FieldChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Change of one object of configuration. */
export interface ConfigurationChange {
  readonly action: "add" | "change" | "remove";
  readonly kind: Kind;
  readonly id: string;
  /** Object above; undefined for one that stands alone. */
  readonly above?: { readonly kind: Kind; readonly id: string; readonly key: string | null };
  readonly wanted?: FileDocument;
  readonly stored?: StoredDocument;
  readonly fields: readonly FieldChange[];
  /** Secrets that are set. */
  readonly secrets: readonly string[];
  /** True if the change of the object above changes this one too, so that its entity tag moves. */
  readonly movesWithAbove?: true;
}

/** Changes by which an installation gets the configuration of files. */
export interface Plan {
  /** Changes in the order in which they are made; removals come last. */
  readonly changes: readonly ConfigurationChange[];
  readonly unchanged: number;
  /** Objects that no file names, and that stay. */
  readonly unnamed: readonly ConfigurationDocument[];
  readonly names: Names;
}

/** Options of a plan. */
export interface PlanOptions {
  /** True to remove what no file names, of the kinds that have a folder. */
  readonly prune: boolean;
  /** True to set the secrets again that are set already. */
  readonly setSecrets: boolean;
}

interface Comparing extends PlanOptions {
  readonly changes: ConfigurationChange[];
  readonly removals: ConfigurationChange[];
  readonly unnamed: ConfigurationDocument[];
  readonly faults: Fault[];
  unchanged: number;
}

/**
 * Compares the objects of files with those of the service.
 * @throws CliError if a file refers to something that is not there, or changes what cannot be changed
 */
export async function makePlan(rest: RestClient, folder: FolderContent, options: PlanOptions): Promise<Plan> {
  const names = openNames(rest);
  const comparing: Comparing = { ...options, changes: [], removals: [], unnamed: [], faults: [], unchanged: 0 };
  const storedByKind = new Map<string, readonly StoredDocument[]>();
  for (const kind of folder.kinds) {
    const stored = await readKind(rest, kind, names);
    storedByKind.set(kind.name, stored);
    const wanted = behindReferred(folder.documents.filter((one) => one.kind === kind));
    compare(comparing, kind, { wanted, stored });
  }
  comparing.faults.push(...(await missingReferences(rest, folder, storedByKind, names)));
  if (comparing.faults.length > 0) throw faultyFiles(comparing.faults);
  const { changes, removals, unchanged, unnamed } = comparing;
  return { changes: [...changes, ...removals.toReversed()], unchanged, unnamed, names };
}

/** Orders objects of one kind so that each stands behind those to which it refers; those of a circle keep their places. */
function behindReferred(documents: readonly FileDocument[]): readonly FileDocument[] {
  const byId = new Map<unknown, FileDocument>(documents.map((one) => [one.id, one]));
  const done = new Set<FileDocument>();
  const visit = (one: FileDocument, above: ReadonlySet<FileDocument>): void => {
    if (done.has(one) || above.has(one)) return;
    const referred = one.references.flatMap(({ to, value }) =>
      to === one.kind.resource.name ? (byId.get(value) ?? []) : [],
    );
    for (const other of referred) visit(other, new Set([...above, one]));
    done.add(one);
  };
  for (const one of documents) visit(one, new Set());
  return [...done];
}

interface Sides {
  readonly wanted: readonly FileDocument[];
  readonly stored: readonly StoredDocument[];
  readonly above?: ConfigurationChange["above"];
  /** True if the object above is reached elsewhere after its change, which deletes the secrets below it. */
  readonly losesSecrets?: boolean;
}

function compare(comparing: Comparing, kind: Kind, { wanted, stored, above, losesSecrets = false }: Sides): void {
  const byId = new Map(stored.map((one) => [one.id, one]));
  const place = { ...(above && { above }), ...(losesSecrets && { movesWithAbove: true as const }) };
  for (const one of wanted) {
    const there = byId.get(one.id);
    byId.delete(one.id);
    const change = changeOf(comparing, one, there, losesSecrets);
    if (change === undefined) comparing.unchanged += 1;
    else comparing.changes.push({ ...change, ...place });
    for (const child of kind.children) compareChildren(comparing, child, [one, there], change);
  }
  for (const one of byId.values()) {
    if (!comparing.prune || isBuiltIn(kind.name, one.id)) comparing.unnamed.push(one);
    else
      comparing.removals.push({ action: "remove", kind, id: one.id, ...place, stored: one, fields: [], secrets: [] });
  }
}

function compareChildren(
  comparing: Comparing,
  child: Kind,
  [wanted, stored]: readonly [FileDocument, StoredDocument | undefined],
  change: ConfigurationChange | undefined,
): void {
  const { kind, id } = wanted;
  const isElsewhere = change?.fields.some(({ name }) => name === "address" || name === "type") === true;
  compare(comparing, child, {
    wanted: wanted.children.filter(({ kind: of }) => of === child),
    stored: (stored?.children ?? []).filter(({ kind: of }) => of === child),
    above: { kind, id, key: stored?.key ?? null },
    losesSecrets: isElsewhere,
  });
}

function changeOf(
  comparing: Comparing,
  wanted: FileDocument,
  stored: StoredDocument | undefined,
  losesSecrets: boolean,
): ConfigurationChange | undefined {
  const { kind, id } = wanted;
  const fields = Object.keys(kind.fields).flatMap((name): FieldChange[] => {
    const [before, after] = [stored?.values[name], wanted.values[name]];
    const isSecret =
      Object.hasOwn(wanted.secrets, name) || (after === undefined && Object.hasOwn(stored?.secrets ?? {}, name));
    return isSecret || isSame(before, after) ? [] : [{ name, before, after }];
  });
  const secrets = Object.keys(wanted.secrets).filter((name) => {
    const isSet = stored !== undefined && Object.hasOwn(stored.secrets, name) && !losesSecrets;
    return comparing.setSecrets || !isSet;
  });
  if (stored === undefined) return { action: "add", kind, id, wanted, fields, secrets };
  for (const { name, after } of fields) {
    const at = wanted.places[name] ?? wanted.at;
    const isBack = kind.name === "roles" && name === "state" && after === "draft";
    if (kind.fields[name]?.writes === "create")
      comparing.faults.push({ ...at, property: name, rule: "cannot be changed: remove the object, and add it again" });
    else if (isBack)
      comparing.faults.push({
        ...at,
        property: name,
        rule: "cannot be draft again: `gatehouse role retire` ends the role",
      });
  }
  if (fields.length === 0 && secrets.length === 0) return undefined;
  return { action: "change", kind, id, wanted, stored, fields, secrets };
}

/** Returns a fault for each reference of a file to an object that neither the files nor the service have. */
async function missingReferences(
  rest: RestClient,
  folder: FolderContent,
  stored: ReadonlyMap<string, readonly StoredDocument[]>,
  names: Names,
): Promise<readonly Fault[]> {
  const written = folder.documents.flatMap(referencesIn);
  const faults: Fault[] = [];
  for (const [to, all] of Map.groupBy(written, (one) => one.to)) {
    const kind = kinds.find(({ resource }) => resource.name === to);
    const known = new Set([
      ...folder.documents.filter((one) => one.kind === kind).map(({ id }) => id),
      ...(stored.get(to) ?? []).map(({ id }) => id),
    ]);
    const open = all.filter(({ value }) => !(typeof value === "string" && known.has(value)));
    const values = [...new Map(open.map((one) => [JSON.stringify(one.value), one.value])).values()];
    const found = await foundValues(rest, [to, values], names);
    for (const { at, property, value } of open) {
      if (found.has(JSON.stringify(value))) continue;
      faults.push({ ...at, property, rule: `names ${JSON.stringify(value)} of ${to}, which is not there` });
    }
  }
  return faults;
}

const referencesIn = ({ references, children }: FileDocument): readonly WrittenReference[] => [
  ...references,
  ...children.flatMap(referencesIn),
];

async function foundValues(
  rest: RestClient,
  [to, values]: readonly [string, readonly unknown[]],
  names: Names,
): Promise<ReadonlySet<string>> {
  if (isKeyed(to)) {
    await names.readKeys(to, values);
    const found = new Set<string>();
    for (const value of values) {
      const isThere = typeof value === "string" && isGuid(value) ? true : (await names.keyOf(to, value)) !== undefined;
      if (isThere) found.add(JSON.stringify(value));
    }
    return found;
  }
  const byId = values.map(String);
  const rows = await readMany(
    rest,
    byId.map((id) => `${to}(${formatKey(id)})?$select=id`),
  );
  return new Set(byId.filter((_id, index) => rows[index] !== null).map((id) => JSON.stringify(id)));
}
