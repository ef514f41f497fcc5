import { Button, Progress } from "@patternfly/react-core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { call, change } from "../../api/call.ts";
import { accountsOfQuery } from "../../api/catalogue.ts";
import { readAnew } from "../../api/changing.ts";
import type { Request } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { CallError } from "../../base/call-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type Draft, type Underway, withoutSent, withoutUnderway } from "./draft.ts";
import { exceptionsOf } from "./exceptions.ts";
import { operationsOf } from "./operations-of.ts";

interface SubmissionProps {
  readonly draft: Draft;
  /** Saves the remaining draft at once; undefined if nothing remains. */
  keep(update: (draft: Draft) => Draft | undefined): void;
  /** Receives the error when nothing more is sent; undefined if the user has stopped it. */
  close(error: unknown): void;
}

/**
 * A dialog that sends a draft, one request per recipient, and then opens the request, or the list if there are several. The user can stop
 * it between two.
 */
export function Submission({ draft, keep, close }: SubmissionProps) {
  const say = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [count] = useState(draft.recipients.length);
  const [done, setDone] = useState(0);
  const isStopped = useRef(false);
  const stop = () => {
    isStopped.current = true;
    close(undefined);
  };
  useEffect(() => {
    const sendAll = async () => {
      let last: Request | undefined;
      for (const { key } of draft.recipients) {
        if (isStopped.current) return undefined;
        const sent = draft.underway?.recipientKey === key ? draft.underway : await prepared(client, draft, key);
        // Saved before it is sent, so that a retry after a return to the page uses the same idempotency key.
        keep((left) => ({ ...left, underway: sent }));
        const { callKey, body } = sent;
        last = await change(call("POST requests", { body, callKey }));
        keep((left) => withoutSent(left, sent));
        setDone((before) => before + 1);
      }
      return last;
    };
    const sendAndGo = async () => {
      try {
        const last = await sendAll();
        await readAnew(client, requestsPath);
        if (isStopped.current || last === undefined) return;
        close(undefined);
        await navigate(draft.recipients.length === 1 ? paths.request(last.key) : paths.requests);
      } catch (error) {
        // After no answer, or the answer of a stopping service, the outcome is unknown.
        if (error instanceof CallError && error.status !== 503) keep(withoutUnderway);
        close(error);
      }
    };
    void sendAndGo();
    // A draft is sent once, and does not change meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <Dialog
      title={say("ask.sending")}
      titleId="submission-title"
      close={stop}
      footer={
        <Button variant="link" onClick={stop}>
          {say("action.stop")}
        </Button>
      }
    >
      <Progress
        aria-labelledby="submission-title"
        value={done}
        max={count}
        label={say("ask.sentOf", { done, count })}
      />
    </Dialog>
  );
}

/** Returns the request for a recipient as it is sent. */
async function prepared(client: QueryClient, draft: Draft, recipientKey: string): Promise<Underway> {
  const { wishes, reason } = draft;
  const { value } = await client.fetchQuery(accountsOfQuery(recipientKey));
  const body = {
    recipientKey,
    operations: [...operationsOf(wishes, value), ...exceptionsOf(draft, recipientKey)],
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  };
  return { recipientKey, callKey: crypto.randomUUID(), body };
}
