import type { PluginUser } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import type { Attempt } from "./attempt.ts";
import { standInKey } from "./stand-in-key.ts";

/** Person of a sign-in step. */
export interface PersonAtHand {
  /** ID of the user, or the given name. */
  readonly name: string;
  /** Undefined if no user has that name. */
  readonly user: Row<"users"> | undefined;
  /** True if an earlier step has proved the identity. */
  readonly isProved: boolean;
}

/** Returns the user whom an earlier step has proved, else the bearer of the given name; undefined if no name was given. */
export async function personAtHand(
  context: Pick<CallContext, "store" | "changes">,
  { row, memory }: Pick<Attempt, "row" | "memory">,
): Promise<PersonAtHand | undefined> {
  if (row.userKey !== null) {
    const user = await context.store.get("users", row.userKey);
    return { name: user?.id ?? memory.userName ?? "", user, isProved: true };
  }
  if (memory.userName === null) return undefined;
  return personNamed(context, memory.userName);
}

/** Finds the person of a given name. */
export async function personNamed(
  context: Pick<CallContext, "store" | "changes">,
  name: string,
): Promise<PersonAtHand> {
  const user = await namedUser(context, name);
  return { name: user?.id ?? name, user, isProved: false };
}

/** Describes a person for plug-ins; an unknown name looks like that of a user. */
export function shownPerson({ store }: Pick<CallContext, "store">, { name, user }: PersonAtHand): PluginUser {
  return user === undefined
    ? { key: standInKey(store, name), id: name, displayName: null }
    : { key: user.key, id: user.id, displayName: user.displayName };
}
