import type { OperationResult } from "../operation-result.ts";
import { canonicalJson, type OrderAttributes } from "../order.ts";
import { type CarriedAnswer, PhaseState, ruleText } from "../phase-outcome.ts";
import { isFinal, type RequestStatus } from "../request-status.ts";
import type { TaskState } from "../task.ts";
import type { FactsOf, SubmittedOperation } from "./event-kinds.ts";
import type { LedgerEvent } from "./event.ts";
import type { LedgerFinding } from "./ledger-finding.ts";
import { outcomeOfPhase, type SaidInPhase } from "./outcome-of-phase.ts";
import type { ReplayedRequest } from "./replay.ts";
import { shownAttributes } from "./shown-attributes.ts";

/** Stored rows of a request, besides its ledger. */
export interface RequestRecord {
  readonly request: {
    readonly number: string;
    readonly status: RequestStatus;
    readonly origin: string;
    readonly requesterKey: string;
    readonly recipientKey: string;
    readonly reason: string | null;
    readonly startAt: number | null;
    readonly recipientStartsAt: number | null;
    readonly expiresAt: number;
    readonly sentBackAt: number | null;
  };
  readonly operations: readonly {
    readonly key: string;
    readonly sequence: number;
    readonly code: string;
    readonly targetSystemKey: string | null;
    readonly accountKey: string | null;
    readonly groupKey: string | null;
    readonly roleKey: string | null;
    readonly sodRuleKey: string | null;
    readonly attributes: OrderAttributes;
    readonly until: number | null;
    readonly forHours: number | null;
    readonly dependsOn: readonly string[];
    readonly result: OperationResult | null;
    readonly errorCode: string | null;
    readonly stableId: string | null;
    readonly task: TaskState | null;
    readonly implementerKey: string | null;
  }[];
  readonly phases: readonly {
    readonly key: string;
    readonly sequence: number;
    readonly state: PhaseState;
    readonly targetSystemKey: string | null;
    readonly ruleKey: string | null;
    readonly ruleVersion: number | null;
    readonly minApprovals: number;
    readonly maxDenials: number;
    readonly rule: string | null;
    readonly carried: readonly CarriedAnswer[] | null;
    readonly excluded: readonly string[] | null;
    readonly reasonRequired: string;
    readonly mayEdit: boolean;
  }[];
  readonly authorizers: readonly {
    readonly requestPhaseKey: string;
    readonly userKey: string;
    readonly via: readonly string[] | null;
    readonly veto: boolean;
    readonly inputRequired: boolean;
  }[];
  readonly decisions: readonly {
    readonly key: string;
    readonly phase: number;
    readonly userKey: string;
    readonly decidedFor: readonly string[] | null;
    readonly decision: string;
    readonly operationKeys: readonly string[] | null;
    readonly comment: string | null;
    readonly override: boolean;
    readonly voidedBecause: string | null;
  }[];
  readonly comments: readonly {
    readonly key: string;
    readonly kind: string;
    readonly userKey: string;
    readonly text: string;
    readonly answersKey: string | null;
  }[];
  /** Disclosures of the passwords that the request has checked out. */
  readonly disclosures: readonly { readonly key: string; readonly userKey: string; readonly plugin: string }[];
}

/** Field with its value in the ledger and its value on record. */
type Compared = readonly [field: string, inLedger: unknown, inRecord: unknown];

/**
 * Compares the record of a request with its ledger. Returns one finding per difference, with the event that tells the field, or null if
 * no event does.
 */
export function compareWithRecord(
  events: readonly LedgerEvent[],
  replayed: ReplayedRequest,
  record: RequestRecord,
): LedgerFinding[] {
  const findings = events.flatMap((event) =>
    comparedWith(event, replayed, record).flatMap(([field, inLedger, inRecord]): LedgerFinding[] => {
      if (canonicalJson(inLedger) === canonicalJson(inRecord)) return [];
      return [{ event: event.sequence, kind: event.kind, field, message: difference(inLedger, inRecord) }];
    }),
  );
  return [...findings, ...untold(events, replayed, record)];
}

function difference(inLedger: unknown, inRecord: unknown): string {
  const words = (value: unknown) => (value === undefined ? "nothing" : canonicalJson(value));
  return `The ledger says ${words(inLedger)}, the record has ${words(inRecord)}.`;
}

function comparedWith(event: LedgerEvent, replayed: ReplayedRequest, record: RequestRecord): readonly Compared[] {
  if (isOfTask(event)) return taskTold(event.facts.operation, replayed, record);
  switch (event.kind) {
    case "submitted":
      return submitted(event, replayed, record);
    case "edited":
      return operationsTold(event, replayed, record);
    case "opened":
      return opened(event.facts, replayed, record);
    case "decided":
    case "overridden":
      return decided(event, replayed, record);
    case "commented":
      return commented(event.facts, record);
    case "result":
      return ended(event.facts, record);
    case "disclosed":
      return disclosed(event.facts, record);
    case "ended":
      return [["outcome", event.facts.outcome, record.request.status]];
    default:
      return [];
  }
}

const taskKinds: readonly LedgerEvent["kind"][] = ["taskOffered", "taskAnswered", "taskClosedByTicket"];

function isOfTask(event: LedgerEvent): event is EventOf<"taskOffered" | "taskAnswered" | "taskClosedByTicket"> {
  return taskKinds.includes(event.kind);
}

type EventOf<K extends LedgerEvent["kind"]> = Extract<LedgerEvent, { readonly kind: K }>;

function submitted(event: EventOf<"submitted">, replayed: ReplayedRequest, record: RequestRecord): readonly Compared[] {
  const { facts } = event;
  const { request, phases, operations } = record;
  return [
    ["number", facts.number, request.number],
    ["origin", facts.origin, request.origin],
    ["requester", facts.requester, request.requesterKey],
    ["recipient", facts.recipient, request.recipientKey],
    ["reason", facts.reason, request.reason],
    ["startAt", facts.startAt, request.startAt],
    ["recipientStartsAt", replayed.recipientStartsAt, request.recipientStartsAt],
    ["expiresAt", facts.expiresAt, request.expiresAt],
    ["phases", replayed.plannedPhases, phases.length],
    ["operations", keysOf(facts.operations), keysOf(operations)],
    ...operationsTold(event, replayed, record),
  ];
}

/** Compares the operations that an event tells, without those that a later event tells too. */
function operationsTold(
  { sequence, facts }: EventOf<"submitted" | "edited">,
  replayed: ReplayedRequest,
  record: RequestRecord,
): readonly Compared[] {
  return facts.operations
    .filter(({ key }) => replayed.operations.get(key)?.event === sequence)
    .flatMap((told) => operationTold(told, replayed, record));
}

function operationTold(
  told: SubmittedOperation,
  { results }: ReplayedRequest,
  { operations }: RequestRecord,
): readonly Compared[] {
  const row = operations.find(({ key }) => key === told.key);
  const at = (field: string) => `operations/${told.sequence}/${field}`;
  return [
    [at("sequence"), told.sequence, row?.sequence],
    [at("code"), told.code, row?.code],
    ...aboutTold(told, row, at),
    [at("attributes"), told.attributes, row && shownAttributes(row.attributes)],
    ...endTold(told, row, at),
    [at("dependsOn"), told.dependsOn, row?.dependsOn],
    // The result event of an ended operation tells its account and group itself.
    ...(results.has(told.key)
      ? []
      : ([
          [at("account"), told.account, row?.accountKey],
          [at("group"), told.group, row?.groupKey],
          [at("result"), null, isOpen(row) ? null : row?.result],
        ] as const)),
  ];
}

function aboutTold(
  { targetSystem, role, rule }: SubmittedOperation,
  row: RequestRecord["operations"][number] | undefined,
  at: (field: string) => string,
): readonly Compared[] {
  return [
    [at("targetSystem"), targetSystem, row?.targetSystemKey],
    [at("role"), role ?? null, row?.roleKey],
    [at("rule"), rule ?? null, row?.sodRuleKey],
  ];
}

function endTold(
  { until, forHours }: SubmittedOperation,
  row: RequestRecord["operations"][number] | undefined,
  at: (field: string) => string,
): readonly Compared[] {
  return [
    [at("until"), until ?? null, row?.until],
    [at("forHours"), forHours ?? null, row?.forHours],
  ];
}

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key).toSorted();
const isOpen = (row: RequestRecord["operations"][number] | undefined) => row?.result === null || row?.result === "P";

const asked = ["ruleKey", "ruleVersion", "minApprovals", "maxDenials", "reasonRequired", "mayEdit"] as const;

function opened(facts: FactsOf<"opened">, { phases }: ReplayedRequest, record: RequestRecord): readonly Compared[] {
  const row = record.phases.find(({ sequence }) => sequence === facts.phase);
  const said = phases.get(facts.phase);
  // A phase that was taken back has opened again, or will: the last opening counts.
  if (said?.opened !== facts) return [];
  return [
    ["targetSystem", facts.targetSystem, row?.targetSystemKey],
    ...asked.map((name): Compared => [name, facts[name], row?.[name]]),
    ...(row === undefined ? [] : peopleOf(said, row, record)),
    ["outcome", outcomeOfPhase(said), row?.state],
  ];
}

type PhaseRow = RequestRecord["phases"][number];

function peopleOf(
  { opened: facts, people: told }: SaidInPhase,
  row: PhaseRow,
  record: RequestRecord,
): readonly Compared[] {
  const authorizers = record.authorizers.filter(({ requestPhaseKey }) => requestPhaseKey === row.key);
  const people = authorizers.map(({ userKey: user, via, veto, inputRequired }) => {
    return { user, via: via ?? [], veto, inputRequired };
  });
  const carried = (row.carried ?? []).map(({ userKey: user, decision: answer, phase }) => ({ user, answer, phase }));
  return [
    ["rule", facts.rule, ruleText({ ...row, authorizers })],
    // Events of their own tell who has joined or left since.
    ["people", inOrder(told), inOrder(people)],
    ["excluded", facts.excluded.toSorted(), (row.excluded ?? []).toSorted()],
    ["carried", facts.carried, carried],
  ];
}

const inOrder = (people: FactsOf<"opened">["people"]) =>
  people.toSorted((a, b) => (a.user < b.user ? -1 : 1)).map((person) => ({ ...person, via: person.via.toSorted() }));

function decided(
  { kind, facts }: EventOf<"decided" | "overridden">,
  { voided }: ReplayedRequest,
  { decisions }: RequestRecord,
): readonly Compared[] {
  const row = decisions.find(({ key }) => key === facts.decision);
  return [
    ["decision", facts.decision, row?.key],
    ["phase", facts.phase, row?.phase],
    ["user", facts.user, row?.userKey],
    ["for", servedBy(facts), row && servedOnRecord(row)],
    ["answer", facts.answer, row?.decision],
    ["operations", "operations" in facts ? facts.operations : null, row?.operationKeys],
    ["reason", facts.reason, row?.comment],
    ["override", kind === "overridden", row?.override],
    ["voided", voided.get(facts.decision) ?? null, row?.voidedBecause],
  ];
}

/** Returns the keys of those for whom a person decided; empty for an override, which decides for all. */
function servedBy(facts: EventOf<"decided" | "overridden">["facts"]): readonly string[] {
  return "for" in facts ? facts.for : [];
}

const servedOnRecord = ({ decidedFor }: RequestRecord["decisions"][number]) => decidedFor ?? [];

function commented(facts: FactsOf<"commented">, { comments }: RequestRecord): readonly Compared[] {
  const row = comments.find(({ key }) => key === facts.comment);
  return [
    ["comment", facts.comment, row?.key],
    ["user", facts.user, row?.userKey],
    ["as", facts.as, row?.kind],
    ["text", facts.text, row?.text],
    ["answers", facts.answers, row?.answersKey],
  ];
}

function ended(facts: FactsOf<"result">, { operations }: RequestRecord): readonly Compared[] {
  const row = operations.find(({ key }) => key === facts.operation);
  return [
    ["result", facts.result, row?.result],
    ["code", facts.code, row?.errorCode],
    ["account", facts.account, row?.accountKey],
    ["group", facts.group, row?.groupKey],
    ["object", facts.object, row?.stableId],
  ];
}

/** Compares a task as it was told last; what a discovery is still to confirm counts as closed. */
function taskTold(operation: string, { tasks }: ReplayedRequest, { operations }: RequestRecord): readonly Compared[] {
  const told = tasks.get(operation);
  const row = operations.find(({ key }) => key === operation);
  return [
    ["state", told?.task, row?.task === "unconfirmed" ? "closed" : row?.task],
    ["implementer", told?.implementerKey, row?.implementerKey],
  ];
}

function disclosed(facts: FactsOf<"disclosed">, { disclosures }: RequestRecord): readonly Compared[] {
  const row = disclosures.find(({ key }) => key === facts.disclosure);
  return [
    ["disclosure", facts.disclosure, row?.key],
    ["user", facts.user, row?.userKey],
    ["plugin", facts.plugin, row?.plugin],
  ];
}

/** Finds what is on record without an event: decisions, comments, disclosures, opened phases, a return to the requester, the status. */
function untold(
  events: readonly LedgerEvent[],
  { status, phases, sentBack, tasks }: ReplayedRequest,
  { request, operations, decisions, comments, disclosures, phases: rows }: RequestRecord,
): LedgerFinding[] {
  const found = (field: string, message: string) => ({ event: null, kind: null, field, message });
  const told = new Set(events.flatMap(keyTold));
  // If only one of the two has ended, another check reports it.
  const isEnded = isFinal(status) || isFinal(request.status);
  return [
    ...decisions
      .filter(({ key }) => !told.has(key))
      .map(({ key }) => found("decisions", `The record has the decision ${key}, of which the ledger does not tell.`)),
    ...comments
      .filter(({ key }) => !told.has(key))
      .map(({ key }) => found("comments", `The record has the comment ${key}, of which the ledger does not tell.`)),
    ...disclosures
      .filter(({ key }) => !told.has(key))
      .map(({ key }) =>
        found("disclosures", `The record has the disclosure ${key}, of which the ledger does not tell.`),
      ),
    ...rows
      .filter(({ sequence, state }) => state !== PhaseState.Pending && !phases.has(sequence))
      .map(({ sequence }) => found("phases", `The record has phase ${sequence} opened, the ledger has not.`)),
    ...operations
      .filter(({ key, task }) => task !== null && !tasks.has(key))
      .map(({ sequence }) =>
        found("tasks", `The record has a task for operation ${sequence}, of which the ledger does not tell.`),
      ),
    ...(sentBack === (request.sentBackAt !== null) ? [] : [found("sentBack", difference(sentBack, !sentBack))]),
    ...(isEnded || request.status === status ? [] : [found("status", difference(status, request.status))]),
  ];
}

/** Returns the key of the row that an event adds; empty for events that add none. */
function keyTold(event: LedgerEvent): string[] {
  switch (event.kind) {
    case "decided":
    case "overridden":
      return [event.facts.decision];
    case "commented":
      return [event.facts.comment];
    case "disclosed":
      return [event.facts.disclosure];
    default:
      return [];
  }
}
