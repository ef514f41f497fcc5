import { Button, Progress } from "@patternfly/react-core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

import { change } from "../../api/call.ts";
import { accountsOfQuery } from "../../api/catalogue.ts";
import { readAnew } from "../../api/changing.ts";
import type { Request } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { CallError } from "../../base/call-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type Draft, type Underway, withoutSent, withoutUnderway } from "./draft.ts";
import { operationsOf } from "./operations-of.ts";

interface SubmissionProps {
  readonly draft: Draft;
  /** Keeps what is left of the draft, at once; undefined = nothing is. */
  keep(update: (draft: Draft) => Draft | undefined): void;
  /** Told when nothing more is sent: what it was refused with, undefined = nothing. */
  close(error: unknown): void;
}

/** Sends a draft, a request for each recipient, and leads to the request, or of several to the list of them; it can be stopped between two. */
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
        // Kept before it is sent: whoever comes back sends the same again, under the same key.
        keep((left) => ({ ...left, underway: sent }));
        const { callKey, body } = sent;
        last = await change<Request>({ method: "POST", path: requestsPath, body, callKey });
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
        // Of one that was answered by nobody, or by a service that is going away, nobody knows.
        if (error instanceof CallError && error.status !== 503) keep(withoutUnderway);
        close(error);
      }
    };
    void sendAndGo();
    // A draft is sent once: it does not change while it is.
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

/** The request for a recipient, as it is sent. */
async function prepared(client: QueryClient, { wishes, reason }: Draft, recipientKey: string): Promise<Underway> {
  const { value } = await client.fetchQuery(accountsOfQuery(recipientKey));
  const body = {
    recipientKey,
    operations: operationsOf(wishes, value),
    ...(reason.trim() !== "" && { reason: reason.trim() }),
  };
  return { recipientKey, callKey: crypto.randomUUID(), body };
}
