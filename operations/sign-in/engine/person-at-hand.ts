import type { PluginUser } from "#plugins/contract/request.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { namedUser } from "../../kernel/named-user.ts";
import type { Attempt } from "./attempt.ts";
import { standInKey } from "./stand-in-key.ts";

/** Of whom a step of a sign-in is. */
export interface PersonAtHand {
  /** The id of the user, or the name that was given. */
  readonly name: string;
  /** Undefined where nobody has that name. */
  readonly user: Row<"users"> | undefined;
  /** Whether a step before has proved that it is this person. */
  readonly isProved: boolean;
}

/** Whom a step before has proved, else who bears the name that was given; undefined where no name was. */
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

/** Whom a name means that was given. */
export async function personNamed(
  context: Pick<CallContext, "store" | "changes">,
  name: string,
): Promise<PersonAtHand> {
  const user = await namedUser(context, name);
  return { name: user?.id ?? name, user, isProved: false };
}

/** A person as plug-ins are told of one; a name that nobody has is told of as if somebody had it. */
export function shownPerson({ store }: Pick<CallContext, "store">, { name, user }: PersonAtHand): PluginUser {
  return user === undefined
    ? { key: standInKey(store, name), id: name, displayName: null }
    : { key: user.key, id: user.id, displayName: user.displayName };
}
