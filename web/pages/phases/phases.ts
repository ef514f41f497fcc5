import type { AuthorizationPhase, Authorizer, Person } from "../../api/model.ts";

/** Whom an authorizer may name. */
export const authorizerKinds = ["person", "userClass", "manager", "groupOwners", "plugin"] as const;

/** One of them. */
export type AuthorizerKind = (typeof authorizerKinds)[number];

/** An authorizer who names nobody yet. */
export const nobody: Authorizer = {
  userKey: null,
  userClass: null,
  managerLevels: null,
  groupOwners: false,
  plugin: null,
  veto: false,
  inputRequired: false,
};

/** A new phase, as the service would fill it in. */
export const newPhase: AuthorizationPhase = {
  sequence: 1,
  minApprovals: 1,
  maxDenials: 1,
  rule: null,
  reasonRequired: "never",
  mayEdit: false,
  authorizers: [],
};

/** Whom an authorizer names. */
export function kindOf({ userKey, userClass, managerLevels, plugin }: Authorizer): AuthorizerKind {
  if (userKey !== null) return "person";
  if (userClass !== null) return "userClass";
  if (managerLevels !== null) return "manager";
  return plugin === null ? "groupOwners" : "plugin";
}

/** Whether a phase is decided by a rule of its own, and not by those whom it names: these mean a rule that is told beside them. */
export const hasOwnRule = ({ rule, authorizers }: AuthorizationPhase) => rule !== null && authorizers.length === 0;

/** The phases as they are sent: numbered in their order, each with its people or its own rule. */
export function sentPhases(phases: readonly AuthorizationPhase[]): readonly AuthorizationPhase[] {
  return phases.map((phase, index) => ({
    ...phase,
    sequence: index + 1,
    rule: hasOwnRule(phase) ? phase.rule : null,
  }));
}

/** The keys of the people whom phases name, each once. */
export function peopleIn(phases: readonly AuthorizationPhase[]): readonly string[] {
  const keys = phases.flatMap(({ authorizers }) => authorizers.flatMap(({ userKey }) => userKey ?? []));
  return [...new Set(keys)].toSorted();
}

/** What the fields of a phase are told. */
export interface PhaseFieldsProps {
  readonly phase: AuthorizationPhase;
  readonly index: number;
  /** The people who are named, by their keys. */
  readonly names: ReadonlyMap<string, Person> | undefined;
  readonly faults: ReadonlyMap<string, string>;
  readonly isReadOnly: boolean;
  change(phase: AuthorizationPhase): void;
  remove(): void;
  /** Lets it come before the one in front of it. */
  raise?(): void;
}
