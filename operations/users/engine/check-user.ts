import type { CalendarChoice } from "#domain/calendar/calendar-choice.ts";
import { calendarNameJudges } from "#domain/calendar/calendar-names.ts";
import { ServiceError } from "#domain/errors.ts";
import { isAbove } from "#domain/identity/manager-line.ts";
import { managerLevelsMax } from "#domain/people-limits.ts";
import { lookOf } from "#domain/person-id.ts";
import { allOf, anyOf, eq, oneOf } from "#domain/query/condition.ts";
import { operationCodes } from "#domain/requests/operation-codes.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nameAttribute } from "../../kernel/inputs/operation-names.ts";
import { usersLike } from "../../kernel/named-user.ts";

type Store = CallContext["store"];

/**
 * Throws USER_EXISTS unless a user may have an ID. No one else may have it, compared like at sign-in, ignoring case and width of letters.
 * No other superuser may have one that looks the same.
 * @throws USER_EXISTS
 */
export async function requireFreeId(
  context: Pick<CallContext, "store" | "changes">,
  id: string,
  userKey: string | null = null,
): Promise<void> {
  const like = (await usersLike(context, [id])).filter(({ key }) => key !== userKey);
  if (like.some((user) => user.id === id)) throw new ServiceError("USER_EXISTS", { target: "id" });
  const [other] = like;
  if (other !== undefined)
    throw new ServiceError("USER_EXISTS", { target: "id", message: `id: ${caseTaken(other.id)}.` });
  const superuser = await superuserLike(context, id, userKey);
  if (superuser !== undefined)
    throw new ServiceError("USER_EXISTS", { target: "id", message: `id: ${looksLike(superuser)}.` });
}

/** Returns the text about a user who has an ID in other letters. */
const caseTaken = (id: string) =>
  `the user '${id}' has it in letters of another case or width, which make no other person. Choose another id`;

/** Returns the text about an ID that looks like that of a superuser. */
export const looksLike = (superuser: string) =>
  `it looks like '${superuser}', the id of a superuser. Choose another id`;

/** Finds the ID of a superuser, other than one user, that looks like an ID. */
async function superuserLike(
  { store }: Pick<CallContext, "store">,
  id: string,
  userKey: string | null = null,
): Promise<string | undefined> {
  const superusers = await store.select("users", { where: { superuser: true } });
  const look = lookOf(id);
  return superusers.find((user) => user.key !== userKey && lookOf(user.id) === look)?.id;
}

/**
 * Throws MANAGER_UNFIT unless a user may be the manager of another.
 * @throws MANAGER_UNFIT
 */
export async function requireManager(
  { store }: Pick<CallContext, "store">,
  userKey: string,
  managerKey: string,
): Promise<void> {
  const managers = await managersAbove(store, [managerKey]);
  if (!managers.has(managerKey)) {
    throw new ServiceError("MANAGER_UNFIT", {
      target: "managerKey",
      message: "managerKey: no user has this key. Look it up under /v2/users, or send null for none.",
    });
  }
  if (isAbove(userKey, managerKey, managers)) {
    throw new ServiceError("MANAGER_UNFIT", {
      target: "managerKey",
      message: "managerKey: this user is, or is below, the user themselves. Name somebody else, or send null for none.",
    });
  }
}

/**
 * Throws unless a time zone and a calendar are known.
 * @throws TIME_ZONE_UNKNOWN, CALENDAR_UNKNOWN
 */
export function requireCalendar(
  { settings }: Pick<CallContext, "settings">,
  { timeZone, calendar }: Partial<CalendarChoice>,
): void {
  const judges = calendarNameJudges(settings.workingCalendars);
  if (typeof timeZone === "string" && !judges.timeZone(timeZone))
    throw new ServiceError("TIME_ZONE_UNKNOWN", { target: "timeZone" });
  if (typeof calendar === "string" && !judges.calendar(calendar))
    throw new ServiceError("CALENDAR_UNKNOWN", { target: "calendar" });
}

/** Returns the managers of users, and of those above them, by user key, as input for `isAbove`. Unknown keys are left out. */
export function managersAbove(
  store: Pick<Store, "select">,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  return peopleAbove(store, "managerKey", keys);
}

/** Returns the managers or the sponsors of users, and of those above them, by user key. Unknown keys are left out. */
export async function peopleAbove(
  store: Pick<Store, "select">,
  column: "managerKey" | "sponsorKey",
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const above = new Map<string, string | null>();
  let level = [...new Set(keys)];
  for (let count = 0; level.length > 0 && count < managerLevelsMax; count += 1) {
    const found = await selectUsers(store, "key", level);
    for (const user of found) above.set(user.key, user[column]);
    const next = found.flatMap((user) => user[column] ?? []);
    level = [...new Set(next)].filter((key) => !above.has(key));
  }
  return above;
}

const keysAtOnce = 500;

/** Reads the users with these IDs or keys. */
export async function selectUsers(
  store: Pick<Store, "select">,
  column: "id" | "key",
  values: readonly string[],
): Promise<readonly Row<"users">[]> {
  const found: Row<"users">[] = [];
  for (let from = 0; from < values.length; from += keysAtOnce)
    found.push(...(await store.select("users", { where: oneOf(column, values.slice(from, from + keysAtOnce)) })));
  return found;
}

/**
 * Throws USER_ID_IN_USE if something depends on the present ID of a user: accounts attached because they bear it, or requests that create
 * an account of its name, which may be approved already.
 * @throws USER_ID_IN_USE
 */
export async function requireLooseId({ store }: Pick<CallContext, "store">, userKey: string): Promise<void> {
  const attached = await store.count("accounts", { userKey, associatedBy: "auto" });
  if (attached > 0) {
    throw new ServiceError("USER_ID_IN_USE", {
      target: "id",
      message: `id: ${attached} account(s) belong to this user because they bear the present id. Attach each by hand first, by PATCH of the account with this userKey; then change the id.`,
    });
  }
  if (!(await namesAccountToCome(store, userKey))) return;
  throw new ServiceError("USER_ID_IN_USE", {
    target: "id",
    message:
      "id: a request that is under way makes an account of this user by the present id. Wait for its end or cancel it; then change the id.",
  });
}

async function namesAccountToCome(store: Pick<Store, "select">, recipientKey: string): Promise<boolean> {
  const open = await store.select("reqbatch", { where: { recipientKey, active: true } });
  if (open.length === 0) return false;
  const requests = open.map(({ key }) => key);
  const isOpen = anyOf(eq("result", null), eq("result", "P"));
  const operations = await store.select("requestOperations", { where: allOf(oneOf("requestKey", requests), isOpen) });
  return operations.some(
    ({ code, attributes }) => operationCodes[code].creates === "account" && attributes[nameAttribute] === undefined,
  );
}
