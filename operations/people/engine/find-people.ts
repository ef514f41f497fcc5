import { ServiceError } from "#domain/errors.ts";
import { actingUsers, isActing } from "#domain/identity/acting-users.ts";
import { directManagerClass, everybodyClass } from "#domain/identity/user-classes.ts";
import { phaseAuthorizersMax } from "#domain/limits.ts";
import { allOf, oneOf, related } from "#domain/query/condition.ts";
import { printRule } from "#domain/requests/phase-rules/print-rule.ts";
import type { People } from "#domain/requests/phase-rules/rule.ts";

import type { ServiceContext } from "../../kernel/context.ts";

type Finding = Pick<ServiceContext, "store" | "clock">;

/** Request whose people are searched. */
export interface PeopleSought {
  readonly requesterKey: string;
  readonly recipientKey: string;
  /** Keys of the groups whose owners are asked. */
  readonly groupKeys: readonly string[];
}

/** Users who can act, to whom the words of a rule lead now. */
export interface FoundPeople {
  /** Keys of users, by the text of the word. */
  readonly found: ReadonlyMap<string, readonly string[]>;
  /** A word that leads to more users than a phase can hold; then not all of them are found. */
  readonly tooMany: People | undefined;
}

type Finder = (
  context: Finding,
  people: readonly People[],
  sought: PeopleSought,
) => Promise<ReadonlyMap<People, readonly string[]>>;

/** Finds the people of a rule, as it is now. All named users take one statement, and so do all classes. */
export async function findPeople(
  context: Finding,
  people: readonly People[],
  sought: PeopleSought,
): Promise<FoundPeople> {
  const found = new Map<string, readonly string[]>();
  let tooMany: People | undefined;
  for (const [finder, some] of Map.groupBy(people, finderOf)) {
    for (const [word, keys] of await finder(context, some, sought)) {
      found.set(printRule(word), keys);
      if (keys.length > phaseAuthorizersMax) tooMany ??= word;
    }
  }
  return { found, tooMany };
}

/** Reports whether people of a rule are a manager of the recipient. */
export function isManager(people: People): boolean {
  return people.kind === "manager" || (people.kind === "class" && people.name === directManagerClass);
}

/** Returns the keys of the enabled members of a user class; for the class of everybody those of all users. */
export async function membersOf(context: Finding, name: string): Promise<readonly string[]> {
  const word = { kind: "class", name } as const;
  if (name === directManagerClass) return [];
  const found = await finderOf(word)(context, [word], { requesterKey: "", recipientKey: "", groupKeys: [] });
  return found.get(word) ?? [];
}

/** Makes the refusal of a word that leads to more users than a phase can ask. */
export function tooManyPeople(people: People): ServiceError {
  const text = people.kind === "class" ? people.name : printRule(people);
  return new ServiceError("LIMIT_EXCEEDED", {
    message: `A phase asks ${text}, and more than ${phaseAuthorizersMax} users would have to be asked. Name a class of those who may authorize instead.`,
  });
}

function finderOf(people: People): Finder {
  if (people.kind === "class" && people.name === everybodyClass) return everybody;
  if (people.kind === "class" && people.name === directManagerClass) return managers;
  return finders[people.kind];
}

const finders: Readonly<Record<People["kind"], Finder>> = {
  user: named,
  requester: named,
  recipient: named,
  class: members,
  manager: managers,
  groupOwners: owners,
  // Plug-ins are asked outside of transactions, and their answers passed in.
  plugin: async () => new Map<People, readonly string[]>(),
};

async function named(
  { store, clock }: Finding,
  people: readonly People[],
  { requesterKey, recipientKey }: PeopleSought,
) {
  const keyOf = (word: People) => {
    if (word.kind === "requester") return requesterKey;
    return word.kind === "user" ? word.name : recipientKey;
  };
  const where = allOf(oneOf("key", people.map(keyOf)), actingUsers(clock.now()));
  const users = new Set((await store.select("users", { where })).map(({ key }) => key));
  return new Map(people.map((word) => [word, [keyOf(word)].filter((key) => users.has(key))]));
}

async function members({ store, clock }: Finding, people: readonly People[]) {
  const names = people.flatMap((word) => (word.kind === "class" ? [word.name] : []));
  const where = allOf(oneOf("userClassId", names), related("person", actingUsers(clock.now())));
  const limit = (phaseAuthorizersMax + 1) * names.length;
  const rows = Map.groupBy(await store.select("userClassMembers", { where, limit }), ({ userClassId }) => userClassId);
  const keysOf = (word: People) => (word.kind === "class" ? (rows.get(word.name) ?? []) : []);
  return new Map(people.map((word) => [word, keysOf(word).map(({ userKey }) => userKey)]));
}

async function everybody({ store, clock }: Finding, people: readonly People[]) {
  const users = await store.select("users", { where: actingUsers(clock.now()), limit: phaseAuthorizersMax + 1 });
  const keys = users.map(({ key }) => key);
  return new Map(people.map((word) => [word, keys]));
}

async function owners({ store, clock }: Finding, people: readonly People[], { groupKeys }: PeopleSought) {
  const where = allOf(oneOf("groupKey", groupKeys), related("person", actingUsers(clock.now())));
  const rows = await store.select("groupOwners", { where, limit: phaseAuthorizersMax + 1 });
  const keys = [...new Set(rows.map(({ userKey }) => userKey))];
  return new Map(people.map((word) => [word, keys]));
}

async function managers(context: Finding, people: readonly People[], { recipientKey }: PeopleSought) {
  const found = new Map<People, readonly string[]>();
  for (const word of people) {
    const levels = word.kind === "manager" ? word.levels : 1;
    found.set(word, await managerAbove(context, recipientKey, levels));
  }
  return found;
}

/** Finds a manager of the recipient. No user counts as their own manager, even in a cycle. */
async function managerAbove(
  { store, clock }: Finding,
  recipientKey: string,
  levels: number,
): Promise<readonly string[]> {
  let user = await store.get("users", recipientKey);
  for (let level = 0; level < levels && user !== undefined; level++)
    user = user.managerKey === null ? undefined : await store.get("users", user.managerKey);
  return user === undefined || user.key === recipientKey || !isActing(user, clock.now()) ? [] : [user.key];
}
