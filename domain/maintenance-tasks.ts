/** A recurring task. */
export interface MaintenanceTask {
  readonly description: string;
  /** Minutes between two beginnings; a run that has not ended when the next one is due continues, and the next one is skipped. */
  readonly everyMinutes: number;
  /** True if one of several nodes does it, because it is about rows of no node. */
  readonly once?: true;
}

const hour = 60;
const day = 24 * hour;

/** Tasks of the engine's schedules by name. */
export const maintenanceTasks = {
  cleanGrants: {
    description:
      "deletes grants, unused tokens of disclosures and codes of second persons that have been expired for 24 hours, answers kept for 24 hours, and sign-ins that are over",
    everyMinutes: hour,
  },
  rotateKeys: { description: "lets the next signing key take over when it is due", everyMinutes: day },
  dropDeliveries: { description: "drops old deliveries of webhooks", everyMinutes: hour },
  changeDuePasswords: { description: "changes managed passwords that are due", everyMinutes: 1 },
  settlePasswords: { description: "verifies managed passwords that are uncertain", everyMinutes: 10 },
  verifyPasswords: { description: "verifies a share of the managed passwords each night", everyMinutes: hour },
  tellConflicts: { description: "tells people of managed passwords that are in conflict", everyMinutes: 1, once: true },
  tellDependants: {
    description: "tells people of what has not taken the password of a managed account",
    everyMinutes: 1,
    once: true,
  },
  tellPasswordEnds: { description: "tells people of passwords that will expire", everyMinutes: hour, once: true },
  dropRuns: { description: "drops old runs over managed accounts", everyMinutes: hour },
  dropAnalyses: { description: "drops old simulations and searches for roles", everyMinutes: hour },
  psupdate: {
    description: "takes the nightly order: discoveries, import rules, autores, rbacenforce",
    everyMinutes: day,
    once: true,
  },
  dropEnforcementRuns: { description: "drops old runs of autores and rbacenforce", everyMinutes: hour },
  compareNodes: {
    description: "compares the rows of this node with those of the other nodes each night",
    everyMinutes: day,
  },
  dropNotices: { description: "drops old notices", everyMinutes: hour },
  dropChanges: { description: "drops old changes that all nodes have from the change log", everyMinutes: hour },
} as const satisfies Readonly<Record<string, MaintenanceTask>>;

/** Name of such a task. */
export type MaintenanceTaskName = keyof typeof maintenanceTasks;

/** Result of one round of a task. */
export interface MaintenanceRound {
  /** True if another round would find more to do. */
  readonly left: boolean;
}
