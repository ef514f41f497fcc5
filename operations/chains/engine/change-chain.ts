import type { AuthChain } from "#domain/chains/auth-chain.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nextVersion } from "../../kernel/versions.ts";
import { requireWayIn } from "./require-way-in.ts";
import { isDefaultChain, standOf } from "./stored-chains.ts";

/** A change of what is stored under the name of a chain. */
export interface ChainChange extends Pick<Row<"authChainVersions">, "name" | "action" | "enabled"> {
  /** What is to be stored; null = nothing, so that the default holds again, or there is no chain of the name. */
  readonly chain: AuthChain | null;
  readonly comment?: string | null | undefined;
  /** The number that the newest version must have. */
  readonly expectedNumber?: number | null | undefined;
  /** True where it is to be done although people could not sign in any more. */
  readonly force?: boolean | null | undefined;
}

/**
 * Stores a chain, or takes away what is stored, and keeps what was there before as a version. Sign-ins that begin from then on follow it
 * in every process; those that are under way go on with the version with which they have begun.
 * @throws VERSION_MISMATCH, CHAIN_LOCKS_OUT
 */
export async function changeChain(context: CallContext, change: ChainChange): Promise<Row<"authChainVersions">> {
  const { store } = context;
  const { name, action, chain, comment = null, expectedNumber, force } = change;
  const version = await nextVersion(context, { table: "authChainVersions", name, expectedNumber });
  const before = await store.get("authChains", name);
  const stood = await purposeInForce(context, name, before);
  // What is not stored cannot be out of force.
  const enabled = chain === null || change.enabled;
  if (chain === null && !isDefaultChain(name)) await store.remove("authChains", name);
  else await store.save("authChains", { name, stored: chain, enabled, number: version.number });
  const stands = await purposeInForce(context, name, await store.get("authChains", name));
  if (force !== true && [stood, stands].includes("signIn")) await requireWayIn(context);
  const values = { before: before?.stored ?? null, after: chain };
  return store.save("authChainVersions", { ...version, action, ...values, enabled, comment });
}

async function purposeInForce(context: CallContext, name: string, row: Row<"authChains"> | undefined) {
  return (await standOf(context, name, row)).inForce?.chain.purpose;
}

/**
 * The chain of a name that is stored or that every installation has.
 * @throws NOT_FOUND
 */
export async function requireChain(context: CallContext, name: string): Promise<Row<"authChains"> | undefined> {
  const row = await context.store.get("authChains", name);
  if (row === undefined && !isDefaultChain(name)) {
    const message = `There is no chain '${name}'. 'gatehouse chain list' shows all names.`;
    throw new ServiceError("NOT_FOUND", { target: "authChains", message });
  }
  return row;
}
