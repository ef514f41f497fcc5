import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { generatePassword } from "#domain/passwords/generate-password.ts";
import type { Fact } from "#domain/passwords/password-check.ts";
import { type PolicyRules, RuleMode, ruleOf } from "#domain/passwords/password-rules.ts";
import { BreachedListError, type ListFault } from "#platform/breached-passwords/breached-list-error.ts";

import type { ServiceContext } from "../kernel/context.ts";

type Needs = Pick<ServiceContext, "breachedPasswords" | "log">;

/** Number of passwords that are made until one is in no data breach; a policy whose passwords are all breached allows none. */
const triesMax = 20;

const reasons: Readonly<Record<ListFault, string>> = {
  missing: "the list of breached passwords is missing",
  damaged: "the list of breached passwords is damaged",
};

const wayOut = "An administrator has to make the list anew: gatehouse breached build.";

/** Way out of a missing or damaged list, for administrators. */
export const breachedListWayOut =
  "Build it on this machine with 'gatehouse breached build', or restore it from a copy; docs/breached-passwords.md leads through it.";

/** Reports whether the list can be asked. */
export async function isBreachedListReady({ breachedPasswords }: Pick<Needs, "breachedPasswords">): Promise<boolean> {
  return (await breachedPasswords.state()).state === "ready";
}

/** Returns the fact about breaches for a check of a password; unknown if there is no list. Not to be called inside a transaction. */
export async function foundBreach(context: Needs, password: Secret): Promise<Fact<boolean>> {
  try {
    return { known: await context.breachedPasswords.holds(password) };
  } catch (error) {
    if (!(error instanceof BreachedListError)) throw error;
    context.log.error({ err: error }, "the list of breached passwords cannot be asked");
    return { unknown: reasons[error.fault], wayOut };
  }
}

/**
 * Returns the fact about breaches for a change of a password: unknown if the rules do not ask for it, or only warn and there is no list. Not
 * to be called inside a transaction.
 * @throws BREACHED_LIST_UNAVAILABLE if a rule requires the list, and it is missing or damaged
 */
export async function breachedFact(context: Needs, rules: PolicyRules, password: Secret): Promise<Fact<boolean>> {
  const { mode } = ruleOf(rules, "notBreached");
  if (mode === RuleMode.Disabled) return { unknown: "the policy does not ask for it" };
  return mode === RuleMode.Required ? { known: await isBreached(context, password) } : foundBreach(context, password);
}

/** Reports whether rules require that a password is in no data breach. */
export function forbidsBreached(rules: PolicyRules): boolean {
  return ruleOf(rules, "notBreached").mode === RuleMode.Required;
}

/**
 * Makes a password by rules that is in no data breach if they require that. Returns undefined if the rules allow none.
 * @throws BREACHED_LIST_UNAVAILABLE
 */
export async function makePassword(
  context: Needs & Pick<ServiceContext, "ids">,
  rules: PolicyRules | undefined,
): Promise<Secret | undefined> {
  const made = await makeUnbreached(context, rules, () => {
    const password = generatePassword(rules, (limit) => context.ids.below(limit));
    return password === undefined ? undefined : { password };
  });
  return made?.password;
}

/**
 * Makes passwords by a generator until one is in no data breach, if the rules require that. Returns undefined if there is none.
 * @throws BREACHED_LIST_UNAVAILABLE
 */
export async function makeUnbreached<T extends { readonly password: string }>(
  context: Needs,
  rules: PolicyRules | undefined,
  generate: () => T | undefined,
): Promise<(Omit<T, "password"> & { readonly password: Secret }) | undefined> {
  const mustAsk = rules !== undefined && forbidsBreached(rules);
  for (let count = 0; count < triesMax; count++) {
    const made = generate();
    if (made === undefined) return undefined;
    const password = new Secret(made.password);
    if (!mustAsk || !(await isBreached(context, password))) return { ...made, password };
  }
  return undefined;
}

/**
 * Throws unless the list of breached passwords can be asked.
 * @throws BREACHED_LIST_UNAVAILABLE
 */
export async function requireBreachedList(context: Needs): Promise<void> {
  const found = await context.breachedPasswords.state();
  if (found.state !== "ready") throw refusalFor(context, new BreachedListError(found.state, found.message));
}

async function isBreached(context: Needs, password: Secret): Promise<boolean> {
  try {
    return await context.breachedPasswords.holds(password);
  } catch (error) {
    throw refusalFor(context, error);
  }
}

function refusalFor({ log }: Needs, error: unknown): unknown {
  if (!(error instanceof BreachedListError)) return error;
  log.error({ err: error }, "the list of breached passwords cannot be asked");
  return new ServiceError("BREACHED_LIST_UNAVAILABLE", { detail: error.message });
}
