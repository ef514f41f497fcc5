import { Progress } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { change } from "../../api/call.ts";
import { accountsOfQuery } from "../../api/catalogue.ts";
import type { Request } from "../../api/model.ts";
import { requestsPath } from "../../api/requests.ts";
import { Dialog } from "../../components/dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { Draft, Recipient } from "./draft.ts";
import { operationsOf } from "./operations-of.ts";

interface SubmissionProps {
  readonly draft: Draft;
  /** Told the recipients for whom nothing was sent. */
  sent(left: readonly Recipient[]): void;
  failed(error: unknown, left: readonly Recipient[]): void;
}

/** Sends a draft, a request for each recipient, and leads to the request, or of several to the list of them. */
export function Submission({ draft, sent, failed }: SubmissionProps) {
  const say = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [done, setDone] = useState(0);
  useEffect(() => {
    const left = [...draft.recipients];
    const sendAll = async () => {
      let last: Request | undefined;
      for (const { key } of draft.recipients) {
        const { value } = await client.fetchQuery(accountsOfQuery(key));
        const body = {
          ...{ recipientKey: key, operations: operationsOf(draft.wishes, value) },
          ...(draft.reason.trim() !== "" && { reason: draft.reason.trim() }),
        };
        last = await change<Request>({ method: "POST", path: requestsPath, body });
        left.shift();
        setDone(draft.recipients.length - left.length);
      }
      return last;
    };
    const sendAndGo = async () => {
      try {
        const last = await sendAll();
        await client.invalidateQueries({ queryKey: [requestsPath] });
        sent([]);
        await navigate(last !== undefined && draft.recipients.length === 1 ? paths.request(last.key) : paths.requests);
      } catch (error) {
        failed(error, left);
      }
    };
    void sendAndGo();
    // A draft is sent once: it does not change while it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <Dialog title={say("ask.sending")} titleId="submission-title" close={() => undefined}>
      <Progress aria-labelledby="submission-title" value={done} max={draft.recipients.length} measureLocation="none" />
    </Dialog>
  );
}
