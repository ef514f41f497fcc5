import { Link } from "react-router";

import type { Request, RequestExplanation } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { RequestActions } from "./request-actions.tsx";
import { RiskNotice } from "./request-risks.tsx";
import { SentBackNotice } from "./sent-back-notice.tsx";

/** Data of a request that its views show. */
export interface ShownRequest {
  readonly request: Request;
  readonly explanation: RequestExplanation | undefined;
  /** Error of reading the explanation; null if there is none. */
  readonly unexplained: unknown;
}

interface RequestOutlineProps extends ShownRequest {
  /** True if keys decide about this request. */
  readonly hasKeys?: boolean;
}

/** A request in short: requester, recipient, time and reason, what holds it up, and its actions. */
export function RequestOutline({ request, explanation, unexplained, hasKeys = true }: RequestOutlineProps) {
  const say = useText();
  const { user } = useSession();
  const { requester, requesterKey, recipient, recipientKey, createdAt, reason, holdReason, batchKey } = request;
  // A recipient who has not submitted the batch cannot read it.
  const isBatchSeen = recipientKey !== user.key || requesterKey === user.key;
  return (
    <>
      <p>
        {say("request.requester")}: <PersonName person={requester} /> · {say("request.recipient")}:{" "}
        {recipientKey === null ? say("request.forNobody") : <PersonName person={recipient} />} ·{" "}
        <Moment at={createdAt} />
      </p>
      {reason === null ? null : <blockquote>{reason}</blockquote>}
      {batchKey === null || !isBatchSeen ? null : (
        <p>
          <Link to={paths.batch(batchKey)}>{say("request.batch")}</Link>
        </p>
      )}
      {holdReason === null ? null : (
        <Notice kind="warning" title={say("request.onHold")}>
          <span lang="en">{holdReason}</span>
        </Notice>
      )}
      <SentBackNotice request={request} />
      {request.finishedAt === null ? <RiskNotice requests={[request]} /> : null}
      {explanation === undefined ? null : (
        <RequestActions key={request.key} request={request} explanation={explanation} hasKeys={hasKeys} />
      )}
      {unexplained === null ? null : <ErrorAlert error={unexplained} />}
    </>
  );
}
