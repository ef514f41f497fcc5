import { Button, Form, FormGroup, TextArea } from "@patternfly/react-core";
import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestPath, requestsPath } from "../../api/requests.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";

/** What takes a yes, and at most a comment. */
export type SimpleAction = "unapprove" | "sendBack" | "escalate" | "resubmit" | "cancel";

/** What of each is sent: the phase, and a comment where it takes one. */
const inputs: Readonly<Record<SimpleAction, { readonly phase: boolean; readonly comment: "none" | "may" | "must" }>> = {
  unapprove: { phase: true, comment: "none" },
  sendBack: { phase: true, comment: "must" },
  escalate: { phase: true, comment: "none" },
  resubmit: { phase: false, comment: "may" },
  cancel: { phase: false, comment: "none" },
};

interface SimpleActionDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly action: SimpleAction;
  close(): void;
}

const formId = "simple-action";

/** Asks once whether it is meant, says what follows from it, and does it. */
export function SimpleActionDialog({ request, explanation, action, close }: SimpleActionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const { phase, comment: asked } = inputs[action];
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
            isDisabled={isPending || (asked === "must" && comment.trim() === "")}
          >
            {say(`request.action.${action}`)}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.notNow")}
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
          perform();
        }}
      >
        {asked === "none" ? null : (
          <FormGroup label={say("decision.comment")} fieldId="action-comment" isRequired={asked === "must"}>
            <TextArea
              id="action-comment"
              value={comment}
              onChange={(_event, text) => setComment(text)}
              resizeOrientation="vertical"
              rows={3}
              isRequired={asked === "must"}
            />
          </FormGroup>
        )}
      </Form>
    </Dialog>
  );
}
