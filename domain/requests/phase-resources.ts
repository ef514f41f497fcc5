/** What may have authorization phases of its own, by the name that their rows carry. */
export const phaseResourceTypes = ["targetSystem", "managedGroup", "role", "template", "managedSystemPolicy"] as const;

/** What an authorization phase belongs to. */
export type PhaseResourceType = (typeof phaseResourceTypes)[number];

/** Something that has authorization phases. */
export interface PhaseResource {
  readonly resourceType: PhaseResourceType;
  /** Its id or key. */
  readonly resourceKey: string;
}

/** How the authorization phases of a managed group stand to those of its target system. */
export const phaseInheritances = ["inheritedOnly", "none", "add"] as const;

/** How the authorization phases of a managed group stand to those of its target system. */
export type PhaseInheritance = (typeof phaseInheritances)[number];
