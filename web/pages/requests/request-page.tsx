import { PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { explanationQuery, requestQuery } from "../../api/requests.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { AskedOperations } from "./asked-operations.tsx";
import { RequestOutline, type ShownRequest } from "./request-outline.tsx";
import { StatusLabel } from "./status-label.tsx";

const Discussion = openedLater(async () => (await import("./discussion.tsx")).Discussion);
const Tasks = openedLater(async () => (await withTexts("tasks", import("./tasks.tsx"))).Tasks);

const Timeline = openedLater(async () => (await import("./timeline.tsx")).Timeline);

const Tickets = openedLater(async () => (await import("./tickets.tsx")).Tickets);

const WhoDecides = openedLater(async () => (await withTexts("own", import("./who-decides.tsx"))).WhoDecides);

/** Page of a request: its operations, its approvers, its history, and its actions. */
export function RequestPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { data: request, error } = useQuery(requestQuery(key));
  const { data: explanation, error: unexplained } = useQuery(explanationQuery(key));
  const name = request === undefined ? say("request.title") : say("request.titleOf", { number: request.number });
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.requests, title: "requests.title" }}
        labels={request === undefined ? null : <StatusLabel status={request.status} />}
      />
      {error === null ? null : <ErrorAlert error={error} title={say("request.unreadable")} />}
      {request === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <Whole request={request} explanation={explanation} unexplained={unexplained} />
      )}
    </PageSection>
  );
}

function Whole(shown: ShownRequest) {
  const { request, explanation } = shown;
  return (
    <>
      <RequestOutline {...shown} />
      <div className="gatehouse-columns">
        {(request.operations ?? []).some(({ task }) => task !== null) ? <Tasks request={request} /> : null}
        <AskedOperations operations={request.operations ?? []} explanation={explanation} />
        {explanation === undefined ? null : <WhoDecides request={request} explanation={explanation} />}
        <Timeline request={request} explanation={explanation} />
        <Discussion request={request} />
        <Tickets request={request} />
      </div>
    </>
  );
}
