import { z } from "zod";

import { checkoutMinutesMax, checkoutReasonMaxCharacters, ticketMaxCharacters } from "#domain/checkout-limits.ts";
import { holdingRights, type CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { waitWords } from "#domain/checkouts/may-open.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { checkouts } from "#domain/resources/checkouts.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput, momentInput } from "../kernel/inputs/operation-input.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { filledText } from "../kernel/text-input.ts";
import { acceptRequest } from "../requests/engine/accept-request.ts";
import { rightsOf } from "../secret-ways/rights-of.ts";
import { judgeTicket } from "./engine/judged-ticket.ts";
import { type LockedAccount, lockedAccount } from "./engine/locked-account.ts";
import { addApproved } from "./engine/open-checkout.ts";
import { refuseMore } from "./engine/refuse-more.ts";
import { addRequestedCheckouts } from "./engine/request-checkouts.ts";
import { tellEmergency } from "./engine/tell-emergency.ts";
import { useVouching } from "./engine/vouchings.ts";

type Checkout = Row<"checkouts">;

const input = z.strictObject(
  inputOf(checkouts, "create", {
    managedAccountKey: keyInput,
    reason: filledText(checkoutReasonMaxCharacters),
    ticket: filledText(ticketMaxCharacters).nullable().default(null),
    /** Number of minutes; by default as many as the policy allows. */
    minutes: z.int().min(1).max(checkoutMinutesMax).nullable().default(null),
    startAt: momentInput.nullable().default(null),
    /** Code of a second person, in an emergency. */
    code: filledText(100).nullable().default(null),
  }),
);

type Input = z.output<typeof input>;

/**
 * Requests the password of a managed account. Approvers decide by the phases of its policy, unless the caller may have it without a
 * request. With the code of a second person it is emergency access: no one approves it, and everyone responsible for the account is
 * notified. The time counts from the hand-out of the password.
 * @throws ACCOUNT_NOT_MANAGED, CHECKOUT_MINUTES, CHECKOUT_OPEN, CHECKOUTS_PER_DAY, CHECKOUT_NOT_FREE, START_IN_PAST, PHASES_MISSING,
 * VOUCHING_INVALID, VOUCHING_MISSING, TICKET_MISSING, TICKET_REFUSED, PLUGIN_UNUSABLE, OWNED_BY_NODE
 */
export const askCheckout = defineOperation({
  name: "checkouts.ask",
  operationType: "CHECKOUT_ASK",
  input,
  callers: ["user"],
  policies: [{ name: policyOf.create("checkouts"), facts: wantedFacts }],
  audit: {
    operation: "CHRQ",
    describe: ({ managedAccountKey, reason }, output?: Checkout) => ({
      ident: managedAccountKey,
      batchId: output?.requestKey ?? output?.key ?? null,
      message: reason,
    }),
  },
  async prepare(context, { managedAccountKey, ticket, code }): Promise<undefined> {
    // A user in an emergency has no time for tickets.
    if (code === null) await judgeTicket(context, managedAccountKey, ticket);
  },
  async run(context, given): Promise<Checkout> {
    const locked = await lockedAccount(context, given.managedAccountKey);
    if (!locked?.policy) throw new ServiceError("ACCOUNT_NOT_MANAGED", { target: "managedAccountKey" });
    const { policy } = locked;
    await context.store.homes.require("managedAccounts", given.managedAccountKey);
    const minutes = given.minutes ?? policy.checkoutMaxMinutes;
    if (minutes > policy.checkoutMaxMinutes) throw tooLong(policy);
    if (given.startAt !== null && given.startAt <= context.clock.now())
      throw new ServiceError("START_IN_PAST", { target: "startAt" });
    const userKey = context.caller.key ?? "";
    await refuseMore(context, { userKey, ...locked, policy, target: "managedAccountKey" });
    const rights = await rightsOf(context, policy.id, context.caller.key ?? "");
    const wish = { ...given, minutes };
    if (given.code !== null) return inEmergency(context, locked, { wish, code: given.code, rights });
    return rights.has("preApproved") ? withoutAsking(context, locked, wish) : byRequest(context, locked, wish, rights);
  },
});

type Wish = Omit<Input, "minutes"> & { readonly minutes: number };

function tooLong({ id, checkoutMaxMinutes }: Row<"managedSystemPolicies">): ServiceError {
  const message = `The policy '${id}' allows at most ${checkoutMaxMinutes} minutes. Ask for fewer.`;
  return new ServiceError("CHECKOUT_MINUTES", { target: "minutes", message });
}

/** Returns the facts of a new check-out for policies: whether its caller has a permission under the policy of the account. */
async function wantedFacts(
  context: CallContext,
  { managedAccountKey }: Partial<Input>,
): Promise<Readonly<Record<string, unknown>>> {
  const account = await context.store.get("managedAccounts", String(managedAccountKey));
  const policyId = account?.policyId ?? "";
  const rights = account ? await rightsOf(context, policyId, context.caller.key ?? "") : new Set<CheckoutRight>();
  const holderKeys = holdingRights.some((right) => rights.has(right)) ? [context.caller.key] : [];
  return { managedAccountKey: account?.key ?? "", policyId, holderKeys };
}

/**
 * Adds a check-out without approval: its password is handed out now, or at its start.
 * @throws CHECKOUT_NOT_FREE instead of waiting: the caller can try again
 */
async function withoutAsking(
  context: CallContext,
  locked: LockedAccount,
  { managedAccountKey, reason, ticket, minutes, startAt }: Wish,
  more: Partial<Checkout> = {},
): Promise<Checkout> {
  const { ids, clock, caller } = context;
  const now = clock.now();
  const { checkout, said } = await addApproved(context, locked, {
    key: ids.guid(),
    managedAccountKey,
    policyId: locked.account.policyId,
    userKey: caller.key ?? "",
    reason,
    ticket,
    minutes,
    startAt,
    requestedAt: now,
    approvedAt: now,
    ...more,
  });
  if (checkout !== undefined) return checkout;
  const message = said.may === "never" ? said.message : said.may === "wait" ? waitWords[said.why] : undefined;
  throw new ServiceError("CHECKOUT_NOT_FREE", { target: "managedAccountKey", message });
}

interface Emergency {
  readonly wish: Wish;
  readonly code: string;
  readonly rights: ReadonlySet<CheckoutRight>;
}

async function inEmergency(
  context: CallContext,
  locked: LockedAccount,
  { wish, code, rights }: Emergency,
): Promise<Checkout> {
  if (!rights.has("breakGlass")) throw new ServiceError("FORBIDDEN", { target: "breakGlass" });
  const vouchedByKey = await useVouching(context, locked.account, code, "breakGlass");
  const opened = await withoutAsking(context, locked, { ...wish, startAt: null }, { breakGlass: true, vouchedByKey });
  await tellEmergency(context, opened);
  return opened;
}

async function byRequest(
  context: CallContext,
  { account }: LockedAccount,
  wish: Wish,
  rights: ReadonlySet<CheckoutRight>,
): Promise<Checkout> {
  const { store, caller } = context;
  // A user with permission for emergencies only needs the code of a second person.
  if (!rights.has("ask")) throw new ServiceError("VOUCHING_MISSING", { target: "code" });
  const system = await store.get("managedSystems", account.managedSystemKey);
  const { accountKey } = account;
  const operation = { code: "ARCHREQPWD", targetSystemKey: system?.targetSystemKey ?? "", accountKey };
  const request = await acceptRequest(context, {
    recipientKey: caller.key ?? "",
    ownerKey: caller.key,
    reason: wish.reason,
    startAt: wish.startAt,
    operations: [operation],
    withIt: (accepted, saved) => addRequestedCheckouts(context, accepted, saved, wish),
  });
  const [checkout] = await store.select("checkouts", { where: { requestKey: request.key }, limit: 1 });
  if (checkout === undefined) throw new ServiceError("INTERNAL", { detail: "a request for a check-out without one" });
  return checkout;
}
