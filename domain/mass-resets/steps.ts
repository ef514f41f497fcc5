/** Actions of a mass reset: passwords are reset, people are brought in, or their access is ended. */
export const massResetActions = ["reset", "onboard", "offboard"] as const;

/** Action of a mass reset. */
export type MassResetAction = (typeof massResetActions)[number];

/** Acts of the steps of onboarding and offboarding, each of which a user may also perform alone. */
export const massStepActs = [
  "addUser",
  "addAccount",
  "join",
  "request",
  "passwords",
  "leave",
  "disableUser",
  "endMembership",
  "disableAccount",
  "deleteAccount",
] as const;

/** Act of a step. */
export type MassStepAct = (typeof massStepActs)[number];

/** Words of the acts, for messages. */
export const stepWords: Readonly<Record<MassStepAct, string>> = {
  addUser: "add the user",
  addAccount: "create the account",
  join: "request the membership",
  request: "request the template",
  passwords: "set the first passwords",
  leave: "let the user leave",
  disableUser: "disable the user",
  endMembership: "end the membership",
  disableAccount: "disable the account",
  deleteAccount: "delete the account",
};

/** Parts of the access of people that offboarding can end. */
export const offboardingEnds = ["leave", "disableUser", "memberships", "disableAccounts", "deleteAccounts"] as const;

/** Part of the access of people that offboarding can end. */
export type OffboardingEnd = (typeof offboardingEnds)[number];

const exclusive: readonly (readonly OffboardingEnd[])[] = [
  ["leave", "disableUser"],
  ["disableAccounts", "deleteAccounts"],
  // The end of an account is the end of its memberships.
  ["memberships", "deleteAccounts"],
];

/** Ends that are about people, and not about single accounts. */
const endsOfPeople: readonly OffboardingEnd[] = ["leave", "disableUser"];

/** Returns the rule that the ends of an offboarding break; undefined if they keep all. */
export function brokenEnds(ends: readonly OffboardingEnd[], namesAccounts: boolean): string | undefined {
  if (ends.length === 0) return `name at least one of ${offboardingEnds.join(", ")}`;
  if (new Set(ends).size < ends.length) return "name each end once";
  const both = exclusive.find((some) => some.every((end) => ends.includes(end)));
  if (both !== undefined) return `${both.join(" and ")} exclude each other. Leave one of them out`;
  const ofPeople = ends.find((end) => endsOfPeople.includes(end));
  if (namesAccounts && ofPeople !== undefined)
    return `${ofPeople} ends people, and accountKeys names accounts. Choose users, or end accounts`;
  return undefined;
}

/** Result of a step. */
export type StepResult = "S" | "F" | "X";

/** Returns the fate of the steps that wait for another one, once that has ended: they may begin, or are skipped. */
export function fateAfter(result: StepResult): "begin" | "skip" {
  return result === "F" ? "skip" : "begin";
}

/** Facts about a person or an account that offboarding protects. */
export interface ProtectedFacts {
  /** True if the person is the one who offboards. */
  readonly isSelf: boolean;
  readonly isSuperuser: boolean;
  /** True if the vault manages the account, or the service itself signs in with it. */
  readonly isPrivileged: boolean;
  /** True if the mass reset is to end privileged access too, and names the people or accounts one by one. */
  readonly includesPrivileged: boolean;
}

/** Returns the reason for which offboarding leaves a person or an account alone; undefined if it does not. */
export function protection(facts: ProtectedFacts): "self" | "superuser" | "privileged" | undefined {
  if (facts.isSelf) return "self";
  if (facts.includesPrivileged) return undefined;
  if (facts.isSuperuser) return "superuser";
  return facts.isPrivileged ? "privileged" : undefined;
}
