import { Button, Form, FormGroup, Progress, TextArea } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { change, read } from "../../api/call.ts";
import type { Request, RequestExplanation } from "../../api/model.ts";
import { requestPath, requestsPath } from "../../api/requests.ts";
import { Dialog } from "../../components/dialog.tsx";
import { errorWords } from "../../messages/error-words.ts";
import { useText } from "../../messages/text.ts";
import { expectationOf } from "./expectation.ts";

interface BulkDecisionDialogProps {
  /** As they were seen when they were chosen. */
  readonly requests: readonly Request[];
  readonly decision: "approve" | "deny";
  /** Told which requests have not been decided. */
  close(left: readonly Request[]): void;
}

interface Failure {
  readonly number: string;
  readonly error: unknown;
}

const formId = "bulk-decision";

/** Decides many requests one after another, each as it was seen; it can be stopped between two, and names those that were refused. */
export function BulkDecisionDialog({ requests, decision, close }: BulkDecisionDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [comment, setComment] = useState("");
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [state, setState] = useState<"asking" | "running" | "ended">("asking");
  const isStopped = useRef(false);
  const leave = () => {
    isStopped.current = true;
    void client.invalidateQueries({ queryKey: [requestsPath] });
    close(requests.filter(({ key }) => !done.has(key)));
  };
  const decideAll = async () => {
    setState("running");
    for (const request of requests) {
      if (isStopped.current) return;
      const failure = await decideOne(request, decision, comment.trim());
      if (failure === undefined) setDone((before) => new Set([...before, request.key]));
      else setFailures((before) => [...before, failure]);
    }
    setState("ended");
    void client.invalidateQueries({ queryKey: [requestsPath] });
  };
  return (
    <Dialog
      title={say(`decision.${decision}Chosen`, { count: requests.length })}
      titleId="bulk-title"
      footer={
        <>
          {state === "asking" ? (
            <Button type="submit" form={formId} variant={decision === "deny" ? "danger" : "primary"}>
              {say(`decision.${decision}`)}
            </Button>
          ) : null}
          <Button variant={state === "ended" ? "primary" : "link"} onClick={leave}>
            {say(state === "running" ? "action.stop" : state === "ended" ? "action.close" : "action.cancel")}
          </Button>
        </>
      }
      close={leave}
    >
      {state === "asking" ? (
        <CommentForm comment={comment} change={setComment} send={() => void decideAll()} />
      ) : (
        <Progress
          aria-labelledby="bulk-title"
          value={done.size + failures.length}
          max={requests.length}
          label={say("decision.progress", { done: done.size, count: requests.length })}
        />
      )}
      <ul aria-live="polite">
        {failures.map(({ number, error }) => (
          <li key={number}>
            {number}: {errorWords(error, say).words}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface CommentFormProps {
  readonly comment: string;
  change(comment: string): void;
  send(): void;
}

function CommentForm({ comment, change: setComment, send }: CommentFormProps) {
  const say = useText();
  return (
    <Form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <FormGroup label={say("decision.comment")} fieldId="bulk-comment">
        <TextArea
          id="bulk-comment"
          // Whoever has opened it by a key goes on typing.
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

/** Decides one request, if it still is what was seen; what it was refused with, or undefined. */
async function decideOne(request: Request, decision: string, comment: string): Promise<Failure | undefined> {
  try {
    const path = requestPath(request.key);
    const { phase } = await read<RequestExplanation>(`${path}/explain`);
    const said = { phase: phase?.sequence ?? 1, decision, expect: expectationOf(request) };
    await change({ method: "POST", path: `${path}/decide`, body: { ...said, ...(comment !== "" && { comment }) } });
    return undefined;
  } catch (error) {
    return { number: request.number, error };
  }
}
