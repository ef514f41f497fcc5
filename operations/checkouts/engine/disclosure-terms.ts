import { commandWay, oldPasswordWay } from "#domain/checkout-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import { heldAt } from "#domain/vault/held-at.ts";
import { isDoubted } from "#domain/vault/vault-tree.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Offering } from "../../kernel/define-operation.ts";
import { mayHold, rightsOf } from "../../secret-ways/rights-of.ts";
import type { AccountTree, Entry } from "../../vault/engine/entries.ts";

type Checkout = Row<"checkouts">;
type Policy = Row<"managedSystemPolicies">;

/** Parts of a disclosure that a policy may forbid. */
export type AskedDisclosure = Pick<Row<"disclosures">, "plugin" | "heldAt" | "attendedByKey">;

/** Returns the condition on check-outs that can be disclosed: those that are checked out now. */
export const isCheckedOut = ({ policy, now }: Offering): Expression =>
  allOf(policy, eq("status", "checkedOut"), gt("expiresAt", now));

/**
 * Throws CHECKOUT_NOT_OUT unless a check-out is held: a withdrawn permission ends access at once, even before the check-out is revoked.
 * @throws CHECKOUT_NOT_OUT
 */
export async function requireHeld(context: CallContext, checkout: Checkout): Promise<void> {
  if (!(await isHeld(context, checkout))) throw new ServiceError("CHECKOUT_NOT_OUT", { target: "key" });
}

/** Reports whether a check-out is held now by a user who may hold it. */
export async function isHeld(context: CallContext, checkout: Checkout): Promise<boolean> {
  const { status, expiresAt } = checkout;
  // Its end counts even before it is handled.
  const isOut = status === "checkedOut" && expiresAt !== null && expiresAt > context.clock.now();
  return isOut && (await mayHold(context, checkout));
}

/** Reports whether a policy allows running listed commands with its passwords. */
export const allowsCommands = ({ disclosurePlugins }: Pick<Policy, "disclosurePlugins">): boolean =>
  disclosurePlugins.includes(commandWay);

/** Returns the only entry known to open the account; undefined while that is uncertain. */
export function certainEntry({ state, giveOut }: AccountTree["tree"]): Entry | undefined {
  return state === "C" && giveOut.length === 1 ? giveOut[0] : undefined;
}

/** Reports whether the target has confirmed an entry, and nothing speaks against it since. */
export function isConfirmed({ account }: Pick<AccountTree, "account">, entry: Entry): boolean {
  return entry.status === "C" && !isDoubted(entry, account.doubts);
}

/**
 * Returns the way of a disclosure: the wanted one, or the first that the policy allows. Earlier passwords are shown in one way only.
 * Running a command is no way, because no one sees the password then.
 * @throws DISCLOSURE_UNFIT
 */
export function wayOf(policy: Policy | undefined, wanted: string | null, isOld: boolean): string {
  const allowed = (policy?.disclosurePlugins ?? []).filter((name) => name !== commandWay);
  const ways = isOld ? allowed.filter((name) => name === oldPasswordWay) : allowed;
  const name = wanted ?? ways[0];
  if (name !== undefined && ways.includes(name)) return name;
  const of = isOld ? ` of passwords of before, which are shown by ${oldPasswordWay} alone` : "";
  const those = ways.length === 0 ? `no way of disclosure${of}` : `these ways of disclosure${of}: ${ways.join(", ")}`;
  const message = `The policy '${policy?.id ?? ""}' allows ${those}${commandWords(policy)}.`;
  throw new ServiceError("DISCLOSURE_UNFIT", { target: "plugin", message });
}

const commandWords = (policy: Policy | undefined) =>
  policy !== undefined && allowsCommands(policy) ? ". Its listed commands are run by runCommand" : "";

/**
 * Throws unless a policy still allows a requested disclosure, and the caller may still have it so.
 * @throws DISCLOSURE_UNFIT, VOUCHING_MISSING, CHECKOUT_RIGHT_MISSING
 */
export async function requireAllowed(
  context: CallContext,
  policy: Policy | undefined,
  disclosure: AskedDisclosure,
): Promise<void> {
  const isOld = disclosure.heldAt !== null;
  wayOf(policy, disclosure.plugin, isOld);
  if (policy?.attended === true && disclosure.attendedByKey === null)
    throw new ServiceError("VOUCHING_MISSING", { target: "code" });
  if (isOld) await requireManager(context, policy);
}

/**
 * Throws CHECKOUT_RIGHT_MISSING unless the caller manages the accounts of a policy: only managers may see earlier passwords.
 * @throws CHECKOUT_RIGHT_MISSING
 */
export async function requireManager(context: CallContext, policy: Policy | undefined): Promise<void> {
  const rights = await rightsOf(context, policy?.id ?? "", context.caller.key ?? "");
  if (rights.has("manage")) return;
  const message = `Passwords of before are shown to who has the right manage under the policy '${policy?.id ?? ""}'. Leave heldAt out, or ask one of them.`;
  throw new ServiceError("CHECKOUT_RIGHT_MISSING", { target: "heldAt", message });
}

/**
 * Returns the entries that a disclosure reveals: those that may open the account now, or may have opened it at a time.
 * @throws DISCLOSURE_UNFIT if the vault had none then
 */
export function entriesToGive(
  { entries, tree }: Pick<AccountTree, "entries" | "tree">,
  momentMs: number | null,
): readonly Entry[] {
  if (momentMs === null) return tree.giveOut;
  const old = heldAt(entries, momentMs);
  if (old.length > 0) return old;
  const message = "The vault had no password of the account at that moment.";
  throw new ServiceError("DISCLOSURE_UNFIT", { target: "heldAt", message });
}
