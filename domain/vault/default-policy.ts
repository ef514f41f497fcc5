/** Managed system policy of managed systems that are created with their target systems; it can be changed and never removed. */
export const defaultPolicyId = "DEFAULT";
