import { Alert, Flex, FlexItem, PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { explanationQuery, requestQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { PageTitle } from "../../layout/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { AskedOperations } from "./asked-operations.tsx";
import { Discussion } from "./discussion.tsx";
import { RequestActions } from "./request-actions.tsx";
import { StatusLabel } from "./status-label.tsx";
import { Timeline } from "./timeline.tsx";
import { WhoDecides } from "./who-decides.tsx";

/** One request: what it asks for, who decides, what has happened, and what can be done about it. */
export function RequestPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { data: request, error } = useQuery(requestQuery(key));
  const { data: explanation, error: unexplained } = useQuery(explanationQuery(key));
  const name = request === undefined ? say("request.title") : say("request.titleOf", { number: request.number });
  return (
    <PageSection>
      <Flex>
        <FlexItem>
          <PageTitle name={name} />
        </FlexItem>
        {request === undefined ? null : (
          <FlexItem>
            <StatusLabel status={request.status} />
          </FlexItem>
        )}
      </Flex>
      {error === null ? null : <ErrorAlert error={error} title={say("request.unreadable")} />}
      {request === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <>
          <p>
            {say("request.requester")}: <PersonName person={request.requester} /> · {say("request.recipient")}:{" "}
            {request.recipientKey === null ? say("request.forNobody") : <PersonName person={request.recipient} />} ·{" "}
            <Moment at={request.createdAt} />
          </p>
          {request.reason === null ? null : <blockquote>{request.reason}</blockquote>}
          {request.holdReason === null ? null : (
            <Alert isInline variant="warning" component="p" title={say("request.onHold")}>
              {request.holdReason}
            </Alert>
          )}
          {explanation === undefined ? null : <RequestActions request={request} explanation={explanation} />}
          <div className="gatehouse-columns">
            <AskedOperations operations={request.operations ?? []} explanation={explanation} />
            {explanation === undefined ? (
              unexplained === null ? null : (
                <ErrorAlert error={unexplained} />
              )
            ) : (
              <WhoDecides explanation={explanation} />
            )}
            <Timeline request={request} explanation={explanation} />
            <Discussion request={request} />
          </div>
        </>
      )}
    </PageSection>
  );
}
