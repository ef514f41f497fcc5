import { ServiceError } from "#domain/errors.ts";
import {
  confirmedShareMin,
  confirmedUsersMin,
  massResetAccountsMax,
  trialPageAccounts,
} from "#domain/mass-reset-limits.ts";
import type { ChosenOnTarget, MassResetSkip, SkippedAccounts } from "#domain/mass-resets/mass-reset.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, anyOf, eq, gt, oneOf } from "#domain/query/condition.ts";
import { giveWay } from "#platform/loop-turns.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { readsOf } from "../../kernel/reads-of.ts";
import { type Choice, conditionsOf } from "./choice.ts";
import { judgeAccounts, type JudgedAccount, type JudgingTerms } from "./judge-accounts.ts";

/** Terms of a mass reset that decide which accounts it has. */
export type ChoosingTerms = JudgingTerms & PlaceTerms;

/** Terms of a mass reset that limit it to target systems. */
export type PlaceTerms = Pick<Row<"massResets">, "targetSystemKeys" | "targetGroupIds">;

/** Effect of a mass reset if it was started now. */
export interface Trial {
  readonly counts: Pick<Row<"massResets">, "people" | "accounts" | "chosen" | "skipped">;
  /** First accounts, as many as were wanted. */
  readonly first: readonly JudgedAccount[];
  /** Keys of the accounts that get a row, by what the start has found out about them. */
  readonly keys: Readonly<Record<"planned" | "forbidden" | "above", readonly string[]>>;
}

interface TrialTerms {
  readonly choice: Choice;
  /** Number of accounts that are returned with their facts. */
  readonly first: number;
}

/**
 * Computes what a mass reset would do now: which accounts of its choice are reset, and which are skipped and why. It writes nothing, and
 * belongs before a transaction.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY, LIMIT_EXCEEDED
 */
export async function trialOf(
  context: CallContext,
  terms: ChoosingTerms,
  { choice, first: wanted }: TrialTerms,
): Promise<Trial> {
  const seen = new Set<string>();
  const people = new Set<string>();
  const onTargets = new Map<string, { accounts: number; managed: number }>();
  const skipped = new Map<MassResetSkip, number>();
  const first: JudgedAccount[] = [];
  const keys = { planned: [] as string[], forbidden: [] as string[], above: [] as string[] };

  function count(judged: JudgedAccount): void {
    const { account, act, skip } = judged;
    if (first.length < wanted) first.push(judged);
    keys[skip === "forbidden" || skip === "above" ? skip : "planned"].push(account.key);
    if (skip !== undefined) {
      skipped.set(skip, (skipped.get(skip) ?? 0) + 1);
      return;
    }
    if (account.userKey !== null) people.add(account.userKey);
    const on = onTargets.get(account.targetSystemKey) ?? { accounts: 0, managed: 0 };
    onTargets.set(account.targetSystemKey, {
      accounts: on.accounts + 1,
      managed: on.managed + (act === "randomize" ? 1 : 0),
    });
  }

  for await (const page of chosenAccounts(context, terms, choice)) {
    const fresh = (await withTogether(context, page)).filter(({ key }) => !seen.has(key));
    for (const { key } of fresh) seen.add(key);
    if (seen.size > massResetAccountsMax)
      throw new ServiceError("LIMIT_EXCEEDED", {
        message: `A mass reset may have at most ${massResetAccountsMax} accounts. Choose fewer at a time.`,
      });
    (await judgeAccounts(context, terms, fresh)).forEach(count);
    await giveWay();
  }
  const chosen = [...onTargets].map(([targetSystemKey, on]): ChosenOnTarget => ({ targetSystemKey, ...on }));
  const accounts = chosen.reduce((sum, on) => sum + on.accounts, 0);
  return {
    counts: {
      people: people.size,
      accounts,
      chosen: chosen.toSorted((one, other) => (one.targetSystemKey < other.targetSystemKey ? -1 : 1)),
      skipped: [...skipped].map(([because, number]): SkippedAccounts => ({ because, accounts: number })),
    },
    first,
    keys,
  };
}

/** Returns the accounts of a choice, page by page in the order of their keys. */
async function* chosenAccounts(
  context: CallContext,
  terms: ChoosingTerms,
  choice: Choice,
): AsyncGenerator<readonly Row<"accounts">[]> {
  const reads = readsOf(context);
  const place = await placeOf(context, terms);
  for (const condition of conditionsOf(choice))
    for (let after = ""; ;) {
      const where = allOf(condition, place, gt("key", after));
      const page = await reads.select("accounts", { where, orderBy: [["key", "asc"]], limit: trialPageAccounts });
      yield page;
      if (page.length < trialPageAccounts) break;
      after = page.at(-1)?.key ?? "";
    }
}

/** Returns accounts with those of the same owners that their target groups change together with them. */
async function withTogether(
  { store }: Pick<CallContext, "store">,
  accounts: readonly Row<"accounts">[],
): Promise<readonly Row<"accounts">[]> {
  const groups = await store.select("targetGroups", {
    where: anyOf(eq("syncPasswords", true), eq("passwordChangeRestriction", "allAccounts")),
  });
  if (groups.length === 0) return accounts;
  const ids = groups.map(({ id }) => id);
  const targets = await store.select("targetSystems", { where: oneOf("targetGroup", ids) });
  const groupOf = new Map(targets.map(({ id, targetGroup }) => [id, targetGroup]));
  const placeOfAccount = ({ userKey, targetSystemKey }: Row<"accounts">) => {
    const group = groupOf.get(targetSystemKey);
    return userKey === null || group === undefined ? undefined : `${userKey} ${group}`;
  };
  const places = new Set(accounts.flatMap((account) => placeOfAccount(account) ?? []));
  if (places.size === 0) return accounts;
  const owners = [...new Set(accounts.flatMap(({ userKey }) => userKey ?? []))];
  const others = await store.select("accounts", {
    where: allOf(oneOf("userKey", owners), oneOf("targetSystemKey", [...groupOf.keys()])),
  });
  const known = new Set(accounts.map(({ key }) => key));
  const added = others.filter((account) => !known.has(account.key) && places.has(placeOfAccount(account) ?? ""));
  return [...accounts, ...added];
}

/** Returns the condition for the target systems to which a choice is limited. */
export async function placeOf(
  { store }: CallContext,
  { targetSystemKeys, targetGroupIds }: PlaceTerms,
): Promise<Expression> {
  if (targetSystemKeys === null && targetGroupIds === null) return always;
  const named = [oneOf("id", targetSystemKeys ?? []), oneOf("targetGroup", targetGroupIds ?? [])];
  const targets = await store.select("targetSystems", { where: anyOf(...named) });
  return oneOf(
    "targetSystemKey",
    targets.map(({ id }) => id),
  );
}

/**
 * Reports whether a mass reset concerns so many users that its start needs a confirmation: more than 50 and more than 10 percent of the users
 * of the service.
 * @param usersMin users up to which none is needed in any case
 */
export async function needsConfirmation(
  { store }: Pick<CallContext, "store">,
  people: number,
  usersMin: number = confirmedUsersMin,
): Promise<{ readonly needed: boolean; readonly users: number }> {
  const users = await store.count("users", { disabled: false });
  return { needed: people > Math.max(usersMin, (users * confirmedShareMin) / 100), users };
}
