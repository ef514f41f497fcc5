import { Button, Form, FormGroup, Progress, TextArea } from "@patternfly/react-core";
import { useState } from "react";

import type { Request } from "../../api/model.ts";
import { EntryDialog } from "../../components/entry-dialog.tsx";
import { FailureList } from "../../components/failure-list.tsx";
import type { Entering } from "../../components/use-entered.ts";
import { useText } from "../../messages/text.ts";
import { RiskNotice } from "./request-risks.tsx";
import { useBulkDecision } from "./use-bulk-decision.ts";

interface BulkDecisionDialogProps {
  /** Requests as they were read when they were selected. */
  readonly requests: readonly Request[];
  readonly decision: "approve" | "deny";
  /** Receives the requests that have not been decided, or whose decision was withdrawn. */
  close(left: readonly Request[]): void;
}

const formId = "bulk-decision";

/**
 * A dialog that decides many requests one after another, each as it was read. The user can stop it between two. It lists the refused ones
 * and withdraws the decisions that can be withdrawn.
 */
export function BulkDecisionDialog({ requests, decision, close }: BulkDecisionDialogProps) {
  const say = useText();
  const [comment, setComment] = useState("");
  const bulk = useBulkDecision(requests, decision);
  const { state, takeable, failures, left } = bulk;
  const isRunning = state === "deciding" || state === "takingBack";
  const isOver = state === "decided" || state === "ended";
  const leave = () => {
    bulk.stop();
    close(left);
  };
  return (
    <EntryDialog
      title={say(`decision.${decision}Chosen`, { count: requests.length })}
      titleId="bulk-title"
      isPending={isRunning}
      error={undefined}
      buttons={(cancel) => (
        <>
          {state === "asking" ? (
            <Button type="submit" form={formId} variant={decision === "deny" ? "danger" : "primary"}>
              {say(`decision.${decision}`)}
            </Button>
          ) : null}
          <Button variant={isOver ? "primary" : "link"} onClick={cancel}>
            {say(isRunning ? "action.stop" : isOver ? "action.close" : "action.cancel")}
          </Button>
          {state === "decided" && takeable.length > 0 ? (
            <Button variant="link" onClick={() => void bulk.takeAllBack()}>
              {say("decision.takeBack", { count: takeable.length })}
            </Button>
          ) : null}
        </>
      )}
      close={leave}
    >
      {(entering) => (
        <>
          {state === "asking" ? (
            <>
              <RiskNotice requests={requests} />
              <CommentForm
                comment={comment}
                change={setComment}
                entering={entering}
                send={() => void bulk.decideAll(comment.trim())}
              />
            </>
          ) : (
            <BulkProgress bulk={bulk} count={requests.length} />
          )}
          <FailureList failures={failures} />
        </>
      )}
    </EntryDialog>
  );
}

interface BulkProgressProps {
  readonly bulk: ReturnType<typeof useBulkDecision>;
  readonly count: number;
}

function BulkProgress({ bulk: { state, made, takeable, takenBack, failures }, count }: BulkProgressProps) {
  const say = useText();
  const isBack = state === "takingBack" || state === "ended";
  const done = isBack ? takenBack.length : made.length;
  const max = isBack ? takeable.length : count;
  return (
    <Progress
      aria-labelledby="bulk-title"
      value={done + failures.length}
      max={max}
      label={say(isBack ? "decision.takenBack" : "decision.progress", { done, count: max })}
    />
  );
}

interface CommentFormProps {
  readonly comment: string;
  readonly entering: Entering;
  change(comment: string): void;
  send(): void;
}

function CommentForm({ comment, entering, change: setComment, send }: CommentFormProps) {
  const say = useText();
  return (
    <Form
      id={formId}
      onChange={entering.enter}
      onSubmit={(event) => {
        event.preventDefault();
        entering.send();
        send();
      }}
    >
      <FormGroup label={say("decision.comment")} fieldId="bulk-comment">
        <TextArea
          id="bulk-comment"
          // A user who has opened the dialog by a key types on.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          value={comment}
          onChange={(_event, text) => setComment(text)}
          resizeOrientation="vertical"
          rows={3}
        />
      </FormGroup>
    </Form>
  );
}
