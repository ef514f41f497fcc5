import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import type { RequestBatch } from "../../api/model.ts";
import { batchesPath } from "../../api/templates.ts";
import { PageTitle } from "../../components/announce.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

/** Page of the batches of requests that the user has submitted, or decides. */
export function BatchesPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("batches.title")} />
      <ResourceTable source={source} />
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<RequestBatch> {
  const countsOf = ({ recipients, submitted, refused, waiting }: RequestBatch) =>
    say("batch.counts", { recipients, submitted, refused, waiting });
  return {
    name: "batches",
    title: "batches.title",
    path: batchesPath,
    empty: "batches.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    keyOf: ({ key }) => key,
    expand: "requester",
    columns: [
      {
        name: "created",
        title: "batch.created",
        sortBy: "createdAt",
        cell: ({ key, createdAt }) => (
          <Link to={paths.batch(key)}>
            <Moment at={createdAt} />
          </Link>
        ),
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "template",
        title: "template.title",
        cell: ({ templateName }) => templateName,
        text: ({ templateName }) => templateName,
      },
      {
        name: "requester",
        title: "batch.requester",
        cell: ({ requester }) => <PersonName person={requester ?? null} />,
        text: ({ requester }) => requester?.id ?? "",
      },
      { name: "counts", title: "batch.progress", cell: countsOf, text: countsOf },
    ],
  };
}
