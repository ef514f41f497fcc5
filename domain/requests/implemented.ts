/** Types of resources that may have implementers of their own, by the names that their rows carry. */
export const implementedTypes = ["targetSystem", "managedGroup"] as const;

/** Resource with implementers. */
export interface ImplementedResource {
  readonly resourceType: (typeof implementedTypes)[number];
  /** ID or key of the resource. */
  readonly resourceKey: string;
}
