import "./waiting.css";
import { Button, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Link } from "react-router";

import { explanationQuery, requestQuery } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { usePageActions } from "../../keyboard/page-actions.ts";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { AskedOperations } from "./asked-operations.tsx";
import { Discussion } from "./discussion.tsx";
import { RequestOutline } from "./request-outline.tsx";
import { StatusLabel } from "./status-label.tsx";
import { WhoDecides } from "./who-decides.tsx";

const Tasks = openedLater(async () => (await withTexts("tasks", import("./tasks.tsx"))).Tasks);

interface RequestBesideProps {
  /** Key of the request. */
  readonly open: string;
  /** True if keys decide about this request, and not about the selected ones of the list. */
  readonly hasKeys: boolean;
  close(): void;
}

/** A request beside its list: its operations, its decisions, its pending approvers and its actions. */
export function RequestBeside({ open, hasKeys, close }: RequestBesideProps) {
  const say = useText();
  const id = useId();
  const { data: request, error } = useQuery(requestQuery(open));
  const { data: explanation, error: unexplained } = useQuery(explanationQuery(open));
  usePageActions({ closeBeside: close });
  const number = request?.number ?? "";
  return (
    <section className="gatehouse-beside" aria-labelledby={id}>
      <div className="gatehouse-head">
        <h2 id={id}>{request === undefined ? say("request.title") : say("request.titleOf", { number })}</h2>
        {request === undefined ? null : <StatusLabel status={request.status} />}
        <Link to={paths.request(open)}>{say("request.wholePage")}</Link>
        <Button variant="link" aria-label={say("request.closeBeside", { number })} onClick={close}>
          {say("action.close")}
        </Button>
      </div>
      {error === null ? null : <ErrorAlert error={error} title={say("request.unreadable")} />}
      {request === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <>
          <RequestOutline request={request} explanation={explanation} unexplained={unexplained} hasKeys={hasKeys} />
          {(request.operations ?? []).some(({ task }) => task !== null) ? <Tasks request={request} /> : null}
          <AskedOperations operations={request.operations ?? []} explanation={explanation} />
          {explanation === undefined ? null : <WhoDecides request={request} explanation={explanation} />}
          <Discussion request={request} />
        </>
      )}
    </section>
  );
}
