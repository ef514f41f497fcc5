/**
 * Managed system policy of accounts whose passwords are no longer managed. No system is bound to it and nothing is changed under it: the
 * passwords that the vault has of an account stay findable there, whatever has become of the account.
 */
export const historicalPolicyId = "HISTORICAL";

/** Values of a managed account that is no longer managed: it stays, under that policy, and nothing is planned for it. */
export const historical = { policyId: historicalPolicyId, nextRandomized: null } as const;
