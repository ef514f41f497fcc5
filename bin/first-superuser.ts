import { Secret } from "#connectors/contract/index.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { createSuperuser } from "#operations/setup/create-superuser.ts";

/** A superuser who was just created. */
export interface FirstSuperuser {
  readonly id: string;
  readonly password: Secret;
}

const passwordBytes = 15;

/**
 * Creates the superuser of an installation that has none, with a generated password unless one is given; undefined if there is a
 * superuser.
 */
export async function createFirstSuperuser(
  context: ServiceContext,
  caller: Caller,
  { id, password = new Secret(context.ids.token(passwordBytes)) }: { readonly id: string; readonly password?: Secret },
): Promise<FirstSuperuser | undefined> {
  if ((await context.store.count("users", { superuser: true })) > 0) return undefined;
  await invoke(createSuperuser, context, caller, { id, password });
  return { id, password };
}
