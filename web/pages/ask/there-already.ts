import type { TextKey } from "../../messages/text.ts";
import type { Wish } from "./draft.ts";
import { definitionOf } from "./operations-of.ts";

/** What a recipient has where a wish is about, as far as who asks may see it. */
export interface Standing {
  /** The names of the accounts on the target system; undefined = they are not to be seen. */
  readonly accounts?: readonly string[];
  /** The one that the wish is about. */
  readonly account?: string;
  /** Whether that one is a member of the group; undefined = it is not to be seen. */
  readonly isMember?: boolean;
}

/** What is said of it before it is asked for. */
export interface ThereAlready {
  readonly text: TextKey;
  readonly kind: "warning" | "info";
  readonly account: string;
}

/** What a recipient has already, or lacks, and what is asked for makes no sense with; undefined = nothing is to be said. */
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
