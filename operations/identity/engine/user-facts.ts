import { LRUCache } from "lru-cache";

import { classesOf } from "#domain/identity/user-classes.ts";
import { userFactsMax } from "#domain/limits.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { CommittedChange } from "#store/changes/change-feed.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { signInPolicies } from "./may-sign-in.ts";

/** What must be known of a user to judge an access token. */
export interface UserFacts extends Pick<
  Row<"users">,
  "key" | "id" | "superuser" | "locked" | "lockedBy" | "disabled" | "tokenVersion" | "version"
> {
  readonly classes: readonly string[];
  /** Profile attributes; empty unless a policy about signing in reads them. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** The facts of users, in memory. */
export interface UserFactsCache {
  /** The facts of a user; undefined for a user who does not exist. The database is read for users not seen before. */
  of(userKey: string): Promise<UserFacts | undefined> | UserFacts;
}

type FactsContext = Pick<ServiceContext, "store" | "changes" | "policies">;

interface Entry {
  readonly facts: UserFacts;
  /** Keys of the rows of classes and attributes, with their versions. */
  readonly parts: ReadonlyMap<string, number>;
  readonly withProfile: boolean;
}

const readColumns = new Set(["id", "superuser", "locked", "lockedBy", "disabled", "tokenVersion"]);

/** Whether a change of users is worth telling other processes of at once. */
export function concernsTokens({ operation, data }: CommittedChange): boolean {
  return operation !== "insert" && (operation === "remove" || changesFacts(data));
}

function changesFacts(data: CommittedChange["data"]): boolean {
  return Object.keys(data).some((column) => readColumns.has(column));
}

/** Makes the cache of users; any committed change of what it holds of a user makes it forget that user. */
export function createUserFacts(context: FactsContext, max: number = userFactsMax): UserFactsCache {
  /** Of a row of a class or attribute only its key is known when it has been removed. */
  const ownerOfPart = new Map<string, string>();
  const dropParts = ({ parts }: Entry) => {
    for (const part of parts.keys()) ownerOfPart.delete(part);
  };
  const known = new LRUCache<string, Entry>({ max, dispose: dropParts });
  const loading = new Map<string, Promise<UserFacts | undefined>>();

  function forget(userKey: string): void {
    // Who joined the read under way began before this change; who comes now must see it.
    loading.delete(userKey);
    known.delete(userKey);
  }

  function keep(entry: Entry): void {
    known.set(entry.facts.key, entry);
    for (const part of entry.parts.keys()) ownerOfPart.set(part, entry.facts.key);
  }

  function onUserChange({ key, operation, version, data, source }: CommittedChange): void {
    if (operation === "update" && !changesFacts(data)) return;
    const entry = known.peek(key);
    // Read again from the log what this process has done itself, or has read since.
    const seen = source === "log" && operation !== "remove" && entry !== undefined && version <= entry.facts.version;
    if (!seen) forget(key);
  }

  function onPartChange({ key, operation, version, data, source }: CommittedChange): void {
    const owner = ownerOfPart.get(key);
    const seen = source === "log" && operation !== "remove" && version <= (versionOfPart(owner, key) ?? 0);
    if (seen) return;
    if (owner !== undefined) forget(owner);
    if (typeof data["userKey"] === "string") forget(data["userKey"]);
    // Whose it was is not known, so it may be of a user who is being read.
    if (owner === undefined && operation !== "insert") loading.clear();
  }

  function versionOfPart(owner: string | undefined, part: string): number | undefined {
    return owner === undefined ? undefined : known.peek(owner)?.parts.get(part);
  }

  context.changes.subscribe({ tables: ["users"], onChange: onUserChange });
  context.changes.subscribe({ tables: ["userClassMembers", "userAttributes"], onChange: onPartChange });

  function read(userKey: string): Promise<UserFacts | undefined> {
    const reading = readEntry(context, userKey)
      .then((entry) => {
        if (entry !== undefined && loading.get(userKey) === reading) keep(entry);
        return entry?.facts;
      })
      .finally(() => {
        if (loading.get(userKey) === reading) loading.delete(userKey);
      });
    loading.set(userKey, reading);
    return reading;
  }

  /** A policy that was replaced may need the profile of users who were read without it. */
  const suffices = ({ withProfile }: Entry) => withProfile || !asksForProfile(context);

  return {
    of(userKey) {
      const entry = known.get(userKey);
      if (entry !== undefined && suffices(entry)) return entry.facts;
      return loading.get(userKey) ?? read(userKey);
    },
  };
}

function asksForProfile({ policies }: Pick<FactsContext, "policies">): boolean {
  return Object.values(signInPolicies).some((policy) => policies.readsProfile(policy));
}

async function readEntry({ store, policies }: FactsContext, userKey: string): Promise<Entry | undefined> {
  const user = await store.get("users", userKey);
  if (user === undefined) return undefined;
  const members = await store.select("userClassMembers", { where: { userKey } });
  const withProfile = asksForProfile({ policies });
  const profile = withProfile
    ? await store.select("userAttributes", { where: { userKey }, orderBy: [["sequence", "asc"]] })
    : [];
  const { key, id, superuser, locked, lockedBy, disabled, tokenVersion, version } = user;
  return {
    facts: {
      key,
      id,
      superuser,
      locked,
      lockedBy,
      disabled,
      tokenVersion,
      version,
      classes: classesOf(members),
      attributes: valuesByName(profile),
    },
    withProfile,
    parts: new Map([...members, ...profile].map((row) => [row.key, row.version])),
  };
}
