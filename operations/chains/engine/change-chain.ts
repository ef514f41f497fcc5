import type { AuthChain } from "#domain/chains/auth-chain.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { nextVersion } from "../../kernel/versions.ts";
import { requireWayIn } from "./require-way-in.ts";
import { isDefaultChain, standOf } from "./stored-chains.ts";

/** A change of the stored chain of a name. */
export interface ChainChange extends Pick<Row<"authChainVersions">, "name" | "action" | "enabled"> {
  /** Chain to store; null for none, so that the default is active again, or no chain of the name exists. */
  readonly chain: AuthChain | null;
  readonly comment?: string | null | undefined;
  /** Number that the newest version must have. */
  readonly expectedNumber?: number | null | undefined;
  /** True to make the change although users could no longer sign in. */
  readonly force?: boolean | null | undefined;
}

/**
 * Stores or removes a chain, and keeps the previous one as a version. New sign-ins follow it in every process; those in progress keep the
 * version with which they began.
 * @throws VERSION_MISMATCH, CHAIN_LOCKS_OUT
 */
export async function changeChain(context: CallContext, change: ChainChange): Promise<Row<"authChainVersions">> {
  const { store } = context;
  const { name, action, chain, comment = null, expectedNumber, force } = change;
  const version = await nextVersion(context, { table: "authChainVersions", name, expectedNumber });
  const before = await store.get("authChains", name);
  const stood = await purposeInForce(context, name, before);
  // Without a stored chain there is nothing to disable.
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
 * Returns the stored row of a name; undefined for a default chain without one.
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
