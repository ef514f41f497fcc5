import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { BrokenRule } from "#domain/passwords/password-check.ts";
import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { groupRulesOf, type RulesOfTarget } from "../../abilities/group-rules-of.ts";
import { isKeptByVault } from "../../abilities/unable.ts";
import type { ServiceContext } from "../../kernel/context.ts";
import { isBeingSet, placesOf } from "../../requests/engine/password-history.ts";

/** Account that gets a new password, as far as other accounts of its owner matter. */
export interface UniqueSubject {
  readonly targetSystemKey: string;
  /** Key of the account; null before it exists. */
  readonly accountKey: string | null;
  /** Key of its owner; null if it has none. */
  readonly userKey: string | null;
}

/**
 * Rule of target groups that a password breaks if another account has it. Its words are the same whichever account and group that is, so
 * that a refusal tells nothing else.
 */
export const uniqueRule: BrokenRule = {
  rule: "uniquePasswords",
  mode: "required",
  message: "uniquePasswords: The password must differ from those of the person's other accounts; choose a new one.",
  isUnchecked: false,
};

/**
 * Reports whether another account of an owner has a password now, or is getting it, where the group of that account or of one of the
 * subjects asks for unique passwords. All accounts are compared in any case, so that the time does not tell how many are left out.
 */
export async function isUsedElsewhere(
  context: Pick<ServiceContext, "store">,
  password: Secret,
  subjects: readonly UniqueSubject[],
): Promise<boolean> {
  const rivals = (await rivalsOf(context, subjects)).map(({ key }) => key);
  const places = await placesOf(context, rivals, password);
  const isComing = await isBeingSet(context, rivals, password);
  return places.includes(1) || isComing;
}

/**
 * Throws PASSWORD_STRENGTH if another account of an owner has a password that must be unique, as far as the current transaction sees.
 * @throws PASSWORD_STRENGTH
 */
export async function refuseUsedElsewhere(
  context: Pick<ServiceContext, "store">,
  password: Secret,
  subjects: readonly UniqueSubject[],
): Promise<void> {
  if (!(await isUsedElsewhere(context, password, subjects))) return;
  const { rule: target, message } = uniqueRule;
  const details = [{ code: "PASSWORD_STRENGTH", target, message }] as const;
  throw new ServiceError("PASSWORD_STRENGTH", { target: "password", details });
}

/** Returns the other accounts of the owners whose passwords must differ; those that the vault keeps have no password that people choose. */
async function rivalsOf(
  context: Pick<ServiceContext, "store">,
  subjects: readonly UniqueSubject[],
): Promise<readonly Row<"accounts">[]> {
  const { store } = context;
  // Most installations have no such group.
  if ((await store.count("targetGroups", { uniquePasswords: true })) === 0) return [];
  const owners = [...new Set(subjects.flatMap(({ userKey }) => userKey ?? []))];
  if (owners.length === 0) return [];
  const owned = await store.select("accounts", { where: oneOf("userKey", owners), orderBy: [["key", "asc"]] });
  const rulesOf = await groupRulesOf(
    context,
    [...owned, ...subjects].map(({ targetSystemKey }) => targetSystemKey),
  );
  const changed = new Set(subjects.map(({ accountKey }) => accountKey));
  const rivals = owned.filter((account) => !changed.has(account.key) && isRival(account, subjects, rulesOf));
  const keys = rivals.map(({ key }) => key);
  const managed = await store.select("managedAccounts", { where: oneOf("accountKey", keys) });
  const kept = new Set(managed.filter(isKeptByVault).map(({ accountKey }) => accountKey));
  return rivals.filter(({ key }) => !kept.has(key));
}

function isRival(
  { userKey, targetSystemKey }: Row<"accounts">,
  subjects: readonly UniqueSubject[],
  rulesOf: RulesOfTarget,
): boolean {
  const isUnique = (key: string) => rulesOf(key)?.uniquePasswords === true;
  return subjects.some(
    (subject) => subject.userKey === userKey && (isUnique(targetSystemKey) || isUnique(subject.targetSystemKey)),
  );
}
