import { Button, Card, CardBody, CardTitle } from "@patternfly/react-core";
import { useState } from "react";

import type { OperationCode } from "#domain/requests/operation-codes.ts";
import { codesWithPassword } from "#domain/requests/task-password.ts";
import { isOpenTask, type OfferedPerson, peopleOfTask } from "#domain/requests/task.ts";

import type { Request, RequestOperation } from "../../api/model.ts";
import { canDo } from "../../api/requests.ts";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { useSession } from "../../session/use-session.ts";
import { numberedOperation } from "./event-words.ts";
import { TaskDialog, type TaskAction, taskActions } from "./task-dialog.tsx";
import { TaskPasswordDialog } from "./task-password-dialog.tsx";

const looks = {
  calculating: "info",
  offered: "info",
  accepted: "info",
  unassigned: "warning",
  unconfirmed: "info",
  closed: "success",
} as const;

/** Tasks of a request: each operation that implementers perform, with its state, its people and what the reader can do about it. */
export function Tasks({ request }: { readonly request: Request }) {
  const say = useText();
  const [doing, setDoing] = useState<{ readonly action: TaskAction; readonly operation: RequestOperation }>();
  const [revealing, setRevealing] = useState<RequestOperation>();
  const tasks = (request.operations ?? []).filter(({ task }) => task !== null);
  return (
    <Card>
      <CardTitle component="h2">{say("tasks.title")}</CardTitle>
      <CardBody>
        {tasks.map((operation) => (
          <Task
            key={operation.key}
            request={request}
            operation={operation}
            begin={(action) => setDoing({ action, operation })}
            reveal={() => setRevealing(operation)}
          />
        ))}
      </CardBody>
      {doing === undefined ? null : <TaskDialog request={request} {...doing} close={() => setDoing(undefined)} />}
      {revealing === undefined ? null : (
        <TaskPasswordDialog request={request} operation={revealing} close={() => setRevealing(undefined)} />
      )}
    </Card>
  );
}

interface TaskProps {
  readonly request: Request;
  readonly operation: RequestOperation;
  begin(action: TaskAction): void;
  /** Opens the dialog with the password for the new account. */
  reveal(): void;
}

function Task({ request, operation, begin, reveal }: TaskProps) {
  const say = useText();
  const { user } = useSession();
  const { task, taskSince, implementers, error } = operation;
  const offered = actionsOn(request, operation, user.key);
  if (task === null) return null;
  const waiting = new Set(peopleOfTask(operation, offersOf(operation)));
  const people = implementers.filter(({ userKey }) => waiting.has(userKey));
  return (
    <section aria-label={numberedOperation(operation, say)}>
      <h3>{numberedOperation(operation, say)}</h3>
      <p>
        <StateLabel look={looks[task]}>{say(`task.state.${task}`)}</StateLabel>{" "}
        {taskSince === null ? null : <Moment at={taskSince} />}
      </p>
      {isOpenTask(operation) && error !== null ? (
        <p lang="en" className="gatehouse-value">
          {error.message}
        </p>
      ) : null}
      {people.length === 0 ? null : (
        <ul>
          {people.map(({ userKey, person }) => (
            <li key={userKey}>
              <PersonName person={person} />
            </li>
          ))}
        </ul>
      )}
      <div className="gatehouse-toolbar">
        {offered.map((action) => (
          <Button
            key={action}
            variant={action === "completeTask" ? "primary" : "secondary"}
            isDanger={action === "failTask"}
            onClick={() => begin(action)}
          >
            {say(`tasks.${action}`)}
          </Button>
        ))}
        {hasPassword(operation, user.key) ? (
          <Button variant="secondary" onClick={reveal}>
            {say("tasks.revealTaskPassword")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** Returns those to whom a task was offered, as the rules see them. */
function offersOf({ implementers }: RequestOperation): readonly OfferedPerson[] {
  return implementers.map((one) => ({
    ...one,
    declinedAt: one.declinedAt === null ? null : Date.parse(one.declinedAt),
  }));
}

/** Returns the actions that the reader can take on a task: those of a person for whom it waits, or of a superuser. */
function actionsOn(request: Request, operation: RequestOperation, userKey: string): readonly TaskAction[] {
  const { task, implementers, implementerKey } = operation;
  if (task !== "offered" && task !== "accepted" && task !== "unassigned") return [];
  const isAsked = implementers.some((one) => one.userKey === userKey);
  const isTheirs = peopleOfTask(operation, offersOf(operation)).includes(userKey);
  const hasAccepted = task === "accepted" && implementerKey === userKey;
  return taskActions.filter((action) => {
    if (!canDo(request, action)) return false;
    if (action === "acceptTask") return isTheirs && !hasAccepted;
    return action === "declineTask" ? isTheirs : isTheirs || !isAsked;
  });
}

/** Reports whether the service makes a password for the account of a task that the reader has accepted. */
function hasPassword({ task, implementerKey, code }: RequestOperation, userKey: string): boolean {
  return task === "accepted" && implementerKey === userKey && codesWithPassword.includes(code as OperationCode);
}
