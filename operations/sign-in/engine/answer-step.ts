import { chainChangesMax } from "#domain/chain-limits.ts";
import type { Asked } from "#domain/chains/asked-fields.ts";
import { behindChain, type ChainStep } from "#domain/chains/auth-chain.ts";
import type { BuiltInComponentId } from "#domain/chains/chain-components.ts";
import { componentOfStep } from "#domain/chains/component-of-step.ts";
import { builtInParts } from "#domain/chains/parts.ts";
import { proofFor, stepMark } from "#domain/chains/step-mark.ts";
import type { Row } from "#store/tables.ts";

import { chainAt, chainTakenAnew } from "../../chains/engine/stored-chains.ts";
import type { TokenRefusal } from "../../identity/engine/token-set.ts";
import type { CallContext } from "../../kernel/context.ts";
import { clearFailures, isPasswordLocked } from "../../proofs/user-state.ts";
import type { Attempt, AttemptMemory } from "./attempt.ts";
import { factsOf, purposeOfAttempt, sealMemory } from "./attempts.ts";
import type { AskTurn, ChainTurn, OutcomeTurn, Turn } from "./component.ts";
import { closingOf, type Given, giveTo, whyNotGiven } from "./sign-in-purposes.ts";

/** Standing of a sign-in after a turn; `reason` is for the audit. */
export type Standing =
  | { readonly at: "asked"; readonly asked: Asked; readonly failed?: AskTurn["failed"] }
  | { readonly at: "step" }
  | Ended;

/** The end of a sign-in. */
export type Ended =
  | { readonly at: "ALLOW"; readonly given: Given; readonly userKey: string }
  | {
      readonly at: "DENY";
      readonly refused: TokenRefusal["refused"];
      readonly reason: string;
      readonly userKey?: string;
    };

/** Takes a turn of a sign-in that is locked, in the current transaction: it asks, continues with another step, or ends. */
export function answerStep(context: CallContext, attempt: Attempt, turn: Turn): Promise<Standing> {
  if ("asked" in turn) return ask(context, attempt, turn);
  return "chain" in turn ? changeChain(context, attempt, turn) : advance(context, attempt, turn);
}

async function ask(context: CallContext, attempt: Attempt, turn: AskTurn): Promise<Standing> {
  const { asked, state, failed, userName = attempt.memory.userName } = turn;
  const anew = await chosenAnew(context, attempt, { ...attempt, memory: { ...attempt.memory, userName } });
  if (anew !== undefined) return anew();
  await turn.alsoWrites?.();
  await save(context, attempt, { entered: true }, { asked, state, userName });
  return { at: "asked", asked, ...(failed && { failed }) };
}

async function changeChain(context: CallContext, attempt: Attempt, { chain, number }: ChainTurn): Promise<Standing> {
  const { chainChanges: changes, userKey, userVersion } = attempt.row;
  const chainChanges = changes + 1;
  if (chainChanges > chainChangesMax) return deny(context, attempt, { reason: "handed on too often" });
  const { first } = await chainAt(context, chain, number);
  const begun = { chain, chainNumber: number, chainChanges, step: first, entered: false, userKey, userVersion };
  await save(context, attempt, begun, { ...nothingAsked, hasSelected: false });
  return { at: "step" };
}

/**
 * Returns a function that moves to the chain chosen by the facts known now, if it is not the current one. It begins at the first step;
 * earlier proofs are not asked for again. Returns undefined if the chain stays.
 */
async function chosenAnew(
  context: CallContext,
  before: Attempt,
  known: Attempt,
): Promise<(() => Promise<Standing>) | undefined> {
  // Behind its chain a sign-in has been let through.
  if (known.row.step === behindChain) return undefined;
  const { row, memory } = known;
  const anew = await chainTakenAnew(context, {
    chain: row.chain,
    purpose: purposeOfAttempt(known),
    hasSelected: memory.hasSelected,
    before: factsOf(before),
    now: factsOf(known),
  });
  if (anew === "same") return undefined;
  if (anew === undefined) return () => deny(context, known, { reason: "no chain is taken by what is known now" });
  // Within one chain the sign-in keeps the version with which it began.
  const number = anew.chain.name === row.chain ? row.chainNumber : anew.number;
  const kept: Attempt = { ...known, memory: { ...memory, kept: memory.proofs } };
  return () => changeChain(context, kept, { chain: anew.chain.name, number });
}

async function advance(context: CallContext, attempt: Attempt, turn: OutcomeTurn): Promise<Standing> {
  const { outcome, userKey } = turn;
  const { row } = attempt;
  const step = stepAt(attempt);
  const target = step && Object.hasOwn(step.outcomes, outcome) ? step.outcomes[outcome] : "DENY";
  if (step === undefined || target === "DENY") return deny(context, attempt, turn);
  const component = componentOfStep(step, builtInParts.components);
  const proves = component?.authenticates.includes(outcome) === true;
  const proved = proves ? await provedUser(context, attempt, userKey) : {};
  if (proved === undefined) return deny(context, attempt, { reason: "another person than in a step before" });
  const { userName, ...shown } = proved;
  const learning = userName === undefined ? turn : { ...turn, userName };
  const memory: AttemptMemory = { ...attempt.memory, ...learnt(attempt, learning), facts: factsNow(context, attempt) };
  const known: Attempt = { ...attempt, row: { ...row, ...shown }, memory };
  const anew = await chosenAnew(context, attempt, known);
  if (anew !== undefined) return anew();
  if (target === "ALLOW") return allow(context, known, turn.chosen);
  await save(context, known, { ...shown, step: target ?? "", entered: false }, nothingAsked);
  return { at: "step" };
}

/** Returns the facts with the address of the current call. */
function factsNow({ caller }: CallContext, { memory: { facts } }: Attempt): AttemptMemory["facts"] {
  return caller.ip === undefined ? facts : { ...facts, ip: caller.ip };
}

/** Outcomes of a closing step: it leads to the aim or to a refusal. */
const closingStep: ChainStep = { component: "", configuration: {}, outcomes: { passed: "ALLOW", failed: "DENY" } };

function stepAt({ row: { step }, chain }: Attempt): ChainStep | undefined {
  return step === behindChain ? closingStep : chain.steps[step];
}

/** Computes the memory after an outcome. */
function learnt(
  { row, chain, memory: { proofs, kept, hasSelected } }: Attempt,
  { outcome, userName, sessions, isKept = false }: OutcomeTurn,
): Partial<AttemptMemory> {
  const step = chain.steps[row.step];
  const told = { ...(userName !== undefined && { userName }), ...(sessions && { sessions }) };
  if (step === undefined) return told;
  const component = componentOfStep(step, builtInParts.components);
  const mark = stepMark(step, component);
  const isProof = component?.authenticates.includes(outcome) === true;
  return {
    ...told,
    proofs: isProof && !isKept ? [...proofs, { mark, outcome }] : proofs,
    kept: isKept ? (proofFor(mark, kept)?.left ?? []) : kept,
    hasSelected: hasSelected || step.component === selecting,
  };
}

const selecting: BuiltInComponentId = "selectChain";

const nothingAsked = { asked: null, state: null } as const;

type Proved = Partial<Pick<Row<"signInAttempts">, "userKey" | "userVersion">> & { readonly userName?: string };

/** Returns the user whom a step has proved, under their own name; undefined if an earlier step has proved another person. */
async function provedUser(
  { store }: CallContext,
  { row }: Attempt,
  userKey: string | undefined,
): Promise<Proved | undefined> {
  const user = userKey === undefined ? undefined : await store.get("users", userKey);
  if (user === undefined || (row.userKey !== null && row.userKey !== user.key)) return undefined;
  const userName = user.id;
  return row.userKey === null ? { userKey: user.key, userVersion: user.tokenVersion, userName } : { userName };
}

/** Gives the result of the aim, or moves to its closing step, if a step has proved a user and nothing speaks against that user. */
async function allow(context: CallContext, attempt: Attempt, chosen: OutcomeTurn["chosen"]): Promise<Standing> {
  const { userKey, userVersion } = attempt.row;
  // The rules of chains ensure this; a chain that was stored past them lets no one in.
  if (userKey === null) return deny(context, attempt, { reason: "no step has proved who it is" });
  const user = await context.store.lock("users", userKey);
  if (user?.tokenVersion !== userVersion)
    return deny(context, attempt, { reason: "the user has changed since", userKey });
  const { aim, step } = attempt.row;
  const against = await whyNotGiven(context, aim, user);
  if (against !== undefined) return deny(context, attempt, { ...against, userKey });
  if (step !== behindChain && closingOf(aim) !== undefined) {
    await clearUnlessLocked(context, user);
    const proved = { userKey, userVersion, step: behindChain, entered: false };
    await save(context, attempt, proved, { ...nothingAsked, allowedAt: context.clock.now() });
    return { at: "step" };
  }
  const given = await giveTo(context, attempt, { user, chosen });
  if ("refused" in given) return deny(context, attempt, { ...given, userKey });
  await clearUnlessLocked(context, user);
  await save(context, attempt, { end: "ALLOW", userKey }, nothingAsked);
  return { at: "ALLOW", given, userKey };
}

/** Clears failed attempts, only once the whole chain is passed. A lock that still bars passwords stays, whatever else was proved. */
async function clearUnlessLocked(context: CallContext, user: Row<"users">): Promise<void> {
  if (!isPasswordLocked(user, context)) await clearFailures(context, user);
}

async function deny(
  context: CallContext,
  attempt: Attempt,
  { reason, userKey, refused = "INVALID_GRANT" }: Pick<OutcomeTurn, "reason" | "userKey" | "refused">,
): Promise<Standing> {
  await save(context, attempt, { end: "DENY" }, { ...nothingAsked, sessions: {} });
  return { at: "DENY", refused, reason, ...(userKey !== undefined && { userKey }) };
}

async function save(
  context: CallContext,
  { row, memory }: Attempt,
  changes: Partial<Row<"signInAttempts">>,
  remembered: Partial<AttemptMemory>,
): Promise<void> {
  await context.store.save("signInAttempts", {
    ...changes,
    key: row.key,
    turn: row.turn + 1,
    memory: sealMemory(context, row.key, { ...memory, ...remembered }),
  });
}
