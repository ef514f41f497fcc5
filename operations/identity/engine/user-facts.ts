import { LRUCache } from "lru-cache";

import { classesOf } from "#domain/identity/user-classes.ts";
import { userFactsMax } from "#domain/limits.ts";
import { valuesByName } from "#domain/values-by-name.ts";
import type { CommittedChange } from "#store/changes/change-feed.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { signInPolicies } from "./may-sign-in.ts";

/** User facts for judging an access token. */
export interface UserFacts extends Pick<
  Row<"users">,
  "key" | "id" | "superuser" | "locked" | "lockedBy" | "disabled" | "startsAt" | "endsAt" | "tokenVersion" | "version"
> {
  readonly classes: readonly string[];
  /** Profile attributes; empty unless a policy about sign-in reads them. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Facts of users, in memory. */
export interface UserFactsCache {
  /** Returns the facts of a user; undefined if the user does not exist. The database is read for unknown users. */
  of(userKey: string): Promise<UserFacts | undefined> | UserFacts;
}

type FactsContext = Pick<ServiceContext, "store" | "changes" | "policies">;

interface Entry {
  readonly facts: UserFacts;
  /** Versions of the rows of classes and attributes, by key. */
  readonly parts: ReadonlyMap<string, number>;
  readonly withProfile: boolean;
}

const readColumns = new Set([
  "id",
  "superuser",
  "locked",
  "lockedBy",
  "disabled",
  "startsAt",
  "endsAt",
  "tokenVersion",
]);

/** Reports whether other processes must learn of a change of users at once. */
export function concernsTokens({ operation, data }: CommittedChange): boolean {
  return operation !== "insert" && (operation === "remove" || changesFacts(data));
}

function changesFacts(data: CommittedChange["data"]): boolean {
  return Object.keys(data).some((column) => readColumns.has(column));
}

/** Makes the cache of users; any committed change of a user's cached facts evicts that user. */
export function createUserFacts(context: FactsContext, max: number = userFactsMax): UserFactsCache {
  /** Owners of the rows of classes and attributes, by row key: of a removed row only the key is known. */
  const ownerOfPart = new Map<string, string>();
  const dropParts = ({ parts }: Entry) => {
    for (const part of parts.keys()) ownerOfPart.delete(part);
  };
  const known = new LRUCache<string, Entry>({ max, dispose: dropParts });
  const loading = new Map<string, Promise<UserFacts | undefined>>();

  function forget(userKey: string): void {
    // A caller that joined the current read began before this change; a later caller must see the change.
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
    // The log repeats changes of this process, and changes that it has read since.
    const seen = source === "log" && operation !== "remove" && entry !== undefined && version <= entry.facts.version;
    if (!seen) forget(key);
  }

  function onPartChange({ key, operation, version, data, source }: CommittedChange): void {
    const owner = ownerOfPart.get(key);
    const seen = source === "log" && operation !== "remove" && version <= (versionOfPart(owner, key) ?? 0);
    if (seen) return;
    if (owner !== undefined) forget(owner);
    if (typeof data["userKey"] === "string") forget(data["userKey"]);
    // The owner is unknown, so it may be a user whose read is in progress.
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

  /** Reports whether an entry is complete: a replaced policy may need the profile of users who were read without it. */
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
  const { key, id, superuser, locked, lockedBy, disabled, startsAt, endsAt, tokenVersion, version } = user;
  return {
    facts: {
      key,
      id,
      superuser,
      locked,
      lockedBy,
      disabled,
      startsAt,
      endsAt,
      tokenVersion,
      version,
      classes: classesOf(members),
      attributes: valuesByName(profile),
    },
    withProfile,
    parts: new Map([...members, ...profile].map((row) => [row.key, row.version])),
  };
}
