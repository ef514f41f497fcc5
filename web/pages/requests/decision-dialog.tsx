import { FormGroup, FormHelperText, HelperText, HelperTextItem, TextArea } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";
import { RiskNotice } from "./request-risks.tsx";

/** Decision about a phase. */
export type DecisionWord = "approve" | "deny" | "abstain";

interface DecisionDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly decision: DecisionWord;
  /** Runs after the decision. */
  done(): void;
  close(): void;
}

/** A dialog that asks for the reason of a decision and sends it. The decision applies only to the version of the request that was read. */
export function DecisionDialog({ request, explanation, decision, done, close }: DecisionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const decide = () =>
    mutate(
      call("POST requests()/decide", {
        key: request.key,
        body: {
          phase: explanation.phase?.sequence ?? 1,
          decision,
          expect: expectationOf(request),
          ...(comment.trim() !== "" && { comment: comment.trim() }),
        },
      }),
      { onSuccess: done },
    );
  return (
    <FormDialog
      title={say(`decision.${decision}`)}
      explained={say(`decision.${decision}Explained`, { number: request.number })}
      action={say(`decision.${decision}`)}
      isDanger={decision === "deny"}
      isPending={isPending}
      error={error}
      send={decide}
      close={close}
    >
      <RiskNotice requests={[request]} />
      <FormGroup label={say("decision.comment")} fieldId="decision-comment">
        <TextArea
          id="decision-comment"
          // A user who has opened the dialog by a key types on.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={comment}
          onChange={(_event, text) => setComment(text)}
          resizeOrientation="vertical"
          rows={4}
        />
        <FormHelperText>
          <HelperText>
            <HelperTextItem>{say("decision.commentSeen")}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      </FormGroup>
    </FormDialog>
  );
}
