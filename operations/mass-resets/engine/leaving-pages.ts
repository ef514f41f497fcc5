import { ServiceError } from "#domain/errors.ts";
import { choicePartKeys, massStepsMax, offboardedPageUsers } from "#domain/mass-reset-limits.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, gt, oneOf } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readsOf } from "../../kernel/reads-of.ts";
import type { Choice } from "./choice.ts";
import { type Leaving, type OffboardingTerms, stepsOfLeaving } from "./offboarding-steps.ts";
import { CountedSteps, type StepCounts, type TrialStep } from "./steps.ts";
import { placeOf, type PlaceTerms } from "./trial-of.ts";

/** Effect of an offboarding if it was started now. */
export interface LeavingTrial {
  readonly counts: StepCounts;
  readonly first: readonly TrialStep[];
  /** Keys of the people and of the single accounts that the run plans from. */
  readonly keys: { readonly leaving: readonly string[]; readonly planned: readonly string[] };
}

type Terms = OffboardingTerms & PlaceTerms;

interface TrialTerms {
  readonly choice: Choice;
  readonly first: number;
}

/**
 * Computes what an offboarding would do now: which steps it takes, and which it skips and why. It writes nothing, and belongs before a transaction.
 * @throws READ_TOO_LONG, LIMIT_EXCEEDED
 */
export async function leavingTrial(
  context: CallContext,
  terms: Terms,
  { choice, first }: TrialTerms,
): Promise<LeavingTrial> {
  const counted = new CountedSteps(first);
  const place = await placeOf(context, terms);
  const keys = { leaving: [] as string[], planned: [] as string[] };
  for await (const users of leavers(context, choice)) {
    keys.leaving.push(...users.map(({ key }) => key));
    const accounts = await accountsOf(context, users, place);
    counted.add(await stepsOfLeaving(context, terms, { users, accounts, before: keys.leaving.length - users.length }));
    requireRoom(counted);
    await giveWay();
  }
  const people = new Set(keys.leaving);
  for (let from = 0; from < choice.accounts.length; from += choicePartKeys) {
    const page = choice.accounts.slice(from, from + choicePartKeys);
    const found = await context.store.select("accounts", { where: allOf(oneOf("key", page), place) });
    const accounts = found.filter(({ userKey }) => userKey === null || !people.has(userKey));
    const before = keys.leaving.length + keys.planned.length;
    keys.planned.push(...accounts.map(({ key }) => key));
    counted.add(await stepsOfLeaving(context, terms, { users: [], accounts, before }));
    requireRoom(counted);
  }
  return { counts: counted.counts(), first: counted.first, keys };
}

function requireRoom({ all }: CountedSteps): void {
  if (all <= massStepsMax) return;
  const message = `An offboarding may have at most ${massStepsMax} steps. Choose fewer people at a time.`;
  throw new ServiceError("LIMIT_EXCEEDED", { message });
}

/** Returns the people of a choice, page by page. */
async function* leavers(context: CallContext, { condition, users }: Choice): AsyncGenerator<readonly Row<"users">[]> {
  if (condition === undefined) {
    for (let from = 0; from < users.length; from += offboardedPageUsers) {
      const page = oneOf("key", users.slice(from, from + offboardedPageUsers));
      yield await context.store.select("users", { where: page, orderBy: [["key", "asc"]] });
    }
    return;
  }
  const reads = readsOf(context);
  for (let after = ""; ;) {
    const where = allOf(condition, gt("key", after));
    const page = await reads.select("users", { where, orderBy: [["key", "asc"]], limit: offboardedPageUsers });
    if (page.length > 0) yield page;
    if (page.length < offboardedPageUsers) return;
    after = page.at(-1)?.key ?? "";
  }
}

/** Returns the accounts of people on the target systems to which an offboarding is limited. */
export function accountsOf(
  { store }: Pick<CallContext, "store">,
  users: Leaving["users"],
  place: Expression,
): Promise<readonly Row<"accounts">[]> {
  const owned = oneOf(
    "userKey",
    users.map(({ key }) => key),
  );
  return store.select("accounts", { where: allOf(owned, place), orderBy: [["key", "asc"]] });
}
