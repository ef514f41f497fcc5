/** Looks of the severities of rules. */
export const severities = { low: "info", medium: "info", high: "warning", critical: "danger" } as const;
