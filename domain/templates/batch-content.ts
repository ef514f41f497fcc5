import type { ReasonRequired } from "../requests/reason-required.ts";
import type { TemplateOperation } from "./fill-template.ts";

/** Approval phase of a template when a batch was submitted. */
export interface BatchPhase {
  readonly ruleKey: string | null;
  readonly ruleVersion: number | null;
  readonly rule: string | null;
  readonly minApprovals: number;
  readonly maxDenials: number;
  readonly reasonRequired: ReasonRequired;
  readonly mayEdit: boolean;
}

/** Content of a template when a batch was submitted: a later change of the template does not reach the batch. */
export interface BatchContent {
  readonly operations: readonly TemplateOperation[];
  readonly phases: readonly BatchPhase[];
  readonly usableBy: string | null;
  readonly recipients: string | null;
  readonly longestHours: number | null;
}
