import { Button } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";

import { isPasswordOver } from "#domain/requests/task-password.ts";

import { askOnce, call, change } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { Request, RequestOperation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { Countdown } from "../../components/countdown.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { Notice } from "../../components/notice.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { useShownSecret } from "../../components/use-shown-secret.ts";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";

interface TaskPasswordDialogProps {
  readonly request: Request;
  readonly operation: RequestOperation;
  close(): void;
}

/**
 * A dialog that shows the password for the new account of a task once. The password disappears when the dialog closes, and after a minute. If
 * an earlier one was shown, or its time is over, another one is made.
 */
export function TaskPasswordDialog({ request, operation, close }: TaskPasswordDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [state, show] = useShownSecret<string>();
  const isShown = state.is === "shown";
  const send = async () => {
    await show(() => revealed(request, operation));
    await readAnew(client, requestsPath);
  };
  const title = say("tasks.revealTaskPassword");
  if (isShown || state.is === "hidden")
    return (
      <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
        {isShown ? (
          <>
            <SecretShownOnce secret={state.secret} label={say("tasks.password")} />
            <p>
              {say("tasks.passwordHides")} <Countdown until={state.until} />
            </p>
          </>
        ) : (
          <Notice kind="info" title={say("tasks.passwordHidden")} />
        )}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      explained={say("tasks.revealTaskPasswordExplained")}
      action={title}
      isPending={state.is === "waiting"}
      error={state.is === "refused" ? state.error : undefined}
      send={() => void send()}
      close={close}
    />
  );
}

/** Returns the password of a task; the task is accepted again first where its last password is over. */
async function revealed(request: Request, { sequence: operation, passwordUntil }: RequestOperation): Promise<string> {
  const { key } = request;
  if (isPasswordOver(passwordUntil === null ? null : Date.parse(passwordUntil), Date.now()))
    await change(call("POST requests()/acceptTask", { key, body: { operation, expect: expectationOf(request) } }));
  return (await askOnce(call("POST requests()/revealTaskPassword", { key, body: { operation } }))).password;
}
