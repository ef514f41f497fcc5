import type { CheckoutRight } from "../checkouts/checkout-rights.ts";
import type { ReturnedStatus } from "../checkouts/checkout-status.ts";
import type { SecondFactor } from "../credential-types.ts";
import type { LogStanding } from "../log-standing.ts";
import type { NotSynchronized } from "../password-sync/not-synchronized.ts";
import type { DelegationState } from "../requests/delegation.ts";
import type { GivenUp } from "../requests/password-queue.ts";
import type { Decision } from "../requests/phase-rules/decision.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import type { TooFewPeople } from "../requests/too-few-people.ts";
import type { NoticeMailState, NoticeNotifierState } from "./mail-states.ts";

/** Outcome of a phase that no longer needs an approver whom it has asked: decided by others, or ended with the request. */
export type Settled = Exclude<Decision, "abstain"> | "D" | "K" | "E";

/** States that a delegation can reach after it was offered. */
export type DelegationChange = Exclude<DelegationState, "asked">;

/** Changes of a second factor. */
export type FactorChange = "added" | "removed";

/** Ways in which a user comes to a right to privileged passwords. */
export type HolderWay = "byMember" | "byCondition" | "byRight";

/** Reasons for the end of a request without a decision. */
export type EndReason = TooFewPeople | "partyLeft";

/** Changes around the password by which a user signs in. */
export type PasswordChange = "linkIssued" | "passwordSet";

/** Changes of a block of password resets. */
export type PasswordBlockChange = "created" | "lifted";

/** Duty of a user whose passwords someone else has reset. */
export type PasswordDuty = "mustChange";

/** Changes of the ways on which secrets travel. */
export type SecretWayChange =
  | "proxyInvited"
  | "proxyEnrolled"
  | "proxyAssigned"
  | "targetMoved"
  | "loginLinked"
  | "dependentAdded"
  | "signInTarget"
  | "accountsMoved"
  | "profileSource"
  | "identityProvider";

/** Form in which a fact of a notice is shown: a word is one of few, and each language has its own for it. */
export type FactShown =
  | "number"
  | "word"
  | "id"
  | "person"
  | "people"
  | "reason"
  | "remark"
  | "delegation"
  | "hold"
  | "rest"
  | "systems"
  | "account"
  | "checkout"
  | "access"
  | "batch"
  | "delivery";

/** A fact of a notice: its form, and its field in texts; `value` is its type alone. */
export interface NoticeFact<T = unknown> {
  readonly shown: FactShown;
  /** Name in the texts, if it is not the fact's own. */
  readonly field?: string;
  readonly value?: T;
}

const number = (): NoticeFact<number> => ({ shown: "number" });
const word = <T extends string>(): NoticeFact<T> => ({ shown: "word" });
/** ID of a target system or of a proxy, shown as it is. */
const id = (field: string): NoticeFact<string> => ({ shown: "id", field });
/** Key of a user, shown as the name. */
const person = (field: string): NoticeFact<string> => ({ shown: "person", field });
/** Keys of users (`listedKeys`), shown as names. */
const people = (): NoticeFact<string> => ({ shown: "people" });
/** Key of a decision, shown as its reason. */
const reason = (): NoticeFact<string> => ({ shown: "reason", field: "comment" });
/** Key of a comment on a request, shown as its text. */
const remark = (): NoticeFact<string> => ({ shown: "remark", field: "comment" });
/** Key of a delegation, shown as its reason. */
const delegation = (): NoticeFact<string> => ({ shown: "delegation", field: "comment" });
/** Key of a request, shown as the reason of its hold. */
const hold = (): NoticeFact<string> => ({ shown: "hold", field: "comment" });
/** Key of a managed account, shown as the name. */
const account = (): NoticeFact<string> => ({ shown: "account", field: "account" });
/** Key of a check-out, shown as its reason. */
const checkout = (): NoticeFact<string> => ({ shown: "checkout", field: "comment" });
/** Key of a grant, shown as what it gives. */
const access = (): NoticeFact<string> => ({ shown: "access", field: "access" });
/** Key of a batch of requests, shown as the name of its template. */
const batch = (): NoticeFact<string> => ({ shown: "batch", field: "template" });
/** Key of a delivery of passwords, shown as its one-time link in the email to its reader and nowhere else. */
const delivery = (): NoticeFact<string> => ({ shown: "delivery", field: "link" });
const ofCheckout = { managedAccountKey: account(), checkoutKey: checkout() };
/** Number of items beyond those that a list names, shown if there are any. */
const rest = (): NoticeFact<number> => ({ shown: "rest" });
/** Keys of managed systems with a number each (`countedKeys`), shown as names. */
const systems = (): NoticeFact<string> => ({ shown: "systems" });
const decision = { phase: number(), answer: word<Decision>(), deciderKey: person("decider"), decisionKey: reason() };
const said = { writerKey: person("writer"), commentKey: remark() };

interface NoticeKindDefinition {
  readonly description: string;
  readonly facts: Readonly<Record<string, NoticeFact>>;
}

/** Kinds of notices: each kind has a cause and its facts. No fact may hold a secret. */
export const noticeKinds = {
  asked: { description: "A phase needs the decision of this user.", facts: { phase: number() } },
  reminded: { description: "A phase still needs the decision of this user.", facts: { phase: number() } },
  escalated: {
    description: "A phase needs the decision of this user, because a report of this user has not decided.",
    facts: { phase: number(), silentKey: person("silent") },
  },
  delegated: {
    description:
      "A delegator wants to delegate approvals to this user. The delegation starts when this user accepts it.",
    facts: { delegatorKey: person("delegator"), delegationKey: delegation() },
  },
  delegationChanged: {
    description: "A delegation by or to this user was accepted, was refused, or has ended.",
    facts: { state: word<DelegationChange>(), otherKey: person("other"), delegationKey: delegation() },
  },
  settled: {
    description: "A phase no longer needs the decision of this user: others have decided, or the request has ended.",
    facts: { phase: number(), outcome: word<Settled>() },
  },
  held: {
    description: "A request is on hold, and this user may release, reassign or deny it.",
    facts: { phase: number(), heldKey: hold() },
  },
  taskOffered: {
    description: "An operation of a request is offered to this user as a task.",
    facts: { operation: number() },
  },
  taskReminded: { description: "A task of this user still waits.", facts: { operation: number() } },
  taskEscalated: {
    description: "A task is offered to this user, because a report of this user has not answered.",
    facts: { operation: number(), silentKey: person("silent") },
  },
  taskReturned: {
    description: "A task of this user came back: another implementer gave it back, or a discovery does not show it.",
    facts: { operation: number() },
  },
  taskHeld: {
    description: "An operation has no implementer left, and this user may assign its task or fail it.",
    facts: { operation: number(), heldKey: hold() },
  },
  decided: {
    description: "An approver has decided about a request by or for this user.",
    facts: decision,
  },
  overridden: {
    description: "A superuser has overridden the approvers, who are notified, too.",
    facts: decision,
  },
  decisionRefused: {
    description: "A decision that this user has sent to the node of its request does not count there.",
    facts: { phase: number(), answer: word<Decision>() },
  },
  question: { description: "An approver asks the requester a question.", facts: said },
  answered: { description: "A question of this user was answered.", facts: said },
  sentBack: {
    description: "An approver has sent the request back to its requester, who must resubmit it.",
    facts: said,
  },
  stillSentBack: {
    description: "The request was sent back, and this user has not resubmitted it yet.",
    facts: {},
  },
  resubmitted: {
    description: "The request was resubmitted after it was sent back, and needs the decision of this user again.",
    facts: said,
  },
  conflicts: {
    description: "No stored password works for managed accounts, and this user may resolve the conflict.",
    facts: { accounts: number(), systems: systems(), moreSystems: rest(), fresh: number() },
  },
  checkedOut: {
    description: "The privileged password that this user requested is checked out.",
    facts: { ...ofCheckout, minutes: number() },
  },
  checkoutEnding: {
    description: "A check-out of this user ends soon.",
    facts: { ...ofCheckout, minutes: number() },
  },
  checkoutEnded: {
    description: "A check-out of this user has ended without an action of this user.",
    facts: { ...ofCheckout, how: word<ReturnedStatus>() },
  },
  emergency: {
    description: "A user has emergency access to a privileged password that this user manages.",
    facts: { ...ofCheckout, holderKey: person("holder"), voucherKey: person("voucher") },
  },
  rightGiven: {
    description: "A user got a permission on privileged passwords that this user manages.",
    facts: {
      giverKey: person("giver"),
      right: word<CheckoutRight>(),
      way: word<HolderWay>(),
      holders: people(),
      moreHolders: rest(),
    },
  },
  ownPassword: {
    description: "A password link was issued for this user, or the password of this user was set.",
    facts: { change: word<PasswordChange>(), changerKey: person("changer") },
  },
  holderPassword: {
    description: "The same for a user who has a permission on privileged passwords that this user manages.",
    facts: { holderKey: person("holder"), change: word<PasswordChange>(), changerKey: person("changer") },
  },
  passwordReset: {
    description: "Passwords of accounts of this user were reset by someone else.",
    facts: { resetterKey: person("resetter"), accounts: number(), duty: word<PasswordDuty | "">() },
  },
  massResetPaused: {
    description: "A mass reset that this user has started has paused by itself, because too many accounts failed.",
    facts: { massResetId: id("massReset"), failed: number(), ended: number() },
  },
  massResetEnded: {
    description: "A mass reset that this user has started has ended.",
    facts: { massResetId: id("massReset"), done: number(), failed: number(), leftOut: number() },
  },
  passwordBlock: {
    description: "A block of password resets of this user, or of one account, was created or lifted by someone else.",
    facts: { change: word<PasswordBlockChange>(), changerKey: person("changer") },
  },
  secretWay: {
    description:
      "A proxy, the connection of a target system, a credential or an identity provider was changed, which gives another way to passwords; this user manages some of them.",
    facts: { change: word<SecretWayChange>(), subjectId: id("subject"), changerKey: person("changer") },
  },
  secondFactor: {
    description: "One-time codes or a passkey of this user were added or removed.",
    facts: { factor: word<SecondFactor>(), change: word<FactorChange>(), changerKey: person("changer") },
  },
  endsSoon: {
    description: "The end of this user, or of a person whom this user sponsors or manages, comes soon.",
    facts: { leaverKey: person("leaver"), days: number() },
  },
  moved: {
    description: "A person whom this user manages has another manager or department than before.",
    facts: { moverKey: person("mover") },
  },
  moveReviewOpened: {
    description: "A person has moved to this user, who reviews what the person keeps.",
    facts: { moverKey: person("mover") },
  },
  moveReviewReminded: {
    description: "A review of a person who has moved still waits for this user.",
    facts: { moverKey: person("mover") },
  },
  moveReviewEscalated: {
    description:
      "A review of a person who has moved waits for this user, because a report of this user has not answered.",
    facts: { moverKey: person("mover"), silentKey: person("silent") },
  },
  externalsIncomplete: {
    description: "Sources have external people without an end or without a sponsor, and this user may complete them.",
    facts: { people: number() },
  },
  dependants: {
    description: "A dependent has not accepted the password of its managed account, and this user may resolve it.",
    facts: { dependants: number(), fresh: number() },
  },
  accessEnding: {
    description: "Access of this user, or of a report of this user, ends soon.",
    facts: { grantKey: access(), holderKey: person("holder"), hours: number() },
  },
  accessEnded: { description: "The time of access of this user is over.", facts: { grantKey: access() } },
  passwordExpires: {
    description: "The password of an account of this user expires soon.",
    facts: { targetSystemId: id("target"), days: number() },
  },
  passwordQueued: {
    description: "A change of a password of this user failed, because the target system did not answer, and is queued.",
    facts: { targetSystemId: id("target") },
  },
  passwordCarriedOut: {
    description: "A queued change of a password of this user was carried out.",
    facts: { targetSystemId: id("target") },
  },
  passwordGivenUp: {
    description: "A queued change of a password of this user was given up.",
    facts: { targetSystemId: id("target"), because: word<GivenUp>() },
  },
  passwordsSynced: {
    description:
      "A password that this user has changed on a target system was set on other accounts of this user, too.",
    facts: { accounts: number() },
  },
  passwordNotSynced: {
    description: "A password that this user has changed on a target system was not set on another account.",
    facts: { targetSystemId: id("target"), because: word<NotSynchronized>() },
  },
  passwordSenderFlood: {
    description:
      "A password sender reports unusually many new passwords, of many accounts or of one again and again; superusers are notified.",
    facts: { targetSystemId: id("target") },
  },
  passwordsByLink: {
    description: "A mass reset has set new passwords for this user, who gets them by a one-time link.",
    facts: { accounts: number(), deliveryKey: delivery() },
  },
  passwordsInMyAccess: {
    description: "A mass reset has set new passwords for this user, who gets them in My access.",
    facts: { accounts: number() },
  },
  batchSubmitted: {
    description: "A request was submitted, or refused, for each recipient of a batch of this user.",
    facts: { batchKey: batch(), submitted: number(), refused: number() },
  },
  nodeConflicts: {
    description:
      "Nodes have changed the same access, role, policy or state of a user without knowing of each other, and this user may decide which value stays.",
    facts: { conflicts: number() },
  },
  nodeSilent: {
    description:
      "The change log is kept for a node that does not read it, and this user may see to that node or let it join again.",
    facts: { standing: word<LogStanding>(), rows: number() },
  },
  nodeDifferences: {
    description:
      "A comparison has found rows that nodes have differently although they know the same changes; superusers are notified.",
    facts: { differences: number() },
  },
  ended: {
    description: "A request by or for this user was closed.",
    facts: { outcome: word<RequestStatus>(), because: word<EndReason | "">() },
  },
} as const satisfies Record<string, NoticeKindDefinition>;

/** Name of a kind of notice. */
export type NoticeKind = keyof typeof noticeKinds;

type Facts<K extends NoticeKind> = (typeof noticeKinds)[K]["facts"];

/** Facts of a notice of one kind. */
export type NoticeFactsOf<K extends NoticeKind> = {
  readonly [F in keyof Facts<K>]: Facts<K>[F] extends NoticeFact<infer T> ? T : never;
};

/** Facts of a notice of any kind, as they are stored. */
export type NoticeFacts = Readonly<Record<string, string | number>>;

/** A notice before it is stored. */
export interface NewNotice {
  readonly kind: NoticeKind;
  /** Key of the notified user. */
  readonly userKey: string;
  /** Key of the request; null if the notice is about no single request. */
  readonly requestKey: string | null;
  readonly facts: NoticeFacts;
  readonly mail: NoticeMailState;
  /** State of its delivery by plug-ins; absent = off. */
  readonly notifier?: NoticeNotifierState;
  /** Time of its creation in milliseconds UTC. */
  readonly createdAt: number;
}

/** Names of all kinds. */
export const noticeKindNames = Object.keys(noticeKinds) as readonly NoticeKind[];
