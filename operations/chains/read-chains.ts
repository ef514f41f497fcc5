import { z } from "zod";

import { defaultChains } from "#domain/chains/default-chains.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { requireChain } from "./engine/change-chain.ts";
import { type ChainStand, isDefaultChain, standOf } from "./engine/stored-chains.ts";

/** A chain with its state. */
export interface ChainView extends ChainStand {
  readonly name: string;
  /** Source of the active chain; null if none is active. */
  readonly source: "default" | "stored" | null;
  /** True if every installation has a chain of the name. */
  readonly isDefault: boolean;
  /** True if a chain is stored under the name. */
  readonly isStored: boolean;
  readonly enabled: boolean;
  /** Number of its newest version; 0 if it was never changed. */
  readonly number: number;
}

/** Lists every chain with the active one, in the order in which they are tried. */
export const listChains = defineOperation({
  name: "chains.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "authChains" }) },
  async run(context): Promise<readonly ChainView[]> {
    const rows = await context.store.select("authChains");
    const names = new Set([...defaultChains, ...rows].map(({ name }) => name));
    const rowOf = (name: string) => rows.find((row) => row.name === name);
    const views = await Promise.all([...names].map((name) => viewOf(context, name, rowOf(name))));
    return views.toSorted(inTurn);
  },
});

/**
 * Shows one chain with the active one.
 * @throws NOT_FOUND
 */
export const showChain = defineOperation({
  name: "chains.show",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<ChainView> {
    return viewOf(context, key, await requireChain(context, key));
  },
});

/** Lists every change of a chain, newest first; also of a deleted one. */
export const listChainVersions = defineOperation({
  name: "chains.versions",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key: name }): Promise<readonly Row<"authChainVersions">[]> {
    const versions = await context.store.select("authChainVersions", {
      where: { name },
      orderBy: [["number", "desc"]],
    });
    if (versions.length === 0) await requireChain(context, name);
    return versions;
  },
});

async function viewOf(context: CallContext, name: string, row: Row<"authChains"> | undefined): Promise<ChainView> {
  const stand = await standOf(context, name, row);
  const number = stand.inForce?.number;
  const source = number === undefined ? null : number === 0 ? "default" : "stored";
  const isStored = (row?.stored ?? null) !== null;
  return {
    name,
    ...stand,
    source,
    isDefault: isDefaultChain(name),
    isStored,
    enabled: row?.enabled ?? true,
    number: row?.number ?? 0,
  };
}

/** Compares chains by the order in which they are tried: by purpose, position and name. */
export function inTurn(one: ChainView, other: ChainView): number {
  return byPlace(one, other) || (one.name < other.name ? -1 : 1);
}

function byPlace({ inForce: a }: ChainView, { inForce: b }: ChainView): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [one, other] = [a.chain, b.chain];
  if (one.purpose !== other.purpose) return one.purpose < other.purpose ? -1 : 1;
  return one.position - other.position;
}
