import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import type { Operation } from "../../api/model.ts";
import { operationQuery } from "../../api/operations.ts";
import { requestQuery } from "../../api/requests.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { OperationFailure } from "../../components/operation-failure.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { doneWords, OperationState } from "./operation-words.tsx";

/** Page of an operation on a target system: its progress, its error, and its request. */
export function OperationPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(operationQuery(key));
  const operation = present(read);
  const name = read.data === undefined ? say("operations.one") : operationTitle(read.data, say);
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.operations, title: "operations.title" }}
        {...(operation !== undefined && { labels: <OperationState operation={operation} /> })}
      />
      <EntityStanding entity={read} unreadable={say("operations.unreadable")} gone={say("operations.gone")} />
      {operation === undefined ? null : (
        <>
          {operation.error === null ? null : <OperationFailure operation={operation} title={say("operations.wrong")} />}
          <OperationFacts operation={operation} />
        </>
      )}
    </PageSection>
  );
}

function operationTitle(operation: Operation, say: Say): string {
  const words = doneWords(operation, say);
  const { targetSystemKey: target } = operation;
  return target === null ? words : say("request.operationOn", { operation: words, target });
}

function OperationFacts({ operation }: { readonly operation: Operation }) {
  const say = useText();
  const { targetSystemKey, accountKey, groupKey, discovery, createdAt, sentAt, nextTryAt, finishedAt, notice } =
    operation;
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} />);
  const facts = [
    ...(targetSystemKey === null
      ? []
      : [{ term: say("account.target"), value: <Link to={paths.target(targetSystemKey)}>{targetSystemKey}</Link> }]),
    ...(accountKey === null
      ? []
      : [
          {
            term: say("operations.account"),
            value: <Link to={paths.account(accountKey)}>{say("operations.show")}</Link>,
          },
        ]),
    ...(groupKey === null
      ? []
      : [{ term: say("operations.group"), value: <Link to={paths.group(groupKey)}>{say("operations.show")}</Link> }]),
    ...(discovery === null || targetSystemKey === null
      ? []
      : [
          {
            term: say("operations.discovery"),
            value: <Link to={paths.target(targetSystemKey, "discovery")}>{say("operations.show")}</Link>,
          },
        ]),
    ...(notice === null ? [] : [{ term: say("operations.notice"), value: notice }]),
    { term: say("operations.request"), value: <RequestLink operation={operation} /> },
    { term: say("operations.created"), value: moment(createdAt) },
    { term: say("operations.sent"), value: moment(sentAt) },
    { term: say("operations.again"), value: moment(nextTryAt) },
    { term: say("operations.ended"), value: moment(finishedAt) },
  ];
  return <Facts facts={facts} />;
}

/** Link to the request of an operation; a text if the operation was started without a request, or its request cannot be read. */
function RequestLink({ operation: { requestKey } }: { readonly operation: Operation }) {
  const say = useText();
  const may = useMay();
  const { data } = useQuery({ ...requestQuery(requestKey), enabled: may("requests_get"), retry: false });
  return data === undefined ? say("operations.atOnce") : <Link to={paths.request(requestKey)}>{data.number}</Link>;
}
