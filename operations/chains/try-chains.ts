import { z } from "zod";

import {
  chainFaultsMax,
  chainNameMaxCharacters,
  chainTrialOutcomesMax,
  givenNameMaxCharacters,
  matchValueMaxCharacters,
} from "#domain/chain-limits.ts";
import { type AuthChain, type ChainPurpose, chainPurposes } from "#domain/chains/auth-chain.ts";
import { chainFacts, usualFacts } from "#domain/chains/chain-facts.ts";
import { chainWarnings } from "#domain/chains/chain-warnings.ts";
import type { ChainFault } from "#domain/chains/component.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { type ChainWalk, walkChain, type WalkStart } from "#domain/chains/walk-chain.ts";
import { ServiceError } from "#domain/errors.ts";
import { nearestNameHint } from "#domain/nearest-name.ts";
import { policyOf } from "#domain/policy-name.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { namedMembers } from "../kernel/named-members.ts";
import { idNamed } from "../kernel/named-user.ts";
import { checkedChain, chainShape } from "./engine/chain-input.ts";
import { knownParts } from "./engine/known-parts.ts";
import { chainsInForce } from "./engine/stored-chains.ts";

const written = z.record(z.string(), z.unknown()).meta({ rule: "must be an object" });

/** Result of the check of a chain. */
export interface ChainCheck {
  readonly faults: readonly ChainFault[];
  /** Warnings about a chain that breaks no rule. */
  readonly warnings: readonly ChainFault[];
}

/** Checks a chain and stores nothing. Returns each fault with its place, rule and remedy, and the warnings. */
export const checkChains = defineOperation({
  name: "chains.check",
  kind: "read",
  input: z.strictObject({ chain: written }),
  callers: ["user"],
  policies: [{ name: policyOf.action("authChains/check") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "authChains" }) },
  async run(context, { chain }): Promise<ChainCheck> {
    try {
      const checked = checkedChain(chain, knownParts(context));
      const others = await othersInForce(context, [checked]);
      return { faults: [], warnings: chainWarnings(checked, others, builtInParts) };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const faults = (error.details ?? []).map(({ target, message }) => ({ place: target, message }));
      return { faults: faults.slice(0, chainFaultsMax), warnings: [] };
    }
  },
});

const factNameRule = `must be one of: ${Object.keys(chainFacts).join(", ")}`;
const factName = z.string().refine((name) => Object.hasOwn(chainFacts, name));
const factRule = `must be a text of at most ${matchValueMaxCharacters} characters`;
const fact = z.string(factRule).max(matchValueMaxCharacters, factRule);
const stepRule = "must be that of a step of the chains that are tried";
const outcomeRule = `must be a text of at most ${chainNameMaxCharacters} characters`;
const outcome = z.string(outcomeRule).max(chainNameMaxCharacters, outcomeRule);

/**
 * Simulates a sign-in and writes nothing. Returns the chosen chain, the reasons against the others, and the path of the given step
 * outcomes. A given chain replaces the one of its name.
 * @throws INPUT_INVALID, CHAIN_INVALID
 */
export const tryChains = defineOperation({
  name: "chains.try",
  kind: "read",
  input: z.strictObject({
    purpose: z.enum(Object.keys(chainPurposes) as [ChainPurpose, ...ChainPurpose[]]).nullish(),
    facts: namedMembers([factName, factNameRule], [fact, factRule]).nullish(),
    outcomes: namedMembers([z.string(), stepRule], [outcome, outcomeRule])
      .refine((outcomes) => Object.keys(outcomes).length <= chainTrialOutcomesMax, {
        message: `must have at most ${chainTrialOutcomesMax} members`,
      })
      .nullish(),
    userName: z.string().max(givenNameMaxCharacters).nullish(),
    chain: chainShape.nullish(),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("authChains/try") }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "authChains" }) },
  async run(context, { purpose, facts: given, outcomes: wanted, userName, chain }): Promise<ChainWalk> {
    const tried = chain ? [checkedChain(chain, knownParts(context))] : [];
    // A simulated sign-in has the facts of every sign-in.
    const facts = { ...usualFacts, ...given };
    const id = typeof userName === "string" && userName !== "" ? await idNamed(context, userName) : userName;
    const outcomes = wanted ?? {};
    const start: WalkStart = {
      chains: [...(await othersInForce(context, tried)), ...tried],
      purpose: purpose ?? tried[0]?.purpose ?? "signIn",
      facts,
      userName: id ?? undefined,
    };
    requireSteps(outcomes, stepsOf(start));
    return walkChain(start, outcomes, builtInParts.components);
  },
});

async function othersInForce(context: CallContext, tried: readonly AuthChain[]): Promise<readonly AuthChain[]> {
  const inForce = (await chainsInForce(context)).map(({ chain }) => chain);
  return inForce.filter(({ name }) => tried.every((chain) => chain.name !== name));
}

function stepsOf({ chains, purpose }: WalkStart): readonly string[] {
  const steps = chains.flatMap((chain) => (chain.purpose === purpose ? Object.keys(chain.steps) : []));
  return [...new Set(steps)];
}

/** Refuses unknown step names: ignored silently, they would make the simulation show another sign-in. */
function requireSteps(outcomes: object, known: readonly string[]): void {
  const unknown = Object.keys(outcomes).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const target = `outcomes.${unknown.slice(0, chainNameMaxCharacters)}`;
  const message = `${target}: The name ${stepRule}.${nearestNameHint(unknown, known)} Name one of: ${known.join(", ")}.`;
  throw new ServiceError("INPUT_INVALID", { target, message });
}
