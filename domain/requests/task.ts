import { decidesFor } from "./active-delegates.ts";

/**
 * States of the task of an operation that implementers perform: they are determined by a plug-in, it is offered to them, accepted by one of
 * them, without anybody who could perform it, completed and not yet shown by a discovery, or closed.
 */
export const taskStates = ["calculating", "offered", "accepted", "unassigned", "unconfirmed", "closed"] as const;

/** State of the task of an operation that implementers perform. */
export type TaskState = (typeof taskStates)[number];

/** States of a task that waits for somebody or something. */
export const openTaskStates: readonly TaskState[] = taskStates.filter((state) => state !== "closed");

/** Task of an operation, as its row has it. */
export interface Task {
  /** State; null if no implementer performs the operation. */
  readonly task: TaskState | null;
  /** Key of the implementer who has accepted it, or to whom alone it is offered; null if it is offered to all. */
  readonly implementerKey: string | null;
}

/** Person to whom a task was offered. */
export interface OfferedPerson {
  readonly userKey: string;
  /** Ways that led to the person, such as `delegation:` or `escalation:` with the key of another implementer. */
  readonly via: readonly string[] | null;
  /** Time at which the person declined the task; null if they have not. */
  readonly declinedAt: number | null;
}

/** Reports whether somebody has to perform a task, or to find somebody for it. */
export function isOpenTask({ task }: Pick<Task, "task">): boolean {
  return task !== null && task !== "closed";
}

/**
 * Returns the keys of the people for whom a task waits: the one who has it, with those who stand in for them, or everybody who has not
 * declined it.
 */
export function peopleOfTask({ task, implementerKey }: Task, people: readonly OfferedPerson[]): readonly string[] {
  if (task !== "offered" && task !== "accepted") return [];
  const asked = people.filter(({ declinedAt }) => declinedAt === null).map(({ userKey }) => userKey);
  if (implementerKey === null) return asked;
  return asked.filter((key) => key === implementerKey || decidesFor(key, people).includes(implementerKey));
}

/** Answers of implementers to a task. */
export const taskAnswers = ["accepted", "declined", "handedOn", "completed", "failed"] as const;

/** Answer of an implementer to a task. */
export type TaskAnswer = (typeof taskAnswers)[number];

/** Answer to a task, with its author. */
export interface GivenAnswer {
  readonly userKey: string;
  readonly answer: TaskAnswer;
  /** Key of the user to whom the task is handed on; null if it is not. */
  readonly to: string | null;
}

/** Task with the people to whom it was offered. */
export interface OfferedTask extends Task {
  readonly people: readonly OfferedPerson[];
}

/** Answers that a superuser may give in the place of the implementers. */
const overriding: ReadonlySet<TaskAnswer> = new Set(["handedOn", "completed", "failed"]);

/** Refusal of an answer to a task. */
export type AnswerProblem = "TASK_UNKNOWN" | "TASK_CLOSED" | "TASK_TAKEN" | "TASK_ACCEPTED" | "NOT_AN_IMPLEMENTER";

/** Returns the reason why a person cannot give an answer to a task; undefined if they can. */
export function answerProblem(
  offered: OfferedTask,
  { userKey, answer }: GivenAnswer,
  isOverride: boolean,
): AnswerProblem | undefined {
  const { task, implementerKey, people } = offered;
  if (task === null) return "TASK_UNKNOWN";
  if (task === "closed" || task === "unconfirmed") return "TASK_CLOSED";
  if (isOverride) return overriding.has(answer) ? undefined : "NOT_AN_IMPLEMENTER";
  if (!people.some((one) => one.userKey === userKey && one.declinedAt === null)) return "NOT_AN_IMPLEMENTER";
  if (!peopleOfTask(offered, people).includes(userKey)) return "TASK_TAKEN";
  const isTheirs = task === "accepted" && implementerKey === userKey;
  return answer === "accepted" && isTheirs ? "TASK_ACCEPTED" : undefined;
}

/** Returns the state of a task after an answer that its author may give; a completed one may still need to be confirmed. */
export function afterAnswer(offered: OfferedTask, { userKey, answer, to }: GivenAnswer): Task {
  switch (answer) {
    case "accepted":
      return { task: "accepted", implementerKey: userKey };
    case "handedOn":
      return { task: "offered", implementerKey: to };
    case "declined":
      return afterDecline(offered, userKey);
    case "completed":
    case "failed":
      return { task: "closed", implementerKey: userKey };
  }
}

function afterDecline({ task, implementerKey, people }: OfferedTask, userKey: string): Task {
  if (implementerKey !== null && implementerKey !== userKey) return { task, implementerKey };
  const others = people.filter((one) => one.userKey !== userKey);
  return offeredTo(others, null);
}

/** Returns the task that is offered to people, or to one of them alone; without any of them it is unassigned. */
export function offeredTo(people: readonly OfferedPerson[], implementerKey: string | null): Task {
  const offered = { task: "offered", implementerKey } as const;
  return peopleOfTask(offered, people).length > 0 ? offered : { task: "unassigned", implementerKey: null };
}
