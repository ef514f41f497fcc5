import type { CallContext } from "../kernel/context.ts";
import type { ServiceTables } from "../kernel/service-tables.ts";
import { analysisKindTable } from "./analysis-kinds.ts";
import { attach } from "./attachments.ts";
import { changeOfColumn } from "./column-changes.ts";
import { couriers } from "./couriers.ts";
import { leaverSteps } from "./leaver-steps.ts";
import { performers } from "./performers.ts";
import { runKinds } from "./run-kinds.ts";
import { subjectKinds } from "./subject-kinds.ts";
import { tellOfAccess } from "./tell-of-access.ts";
import { tellOfConflicts, tellOfDifferences } from "./tell-of-conflicts.ts";
import { tellOfSilentNode } from "./tell-of-silent-node.ts";

/** The contributions of all capabilities, for the composition of a service. */
export const serviceTables: ServiceTables<CallContext> = {
  attach,
  courierOf: async (kind) => couriers[kind],
  performerOf: async (family) => performers[family],
  subjectKind: async (name) => subjectKinds[name],
  runKinds: async () => runKinds,
  analysisKind: async (name) => analysisKindTable[name],
  leaverStep: async (name) => leaverSteps[name],
  changeOfColumn: async (change) => changeOfColumn(change),
  tellOfAccess,
  tellOfConflicts,
  tellOfSilentNode,
  tellOfDifferences,
};
