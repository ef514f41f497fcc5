import { givesItem } from "#domain/catalogue/form-codes.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";

import type { CatalogueItemStanding } from "../../api/model.ts";
import type { TextKey } from "../../messages/text.ts";
import type { Wish } from "./draft.ts";
import { definitionOf } from "./operations-of.ts";

/** Existing accounts and membership of a recipient, as far as the requester may see them. */
export interface Standing {
  /** Names of the accounts on the target system; undefined if the requester may not see them. */
  readonly accounts?: readonly string[];
  /** Name of the account that the item uses. */
  readonly account?: string;
  /** True if that account is a member of the group; undefined if the requester may not see it. */
  readonly isMember?: boolean;
}

/** Message about an existing or missing account or membership. */
export interface ThereAlready {
  readonly text: TextKey;
  readonly kind: "warning" | "info";
  readonly account: string;
}

/**
 * Returns a message if the request makes no sense with the recipient's accounts or memberships, or if it creates an account too; undefined
 * if neither holds.
 */
export function thereAlready({ code }: Wish, { accounts, account = "", isMember }: Standing): ThereAlready | undefined {
  if (accounts === undefined) return undefined;
  const { account: needed, creates, capability } = definitionOf(code);
  if (accounts.length > 0) {
    if (creates === "account") return { text: "ask.accountThere", kind: "warning", account: accounts.join(", ") };
    if (capability === "addMember" && isMember === true) return { text: "ask.memberThere", kind: "warning", account };
    if (capability === "removeMember" && isMember === false) return { text: "ask.noMember", kind: "warning", account };
    return undefined;
  }
  if (needed === "none") return undefined;
  return needed === "existing"
    ? { text: "ask.accountMissing", kind: "warning", account }
    : { text: "ask.accountCreated", kind: "info", account };
}

/**
 * Returns a message if a recipient has the item already, or if an open request gives it to them, and if a role is to be removed that they
 * do not have; undefined if none of it holds. The account of the message is the number of the request.
 */
export function requestedAlready(
  { code }: Wish,
  standing: CatalogueItemStanding | undefined,
): ThereAlready | undefined {
  if (standing === undefined) return undefined;
  const { held, requestNumber } = standing;
  if (definitionOf(code).about === "role" && !givesItem(code as OperationCode) && held === "no")
    return { text: "ask.roleMissing", kind: "warning", account: "" };
  if (!givesItem(code as OperationCode)) return undefined;
  if (requestNumber !== null) return { text: "ask.requestedAlready", kind: "warning", account: requestNumber };
  return held === "yes" ? { text: "ask.heldAlready", kind: "warning", account: "" } : undefined;
}
