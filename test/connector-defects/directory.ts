import { randomUUID } from "node:crypto";

import {
  type Attributes,
  ConnectorError,
  type Delta,
  type ObjectRef,
  type Secret,
  type TargetObject,
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
  /** Nothing and nobody gets through. */
  away: boolean;
  /** Told of what waits for an answer that does not come; absent = the directory answers. */
  heldBack?: () => void;
}

/** A connection to a directory. */
export interface Session {
  readonly way: Way;
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

/** Wrong passwords in a row that lock an account. */
export const failuresMax = 4;

/** The shortest password that the directory takes. */
export const passwordLengthMin = 8;

/** Attributes of accounts and groups. */
export const attributeNames = ["displayName", "mail"];

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

/** What may be seen of an entry. */
export function show(entry: Entry, wanted: readonly string[] = attributeNames): TargetObject {
  const { id, type, name, createdBy, enabled, failures, mustChange } = entry;
  const attributes = Object.fromEntries(Object.entries(entry.attributes).filter(([key]) => wanted.includes(key)));
  const state = { enabled, locked: failures >= failuresMax, passwordExpired: mustChange };
  return { id, type, name, attributes, createdBy, ...(type === "account" && { state }) };
}

/**
 * Attributes without those that have no value.
 * @throws invalidValue for one that the directory does not know
 */
export function known(attributes: Attributes): Attributes {
  const stranger = Object.keys(attributes).find((name) => !attributeNames.includes(name));
  if (stranger !== undefined) throw new ConnectorError("invalidValue", `There is no attribute "${stranger}".`);
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => values.length > 0));
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
  const values = (replace ?? attributes[attr] ?? []).filter((value) => !remove.includes(value));
  return known({ ...attributes, [attr]: [...new Set([...values, ...more])] });
}

/**
 * Sets a password.
 * @throws strength
 */
export function setPassword(entry: Entry, password: Secret, mustChange = false): void {
  const text = password.use((plaintext) => plaintext);
  if (text.length < passwordLengthMin) throw new ConnectorError("strength", "The password is too short.");
  Object.assign(entry, { password: text, mustChange });
}
