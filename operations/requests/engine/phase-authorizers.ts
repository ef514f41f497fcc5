import { ServiceError } from "#domain/errors.ts";
import { directManagerClass, everybodyClass } from "#domain/identity/user-classes.ts";
import { phaseAuthorizersMax } from "#domain/limits.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";

/** Somebody who may decide a phase of a request. */
export type Authorizer = Pick<Row<"requestAuthorizers">, "userKey" | "via" | "veto" | "inputRequired">;

/** Who may decide a phase of one request. */
export interface PhaseAuthorizers {
  /** Each person once, with the flags of all the ways that lead to them. */
  readonly people: readonly Authorizer[];
  /** True where the phase asks the recipient's manager, and nobody can be asked. */
  readonly managerMissing: boolean;
}

/**
 * Everybody who may decide phases of a request for a recipient, as it is now, by the key of the phase; a phase that names nobody is
 * left out.
 * @throws LIMIT_EXCEEDED
 */
export async function phaseAuthorizers(
  context: ServiceContext,
  authorizationPhaseKeys: readonly string[],
  recipientKey: string,
): Promise<ReadonlyMap<string, PhaseAuthorizers>> {
  const found = new Map<string, PhaseAuthorizers>();
  if (authorizationPhaseKeys.length === 0) return found;
  const where = oneOf("authorizationPhaseKey", authorizationPhaseKeys);
  const rows = await context.store.select("authorizationPhaseAuthorizers", { where });
  for (const [key, named] of Map.groupBy(rows, (row) => row.authorizationPhaseKey)) {
    found.set(key, await deciders(context, named, recipientKey));
  }
  return found;
}

async function deciders(
  context: ServiceContext,
  rows: readonly Row<"authorizationPhaseAuthorizers">[],
  recipientKey: string,
): Promise<PhaseAuthorizers> {
  const people = new Map<string, Authorizer>();
  let managerMissing = false;
  for (const { userKey: named, userClass, veto, inputRequired } of rows) {
    const members = userClass === null ? [] : await membersOf(context, userClass, recipientKey);
    managerMissing ||= userClass === directManagerClass && members.length === 0;
    for (const userKey of named === null ? members : [named]) {
      const before = people.get(userKey);
      people.set(userKey, {
        userKey,
        via: withWay(before?.via, userClass),
        veto: veto || before?.veto === true,
        inputRequired: inputRequired || before?.inputRequired === true,
      });
    }
  }
  return { people: [...people.values()], managerMissing };
}

/** The ways that lead to somebody, with one more: by name, or by a user class. */
function withWay(known: Authorizer["via"] | undefined, userClass: string | null): readonly string[] {
  const way = userClass === null ? "static" : userClass === directManagerClass ? "manager" : `class:${userClass}`;
  return [...new Set([...(known ?? []), way])];
}

/**
 * The members of a user class as authorizers of a request for somebody. Of the classes that have no stored members, everybody is
 * every user who is not disabled, and the direct manager is the recipient's; without a recipient there is no manager.
 * @throws LIMIT_EXCEEDED
 */
export async function membersOf(
  { store }: Pick<ServiceContext, "store">,
  userClass: string,
  recipientKey: string | null,
): Promise<readonly string[]> {
  if (userClass === everybodyClass) return everybody(store);
  if (userClass === directManagerClass) return managersOf(store, recipientKey);
  const members = await store.select("userClassMembers", { where: { userClassId: userClass } });
  return members.map(({ userKey }) => userKey);
}

async function everybody(store: ServiceContext["store"]): Promise<readonly string[]> {
  const users = await store.select("users", { where: { disabled: false }, limit: phaseAuthorizersMax + 1 });
  if (users.length <= phaseAuthorizersMax) return users.map(({ key }) => key);
  throw new ServiceError("LIMIT_EXCEEDED", {
    message: `A phase asks ${everybodyClass}, and more than ${phaseAuthorizersMax} users would have to be asked. Name a class of those who may authorize instead.`,
  });
}

async function managersOf(store: ServiceContext["store"], recipientKey: string | null): Promise<readonly string[]> {
  const recipient = recipientKey === null ? undefined : await store.get("users", recipientKey);
  const managerKey = recipient?.managerKey ?? null;
  if (managerKey === null || managerKey === recipientKey) return [];
  const manager = await store.get("users", managerKey);
  return manager && !manager.disabled ? [managerKey] : [];
}
