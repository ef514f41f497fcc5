import type { StructuredType } from "../odata/structured-type.ts";

const named = (name: string, properties: StructuredType["properties"]): StructuredType => ({ name, properties });

const person = named("ExplainedAuthorizer", {
  userKey: { type: "Edm.Guid" },
  veto: { type: "Edm.Boolean" },
  inputRequired: { type: "Edm.Boolean" },
  since: { type: "Edm.DateTimeOffset" },
});

const decision = named("ExplainedDecision", {
  userKey: { type: "Edm.Guid" },
  decision: { type: "Edm.String" },
  decidedAt: { type: "Edm.DateTimeOffset" },
});

const phase = named("ExplainedPhase", {
  sequence: { type: "Edm.Int32" },
  state: { type: "Edm.String" },
  outcome: { type: "Edm.String", members: ["approved", "denied", "open"] },
  rule: { type: "Edm.Int32" },
  ruleText: { type: "Edm.String" },
  approvals: { type: "Edm.Int32" },
  approvalsMissing: { type: "Edm.Int32" },
  denials: { type: "Edm.Int32" },
  decisions: { type: decision, collection: true },
});

const operation = named("ExplainedOperation", {
  sequence: { type: "Edm.Int32" },
  code: { type: "Edm.String" },
  targetSystemKey: { type: "Edm.String" },
  sends: { type: "Edm.Int32" },
  nextTryAt: { type: "Edm.DateTimeOffset", nullable: true },
  errorCode: { type: "Edm.String", nullable: true },
  waitsFor: { type: "Edm.String" },
});

/** Why a request is where it is: who must act, what the rule still needs, what comes next and when. */
export const explanation: StructuredType = named("RequestExplanation", {
  status: { type: "Edm.String" },
  statusText: { type: "Edm.String" },
  final: { type: "Edm.Boolean" },
  waitsFor: { type: person, collection: true },
  phase: { type: phase, nullable: true },
  operations: { type: operation, collection: true },
  nextReminderAt: { type: "Edm.DateTimeOffset", nullable: true },
  escalatesAt: { type: "Edm.DateTimeOffset", nullable: true },
  startsAt: { type: "Edm.DateTimeOffset", nullable: true },
  expiresAt: { type: "Edm.DateTimeOffset", nullable: true },
  next: { type: "Edm.String" },
});
