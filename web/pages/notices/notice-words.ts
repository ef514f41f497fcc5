import type { Notice } from "../../api/model.ts";
import type { Say, TextValues } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

// Arguments that texts may contain; a kind without such a fact does not use them.
const none: TextValues = {
  phase: 0,
  minutes: 0,
  hours: 0,
  accounts: 0,
  fresh: 0,
  dependants: 0,
  days: 0,
  people: 0,
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
  targetSystemId: "",
  submitted: 0,
  refused: 0,
  done: 0,
  failed: 0,
  ended: 0,
  leftOut: 0,
  massResetId: "",
  conflicts: 0,
};

/** Returns the text of a notification. */
export function noticeWords({ kind, facts }: Notice, say: Say): string {
  return say(`notices.kind.${kind}`, { ...none, ...(facts as TextValues) });
}

const pages: Readonly<Partial<Record<Notice["kind"], string>>> = {
  delegated: paths.delegations,
  delegationChanged: paths.delegations,
  secondFactor: paths.profile,
  ownPassword: paths.profile,
  passwordBlock: paths.profile,
  passwordExpires: paths.home,
  passwordsInMyAccess: paths.access,
  checkedOut: paths.checkouts,
  checkoutEnding: paths.checkouts,
  checkoutEnded: paths.checkouts,
  emergency: paths.checkoutHistory,
  conflicts: paths.conflicts,
  externalsIncomplete: paths.people,
  nodeConflicts: paths.nodes,
  nodeSilent: paths.nodes,
  moveReviewOpened: paths.waiting,
  moveReviewReminded: paths.waiting,
  moveReviewEscalated: paths.waiting,
};

/** Facts that hold the key of the person whose page a notification is about. */
const aboutPerson: Readonly<Partial<Record<Notice["kind"], string>>> = { endsSoon: "leaverKey", moved: "moverKey" };

/** Returns the page that a notification is about; undefined if there is none. */
export function pageOf({ kind, requestKey, facts }: Notice): string | undefined {
  // Whoever objects to a reset does so on the page of the profile.
  if (kind === "passwordReset") return paths.profile;
  if (requestKey !== null) return paths.request(requestKey);
  if (kind === "batchSubmitted") return paths.batch(String((facts as TextValues)["batchKey"]));
  const about = aboutPerson[kind];
  const key = about === undefined ? undefined : (facts as TextValues)[about];
  return typeof key === "string" ? paths.person(key) : pages[kind];
}
