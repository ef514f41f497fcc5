import type { AuthorizationPhase, Authorizer, Person } from "../../api/model.ts";

/** Kinds of authorizers. */
export const authorizerKinds = ["person", "userClass", "manager", "groupOwners", "plugin"] as const;

/** Kind of an authorizer. */
export type AuthorizerKind = (typeof authorizerKinds)[number];

/** An authorizer that names nobody yet. */
export const nobody: Authorizer = {
  userKey: null,
  userClass: null,
  managerLevels: null,
  groupOwners: false,
  plugin: null,
  veto: false,
  inputRequired: false,
};

/** Initial values of a phase, equal to the service's defaults. */
export const newPhase: AuthorizationPhase = {
  sequence: 1,
  minApprovals: 1,
  maxDenials: 1,
  rule: null,
  reasonRequired: "never",
  mayEdit: false,
  authorizers: [],
};

/** Returns the kind of an authorizer. */
export function kindOf({ userKey, userClass, managerLevels, plugin }: Authorizer): AuthorizerKind {
  if (userKey !== null) return "person";
  if (userClass !== null) return "userClass";
  if (managerLevels !== null) return "manager";
  return plugin === null ? "groupOwners" : "plugin";
}

/** Reports whether a phase has a rule of its own. The rule of a phase with authorizers is derived from them. */
export const hasOwnRule = ({ rule, authorizers }: AuthorizationPhase) => rule !== null && authorizers.length === 0;

/** Returns phases as the API takes them: numbered in their order, each with its authorizers or its own rule. */
export function sentPhases(phases: readonly AuthorizationPhase[]): readonly AuthorizationPhase[] {
  return phases.map((phase, index) => ({
    ...phase,
    sequence: index + 1,
    rule: hasOwnRule(phase) ? phase.rule : null,
  }));
}

/** Returns the keys of the people whom phases name, sorted and without duplicates. */
export function peopleIn(phases: readonly AuthorizationPhase[]): readonly string[] {
  const keys = phases.flatMap(({ authorizers }) => authorizers.flatMap(({ userKey }) => userKey ?? []));
  return [...new Set(keys)].toSorted();
}

/** Properties of the fields of a phase. */
export interface PhaseFieldsProps {
  readonly phase: AuthorizationPhase;
  readonly index: number;
  /** People whom the phases name, by their keys. */
  readonly names: ReadonlyMap<string, Person> | undefined;
  readonly faults: ReadonlyMap<string, string>;
  readonly isReadOnly: boolean;
  change(phase: AuthorizationPhase): void;
  remove(): void;
  /** Moves the phase before the previous one. */
  raise?(): void;
}
