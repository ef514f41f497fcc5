import { z } from "zod";

import type { AuthChain } from "#domain/chains/auth-chain.ts";
import type { ChainFault, KnownParts } from "#domain/chains/component.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { versionFields } from "../kernel/versions.ts";
import { attachStand, standNames } from "./engine/attach-stand.ts";
import { chainNamed, chainShapeUnderName } from "./engine/chain-input.ts";
import { changeChain, requireChain } from "./engine/change-chain.ts";
import { knownParts } from "./engine/known-parts.ts";
import { isDefaultChain } from "./engine/stored-chains.ts";

/** Stored row of a chain, with the warnings about the active chains. */
type StoredChain = Row<"authChains"> & { readonly warnings: readonly ChainFault[] };

/** Fields of every change of a chain. */
const changeFields = {
  ...versionFields,
  /** True to make the change although users could no longer sign in. */
  force: z.boolean().nullish(),
};

/**
 * Adds a chain under a new name.
 * @throws CHAIN_EXISTS, INPUT_INVALID, CHAIN_INVALID, CHAIN_LOCKS_OUT, VERSION_MISMATCH
 */
export const addChain = defineOperation({
  name: "chains.add",
  input: z.strictObject({
    name: z.string(),
    stored: chainShapeUnderName,
    enabled: z.boolean().default(true),
    ...changeFields,
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("authChains") }],
  audit: { operation: "AUCA", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name, stored, enabled, ...change }): Promise<StoredChain> {
    const chain = chainNamed(name, stored, partsFor(context, enabled));
    if (isDefaultChain(name) || (await context.store.get("authChains", name)) !== undefined)
      throw new ServiceError("CHAIN_EXISTS", { target: "name" });
    await changeChain(context, { name, action: "set", chain, enabled, ...change });
    return storedRow(context, name);
  },
});

/**
 * Stores a chain under its name, as a replacement for the active one. Without a chain the stored one stays and only `enabled` changes. A
 * chain that breaks a rule is refused.
 * @throws NOT_FOUND, CHAIN_NOT_STORED, INPUT_INVALID, CHAIN_INVALID, CHAIN_LOCKS_OUT, VERSION_MISMATCH
 */
export const setChain = defineOperation({
  name: "chains.set",
  input: z.strictObject({
    key: z.string(),
    stored: chainShapeUnderName.optional(),
    enabled: z.boolean().optional(),
    ...changeFields,
  }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "authChains"),
  audit: { operation: "AUCS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key: name, stored, enabled: wish, ...change }): Promise<StoredChain> {
    const row = await requireChain(context, name);
    const wanted = stored ?? row?.stored ?? null;
    if (wanted === null) throw new ServiceError("CHAIN_NOT_STORED", { target: "stored" });
    const enabled = wish ?? row?.enabled ?? true;
    const chain: AuthChain = chainNamed(name, wanted, partsFor(context, enabled));
    await changeChain(context, { name, action: "set", chain, enabled, ...change });
    return storedRow(context, name);
  },
});

/**
 * Removes the stored chain of a name: its default is active again; a chain with its own name is deleted. Its versions stay.
 * @throws NOT_FOUND, CHAIN_NOT_STORED, CHAIN_LOCKS_OUT, VERSION_MISMATCH
 */
export const resetChain = defineOperation({
  name: "chains.reset",
  input: z.strictObject({ key: z.string(), ...changeFields }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "authChains/reset"),
  audit: { operation: "AUCR", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key: name, ...change }): Promise<Row<"authChainVersions">> {
    const row = await requireChain(context, name);
    if ((row?.stored ?? null) === null) throw new ServiceError("CHAIN_NOT_STORED", { target: "key" });
    return changeChain(context, { name, action: "reset", chain: null, enabled: true, ...change });
  },
});

/**
 * Deletes a chain with its own name. Its versions stay.
 * @throws NOT_FOUND, CHAIN_BUILT_IN, CHAIN_LOCKS_OUT
 */
export const removeChain = defineOperation({
  name: "chains.remove",
  input: z.strictObject({ key: z.string() }),
  callers: ["user"],
  policies: policiesOfChange("remove", "authChains"),
  audit: { operation: "AUCR", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key: name }) {
    await requireChain(context, name);
    if (isDefaultChain(name)) throw new ServiceError("CHAIN_BUILT_IN", { target: "key" });
    await changeChain(context, { name, action: "reset", chain: null, enabled: true });
    return {};
  },
});

/**
 * Rolls a chain back to one of its versions, as a new version; 0 is the state before the first one.
 * @throws CHAIN_VERSION_UNKNOWN, CHAIN_INVALID, CHAIN_LOCKS_OUT, VERSION_MISMATCH
 */
export const rollBackChain = defineOperation({
  name: "chains.rollBack",
  input: z.strictObject({ key: z.string(), number: z.int().min(0), ...changeFields }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "authChains/rollBack"),
  audit: { operation: "AUCB", describe: ({ key, number }) => ({ ident: `${key}@${number}` }) },
  async run(context, { key: name, number, ...change }): Promise<Row<"authChainVersions">> {
    const [version] = await context.store.select("authChainVersions", { where: { name, number }, limit: 1 });
    const isKnown = version !== undefined || (number === 0 && isDefaultChain(name));
    if (!isKnown) throw new ServiceError("CHAIN_VERSION_UNKNOWN", { target: "number" });
    const { after = null, enabled = true } = version ?? {};
    // A chain that was valid under the rules of an older program may be invalid today.
    const chain = after === null ? null : chainNamed(name, after, partsFor(context, enabled));
    return changeChain(context, { name, action: "rollBack", chain, enabled, ...change });
  },
});

/** Returns the parts for a check; an inactive chain may name parts that do not exist. */
function partsFor(context: CallContext, enabled: boolean): KnownParts {
  return enabled ? knownParts(context) : builtInParts;
}

/** Returns the stored row of a name, with the active chain. */
async function storedRow(context: CallContext, name: string): Promise<StoredChain> {
  const [row] = await attachStand(context, [await requireRow(context, "authChains", name)], standNames);
  return row as StoredChain;
}
