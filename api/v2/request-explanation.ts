import type { StructuredType } from "../odata/structured-type.ts";

const named = (name: string, properties: StructuredType["properties"]): StructuredType => ({ name, properties });

const person = named("ExplainedAuthorizer", {
  userKey: { type: "Edm.Guid", description: "The person." },
  veto: { type: "Edm.Boolean", description: "Whether a denial by this person denies the request." },
  inputRequired: { type: "Edm.Boolean", description: "Whether this person must answer." },
  since: { type: "Edm.DateTimeOffset", description: "Since when this person is waited for." },
});

const decision = named("ExplainedDecision", {
  userKey: { type: "Edm.Guid", description: "Who decided." },
  decision: { type: "Edm.String", description: "What was decided: approve, deny or abstain." },
  decidedAt: { type: "Edm.DateTimeOffset", description: "When." },
});

const phase = named("ExplainedPhase", {
  sequence: { type: "Edm.Int32", description: "The number of the phase." },
  state: { type: "Edm.String", description: "Whether it waits, is open or has ended." },
  outcome: {
    type: "Edm.String",
    members: ["approved", "denied", "open"],
    description: "What the decisions come to by now.",
  },
  rule: { type: "Edm.Int32", description: "The number of the rule by which it is so." },
  ruleText: { type: "Edm.String", description: "The rule in words." },
  approvals: { type: "Edm.Int32", description: "How many have approved." },
  approvalsMissing: { type: "Edm.Int32", description: "How many approvals are missing." },
  denials: { type: "Edm.Int32", description: "How many have denied." },
  decisions: { type: decision, collection: true, description: "What was decided in it." },
});

const operation = named("ExplainedOperation", {
  sequence: { type: "Edm.Int32", description: "The number of the operation." },
  code: { type: "Edm.String", description: "What is done, as a code." },
  targetSystemKey: { type: "Edm.String", description: "The target system." },
  sends: { type: "Edm.Int32", description: "How often it was sent." },
  nextTryAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    description: "When it is tried next; null = no try is planned.",
  },
  errorCode: { type: "Edm.String", nullable: true, description: "The code of its last error; null = none." },
  waitsFor: { type: "Edm.String", description: "What it waits for, in words." },
});

/** Why a request is where it is: who must act, what the rule still needs, what comes next and when. */
export const explanation: StructuredType = named("RequestExplanation", {
  status: { type: "Edm.String", description: "Its status as a letter." },
  statusText: { type: "Edm.String", description: "Its status in words." },
  final: { type: "Edm.Boolean", description: "Whether it has ended." },
  waitsFor: { type: person, collection: true, description: "The people who must act." },
  phase: { type: phase, nullable: true, description: "The phase that is open, or that has ended it; null = none." },
  operations: { type: operation, collection: true, description: "Its operations and what they wait for." },
  nextReminderAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    description: "When the people are reminded next; null = never.",
  },
  escalatesAt: { type: "Edm.DateTimeOffset", nullable: true, description: "When others are asked; null = never." },
  startsAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    description: "When it is carried out; null = as soon as it is approved.",
  },
  expiresAt: {
    type: "Edm.DateTimeOffset",
    nullable: true,
    description: "When it expires if nobody decides; null = it cannot any more.",
  },
  next: { type: "Edm.String", description: "What comes next, in words." },
});
