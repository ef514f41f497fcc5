import { Button, Form } from "@patternfly/react-core";
import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestPath, requestsPath } from "../../api/requests.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

/** An action that needs a confirmation, and sometimes a comment. */
export type SimpleAction = "unapprove" | "sendBack" | "escalate" | "resubmit" | "cancel";

/** Input of each action: the phase, and a comment, which is required if the action takes one. */
const inputs: Readonly<Record<SimpleAction, { readonly phase: boolean; readonly comment: boolean }>> = {
  unapprove: { phase: true, comment: false },
  sendBack: { phase: true, comment: true },
  escalate: { phase: true, comment: false },
  resubmit: { phase: false, comment: true },
  cancel: { phase: false, comment: false },
};

interface SimpleActionDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly action: SimpleAction;
  close(): void;
}

const formId = "simple-action";

/** A dialog that names the consequences of an action, asks for confirmation, and runs it. */
export function SimpleActionDialog({ request, explanation, action, close }: SimpleActionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const { phase, comment: isAsked } = inputs[action];
  const isReady = !isAsked || comment.trim() !== "";
  const perform = () =>
    mutate(
      {
        method: "POST",
        path: `${requestPath(request.key)}/${action}`,
        body: {
          ...(phase && { phase: explanation.phase?.sequence ?? 1 }),
          ...(comment.trim() !== "" && { comment: comment.trim() }),
        },
      },
      { onSuccess: close },
    );
  return (
    <Dialog
      title={say(`request.action.${action}`)}
      explained={say(`request.action.${action}Explained`)}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            variant={action === "cancel" ? "danger" : "primary"}
            isLoading={isPending}
            isDisabled={isPending || !isReady}
          >
            {say(`request.action.${action}`)}
          </Button>
          <Button variant="link" onClick={close}>
            {say("request.notNow")}
          </Button>
        </>
      }
      close={close}
    >
      {error === null ? null : <ErrorAlert error={error} />}
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) perform();
        }}
      >
        {isAsked ? (
          <TextField
            id="action-comment"
            label={say("decision.comment")}
            value={comment}
            rows={3}
            isRequired
            help={say("decision.commentSeen")}
            fault={faultsIn(error).get("comment")}
            change={setComment}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
