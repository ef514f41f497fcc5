import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { keysKnownNow } from "#domain/checkouts/known-password.ts";
import { ServiceError } from "#domain/errors.ts";
import type { DisclosurePatch } from "#plugins/contract/disclosure.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { pluginUser } from "../plug-ins/engine/plugin-user.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { readTrees, secretOf } from "../vault/engine/entries.ts";
import { auditCheckout } from "./engine/audit-checkout.ts";
import { lockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import {
  certainEntry,
  entriesToGive,
  isCheckedOut,
  isConfirmed,
  requireAllowed,
  requireHeld,
} from "./engine/disclosure-terms.ts";
import { pluginAccount } from "./engine/judged-ticket.ts";
import { noteDisclosed } from "./engine/note-disclosed.ts";

type Disclosure = Row<"disclosures">;

/** A password as its holder gets it. */
export interface DisclosedPassword {
  /** Password, or its form by the way of disclosure. */
  readonly content: Secret;
  /** Status: C if the target has confirmed it, U if it may be the present one. */
  readonly status: "C" | "U";
}

/** Result of a disclosure; it is not stored. */
export interface Disclosed {
  readonly key: string;
  readonly how: DisclosurePatch["how"];
  /** One password, or each that may open the account while that is uncertain, the likeliest first. */
  readonly passwords: readonly DisclosedPassword[];
  /** True if the only password is known to open the account. */
  readonly certain: boolean;
  /** End of the check-out, milliseconds UTC. */
  readonly endsAt: number;
}

/**
 * Reveals a checked-out password for a token, once. If the plug-in of its way cannot be used, the token stays valid. While the present
 * password is uncertain, each candidate is revealed, and marked as such.
 * @throws DISCLOSURE_TOKEN_INVALID alike for one that is unknown, expired, used, or of another session, address or check-out; NOT_FOUND,
 * FORBIDDEN, CHECKOUT_NOT_OUT, CONFLICT if the password changes at this moment, CHECKOUT_RIGHT_MISSING, DISCLOSURE_UNFIT, VOUCHING_MISSING,
 * PLUGIN_UNUSABLE
 */
export const revealCheckout = defineOperation({
  name: "checkouts.reveal",
  input: z.strictObject({ key: keyInput, token: z.instanceof(Secret, { error: "must be the token of a disclosure" }) }),
  callers: ["user"],
  policies: policiesOfCheckout("reveal"),
  offered: isCheckedOut,
  audit: {
    operation: "CHDS",
    describe: ({ key }, output?: Disclosed) => ({ batchId: key, message: output?.key ?? null }),
  },
  prepare: prepared,
  async run(context, { key }, ready): Promise<Disclosed> {
    const { store, clock, caller } = context;
    const seen = await visibleRow(context, { table: "checkouts", key });
    // The request's ledger records the disclosure; requests are locked before accounts.
    if (seen.requestKey !== null) await store.lock("reqbatch", seen.requestKey);
    const { checkout, locked } = await lockedCheckout(context, key, seen);
    const disclosure = usable(context, key, ready && (await store.lock("disclosures", ready.disclosureKey)));
    await requireHeld(context, checkout);
    // A policy that forbids it by now also applies to a user who was admitted a moment ago.
    await requireAllowed(context, locked.policy, disclosure);
    const given = entriesToGive(locked, disclosure.heldAt);
    if (ready?.entryKeys.join() !== given.map((entry) => entry.key).join())
      throw new ServiceError("CONFLICT", { target: "key", detail: "the entries have changed meanwhile" });
    await store.save("disclosures", { key: disclosure.key, usedAt: clock.now() });
    const shown = [...(checkout.knownKeys ?? []), ...given.map((entry) => entry.key)];
    const knownKeys = [...keysKnownNow(shown, locked.tree)];
    await store.save("checkouts", { key, sessionKey: caller.sessid, knownKeys });
    const words = `disclosed by ${disclosure.plugin} at ${disclosure.module}${momentWords(disclosure)}: ${checkout.reason}`;
    await auditCheckout(context, checkout, { operation: "CHKO", message: words });
    noteDisclosed(context, checkout, disclosure);
    const certain = disclosure.heldAt === null && certainEntry(locked.tree) !== undefined;
    return {
      key: disclosure.key,
      how: ready.how,
      passwords: given.map((entry, index) => ({
        content: ready.contents[index] as Secret,
        status: isConfirmed(locked, entry) || (disclosure.heldAt !== null && entry.status === "C") ? "C" : "U",
      })),
      certain,
      endsAt: checkout.expiresAt ?? 0,
    };
  },
});

const momentWords = ({ heldAt }: Disclosure) => (heldAt === null ? "" : `, of ${new Date(heldAt).toISOString()}`);

/**
 * Returns the disclosure of a token that the caller may use and no other call has claimed.
 * @throws DISCLOSURE_TOKEN_INVALID
 */
async function freeDisclosure(context: CallContext, checkoutKey: string, token: Secret): Promise<Disclosure> {
  const [known] = await context.store.select("disclosures", { where: { tokenHash: token.use(sha256) }, limit: 1 });
  return free(usable(context, checkoutKey, known));
}

/** Releases a token that a call has claimed without result. */
function giveBack({ store }: CallContext, { key }: Disclosure): Promise<void> {
  return store.transaction(async () => {
    await store.save("disclosures", { key, claimedAt: null });
  });
}

/**
 * Claims a token for this call alone, in a transaction of its own: of many calls with one token only one at a time asks the plug-in.
 * @throws DISCLOSURE_TOKEN_INVALID
 */
function claim({ store, clock }: CallContext, { key }: Disclosure): Promise<void> {
  return store.transaction(async () => {
    const row = await store.lock("disclosures", key);
    if (row === undefined) throw tokenInvalid();
    free(row);
    await store.save("disclosures", { key, claimedAt: clock.now() });
  });
}

function free(disclosure: Disclosure): Disclosure {
  if (disclosure.claimedAt !== null) throw tokenInvalid();
  return disclosure;
}

const tokenInvalid = () => new ServiceError("DISCLOSURE_TOKEN_INVALID", { target: "token" });

/** Returns a disclosure if the caller may use it now. */
function usable({ clock, caller }: CallContext, checkoutKey: string, row: Disclosure | undefined): Disclosure {
  const isUsable =
    row !== undefined &&
    row.usedAt === null &&
    row.expiresAt >= clock.now() &&
    row.checkoutKey === checkoutKey &&
    row.userKey === caller.key &&
    row.sessionKey === caller.sessid &&
    row.address === (caller.ip ?? null);
  if (!isUsable) throw tokenInvalid();
  return row;
}

interface Ready {
  readonly disclosureKey: string;
  readonly entryKeys: readonly string[];
  readonly how: DisclosurePatch["how"];
  /** Contents in the order of the entries. */
  readonly contents: readonly Secret[];
}

/** Asks the plug-in of a disclosure to prepare the passwords, before the transaction; undefined if the check-out is not the caller's. */
async function prepared(
  context: CallContext,
  { key, token }: { readonly key: string; readonly token: Secret },
): Promise<Ready | undefined> {
  const { store, plugins, caller } = context;
  const checkout = await store.get("checkouts", key);
  if (!checkout || checkout.userKey !== caller.key) return undefined;
  const disclosure = await freeDisclosure(context, key, token);
  await requireHeld(context, checkout);
  const held = (await readTrees(store, [checkout.managedAccountKey])).get(checkout.managedAccountKey);
  if (held === undefined) return undefined;
  // No plug-in gets a password that the policy withholds from it.
  await requireAllowed(context, await store.get("managedSystemPolicies", held.account.policyId), disclosure);
  const given = entriesToGive(held, disclosure.heldAt);
  const asked = {
    account: await pluginAccount(context, held.account),
    user: await pluginUser(context, caller.key ?? ""),
    endsAt: new Date(checkout.expiresAt ?? 0).toISOString(),
  };
  await claim(context, disclosure);
  const patches: DisclosurePatch[] = [];
  try {
    for (const entry of given) {
      const request = { ...asked, password: secretOf(store, entry) };
      const question = {
        kind: "disclosure",
        name: disclosure.plugin,
        request,
        services: pluginServices(context),
      } as const;
      patches.push(await plugins.ask(question));
    }
  } catch (error) {
    // No one has seen a password: an emergency must not wait for another token, which may need a second person again.
    await giveBack(context, disclosure);
    throw error;
  }
  return {
    disclosureKey: disclosure.key,
    entryKeys: given.map((entry) => entry.key),
    how: patches[0]?.how ?? "display",
    contents: patches.map(({ content }) => (typeof content === "string" ? new Secret(content) : content)),
  };
}
