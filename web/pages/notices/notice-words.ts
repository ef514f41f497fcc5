import type { Notice } from "../../api/model.ts";
import type { Say, TextValues } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

// What texts may name; a kind that has no such fact names none.
const none: TextValues = {
  phase: 0,
  minutes: 0,
  accounts: 0,
  fresh: 0,
  dependants: 0,
  answer: "",
  state: "",
  outcome: "",
  because: "",
  factor: "",
  change: "",
  how: "",
  right: "",
  way: "",
  subjectId: "",
};

/** What a notice tells, in words. */
export function noticeWords({ kind, facts }: Notice, say: Say): string {
  return say(`notices.kind.${kind}`, { ...none, ...(facts as TextValues) });
}

const pages: Readonly<Partial<Record<Notice["kind"], string>>> = {
  delegated: paths.delegations,
  delegationChanged: paths.delegations,
  secondFactor: paths.profile,
  ownPassword: paths.profile,
  checkedOut: paths.checkouts,
  checkoutEnding: paths.checkouts,
  checkoutEnded: paths.checkouts,
  emergency: paths.checkoutHistory,
  conflicts: paths.conflicts,
};

/** The page of what a notice is about; undefined where it has none. */
export function pageOf({ kind, requestKey }: Notice): string | undefined {
  if (requestKey !== null) return paths.request(requestKey);
  return pages[kind];
}
