/** The managed system policy under which managed systems come that are made with their target systems; it can be changed and never removed. */
export const defaultPolicyId = "DEFAULT";
