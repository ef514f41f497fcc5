import type { NoticeKind } from "#domain/notices/notice-kinds.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { SubjectEscalation, SubjectNotice } from "../../kernel/subject.ts";
import { requestedOf } from "../../kernel/tell-requested.ts";
import { notice, type Noticing } from "../../notices/engine/notice.ts";
import { RequestSubject } from "./request-subject.ts";

/** Notices about a task in the place of those about a phase. */
const kinds: ReadonlyMap<NoticeKind, "taskOffered" | "taskReminded"> = new Map([
  ["asked", "taskOffered"],
  ["reminded", "taskReminded"],
]);

/**
 * A request as the subject of one of its tasks, in the place of a phase: its people are found, reminded and escalated alike. The ledger tells of
 * all of them together once they have changed.
 */
export class TaskSubject extends RequestSubject {
  readonly #operation: Pick<Row<"requestOperations">, "sequence">;

  constructor(row: Row<"reqbatch">, operation: Pick<Row<"requestOperations">, "sequence">) {
    super(row);
    this.#operation = operation;
  }

  override note(): void {
    // Told with all people of the task.
  }

  override tell<K extends NoticeKind>(context: Noticing, kind: K, { to }: SubjectNotice<K>): void {
    const told = kinds.get(kind);
    if (told !== undefined)
      notice(context, told, { requestKey: this.key, to, facts: { operation: this.#operation.sequence } });
  }

  override async tellEscalated(context: CallContext, { silentKey, above }: SubjectEscalation): Promise<void> {
    const { sequence: operation } = this.#operation;
    const to = above === undefined ? [] : [above];
    notice(context, "taskEscalated", { requestKey: this.key, to, facts: { operation, silentKey } });
    await context.store.audit({
      sessid: context.caller.sessid,
      operation: "RQES",
      actor: context.caller.id,
      batchId: this.key,
      result: above === undefined ? "F" : "S",
      recipient: above ?? null,
      requestId: this.row.requestId,
      requested: await requestedOf(context.store, this.key),
      message: `task ${operation}${above === undefined ? ": nobody is above who has not answered" : ""}`,
    });
  }
}
