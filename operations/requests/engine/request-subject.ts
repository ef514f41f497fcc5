import { ServiceError } from "#domain/errors.ts";
import type { NoticeKind } from "#domain/notices/notice-kinds.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import { withMemberships } from "#domain/requests/changed-memberships.ts";
import type { EventKind, FactsOf } from "#domain/requests/ledger/event-kinds.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { requestEnds } from "#domain/requests/request-ends.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { Subject } from "../../approvals/subject.ts";
import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import type { StoppedPhase, SubjectEscalation, SubjectNotice, SubjectWords } from "../../kernel/subject.ts";
import { requestedOf } from "../../kernel/tell-requested.ts";
import { notice, type Noticing } from "../../notices/engine/notice.ts";
import { boundSelfApproved } from "./count-self-approved.ts";
import { noteEvent, type Noting } from "./note-event.ts";
import { pluginRequest } from "./plugin-request.ts";
import { saveOperation } from "./save-operation.ts";
import { judgeSodAgain } from "./sod-again.ts";
import { tellHeld } from "./tell-held.ts";

type Reading = Pick<ServiceContext, "store">;

const words: SubjectWords = { subject: "request", item: "operation", items: "operations" };

/** A request as the subject of its phases; its items are its operations. */
export class RequestSubject implements Subject {
  readonly words = words;
  readonly row: Row<"reqbatch">;

  constructor(row: Row<"reqbatch">) {
    this.row = row;
  }

  get key() {
    return this.row.key;
  }

  get requesterKey() {
    return this.row.requesterKey;
  }

  get recipientKey() {
    return this.row.recipientKey;
  }

  get origin() {
    return this.row.origin;
  }

  get editedByKey() {
    return this.row.editedByKey;
  }

  get expiresAt() {
    return this.row.expiresAt;
  }

  get isOver() {
    return isFinal(this.row.status);
  }

  get isAsking() {
    return this.row.status === RequestStatus.WaitingForAuthorization;
  }

  get isSentBack() {
    return this.row.sentBackAt !== null;
  }

  /**
   * Throws unless its approvers may decide now.
   * @throws REQUEST_FINAL, SENT_BACK, PHASE_CLOSED
   */
  requireAsking({ clock }: Pick<CallContext, "clock">): void {
    if (this.isOver) throw new ServiceError("REQUEST_FINAL", { target: "key" });
    if (this.isSentBack) throw new ServiceError("SENT_BACK", { target: "key" });
    if (clock.now() < this.expiresAt) return;
    throw new ServiceError("PHASE_CLOSED", { target: "phase", message: "The request has expired. Submit a new one." });
  }

  /** Returns its operations, each followed by those that its attributes amount to. */
  async items({ store }: Reading) {
    return withMemberships(await store.select("requestOperations", { where: { requestKey: this.key } }));
  }

  openItems({ store }: Reading): Promise<readonly Row<"requestOperations">[]> {
    const where = allOf(eq("requestKey", this.key), eq("result", null));
    return store.select("requestOperations", { where, orderBy: [["sequence", "asc"]] });
  }

  async refuseItems(context: CallContext, keys: readonly string[]): Promise<void> {
    const { code: errorCode, message: errorMessage } = requestEnds.D;
    for (const operation of await this.openItems(context)) {
      if (!keys.includes(operation.key)) continue;
      const refusal = { result: OperationResult.Refused, errorCode, errorMessage, finishedAt: context.clock.now() };
      await saveOperation(context, operation, refusal);
    }
  }

  judgeAnew(context: CallContext) {
    return judgeSodAgain(context, this.row);
  }

  boundUnasked(context: CallContext) {
    return boundSelfApproved(context, this.row);
  }

  async hold(context: CallContext, stopped: StoppedPhase): Promise<void> {
    await context.store.save("reqbatch", { key: this.key, holdReason: stopped.reason });
    await tellHeld(context, this.row, stopped);
  }

  note<K extends EventKind>(context: Noting, kind: K, facts: FactsOf<K>): void {
    noteEvent(context, this.key, kind, facts);
  }

  tell<K extends NoticeKind>(context: Noticing, kind: K, told: SubjectNotice<K>): void {
    notice(context, kind, { requestKey: this.key, ...told });
  }

  async tellEscalated(context: CallContext, { phase, silentKey, above }: SubjectEscalation): Promise<void> {
    this.tell(context, "escalated", { to: above === undefined ? [] : [above], facts: { phase, silentKey } });
    await context.store.audit({
      sessid: context.caller.sessid,
      operation: "RQES",
      actor: context.caller.id,
      batchId: this.key,
      result: above === undefined ? "F" : "S",
      recipient: above ?? null,
      requestId: this.row.requestId,
      requested: await requestedOf(context.store, this.key),
      message: `phase ${phase}${above === undefined ? ": nobody is above who has not answered" : ""}`,
    });
  }

  described(context: Reading) {
    return pluginRequest(context, this.row);
  }
}
