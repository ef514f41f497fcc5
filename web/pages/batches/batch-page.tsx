import { Button, PageSection, Progress } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useMemo, useState } from "react";
import { Link, useParams } from "react-router";

import { readAnew } from "../../api/changing.ts";
import type { RequestBatch, RequestBatchMember } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { batchQuery, isComplete } from "../../api/templates.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

const DecideDialog = openedLater(async () => (await import("./decide-dialog.tsx")).DecideDialog);
const CancelDialog = openedLater(async () => (await import("./cancel-dialog.tsx")).CancelDialog);

/** Page of a batch of requests: its progress, its recipients with their requests or refusals, and its actions. */
export function BatchPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(batchQuery(key));
  const batch = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={batch === undefined ? say("batch.title") : say("batch.of", { template: batch.templateName })}
        list={{ path: paths.batches, title: "batches.title" }}
        {...(batch !== undefined && { actions: <BatchActions batch={batch} /> })}
      />
      <EntityStanding entity={read} unreadable={say("batch.unreadable")} gone={say("batch.gone")} />
      {batch === undefined ? null : (
        <>
          <BatchProgress batch={batch} />
          <BatchFacts batch={batch} />
          <Members batch={batch} />
        </>
      )}
    </PageSection>
  );
}

function BatchActions({ batch }: { readonly batch: RequestBatch }) {
  const say = useText();
  const { user } = useSession();
  const [opened, setOpened] = useState<"approve" | "deny" | "cancel">();
  const close = () => setOpened(undefined);
  const isRequester = batch.requesterKey === user.key;
  return (
    <>
      <Button variant="primary" onClick={() => setOpened("approve")}>
        {say("batch.approve")}
      </Button>
      <Button variant="secondary" onClick={() => setOpened("deny")}>
        {say("batch.deny")}
      </Button>
      {isRequester ? (
        <Button variant="link" isDanger onClick={() => setOpened("cancel")}>
          {say("batch.cancel")}
        </Button>
      ) : null}
      {opened === "approve" || opened === "deny" ? (
        <DecideDialog batch={batch} decision={opened} close={close} />
      ) : null}
      {opened === "cancel" ? <CancelDialog batch={batch} close={close} /> : null}
    </>
  );
}

function BatchProgress({ batch }: { readonly batch: RequestBatch }) {
  const say = useText();
  const id = useId();
  const { recipients, submitted, refused, waiting, cancelledAt } = batch;
  return (
    <div role="status">
      <p id={id}>{say("batch.counts", { recipients, submitted, refused, waiting })}</p>
      {cancelledAt === null ? null : <p>{say("batch.cancelled")}</p>}
      {isComplete(batch) ? null : (
        <Progress aria-labelledby={id} value={recipients - waiting} max={recipients} measureLocation="none" />
      )}
    </div>
  );
}

function BatchFacts({ batch }: { readonly batch: RequestBatch }) {
  const say = useText();
  const { requester, reason, createdAt, startAt, form } = batch;
  const facts = [
    { term: say("batch.requester"), value: <PersonName person={requester ?? null} /> },
    { term: say("batch.created"), value: <Moment at={createdAt} /> },
    { term: say("request.reason"), value: reason },
    ...(startAt === null ? [] : [{ term: say("batch.startAt"), value: <Moment at={startAt} /> }]),
    ...Object.entries(form).map(([name, value]) => ({ term: name, value: String(value) })),
  ];
  return <Facts facts={facts} />;
}

function Members({ batch }: { readonly batch: RequestBatch }) {
  const say = useText();
  const client = useQueryClient();
  const { key, waiting } = batch;
  // Progress is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, pathOf("requestBatches()/members", key)), [client, key, waiting]);
  const source = useMemo(() => memberSource(say, key), [say, key]);
  return <ResourceTable source={source} />;
}

/** Returns the meaning of the code of a refusal, and its words. */
function whyOf({ errorCode, errorMessage }: RequestBatchMember): string {
  const words = errorCode === null ? "" : codeWords(errorCode);
  return words === errorMessage ? words : [words, errorMessage ?? ""].filter((part) => part !== "").join(" ");
}

function memberSource(say: Say, batchKey: string): TableSource<RequestBatchMember> {
  const stateOf = ({ state }: RequestBatchMember) => say(`batch.state.${state}`);
  return {
    name: "batchMembers",
    title: "batch.members",
    empty: "batch.noMembers",
    path: pathOf("requestBatches()/members", batchKey),
    keyProperty: "key",
    usualOrder: "sequence",
    keyOf: ({ key }) => key,
    isSearched: false,
    expand: "recipient",
    columns: [
      {
        name: "recipient",
        title: "batch.recipient",
        cell: ({ recipient }) => <PersonName person={recipient ?? null} />,
        text: ({ recipient, recipientKey }) => recipient?.id ?? recipientKey,
      },
      {
        name: "state",
        title: "batch.state",
        cell: (member) =>
          member.requestKey === null ? (
            stateOf(member)
          ) : (
            <Link to={paths.request(member.requestKey)}>{stateOf(member)}</Link>
          ),
        text: stateOf,
      },
      { name: "why", title: "batch.why", cell: whyOf, text: whyOf },
    ],
    filters: [
      {
        name: "state",
        title: "batch.state",
        choices: valueChoices("state", ["waiting", "submitted", "refused"], (state) => `batch.state.${state}`),
      },
    ],
  };
}
