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

/** The connection to a directory. */
export interface Way {
  readonly directory: Directory;
  /** Open connections. */
  readonly connections: Set<object>;
  /** Number of connections so far. */
  made: number;
  /** Number of requests so far. */
  asked: number;
  /** Number of requests that are answered; the answers to later ones are lost. */
  answered: number;
  /** True if nothing gets through. */
  away: boolean;
  /** True if no request gets through. */
  held: boolean;
  /** Is called when a request waits for an answer that does not come. */
  heldBack: () => void;
  /** Ends the waits for answers that do not come. */
  readonly cut: AbortController;
}

/** A connection to a directory. */
export interface Session {
  readonly way: Way;
  /** Ends the waits for answers on this connection. */
  readonly ended: AbortController;
  open: boolean;
}

/**
 * Returns the directory of a session.
 * @throws broken, unreachable
 */
export function reach({ way, open }: Session): Directory {
  if (!open) throw new ConnectorError("broken", "The connection is closed.");
  if (way.away) throw new ConnectorError("unreachable", "The directory does not answer.");
  return way.directory;
}

/**
 * Makes one request of the directory and returns its answer, unless it is held back or lost: then the wait ends with the connection or the
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

/** Number of wrong passwords in a row that lock an account. */
export const failuresMax = 4;

/** Shortest password that the directory accepts, in characters. */
export const passwordLengthMin = 8;

/** Longest value in characters. */
const valueCharactersMax = 200;

/** Texts of accounts and groups. */
export const textNames = ["displayName", "mail"];

/** A number and bytes of accounts and groups. */
export const [numberName, bytesName] = ["shoeSize", "portrait"];

/** Attributes of accounts and groups. */
export const attributeNames = [...textNames, numberName, bytesName];

/** A value for which the directory adds a notice to its answer. */
export const noticed = { attribute: "mail", value: "noticed@directory.test" };

/** Attribute of accounts whose values name their groups; it is written only. */
export const groupsAttribute = "groups";

/** Returns the entry of a reference, if it exists. */
export function find(session: Session, type: string, ref: ObjectRef): Entry | undefined {
  const entries = [...reach(session).entries.values()].filter((entry) => entry.type === type);
  return entries.find(({ id, name }) => (ref.id === undefined ? name === ref.name : id === ref.id));
}

/**
 * Returns the entry of a reference.
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

/** Returns the members of a group in the order of their IDs. */
export function membersOf(session: Session, { members }: Entry): (Member & { readonly id: string })[] {
  const all = [...reach(session).entries.values()].filter(({ id }) => members.has(id));
  return all.map(({ id, name, type }) => ({ id, name, type })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns an entry as the directory shows it; a group comes with its members. */
export function show(session: Session, entry: Entry, wanted: readonly string[] = attributeNames): TargetObject {
  const { id, type, name, createdBy, enabled, failures, mustChange } = entry;
  const attributes = Object.fromEntries(Object.entries(entry.attributes).filter(([key]) => wanted.includes(key)));
  const state = { enabled, locked: failures >= failuresMax, passwordExpired: mustChange };
  const more = type === "account" ? { state } : { members: membersOf(session, entry) };
  return { id, type, name, attributes, createdBy, ...more };
}

/**
 * Returns the attributes without those that have no value.
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
 * Returns the groups that the values of an attribute name.
 * @throws notFound
 */
export function groupsNamed(session: Session, values: readonly unknown[] = []): Entry[] {
  return values.map((name) => require(session, "group", { name: String(name) }));
}

/** Adds an account to groups, and removes it from others. */
export function join(session: Session, { id }: Entry, { replace, add: more = [], remove = [] }: Delta): void {
  const [left, joined] = [groupsNamed(session, remove), groupsNamed(session, replace ?? more)];
  const groups = [...reach(session).entries.values()].filter(({ type }) => type === "group");
  for (const { members } of replace ? groups : left) members.delete(id);
  for (const { members } of joined) members.add(id);
}

/** Returns the attributes after a change of one of them. */
export function changed(attributes: Attributes, { attr, replace, add: more = [], remove = [] }: Delta): Attributes {
  const values: readonly Scalar[] = (replace ?? attributes[attr] ?? []).filter((value) => !remove.includes(value));
  return known({ ...attributes, [attr]: [...new Set([...values, ...more])] });
}

/**
 * Refuses a weak password.
 * @throws strength
 */
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
