import type { Request, RequestExplanation } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { RequestActions } from "./request-actions.tsx";
import { RiskNotice } from "./request-risks.tsx";
import { SentBackNotice } from "./sent-back-notice.tsx";

/** What is read of a request to show it. */
export interface ShownRequest {
  readonly request: Request;
  readonly explanation: RequestExplanation | undefined;
  /** Why it could not be explained; null = it could, or it is being read. */
  readonly unexplained: unknown;
}

interface RequestOutlineProps extends ShownRequest {
  /** Whether keys decide about it. */
  readonly hasKeys?: boolean;
}

/** A request in short: who asked for whom, when and why, what stops it, and what can be done about it. */
export function RequestOutline({ request, explanation, unexplained, hasKeys = true }: RequestOutlineProps) {
  const say = useText();
  const { requester, recipient, recipientKey, createdAt, reason, holdReason } = request;
  return (
    <>
      <p>
        {say("request.requester")}: <PersonName person={requester} /> · {say("request.recipient")}:{" "}
        {recipientKey === null ? say("request.forNobody") : <PersonName person={recipient} />} ·{" "}
        <Moment at={createdAt} />
      </p>
      {reason === null ? null : <blockquote>{reason}</blockquote>}
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
