/** Types of resources that may have authorization phases of their own, by the names that their rows carry. */
export const phaseResourceTypes = [
  "targetSystem",
  "managedGroup",
  "role",
  "template",
  "managedSystemPolicy",
  "sodRule",
] as const;

/** Type of a resource with authorization phases. */
export type PhaseResourceType = (typeof phaseResourceTypes)[number];

/** Resource with authorization phases. */
export interface PhaseResource {
  readonly resourceType: PhaseResourceType;
  /** ID or key of the resource. */
  readonly resourceKey: string;
}

/** Relations of the authorization phases of a managed group to those of its target system. */
export const phaseInheritances = ["inheritedOnly", "none", "add"] as const;

/** Relation of the authorization phases of a managed group to those of its target system. */
export type PhaseInheritance = (typeof phaseInheritances)[number];

/** Types of resources that have phases and can be requested. */
export const simulatedResourceTypes = [
  "targetSystem",
  "managedGroup",
  "managedSystemPolicy",
  "template",
] as const satisfies readonly PhaseResourceType[];
