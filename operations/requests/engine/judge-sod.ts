import { type ErrorDetail, ServiceError } from "#domain/errors.ts";
import { allOf, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { givenItems, type GivingOperation } from "#domain/sod/given-items.ts";
import { nameOfItem } from "#domain/sod/sod-rule.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { PlacedOperation } from "./require-phases.ts";
import { concernedRules, type Giving, type ToGive, type ViolatedRule, violatedRules } from "./sod-facts.ts";
import { wordsOfViolation } from "./sod-words.ts";

type SodError = "SOD_FORBIDDEN" | "SOD_EXCEPTION_NEEDED" | "PHASES_MISSING";

/** Rule that is violated, and what follows for the access that violates it. */
export interface JudgedRule extends ViolatedRule {
  /** Code of the refusal; undefined if the phases of the rule decide, or an exception allows it. */
  readonly refusal?: SodError;
  /** True if the phases of the rule must decide. */
  readonly asksPhases: boolean;
  /** True if an exception is in force. */
  readonly isExcepted: boolean;
  /** Names of what each role that is given contains, by the name of the role. */
  readonly byRole: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Operation, as far as it gives access or excepts from a rule. */
export interface JudgedOperation extends Giving {
  readonly sodRuleKey?: string | null | undefined;
}

/** Person, and the access that is to be given to them. */
export interface JudgedAccess extends Pick<ToGive, "request"> {
  readonly recipientKey: string;
  /** Operations, each followed by those that its attributes amount to. */
  readonly operations: readonly JudgedOperation[];
}

/** Lock of a person, so that of two requests side by side the second sees the first. */
export type LockOfPerson = (recipientKey: string) => Promise<unknown>;

/**
 * Returns the rules of separation of duties that a person would violate, and what follows. Where a rule names what is given, the person is
 * locked first.
 */
export async function judgeSod(
  context: ServiceContext,
  access: JudgedAccess,
  lock?: LockOfPerson,
): Promise<readonly JudgedRule[]> {
  const { operations, recipientKey, request } = access;
  const concerned = await concernedRules(context, operations);
  if (concerned === undefined) return [];
  await lock?.(recipientKey);
  const violated = await violatedRules(context, { recipientKey, concerned, ...(request && { request }) });
  if (violated.length === 0) return [];
  const ruleKeys = violated.map(({ rule }) => rule.key);
  const excepted = await exceptedRules(context, recipientKey, ruleKeys);
  const asked = new Set(operations.flatMap(({ sodRuleKey }) => sodRuleKey ?? []));
  const phased = await phasedRules(context, ruleKeys);
  return violated.map(({ rule, hits }): JudgedRule => {
    const { key, answer } = rule;
    const isExcepted = answer !== "forbidden" && excepted.has(key);
    const judged = { rule, hits, isExcepted, asksPhases: false, byRole: concerned.byRole };
    if (answer === "forbidden") return { ...judged, refusal: "SOD_FORBIDDEN" };
    if (isExcepted) return judged;
    if (answer === "exception") return asked.has(key) ? judged : { ...judged, refusal: "SOD_EXCEPTION_NEEDED" };
    return phased.has(key) ? { ...judged, asksPhases: true } : { ...judged, refusal: "PHASES_MISSING" };
  });
}

type Placed = JudgedOperation & Pick<PlacedOperation, "place">;

/**
 * Returns the keys of the rules whose phases must decide about a request too.
 * @throws SOD_FORBIDDEN, SOD_EXCEPTION_NEEDED, PHASES_MISSING with one detail for each rule, whose key it names
 */
export async function requireSod(
  context: ServiceContext,
  access: JudgedAccess & { readonly operations: readonly Placed[] },
  lock?: LockOfPerson,
): Promise<readonly string[]> {
  const judged = await judgeSod(context, access, lock);
  const details: ErrorDetail[] = [];
  let worst: JudgedRule | undefined;
  for (const one of judged) {
    if (one.refusal === undefined) continue;
    const target = `sodRules(${one.rule.key})`;
    details.push({ code: one.refusal, target, message: await wordsOfRefusal(context, one) });
    // What forbids weighs more than what takes exceptions.
    if (worst === undefined || (one.refusal === "SOD_FORBIDDEN" && worst.refusal !== "SOD_FORBIDDEN")) worst = one;
  }
  if (worst?.refusal !== undefined) {
    const target = placeOf(access.operations, worst) ?? "operations";
    throw new ServiceError(worst.refusal, { target, message: await wordsOfRefusal(context, worst), details });
  }
  return judged.flatMap(({ rule, asksPhases }) => (asksPhases ? [rule.key] : []));
}

/** Returns the words of a refusal: the rule, what it keeps apart, and the way out. */
export async function wordsOfRefusal(context: ServiceContext, judged: JudgedRule): Promise<string> {
  const { rule, refusal } = judged;
  const violation = await wordsOfViolation(context, judged);
  return `${violation} ${waysOut[refusal ?? "SOD_FORBIDDEN"](rule.key)}`;
}

const waysOut: Readonly<Record<SodError, (ruleKey: string) => string>> = {
  SOD_FORBIDDEN: () => "Have one of them given back, or the other request cancelled, first.",
  SOD_EXCEPTION_NEEDED: (ruleKey) =>
    `Add an operation AESOD with sodRuleKey '${ruleKey}', a compensating control and an end, or have one of them given back first.`,
  PHASES_MISSING: () =>
    "Nothing says who authorizes it all the same: the rule has no phases. Have one of them given back first, or ask an administrator to give the rule authorizationPhases.",
};

/** Returns the place of the first operation that gives what hits a rule. */
function placeOf(operations: readonly Placed[], judged: JudgedRule): string | undefined {
  return operations.find((one) => causes(judged, one))?.place;
}

/** Reports whether an operation gives what hits a rule, by itself or as a role that contains it. */
export function causes({ hits, byRole }: JudgedRule, operation: GivingOperation): boolean {
  const hit = new Set(hits.flatMap((one) => (one.because === "given" ? [nameOfItem(one)] : [])));
  const names = givenItems(operation).map(nameOfItem);
  return names.some((name) => hit.has(name) || [...(byRole.get(name) ?? [])].some((inner) => hit.has(inner)));
}

/** Returns the keys of those rules from which a person is excepted now. */
async function exceptedRules(
  { store, clock }: ServiceContext,
  userKey: string,
  ruleKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.select("accessExceptions", {
    where: allOf(
      eq("userKey", userKey),
      eq("kind", "sod"),
      oneOf("sodRuleKey", ruleKeys),
      eq("endedAt", null),
      anyOf(eq("until", null), gt("until", clock.now())),
    ),
  });
  return new Set(rows.flatMap(({ sodRuleKey }) => sodRuleKey ?? []));
}

async function phasedRules({ store }: ServiceContext, ruleKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const where = allOf(eq("resourceType", "sodRule"), oneOf("resourceKey", ruleKeys));
  return new Set((await store.select("authorizationPhases", { where })).map(({ resourceKey }) => resourceKey));
}
