import type { CallContext } from "../kernel/context.ts";
import type { ServiceTables } from "../kernel/service-tables.ts";
import { tellOfAccess } from "./tell-of-access.ts";

const whole = async () => (await import("./service-tables.ts")).serviceTables;

/** The same contributions for a process that ends soon: most commands use none, and begin sooner without the modules of all. */
export const tablesWhenUsed: ServiceTables<CallContext> = {
  attach: async (...given) => (await whole()).attach(...given),
  courierOf: async (kind) => (await import("./couriers.ts")).couriers[kind],
  performerOf: async (family) => (await import("./performers.ts")).performers[family],
  subjectKind: async (name) => (await import("./subject-kinds.ts")).subjectKinds[name],
  runKinds: async () => (await whole()).runKinds(),
  analysisKind: async (name) => (await import("./analysis-kinds.ts")).analysisKindTable[name],
  leaverStep: async (name) => (await import("./leaver-steps.ts")).leaverSteps[name],
  changeOfColumn: async (change) => (await import("./column-changes.ts")).changeOfColumn(change),
  tellOfAccess,
  tellOfSilentNode: async (...given) => (await import("./tell-of-silent-node.ts")).tellOfSilentNode(...given),
  tellOfConflicts: async (...given) => (await import("./tell-of-conflicts.ts")).tellOfConflicts(...given),
  tellOfDifferences: async (...given) => (await import("./tell-of-conflicts.ts")).tellOfDifferences(...given),
};
