import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { disclosureTokenMs } from "#domain/checkout-limits.ts";
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
import { type Entry, readTrees, secretOf } from "../vault/engine/entries.ts";
import { auditCheckout } from "./engine/audit-checkout.ts";
import { lockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import { pluginAccount } from "./engine/judged-ticket.ts";
import type { LockedAccount } from "./engine/locked-account.ts";
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
    await visibleRow(context, { table: "checkouts", key });
    const { checkout, locked } = await lockedCheckout(context, key);
    requireOut(checkout, clock.now());
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
  async run(context, { key, token }, ready): Promise<Disclosed> {
    const { store, clock, caller } = context;
    await visibleRow(context, { table: "checkouts", key });
    const { checkout, locked } = await lockedCheckout(context, key);
    const disclosure = await usable(context, key, token);
    requireOut(checkout, clock.now());
    const { giveOut, state } = locked.tree;
    if (ready?.entryKeys.join() !== giveOut.map((entry) => entry.key).join())
      throw new ServiceError("CONFLICT", { target: "key", detail: "the entries have changed meanwhile" });
    await store.save("disclosures", { key: disclosure.key, usedAt: clock.now() });
    await store.save("checkouts", { key, sessionKey: caller.sessid });
    const words = `disclosed by ${disclosure.plugin} at ${disclosure.module}: ${checkout.reason}`;
    await auditCheckout(context, checkout, { operation: "CHKO", message: words });
    const certain = state === "C" && giveOut.length === 1;
    return {
      key: disclosure.key,
      how: ready.how,
      passwords: ready.passwords,
      certain,
      endsAt: checkout.expiresAt ?? 0,
    };
  },
});

/** The disclosure of a token that the caller may use now, locked. */
async function usable(context: CallContext, checkoutKey: string, token: Secret): Promise<Disclosure> {
  const { store, clock, caller } = context;
  const [known] = await store.select("disclosures", { where: { tokenHash: token.use(sha256) }, limit: 1 });
  const row = known && (await store.lock("disclosures", known.key));
  const isUsable =
    row !== undefined &&
    row.usedAt === null &&
    row.expiresAt >= clock.now() &&
    row.checkoutKey === checkoutKey &&
    row.userKey === caller.key &&
    row.sessionKey === caller.sessid &&
    row.address === (caller.ip ?? null);
  if (!isUsable) throw new ServiceError("DISCLOSURE_TOKEN_INVALID", { target: "token" });
  return row;
}

interface Ready {
  readonly entryKeys: readonly string[];
  readonly how: DisclosurePatch["how"];
  readonly passwords: readonly DisclosedPassword[];
}

/** What the plug-in of a disclosure makes of the passwords, before the transaction; nothing where the token is not the caller's to use. */
async function prepared(
  context: CallContext,
  { key, token }: { readonly key: string; readonly token: Secret },
): Promise<Ready | undefined> {
  const { store, plugins, caller } = context;
  const checkout = await store.get("checkouts", key);
  const disclosure = checkout && (await usable(context, key, token));
  if (!checkout || !disclosure || checkout.userKey !== caller.key) return undefined;
  requireOut(checkout, context.clock.now());
  const held = (await readTrees(store, [checkout.managedAccountKey])).get(checkout.managedAccountKey);
  if (held === undefined) return undefined;
  const asked = {
    account: await pluginAccount(context, held.account),
    user: await pluginUser(context, caller.key ?? ""),
    endsAt: new Date(checkout.expiresAt ?? 0).toISOString(),
  };
  const answers: { readonly patch: DisclosurePatch; readonly entry: Entry }[] = [];
  for (const entry of held.tree.giveOut) {
    const request = { ...asked, password: secretOf(store, entry) };
    const question = {
      kind: "disclosure",
      name: disclosure.plugin,
      request,
      services: pluginServices(context),
    } as const;
    answers.push({ entry, patch: await plugins.ask(question) });
  }
  return {
    entryKeys: held.tree.giveOut.map((entry) => entry.key),
    how: answers[0]?.patch.how ?? "display",
    passwords: answers.map(({ entry, patch: { content } }) => ({
      content: typeof content === "string" ? new Secret(content) : content,
      status: entry.status === "C" ? "C" : "U",
    })),
  };
}
