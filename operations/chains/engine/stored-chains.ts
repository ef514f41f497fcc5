import type { AuthChain, ChainPurpose } from "#domain/chains/auth-chain.ts";
import { areSame, type ChainAtHand, chooseAnew, chooseChain } from "#domain/chains/choose-chain.ts";
import { defaultChains } from "#domain/chains/default-chains.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import type { ChainFacts } from "#domain/chains/selects.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import { checkedChain } from "./chain-input.ts";

type ChainContext = Pick<ServiceContext, "store" | "log">;

/** An active chain and the number of its version; 0 is the default of its name. */
export interface ChainInForce {
  readonly chain: AuthChain;
  readonly number: number;
}

/** State of a chain name. */
export interface ChainStand {
  /** Active chain; null if there is none. */
  readonly inForce: ChainInForce | null;
  /** Reason why the stored chain is not active; null if nothing is wrong with it. */
  readonly fault: string | null;
}

/**
 * Returns the active chains: the defaults, each replaced by the stored one of its name if that is enabled. Stored chains are checked each
 * time. If one breaks a rule, for whatever reason, its last good version stays active.
 */
export async function chainsInForce(context: ChainContext): Promise<readonly ChainInForce[]> {
  const rows = await context.store.select("authChains");
  const names = new Set([...defaultChains.map(({ name }) => name), ...rows.map(({ name }) => name)]);
  const stands = await Promise.all(
    [...names].map((name) =>
      standOf(
        context,
        name,
        rows.find((row) => row.name === name),
      ),
    ),
  );
  return stands.flatMap(({ inForce }) => inForce ?? []);
}

/** Chooses the chain of a purpose by the facts of a sign-in, except the one named `notNamed`; undefined if none matches. */
export async function chainTaken(
  context: ChainContext,
  {
    purpose,
    facts,
    notNamed,
  }: { readonly purpose: ChainPurpose; readonly facts: ChainFacts; readonly notNamed?: string },
): Promise<ChainInForce | undefined> {
  const inForce = (await chainsInForce(context)).filter(({ chain }) => chain.name !== notNamed);
  const chosen = chooseChain(
    inForce.map(({ chain }) => chain),
    purpose,
    facts,
  );
  return inForce.find(({ chain }) => chain === chosen);
}

/** Chooses the chain of a sign-in again after its facts changed, by `chooseAnew` over the active chains. */
export async function chainTakenAnew(
  context: ChainContext,
  atHand: ChainAtHand,
): Promise<ChainInForce | "same" | undefined> {
  if (areSame(atHand.before, atHand.now)) return "same";
  const inForce = await chainsInForce(context);
  const chosen = chooseAnew(
    inForce.map(({ chain }) => chain),
    atHand,
  );
  return chosen === "same" ? chosen : inForce.find(({ chain }) => chain === chosen);
}

/** Returns the state of a chain name, by its row. */
export async function standOf(
  context: ChainContext,
  name: string,
  row: Pick<Row<"authChains">, "stored" | "enabled" | "number"> | undefined,
): Promise<ChainStand> {
  const usual = defaultOf(name);
  if (row === undefined || row.stored === null || !row.enabled) return { inForce: usual, fault: null };
  const { chain, fault } = checkedStored(name, row.stored);
  if (chain !== undefined) return { inForce: { chain, number: row.number }, fault: null };
  context.log.error(
    { chain: name, fault },
    "A stored authentication chain breaks a rule; its last good version stays in force.",
  );
  return { inForce: (await lastGood(context, name, row.number)) ?? usual, fault };
}

/**
 * Returns a version of a chain, for a sign-in in progress.
 * @throws CHAIN_VERSION_UNKNOWN
 */
export async function chainAt(context: ChainContext, name: string, number: number): Promise<AuthChain> {
  const chain = number === 0 ? defaultOf(name)?.chain : await versionOf(context, name, number);
  if (chain === undefined) throw new ServiceError("CHAIN_VERSION_UNKNOWN", { detail: `${name}@${number}` });
  return chain;
}

/** Reports whether every installation has a chain of the name. */
export function isDefaultChain(name: string): boolean {
  return defaultOf(name) !== null;
}

function defaultOf(name: string): ChainInForce | null {
  const chain = defaultChains.find((one) => one.name === name);
  return chain === undefined ? null : { chain, number: 0 };
}

async function versionOf(context: ChainContext, name: string, number: number): Promise<AuthChain | undefined> {
  const [version] = await context.store.select("authChainVersions", { where: { name, number }, limit: 1 });
  return version?.after === undefined || version.after === null ? undefined : checkedStored(name, version.after).chain;
}

async function lastGood(context: ChainContext, name: string, before: number): Promise<ChainInForce | undefined> {
  const versions = await context.store.select("authChainVersions", {
    where: { name },
    orderBy: [["number", "desc"]],
  });
  for (const { number, after, enabled } of versions) {
    // A version that reset the chain or disabled it is no last good one.
    if (after === null || !enabled) return undefined;
    const { chain } = number > before ? {} : checkedStored(name, after);
    if (chain !== undefined) return { chain, number };
  }
  return undefined;
}

function checkedStored(name: string, stored: unknown): { readonly chain?: AuthChain; readonly fault: string | null } {
  try {
    const chain = checkedChain(stored, builtInParts);
    if (chain.name === name) return { chain, fault: null };
    return { fault: `name: It is stored under '${name}'.` };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { fault: error.message };
  }
}
