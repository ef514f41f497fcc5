/** Parties that change privileged passwords: the service (push), the managed host (pull), or none (vault). */
export const managementModes = ["push", "pull", "vault"] as const;

/** Party that changes privileged passwords. */
export type ManagementMode = (typeof managementModes)[number];
