/**
 * The managed system policy of accounts whose passwords are managed no more. No system is bound to it and nothing is changed under it:
 * what the vault has of an account stays findable there, whatever has become of the account.
 */
export const historicalPolicyId = "HISTORICAL";

/** What is written on a managed account that is managed no more: it stays, under that policy, and nothing of it is planned. */
export const historical = { policyId: historicalPolicyId, nextRandomized: null } as const;
