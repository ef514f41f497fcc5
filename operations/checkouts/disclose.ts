import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { disclosureTokenMs } from "#domain/checkout-limits.ts";
import { keysKnownNow } from "#domain/checkouts/known-password.ts";
import { ServiceError } from "#domain/errors.ts";
import { idMaxCharacters } from "#domain/limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { DisclosurePatch } from "#plugins/contract/disclosure.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation, type Offering } from "../define-operation.ts";
import { pluginServices } from "../plug-ins/engine/plugin-services.ts";
import { sha256 } from "../proxies/engine/signatures.ts";
import { visibleRow } from "../read/visible-row.ts";
import { keyInput } from "../requests/engine/operation-input.ts";
import { pluginUser } from "../requests/engine/plugin-request.ts";
import { filledText } from "../text-input.ts";
import { readTrees, secretOf } from "../vault/engine/entries.ts";
import { auditCheckout } from "./engine/audit-checkout.ts";
import { lockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import { pluginAccount } from "./engine/judged-ticket.ts";
import type { LockedAccount } from "./engine/locked-account.ts";
import { mayHold } from "./engine/rights-of.ts";
import { useVouching } from "./engine/vouchings.ts";

type Checkout = Row<"checkouts">;
type Disclosure = Row<"disclosures">;

const isOut = ({ policy, now }: Offering) => allOf(policy, eq("status", "checkedOut"), gt("expiresAt", now));

/** The token of a disclosure, which is shown this once and serves once. */
export interface DisclosureToken {
  /** The disclosure. */
  readonly key: string;
  readonly token: Secret;
  /** In milliseconds UTC. */
  readonly expiresAt: number;
}

/**
 * Asks for the disclosure of a checked-out password: the answer is a token with which the same session, from the same address, gets it once
 * within a minute. Where the policy wants a second person to be present, that one's code is needed.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT, DISCLOSURE_UNFIT, VOUCHING_MISSING, VOUCHING_INVALID
 */
export const discloseCheckout = defineOperation({
  name: "checkouts.disclose",
  input: z.strictObject({
    key: keyInput,
    /** Left out: the first that the policy allows. */
    plugin: filledText(idMaxCharacters).nullable().default(null),
    /** Of the second person who is present. */
    code: filledText(100).nullable().default(null),
  }),
  callers: ["user"],
  policies: policiesOfCheckout("disclose"),
  offered: isOut,
  audit: { operation: "CHDQ", describe: ({ key, plugin }) => ({ batchId: key, message: plugin }) },
  async run(context, { key, plugin, code }): Promise<DisclosureToken> {
    const { store, ids, clock, caller } = context;
    const seen = await visibleRow(context, { table: "checkouts", key });
    const { checkout, locked } = await lockedCheckout(context, key, seen);
    await requireHeld(context, checkout);
    const name = wayOf(locked.policy, plugin);
    const attendedByKey = await attending(context, locked, code);
    const token = ids.token();
    const createdAt = clock.now();
    const expiresAt = createdAt + disclosureTokenMs;
    const place = { sessionKey: caller.sessid, address: caller.ip ?? null, module: caller.module };
    const { key: disclosureKey } = await store.add("disclosures", {
      ...{ key: ids.guid(), checkoutKey: key, userKey: caller.key ?? "", plugin: name, ...place },
      ...{ tokenHash: sha256(token), createdAt, expiresAt, attendedByKey },
    });
    return { key: disclosureKey, token: new Secret(token), expiresAt };
  },
});

/** @throws DISCLOSURE_UNFIT */
function wayOf(policy: Row<"managedSystemPolicies"> | undefined, wanted: string | null): string {
  const ways = policy?.disclosurePlugins ?? [];
  const name = wanted ?? ways[0];
  if (name !== undefined && ways.includes(name)) return name;
  const message = `The policy '${policy?.id ?? ""}' allows ${ways.length === 0 ? "no way of disclosure" : `these ways of disclosure: ${ways.join(", ")}`}.`;
  throw new ServiceError("DISCLOSURE_UNFIT", { target: "plugin", message });
}

/**
 * Whether a policy allows a disclosure as it was asked for.
 * @throws DISCLOSURE_UNFIT, VOUCHING_MISSING
 */
function requireAllowed(policy: Row<"managedSystemPolicies"> | undefined, disclosure: Disclosure): void {
  wayOf(policy, disclosure.plugin);
  if (policy?.attended === true && disclosure.attendedByKey === null)
    throw new ServiceError("VOUCHING_MISSING", { target: "code" });
}

/** Who is present at the disclosure, where the policy wants somebody to be. */
async function attending(
  context: CallContext,
  { policy, account }: LockedAccount,
  code: string | null,
): Promise<string | null> {
  if (policy?.attended !== true) return null;
  if (code === null) throw new ServiceError("VOUCHING_MISSING", { target: "code" });
  return useVouching(context, account, code, "attend");
}

/** @throws CHECKOUT_NOT_OUT */
function requireOut({ status, expiresAt }: Checkout, now: number): void {
  // Its end counts also before somebody has come to it.
  if (status !== "checkedOut" || expiresAt === null || expiresAt <= now)
    throw new ServiceError("CHECKOUT_NOT_OUT", { target: "key" });
}

/**
 * A right that was withdrawn ends what was had by it, also before somebody has come to revoke it.
 * @throws CHECKOUT_NOT_OUT
 */
async function requireHeld(context: CallContext, checkout: Checkout): Promise<void> {
  requireOut(checkout, context.clock.now());
  if (!(await mayHold(context, checkout))) throw new ServiceError("CHECKOUT_NOT_OUT", { target: "key" });
}

/** A password as its holder gets it. */
export interface DisclosedPassword {
  /** The password, or what the way of disclosure makes of it. */
  readonly content: Secret;
  /** C = it opens the account, U = it may. */
  readonly status: "C" | "U";
}

/** What a disclosure gives; nobody keeps it. */
export interface Disclosed {
  readonly key: string;
  readonly how: DisclosurePatch["how"];
  /** One, or each that may open the account while that is uncertain, the likeliest first. */
  readonly passwords: readonly DisclosedPassword[];
  /** Whether it is known that the one opens the account. */
  readonly certain: boolean;
  /** In milliseconds UTC. */
  readonly endsAt: number;
}

/**
 * Gives out a checked-out password for a token, once. While it is uncertain which one holds, both are given, and said to be so.
 * @throws DISCLOSURE_TOKEN_INVALID alike for one that is unknown, over, used, or of another session, address or check-out; NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT,
 * CONFLICT where the password changes in this moment, PLUGIN_UNUSABLE
 */
export const revealCheckout = defineOperation({
  name: "checkouts.reveal",
  input: z.strictObject({ key: keyInput, token: z.instanceof(Secret, { error: "must be the token of a disclosure" }) }),
  callers: ["user"],
  policies: policiesOfCheckout("reveal"),
  offered: isOut,
  audit: {
    operation: "CHDS",
    describe: ({ key }, output?: Disclosed) => ({ batchId: key, message: output?.key ?? null }),
  },
  prepare: prepared,
  async run(context, { key }, ready): Promise<Disclosed> {
    const { store, clock, caller } = context;
    const seen = await visibleRow(context, { table: "checkouts", key });
    const { checkout, locked } = await lockedCheckout(context, key, seen);
    const disclosure = usable(context, key, ready && (await store.lock("disclosures", ready.disclosureKey)));
    await requireHeld(context, checkout);
    // What the policy forbids by now it forbids to who was let in a moment ago.
    requireAllowed(locked.policy, disclosure);
    const { giveOut, state } = locked.tree;
    if (ready?.entryKeys.join() !== giveOut.map((entry) => entry.key).join())
      throw new ServiceError("CONFLICT", { target: "key", detail: "the entries have changed meanwhile" });
    await store.save("disclosures", { key: disclosure.key, usedAt: clock.now() });
    const knownKeys = [...keysKnownNow(checkout.knownKeys, locked.tree)];
    await store.save("checkouts", { key, sessionKey: caller.sessid, knownKeys });
    const words = `disclosed by ${disclosure.plugin} at ${disclosure.module}: ${checkout.reason}`;
    await auditCheckout(context, checkout, { operation: "CHKO", message: words });
    const certain = state === "C" && giveOut.length === 1;
    return {
      key: disclosure.key,
      how: ready.how,
      passwords: giveOut.map(({ status }, index) => ({
        content: ready.contents[index] as Secret,
        status: status === "C" ? "C" : "U",
      })),
      certain,
      endsAt: checkout.expiresAt ?? 0,
    };
  },
});

/**
 * The disclosure of a token that the caller may use, and that is free.
 * @throws DISCLOSURE_TOKEN_INVALID
 */
async function freeDisclosure(context: CallContext, checkoutKey: string, token: Secret): Promise<Disclosure> {
  const [known] = await context.store.select("disclosures", { where: { tokenHash: token.use(sha256) }, limit: 1 });
  return free(usable(context, checkoutKey, known));
}

/**
 * Takes a token for this call alone, in a transaction of its own: of many calls with one token a single one has the plug-in asked.
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

/** A disclosure that the caller may use now. */
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
  /** In the order of the entries. */
  readonly contents: readonly Secret[];
}

/** What the plug-in of a disclosure makes of the passwords, before the transaction; nothing where the token is not the caller's to use. */
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
  // No plug-in is told a password that the policy keeps from it.
  requireAllowed(await store.get("managedSystemPolicies", held.account.policyId), disclosure);
  const asked = {
    account: await pluginAccount(context, held.account),
    user: await pluginUser(context, caller.key ?? ""),
    endsAt: new Date(checkout.expiresAt ?? 0).toISOString(),
  };
  await claim(context, disclosure);
  const patches: DisclosurePatch[] = [];
  for (const entry of held.tree.giveOut) {
    const request = { ...asked, password: secretOf(store, entry) };
    const question = {
      kind: "disclosure",
      name: disclosure.plugin,
      request,
      services: pluginServices(context),
    } as const;
    patches.push(await plugins.ask(question));
  }
  return {
    disclosureKey: disclosure.key,
    entryKeys: held.tree.giveOut.map((entry) => entry.key),
    how: patches[0]?.how ?? "display",
    contents: patches.map(({ content }) => (typeof content === "string" ? new Secret(content) : content)),
  };
}
