import type { AnalysisKindName } from "#domain/analyses/analysis-kinds.ts";

import { roleMining } from "../analyses/engine/role-mining.ts";
import {
  simulatedEnforcement,
  simulatedMandatoryTarget,
  simulatedRoleVersion,
} from "../enforcement/engine/simulated-kinds.ts";
import type { AnalysisKind } from "../kernel/analysis-kind.ts";
import type { CallContext } from "../kernel/context.ts";
import { simulatedPhases } from "../simulations/engine/simulate-phase-set.ts";
import { simulatedRule } from "../sod/engine/simulated-rule.ts";
import { simulatedCondition } from "../user-classes/engine/simulate-condition.ts";

/** Every kind of analyses. */
export const analysisKindTable: Readonly<Record<AnalysisKindName, AnalysisKind<CallContext>>> = {
  classCondition: simulatedCondition,
  phaseSet: simulatedPhases,
  mandatoryTarget: simulatedMandatoryTarget,
  roleVersion: simulatedRoleVersion,
  enforcement: simulatedEnforcement,
  sodRule: simulatedRule,
  roleMining,
};
