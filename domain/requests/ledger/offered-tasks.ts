import { OperationResult } from "../operation-result.ts";
import { afterAnswer, type GivenAnswer, type OfferedTask, offeredTo, type TaskState } from "../task.ts";
import type { FactsOf } from "./event-kinds.ts";

/** Task as it was told, with what was known of it before. */
interface Told {
  readonly told: OfferedTask;
  readonly before: OfferedTask | undefined;
}

/** States in which a task may be told, with what must hold then. */
const tellable: { readonly [S in TaskState]?: (told: Told) => boolean } = {
  calculating: ({ before }) => before === undefined || before.task === "unassigned",
  offered: ({ told }) => isForAnyone(told),
  // Only somebody who has accepted it before has it.
  accepted: ({ told, before }) =>
    isForAnyone(told) &&
    told.implementerKey !== null &&
    before?.implementerKey === told.implementerKey &&
    wasTaken(before),
  unassigned: ({ told }) => !isForAnyone(told) && told.implementerKey === null,
};

const isForAnyone = ({ people, implementerKey }: OfferedTask) => offeredTo(people, implementerKey).task === "offered";
const wasTaken = ({ task }: OfferedTask) => task === "accepted" || task === "closed";

/** Returns a task as an event tells it, after what was known of it; null if it cannot be so. */
export function taskTold(
  { state, implementer, people: asked }: FactsOf<"taskOffered">,
  before: OfferedTask | undefined,
): OfferedTask | null {
  const people = asked.map(({ user, via }) => ({ userKey: user, via, declinedAt: null }));
  const told: OfferedTask = { task: state, implementerKey: implementer, people };
  return tellable[state]?.({ told, before }) === true ? told : null;
}

/** Returns a task after an answer that its author may give. */
export function withAnswer(offered: OfferedTask, given: GivenAnswer, at: number): OfferedTask {
  const declining = (key: string) => given.answer === "declined" && key === given.userKey;
  const people = offered.people.map((one) => (declining(one.userKey) ? { ...one, declinedAt: at } : one));
  return { ...afterAnswer(offered, given), people };
}

/** Reports whether an operation may end so: a task succeeds once it was completed, and fails once it was closed, or on hold. */
export function mayEnd(
  task: OfferedTask | undefined,
  { operation, result }: FactsOf<"result">,
  failedOnHold: ReadonlySet<string>,
): boolean {
  if (task === undefined || task.task === "closed") return true;
  return result === OperationResult.Failed && failedOnHold.has(operation);
}
