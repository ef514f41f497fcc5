import type { RequestStatus } from "../request-status.ts";
import type { OfferedTask } from "../task.ts";
import type { TicketOutcome } from "../ticket-rules.ts";
import type { Voiding } from "../voided-decision.ts";
import type { EventPerson, FactsOf, SubmittedOperation } from "./event-kinds.ts";
import type { SaidInPhase } from "./outcome-of-phase.ts";

/** An operation as the ledger tells it, with the number of the event that says so. */
export interface ToldOperation {
  readonly event: number;
  readonly operation: SubmittedOperation;
}

/** State of a request while its ledger is replayed. */
export interface State {
  readonly submitted: FactsOf<"submitted">;
  /** Number of phases, with those that rules of separation of duties have added. */
  plannedPhases: number;
  status: RequestStatus;
  outcome: RequestStatus | null;
  readonly phases: Map<number, ReplayedPhase>;
  readonly operations: Map<string, ToldOperation>;
  sentBack: boolean;
  readonly voided: Map<string, Voiding>;
  readonly questions: Set<string>;
  readonly results: Map<string, FactsOf<"result">>;
  /** Last answers on whether operations still apply, by the keys of the operations. */
  readonly applicability: Map<string, FactsOf<"applicability">>;
  readonly tasks: Map<string, OfferedTask>;
  /** Keys of the operations that a workflow manager has failed. */
  readonly failedOnHold: Set<string>;
  /** Keys of the operations that were refused because a phase had denied them individually. */
  readonly deniedAlone: Set<string>;
  /** Start of the recipient, before which the request is not carried out; null if none is told. */
  recipientStartsAt: number | null;
  /** Outcomes of the tickets that were closed by their systems, by the keys of the tickets. */
  readonly closedTickets: Map<string, TicketOutcome>;
  cancelled: boolean;
  refused: boolean;
  /** True if rules of separation of duties have refused operations since the submission. */
  separated: boolean;
  deniedOnHold: boolean;
}

/** A phase while the ledger of its request is replayed. */
export interface ReplayedPhase extends SaidInPhase {
  people: readonly EventPerson[];
  operations: readonly string[];
  readonly decided: FactsOf<"decided">[];
  readonly overridden: FactsOf<"overridden">[];
}
