import { Button, Form, FormGroup, FormHelperText, HelperText, HelperTextItem, TextArea } from "@patternfly/react-core";
import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestPath, requestsPath } from "../../api/requests.ts";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";
import { RiskNotice } from "./request-risks.tsx";

/** What somebody says of a phase. */
export type DecisionWord = "approve" | "deny" | "abstain";

interface DecisionDialogProps {
  readonly request: Request;
  readonly explanation: RequestExplanation;
  readonly decision: DecisionWord;
  /** Told when it was given. */
  done(): void;
  close(): void;
}

const formId = "decision";

/** Asks for the reason of a decision, and gives it: about what was seen, and nothing else. */
export function DecisionDialog({ request, explanation, decision, done, close }: DecisionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const decide = () =>
    mutate(
      {
        method: "POST",
        path: `${requestPath(request.key)}/decide`,
        body: {
          phase: explanation.phase?.sequence ?? 1,
          decision,
          expect: expectationOf(request),
          ...(comment.trim() !== "" && { comment: comment.trim() }),
        },
      },
      { onSuccess: done },
    );
  return (
    <Dialog
      title={say(`decision.${decision}`)}
      explained={say(`decision.${decision}Explained`, { number: request.number })}
      footer={
        <>
          <Button
            type="submit"
            form={formId}
            variant={decision === "deny" ? "danger" : "primary"}
            isLoading={isPending}
            isDisabled={isPending}
          >
            {say(`decision.${decision}`)}
          </Button>
          <Button variant="link" onClick={close}>
            {say("action.cancel")}
          </Button>
        </>
      }
      close={close}
    >
      {error === null ? null : <ErrorAlert error={error} />}
      <RiskNotice requests={[request]} />
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          decide();
        }}
      >
        <FormGroup label={say("decision.comment")} fieldId="decision-comment">
          <TextArea
            id="decision-comment"
            // Whoever has opened it by a key goes on typing.
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
      </Form>
    </Dialog>
  );
}
