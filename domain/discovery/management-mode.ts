/** Parties that change privileged passwords: the service (push), the managed host (pull), or none (vault). */
export const managementModes = ["push", "pull", "vault"] as const;

/** Party that changes privileged passwords. */
export type ManagementMode = (typeof managementModes)[number];

/** Names of these parties on pages. */
export const managementModeLabels: Readonly<Record<ManagementMode, string>> = {
  push: "the service",
  pull: "the host itself",
  vault: "nobody",
};
