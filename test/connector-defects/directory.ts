import { randomUUID } from "node:crypto";

import {
  type Attributes,
  ConnectorError,
  type Delta,
  type Member,
  type ObjectRef,
  type Secret,
  type Scalar,
  type TargetObject,
  untilAborted,
} from "#connectors/contract/index.ts";

/** An object of the directory in memory. */
export interface Entry {
  readonly id: string;
  readonly type: string;
  readonly createdBy: string;
  readonly members: Set<string>;
  readonly owners: Set<string>;
  name: string;
  attributes: Attributes;
  password: string | undefined;
  enabled: boolean;
  mustChange: boolean;
  failures: number;
}

/** A directory in memory with the journal of its changes. */
export interface Directory {
  readonly entries: Map<string, Entry>;
  readonly journal: { readonly type: string; readonly id: string }[];
}

/** The way to a directory. */
export interface Way {
  readonly directory: Directory;
  /** The connections that are open. */
  readonly connections: Set<object>;
  /** How many have been made so far. */
  made: number;
  /** How many requests have come. */
  asked: number;
  /** The answers to the requests after so many are lost. */
  answered: number;
  /** Nothing and nobody gets through. */
  away: boolean;
  /** No request gets through. */
  held: boolean;
  /** Told of what waits for an answer that does not come. */
  heldBack: () => void;
  /** Ends the waits for answers that do not come. */
  readonly cut: AbortController;
}

/** A connection to a directory. */
export interface Session {
  readonly way: Way;
  /** Ends what waits for an answer on this connection. */
  readonly ended: AbortController;
  open: boolean;
}

/**
 * The directory of a session.
 * @throws broken, unreachable
 */
export function reach({ way, open }: Session): Directory {
  if (!open) throw new ConnectorError("broken", "The connection is closed.");
  if (way.away) throw new ConnectorError("unreachable", "The directory does not answer.");
  return way.directory;
}

/**
 * Makes one request of the directory and gives its answer, unless it is held back or lost: then the wait ends with the line or the
 * session, or when the signal fires.
 * @throws broken, unreachable
 */
export async function exchange<T>(session: Session, signal: AbortSignal, answer: () => T | Promise<T>): Promise<T> {
  reach(session);
  const { way } = session;
  way.asked += 1;
  const isLost = way.asked > way.answered;
  if (way.held) return neverAnswered(session, signal);
  const given = await answer();
  return isLost ? neverAnswered(session, signal) : given;
}

async function neverAnswered({ way, ended }: Session, signal: AbortSignal): Promise<never> {
  way.heldBack();
  const first = AbortSignal.any([signal, way.cut.signal, ended.signal]);
  return untilAborted(first, () => new Promise<never>(() => {})).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ConnectorError("broken", "The connection broke before the answer came.");
  });
}

/** Wrong passwords in a row that lock an account. */
export const failuresMax = 4;

/** The shortest password that the directory takes. */
export const passwordLengthMin = 8;

/** The most characters of a value. */
const valueCharactersMax = 200;

/** Texts of accounts and groups. */
export const textNames = ["displayName", "mail"];

/** A number and bytes of accounts and groups. */
export const [numberName, bytesName] = ["shoeSize", "portrait"];

/** Attributes of accounts and groups. */
export const attributeNames = [...textNames, numberName, bytesName];

/** A value upon which the directory says something beside its answer. */
export const noticed = { attribute: "mail", value: "noticed@directory.test" };

/** Attribute of accounts whose values name the groups that they are members of; it is written only. */
export const groupsAttribute = "groups";

/** The entry that a reference means, if it is there. */
export function find(session: Session, type: string, ref: ObjectRef): Entry | undefined {
  const entries = [...reach(session).entries.values()].filter((entry) => entry.type === type);
  return entries.find(({ id, name }) => (ref.id === undefined ? name === ref.name : id === ref.id));
}

/**
 * The entry that a reference means.
 * @throws notFound
 */
export function require(session: Session, type: string, ref: ObjectRef): Entry {
  const entry = find(session, type, ref);
  if (entry === undefined) throw new ConnectorError("notFound", `No ${type} is called "${ref.name}".`);
  return entry;
}

/** Makes an entry and notes it in the journal. */
export function add(session: Session, part: Pick<Entry, "type" | "name" | "attributes" | "createdBy">): Entry {
  const state = {
    password: undefined,
    enabled: true,
    mustChange: false,
    failures: 0,
    members: new Set<string>(),
    owners: new Set<string>(),
  };
  const entry = { ...part, ...state, id: randomUUID() };
  const directory = reach(session);
  directory.entries.set(entry.id, entry);
  directory.journal.push(entry);
  return entry;
}

/** Deletes an entry, its memberships with it, and notes it in the journal. */
export function removeEntry(session: Session, { type, id }: Entry): void {
  const { entries, journal } = reach(session);
  entries.delete(id);
  for (const { members, owners } of entries.values()) for (const ids of [members, owners]) ids.delete(id);
  journal.push({ type, id });
}

/** The members of a group in the order of their ids. */
export function membersOf(session: Session, { members }: Entry): (Member & { readonly id: string })[] {
  const all = [...reach(session).entries.values()].filter(({ id }) => members.has(id));
  return all.map(({ id, name, type }) => ({ id, name, type })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What may be seen of an entry; a group comes with its members. */
export function show(session: Session, entry: Entry, wanted: readonly string[] = attributeNames): TargetObject {
  const { id, type, name, createdBy, enabled, failures, mustChange } = entry;
  const attributes = Object.fromEntries(Object.entries(entry.attributes).filter(([key]) => wanted.includes(key)));
  const state = { enabled, locked: failures >= failuresMax, passwordExpired: mustChange };
  const more = type === "account" ? { state } : { members: membersOf(session, entry) };
  return { id, type, name, attributes, createdBy, ...more };
}

/**
 * Attributes without those that have no value.
 * @throws invalidValue for one that the directory does not know
 */
export function known(attributes: Attributes): Attributes {
  const stranger = Object.keys(attributes).find((name) => !attributeNames.includes(name));
  if (stranger !== undefined) throw new ConnectorError("invalidValue", `There is no attribute "${stranger}".`);
  for (const [name, values] of Object.entries(attributes)) requireKind(name, values);
  const long = Object.values(attributes)
    .flat()
    .find((value) => String(value).length > valueCharactersMax);
  if (long !== undefined) throw new ConnectorError("invalidValue", `A value has ${valueCharactersMax} characters.`);
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => values.length > 0));
}

function requireKind(name: string, values: readonly Scalar[]): void {
  const isRight = (value: Scalar) =>
    name === bytesName ? value instanceof Uint8Array : typeof value === (name === numberName ? "number" : "string");
  if (!values.every(isRight) || (!textNames.includes(name) && values.length > 1))
    throw new ConnectorError("invalidValue", `"${name}" takes something else.`);
}

/**
 * Groups that the values of an attribute name.
 * @throws notFound
 */
export function groupsNamed(session: Session, values: readonly unknown[] = []): Entry[] {
  return values.map((name) => require(session, "group", { name: String(name) }));
}

/** Makes an account a member of groups, and of others no more. */
export function join(session: Session, { id }: Entry, { replace, add: more = [], remove = [] }: Delta): void {
  const [left, joined] = [groupsNamed(session, remove), groupsNamed(session, replace ?? more)];
  const groups = [...reach(session).entries.values()].filter(({ type }) => type === "group");
  for (const { members } of replace ? groups : left) members.delete(id);
  for (const { members } of joined) members.add(id);
}

/** Attributes after a change of one of them. */
export function changed(attributes: Attributes, { attr, replace, add: more = [], remove = [] }: Delta): Attributes {
  const values: readonly Scalar[] = (replace ?? attributes[attr] ?? []).filter((value) => !remove.includes(value));
  return known({ ...attributes, [attr]: [...new Set([...values, ...more])] });
}

/** Refuses a weak password; throws `strength`. */
export function requireStrength(password: Secret): void {
  if (password.use((plaintext) => plaintext.length) < passwordLengthMin)
    throw new ConnectorError("strength", "The password is too short.");
}

/**
 * Sets a password.
 * @throws strength
 */
export function setPassword(entry: Entry, password: Secret, mustChange = false): void {
  requireStrength(password);
  Object.assign(entry, { password: password.use((plaintext) => plaintext), mustChange });
}
