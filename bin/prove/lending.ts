import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { askCheckout } from "#operations/checkouts/ask-checkout.ts";
import { checkInCheckout } from "#operations/checkouts/change-checkouts.ts";
import { grantCheckoutRight } from "#operations/checkouts/change-rights.ts";
import { discloseCheckout } from "#operations/checkouts/disclose.ts";
import { revealCheckout } from "#operations/checkouts/reveal.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addMember } from "#operations/user-classes/change-members.ts";
import { addUserClass } from "#operations/user-classes/change-user-classes.ts";
import { createUser } from "#operations/users/change-users.ts";

import { programCaller } from "../program-caller.ts";
import type { ProvedAccount } from "./accounts.ts";

/** A password that is checked out. */
export interface Lent {
  /** Key of the check-out. */
  readonly key: string;
  /** One password, or while it is uncertain each one that may open the account. */
  readonly passwords: readonly Secret[];
  /** True if the service states that the one password opens the account. */
  readonly certain: boolean;
}

/** Check-outs and check-ins of passwords, as users make them. */
export interface Lending {
  /** Checks out the password of an account and reveals it; undefined if the account is not free at the moment. */
  borrow(account: ProvedAccount): Promise<Lent | undefined>;
  /** Reveals the password of a check-out once more. */
  reveal(key: string): Promise<Lent>;
  /** Checks in the password of a check-out. */
  giveBack(key: string): Promise<void>;
  /** Checks in everything that is still checked out, such as check-outs made while the database was killed. */
  giveAllBack(): Promise<void>;
}

/** Minutes of a check-out, more than any proof waits for the database. */
const minutes = 60;
/** Refusals that mean that the account, or its password, is not free at the moment. */
const notNow: ReadonlySet<string> = new Set(["CHECKOUT_NOT_FREE", "CHECKOUT_OPEN", "CONFLICT"]);
/** Refusals of a reveal that may be retried. */
const again: ReadonlySet<string> = new Set(["CONFLICT", "PLUGIN_UNUSABLE"]);
const triesMax = 20;

/** Creates users with a right to the passwords under a policy, who take turns. */
export async function openLending(context: ServiceContext, policyId: string): Promise<Lending> {
  const call = <I, O, P>(operation: Parameters<typeof invoke<I, O, P>>[0], input: object) =>
    invoke(operation, context, programCaller("vault prove"), input);
  const classId = `${policyId}_HOLDERS`;
  await call(addUserClass, { id: classId, description: "Holders of the proof" });
  const holders: Caller[] = [];
  for (const id of [`${policyId}1`, `${policyId}2`]) {
    const { key } = await call(createUser, { id, displayName: id });
    await call(addMember, { userClassId: classId, userKey: key });
    holders.push(callerOf(context, { key, id, classId }));
  }
  await call(grantCheckoutRight, { key: policyId, right: "preApproved", userClassId: classId });
  const holderOf = new Map<string, Caller>();
  let turn = 0;

  async function reveal(key: string): Promise<Lent> {
    const holder = holderOf.get(key);
    if (holder === undefined) throw new ServiceError("NOT_FOUND", { target: "key" });
    for (let tried = 1; ; tried += 1) {
      try {
        const { token } = await invoke(discloseCheckout, context, holder, { key });
        const { passwords, certain } = await invoke(revealCheckout, context, holder, { key, token });
        return { key, passwords: passwords.map(({ content }) => content), certain };
      } catch (error) {
        if (!isRefused(error, again) || tried === triesMax) throw error;
      }
    }
  }

  async function checkIn(caller: Caller, key: string): Promise<void> {
    try {
      await invoke(checkInCheckout, context, caller, { key });
    } catch (error) {
      // The answer of an earlier attempt was lost with the database.
      if (!isRefused(error, new Set(["CHECKOUT_NOT_OUT"]))) throw error;
    }
  }

  return {
    async borrow({ key: managedAccountKey }) {
      const holder = holders[turn++ % holders.length] as Caller;
      try {
        const { key } = await invoke(askCheckout, context, holder, { managedAccountKey, reason: "proof", minutes });
        holderOf.set(key, holder);
        return await reveal(key);
      } catch (error) {
        if (isRefused(error, notNow)) return undefined;
        throw error;
      }
    },
    reveal,
    async giveBack(key) {
      const holder = holderOf.get(key);
      if (holder !== undefined) await checkIn(holder, key);
    },
    async giveAllBack() {
      const where = allOf(eq("status", "checkedOut"), await context.store.homes.here());
      for (const { key } of await context.store.select("checkouts", { where }))
        await checkIn(programCaller("vault prove"), key);
    },
  };
}

interface Holder {
  readonly key: string;
  readonly id: string;
  readonly classId: string;
}

function callerOf({ ids }: ServiceContext, { key, id, classId }: Holder): Caller {
  const [sessid, requestId] = [ids.guid(), ids.guid()];
  return { kind: "user", key, id, superuser: false, classes: [classId], sessid, requestId, module: ModuleName.Cli };
}

function isRefused(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof ServiceError && codes.has(error.code);
}
