/** Who changes privileged passwords: we (push), the managed host (pull), or nobody (vault). */
export const managementModes = ["push", "pull", "vault"] as const;

/** Who changes privileged passwords. */
export type ManagementMode = (typeof managementModes)[number];
