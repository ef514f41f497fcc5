/** Origins of the active policy of a name. */
export const policyOrigins = ["default", "changed", "setAside"] as const;

/** A field of `resource` that a policy may read. */
export interface PolicyField {
  readonly name: string;
  readonly type: string;
}
