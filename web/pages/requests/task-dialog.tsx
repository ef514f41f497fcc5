import { useState } from "react";

import { definitionOf } from "#domain/requests/operation-codes.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";

import { call, type Change } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Expectation, Person, Request, RequestOperation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";

/** Actions on a task, in the order of their buttons. */
export const taskActions = ["acceptTask", "completeTask", "handOnTask", "declineTask", "failTask"] as const;

/** Action on a task. */
export type TaskAction = (typeof taskActions)[number];

interface Given {
  readonly key: string;
  readonly operation: number;
  readonly expect: Expectation;
  readonly reason: string | null;
  readonly shortId: string | null;
  readonly stableId: string | null;
  readonly userKey: string;
}

const calls: Readonly<Record<TaskAction, (given: Given) => Change>> = {
  acceptTask: ({ key, operation, expect }) => call("POST requests()/acceptTask", { key, body: { operation, expect } }),
  declineTask: ({ key, operation, expect, reason }) =>
    call("POST requests()/declineTask", { key, body: { operation, expect, reason } }),
  completeTask: ({ key, operation, expect, reason, shortId, stableId }) =>
    call("POST requests()/completeTask", { key, body: { operation, expect, reason, shortId, stableId } }),
  failTask: ({ key, operation, expect, reason }) =>
    call("POST requests()/failTask", { key, body: { operation, expect, reason: reason ?? "" } }),
  handOnTask: ({ key, operation, expect, reason, userKey }) =>
    call("POST requests()/handOnTask", { key, body: { operation, expect, reason, userKey } }),
};

interface TaskDialogProps {
  readonly request: Request;
  readonly operation: RequestOperation;
  readonly action: TaskAction;
  close(): void;
}

const textOrNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** A dialog that asks for what an action on a task needs, and runs it on the version of the request that was read. */
export function TaskDialog({ request, operation, action, close }: TaskDialogProps) {
  const say = useText();
  const [reason, setReason] = useState("");
  const [ids, setIds] = useState({ shortId: "", stableId: "" });
  const [person, setPerson] = useState<Person>();
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const faults = faultsIn(error);
  const makes = action === "completeTask" && definitionOf(operation.code as OperationCode).creates !== null;
  const isReady = (action !== "failTask" || reason.trim() !== "") && (action !== "handOnTask" || person !== undefined);
  const given = {
    key: request.key,
    operation: operation.sequence,
    expect: expectationOf(request),
    reason: textOrNull(reason),
    shortId: textOrNull(ids.shortId),
    stableId: textOrNull(ids.stableId),
    userKey: person?.key ?? "",
  };
  return (
    <FormDialog
      title={say(`tasks.${action}`)}
      explained={say(`tasks.${action}Explained`)}
      action={say(`tasks.${action}`)}
      isDanger={action === "failTask"}
      isReady={isReady}
      isPending={isPending}
      error={error}
      send={() => mutate(calls[action](given), { onSuccess: close })}
      close={close}
    >
      {makes
        ? (["shortId", "stableId"] as const).map((name) => (
            <TextField
              key={name}
              id={`task-${name}`}
              label={say(`tasks.${name}`)}
              help={say(`tasks.${name}Help`)}
              value={ids[name]}
              fault={faults.get(name)}
              change={(text) => setIds({ ...ids, [name]: text })}
            />
          ))
        : null}
      {action === "handOnTask" ? <ChosenPerson person={person} choose={setPerson} /> : null}
      {action === "acceptTask" ? null : (
        <TextField
          id="task-reason"
          label={say("request.reason")}
          value={reason}
          rows={3}
          isRequired={action === "failTask"}
          help={say("decision.commentSeen")}
          fault={faults.get("reason")}
          change={setReason}
        />
      )}
    </FormDialog>
  );
}

interface ChosenPersonProps {
  readonly person: Person | undefined;
  choose(person: Person): void;
}

/** Person to whom a task is handed on. */
function ChosenPerson({ person, choose }: ChosenPersonProps) {
  const say = useText();
  return (
    <>
      <PersonPicker
        id="task-person"
        label={say("tasks.person")}
        without={new Set(person === undefined ? [] : [person.key])}
        choose={choose}
      />
      <p role="status">{person === undefined ? "" : say("tasks.chosen", { name: person.displayName ?? person.id })}</p>
    </>
  );
}
