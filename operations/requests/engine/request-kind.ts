import { hasMoments, type RequestMoment } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Authorization, SubjectKind } from "../../kernel/subject.ts";
import { advanceRequest } from "./advance-request.ts";
import { finishRequest } from "./finish-request.ts";
import { followStart } from "./follow-start.ts";
import { momentsOf } from "./moments-of.ts";
import { RequestSubject } from "./request-subject.ts";
import { scheduleNext } from "./schedule-next.ts";
import { waitingTasks } from "./waiting-tasks.ts";

/** Requests, as the kind of subjects that they are. */
export const requestKind: SubjectKind<CallContext, RequestSubject> = {
  async read({ store }, key) {
    const row = await store.get("reqbatch", key);
    return row && new RequestSubject(row);
  },
  async lock({ store }, key) {
    const row = await store.lock("reqbatch", key);
    return row && new RequestSubject(row);
  },
  moments: (context, { row }) => momentsOf(context, row),
  schedule: (context, { row }, moments) => scheduleNext(context, row, moments),
  advance: (context, { row }, authorization: Authorization) => advanceRequest(context, row, authorization),
  handle,
  async followed(context, { row }) {
    return new RequestSubject(row.status === RequestStatus.Scheduled ? await followStart(context, row) : row);
  },
  waitingItems: (context, { row }) => waitingTasks(context, row),
  async overtaken(context, { row }) {
    // Someone started its workflow too early, and it has begun: from now on it is treated like every other.
    if (hasMoments(row.status) || (await waitingTasks(context, row)).length > 0) return;
    await wake(context, row.key);
  },
};

async function handle(context: CallContext, { row }: RequestSubject, moment: RequestMoment): Promise<void> {
  switch (moment.kind) {
    case "expiry": {
      const isHeld = row.status === RequestStatus.OnHold;
      if (await finishRequest(context, row, isHeld ? ["A", "W", "E"] : ["E"])) await wake(context, row.key);
      return undefined;
    }
    case "start":
      return wake(context, row.key);
    // Its plug-ins are asked by a process that has time for it.
    default:
      return scheduleNext(context, row, [moment]);
  }
}

/** Wakes the engine, which knows the request already. */
function wake({ store }: CallContext, key: string): Promise<void> {
  return store.outbox.add({ workflowType: "request", workflowId: key });
}
