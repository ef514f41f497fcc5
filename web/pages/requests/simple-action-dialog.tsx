import { useState } from "react";

import { call, type Change } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

/** An action that needs a confirmation, and sometimes a comment. */
export type SimpleAction = "unapprove" | "sendBack" | "escalate" | "resubmit" | "cancel";

interface Given {
  readonly key: string;
  readonly phase: number;
  readonly comment: string;
}

const calls: Readonly<Record<SimpleAction, (given: Given) => Change>> = {
  unapprove: ({ key, phase }) => call("POST requests()/unapprove", { key, body: { phase } }),
  sendBack: ({ key, ...body }) => call("POST requests()/sendBack", { key, body }),
  escalate: ({ key, phase }) => call("POST requests()/escalate", { key, body: { phase } }),
  resubmit: ({ key, comment }) => call("POST requests()/resubmit", { key, body: { comment } }),
  cancel: ({ key }) => call("POST requests()/cancel", { key }),
};
/** Actions that require a comment. */
const commented: ReadonlySet<SimpleAction> = new Set(["sendBack", "resubmit"]);

interface SimpleActionDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly action: SimpleAction;
  close(): void;
}

/** A dialog that names the consequences of an action, asks for confirmation, and runs it. */
export function SimpleActionDialog({ request, explanation, action, close }: SimpleActionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const isAsked = commented.has(action);
  const isReady = !isAsked || comment.trim() !== "";
  const perform = () =>
    mutate(calls[action]({ key: request.key, phase: explanation.phase?.sequence ?? 1, comment: comment.trim() }), {
      onSuccess: close,
    });
  return (
    <FormDialog
      title={say(`request.action.${action}`)}
      explained={say(`request.action.${action}Explained`)}
      action={say(`request.action.${action}`)}
      cancel={say("request.notNow")}
      isDanger={action === "cancel"}
      isReady={isReady}
      isPending={isPending}
      error={error}
      send={perform}
      close={close}
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
    </FormDialog>
  );
}
