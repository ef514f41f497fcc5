import type { SenderAccountName } from "./sender-call.ts";

/** Names that a sender may give for an account. */
export const senderNames = ["stableId", "longId", "shortId"] as const;

/** Account with the names that its target system has for it. */
export type NamedAccount = Readonly<Record<(typeof senderNames)[number], string>>;

/**
 * Returns true if a sender gives at least one name of an account, and no other than those of the account. Ids are compared exactly, names
 * as the target system compares them.
 */
export function isNamed(
  given: SenderAccountName,
  account: NamedAccount,
  { caseExact }: { readonly caseExact: boolean },
): boolean {
  const names = senderNames.filter((name) => given[name] !== undefined);
  const form = (name: string, text = "") => (caseExact || name === "stableId" ? text : text.toLowerCase());
  return names.length > 0 && names.every((name) => form(name, given[name]) === form(name, account[name]));
}
