import { Link } from "react-router";

import { requestStatuses } from "#domain/requests/request-status.ts";

import type { Request } from "../../api/model.ts";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { allAskedFor, askedLines, statusWords } from "../../messages/request-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { SentBackLabel } from "./sent-back-label.tsx";
import { StatusLabel } from "./status-label.tsx";

type Status = keyof typeof requestStatuses;

const statusFilter: TableFilter = {
  name: "status",
  title: "request.status",
  choices: valueChoices("status", Object.keys(requestStatuses) as Status[], (status) => `request.status.${status}`),
};

const activeFilter: TableFilter = {
  name: "active",
  title: "request.progress",
  choices: [
    { value: "yes", text: "request.active", where: "active eq true" },
    { value: "no", text: "request.over", where: "finishedAt ne null" },
  ],
};

/** Lines for the operations of a request in a list: enough to show all names of a usual request to an approver. */
const linesShown = 4;

function Asked({ request }: { readonly request: Request }) {
  const say = useText();
  return askedLines(request.operations, linesShown, say).map((line) => (
    <div key={line} className="gatehouse-value">
      {line}
    </div>
  ));
}

const nameOf = (person: Request["requester"]) => person?.displayName ?? person?.id ?? "";

/** Returns the columns of a list of requests. */
function requestColumns(say: Say): readonly TableColumn<Request>[] {
  return [
    {
      name: "number",
      title: "request.number",
      cell: ({ key, number }) => <Link to={paths.request(key)}>{number}</Link>,
      text: ({ number }) => number,
      sortBy: "number",
    },
    {
      name: "asked",
      title: "request.asksFor",
      cell: (request) => <Asked request={request} />,
      text: ({ operations }) => allAskedFor(operations, say),
    },
    {
      name: "requester",
      title: "request.requester",
      cell: ({ requester }) => <PersonName person={requester} />,
      text: ({ requester }) => nameOf(requester),
    },
    {
      name: "recipient",
      title: "request.recipient",
      cell: ({ recipient }) => <PersonName person={recipient} />,
      text: ({ recipient }) => nameOf(recipient),
    },
    {
      name: "reason",
      title: "request.reason",
      cell: ({ reason }) => reason,
      text: ({ reason }) => reason ?? "",
      isHidden: true,
    },
    {
      name: "status",
      title: "request.status",
      cell: ({ status, sentBackAt, finishedAt }) => (
        <>
          <StatusLabel status={status} /> {sentBackAt === null || finishedAt !== null ? null : <SentBackLabel />}
        </>
      ),
      text: ({ status, sentBackAt, finishedAt }) =>
        sentBackAt === null || finishedAt !== null
          ? statusWords(status, say)
          : `${statusWords(status, say)}, ${say("comment.sentBack")}`,
    },
    {
      name: "created",
      title: "request.created",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      text: ({ createdAt }) => createdAt,
      sortBy: "createdAt",
    },
    {
      name: "expires",
      title: "request.expires",
      cell: ({ expiresAt }) => <Moment at={expiresAt} />,
      text: ({ expiresAt }) => expiresAt,
      sortBy: "expiresAt",
      isHidden: true,
    },
  ];
}

/** Returns the source of a list of requests. */
export function requestSource(
  say: Say,
  own: Pick<TableSource<Request>, "name" | "title" | "path" | "empty"> & { readonly filters?: readonly TableFilter[] },
): TableSource<Request> {
  return {
    ...own,
    keyOf: ({ key }) => key,
    columns: requestColumns(say),
    filters: own.filters ?? [activeFilter, statusFilter],
    expand: "requester,recipient,operations($orderby=sequence)",
    keyProperty: "key",
    usualOrder: "createdAt desc",
  };
}
