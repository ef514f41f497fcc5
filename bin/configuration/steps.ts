import { formatKey } from "#api/odata/key.ts";
import { defaultChains } from "#domain/chains/default-chains.ts";

import type { Field, Kind } from "./kinds.ts";
import type { Names } from "./names.ts";
import type { ConfigurationChange } from "./plan.ts";
import { referenceIn } from "./references.ts";
import { replacedUsers } from "./rule-users.ts";
import type { Secrets } from "./secrets.ts";
import { type Data, fullForm, isData, itemOf, type Shape } from "./shape.ts";

/** One call of the API that makes a change, or a part of it. */
export interface Step {
  readonly method: "POST" | "PATCH" | "DELETE";
  /** Address below `/v2`, with `{added}` for the address of the object that the step in front added. */
  readonly url: string;
  readonly etag?: string;
  readonly body?: Data;
}

/** Placeholder for the address of an object that is being added. */
export const added = "{added}";

/** Field of a role that says if its content is in force. */
const stateOfRole = "state";

/** Means by which steps are made. */
export interface StepMeans {
  readonly names: Names;
  readonly secrets: Secrets;
  /** Reason of new versions of policies and chains. */
  readonly comment: string | undefined;
}

/** Returns the calls that make a change, which belong together. */
export async function stepsOf(change: ConfigurationChange, means: StepMeans): Promise<readonly Step[]> {
  if (change.action === "remove") return removalOf(change, means);
  const written = await writtenOf(change, means);
  const follow = await followingSteps(change, means);
  const address = addressOf(change);
  if (change.action === "add" && !isAddedByChange(change)) {
    const creating = await creationOf(change, written, means);
    return [{ method: "POST", url: setOf(change), body: creating }, ...follow.map((step) => under(added, step))];
  }
  const first =
    Object.keys(written).length === 0
      ? []
      : [{ method: "PATCH", ...guarded(change, address, means, written) } as const];
  return [...first, ...follow.map((step) => under(address, step))];
}

const under = (address: string, { url, ...step }: Step): Step => ({ ...step, url: `${address}${url}` });

/** Reports whether a row is there for the object already, in which only the default of the program applies. */
function isAddedByChange({ kind, id }: ConfigurationChange): boolean {
  if (kind.name === "authChains") return defaultChains.some(({ name }) => name === id);
  return kind.stored !== undefined;
}

function setOf({ kind, above }: ConfigurationChange): string {
  return above === undefined ? kind.name : `${aboveOf(above)}/${kind.name}`;
}

function aboveOf({ kind, id, key }: NonNullable<ConfigurationChange["above"]>): string {
  return `${kind.name}(${formatKey(key ?? id)})`;
}

function addressOf(change: ConfigurationChange): string {
  const { id, stored } = change;
  return `${setOf(change)}(${formatKey(stored?.key ?? id)})`;
}

/** Returns the address and the guard by which a change is refused if somebody else made one meanwhile. */
function guarded(
  { kind, stored, movesWithAbove }: ConfigurationChange,
  url: string,
  { comment }: StepMeans,
  body: Data,
): Pick<Step, "url" | "etag" | "body"> {
  if (kind.name === "policies" || kind.name === "authChains") {
    const expected = stored?.number === undefined ? {} : { expectedNumber: stored.number };
    return { url, body: { ...body, ...expected, ...(comment === undefined ? {} : { comment }) } };
  }
  // The tag of a webhook moves with its deliveries, which every change of the others makes.
  const hasTag = kind.name !== "webhooks" && movesWithAbove !== true && typeof stored?.etag === "string";
  return { url, body, ...(hasTag ? { etag: stored.etag ?? "" } : {}) };
}

/** Returns what a change writes of the object itself: the changed fields whole, and the secrets. */
async function writtenOf(change: ConfigurationChange, means: StepMeans): Promise<Data> {
  const { kind, fields, wanted, secrets } = change;
  const written: Record<string, unknown> = {};
  for (const { name, after } of fields) {
    const field = kind.fields[name];
    if (field !== undefined && isWritten(change, name, field))
      written[name] = await withKeys(field.shape, fullForm(field.shape, after), {}, means.names);
  }
  if (kind.name === "roles") return contentOfRole(kind, wanted?.values ?? {}, Object.keys(written).length > 0, means);
  for (const name of secrets) {
    const reference = wanted?.secrets[name];
    if (reference !== undefined) written[name] = means.secrets.find(reference).use((text) => text);
  }
  return written;
}

/** Reports whether a write of the object names a field, and no action or address does. */
function isWritten(change: ConfigurationChange, name: string, { action, writes }: Field): boolean {
  if (action !== undefined || name === stateOfRole) return false;
  const isFixed = change.action === "change" || isAddedByChange(change);
  return writes !== "create" || !isFixed;
}

/** A draft is written whole, because a change of a draft keeps what it does not name. */
async function contentOfRole(kind: Kind, values: Data, isChanged: boolean, { names }: StepMeans): Promise<Data> {
  if (!isChanged) return {};
  const draft: Record<string, unknown> = {};
  for (const [name, { shape, writes, action }] of Object.entries(kind.fields)) {
    if (writes === "create" || action !== undefined || name === stateOfRole) continue;
    draft[name] = await withKeys(shape, fullForm(shape, values[name]), {}, names);
  }
  return { draft };
}

async function creationOf({ kind, wanted, id }: ConfigurationChange, written: Data, means: StepMeans): Promise<Data> {
  if (kind.name === "roles") {
    const content = await contentOfRole(kind, wanted?.values ?? {}, true, means);
    return { id, ...content };
  }
  const creating = Object.entries(written).filter(([name]) => kind.fields[name]?.writes !== "change");
  const named = kind.name === "authChains" ? { name: id } : {};
  const comment = kind.name === "authChains" && means.comment !== undefined ? { comment: means.comment } : {};
  return { ...named, ...Object.fromEntries(creating), ...comment };
}

/** Returns the calls after the one that writes the object: with addresses that follow its own. */
async function followingSteps(change: ConfigurationChange, { names }: StepMeans): Promise<readonly Step[]> {
  const { kind, fields, action } = change;
  const steps: Step[] = [];
  for (const { name, after } of fields) {
    const field = kind.fields[name];
    if (field === undefined) continue;
    const isLate = action === "add" && field.writes === "change" && !isAddedByChange(change);
    if (field.action === undefined && !isLate) continue;
    const body = { [name]: await withKeys(field.shape, fullForm(field.shape, after), {}, names) };
    steps.push(
      field.action === undefined
        ? { method: "PATCH", url: "", body }
        : { method: "POST", url: `/${field.action}`, body },
    );
  }
  return putsInForce(change) ? [...steps, { method: "POST", url: "/putInForce", body: {} }] : steps;
}

/** Reports whether the content of a role changes, or the role comes in force. */
function putsInForce({ kind, fields, action, stored, wanted }: ConfigurationChange): boolean {
  if (kind.name !== "roles" || wanted?.values[stateOfRole] === "draft") return false;
  const isInForce = action === "change" && stored?.values[stateOfRole] !== "draft";
  return !isInForce || fields.some(({ name }) => kind.fields[name]?.action === undefined);
}

function removalOf(change: ConfigurationChange, means: StepMeans): readonly Step[] {
  const { kind, id, stored } = change;
  const address = addressOf(change);
  if (kind.name === "settings") return [{ method: "PATCH", url: address, body: { value: null } }];
  if (kind.name === "policies") return [{ method: "PATCH", ...guarded(change, address, means, { expression: null }) }];
  if (kind.name === "authChains" && defaultChains.some(({ name }) => name === id))
    return [{ method: "POST", ...guarded(change, `${address}/reset`, means, {}) }];
  // A role in force is retired: its members lose it, and what is left of it is its history.
  if (kind.name === "roles" && stored?.values[stateOfRole] !== "draft")
    return [{ method: "POST", url: `${address}/retire`, body: {} }];
  const { body: _body, ...guard } = guarded(change, address, means, {});
  return [{ method: "DELETE", ...guard }];
}

/** Returns a value in which names of rows are replaced by their keys. */
async function withKeys(shape: Shape, value: unknown, beside: Data, names: Names): Promise<unknown> {
  if (shape.list && Array.isArray(value))
    return Promise.all(value.map((item: unknown) => withKeys(itemOf(shape), item, beside, names)));
  if (shape.refersTo !== undefined && value !== null) {
    const reference = referenceIn(shape.refersTo, beside);
    return reference?.by === "key" ? ((await names.keyOf(reference.to, value)) ?? value) : value;
  }
  const { members } = shape;
  if (members === undefined || !isData(value)) return value;
  const keyed = await Promise.all(
    Object.entries(value).map(async ([name, member]) => {
      if (name === "rule" && typeof member === "string")
        return [name, await replacedUsers(member, async (user) => (await names.keyOf("users", user)) ?? user)] as const;
      const of = Object.hasOwn(members, name) ? members[name] : undefined;
      return [name, of === undefined ? member : await withKeys(of, member, value, names)] as const;
    }),
  );
  return Object.fromEntries(keyed);
}
