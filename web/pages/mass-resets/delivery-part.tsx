import { Button, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { passwordDeliveryStates } from "#domain/mass-resets/password-delivery.ts";

import { deliveriesPath, fileDeliveryQuery, isOverMassReset } from "../../api/mass-resets.ts";
import type { MassReset, PasswordDelivery } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { deliveryLooks } from "./mass-reset-words.ts";

const DownloadDialog = openedLater(async () => (await import("./download-dialog.tsx")).DownloadDialog);

/** Delivery of the new passwords of a mass reset: its file, or whom they have reached. */
export function DeliveryPart({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const may = useMay();
  if (!may("passworddeliveries_get_list")) return null;
  return (
    <section aria-labelledby="mass-reset-delivery" className="gatehouse-below">
      <Title headingLevel="h2" id="mass-reset-delivery">
        {say("massReset.deliveryTitle")}
      </Title>
      {massReset.delivery === "file" ? <FileDelivery massReset={massReset} /> : <People massReset={massReset} />}
    </section>
  );
}

function FileDelivery({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const isOver = isOverMassReset(massReset);
  const { data, error } = useQuery({ ...fileDeliveryQuery(massReset.key), enabled: isOver });
  const [isOpen, setOpen] = useState(false);
  if (error !== null) return <ErrorAlert error={error} />;
  if (!isOver) return <p>{say("massReset.fileLater")}</p>;
  const [delivery] = data?.value ?? [];
  if (delivery === undefined) return <p>{data === undefined ? "" : say("massReset.noFile")}</p>;
  const { state, accounts, expiresAt, deliveredAt } = delivery;
  return (
    <>
      <p role="status">
        <StateLabel look={deliveryLooks[state]}>{say(`massReset.deliveryState.${state}`)}</StateLabel>{" "}
        {say("massReset.filePasswords", { count: accounts })}{" "}
        {state === "waiting" ? (
          <>
            {say("massReset.deletedAt")} <Moment at={expiresAt} />
          </>
        ) : deliveredAt === null ? null : (
          <Moment at={deliveredAt} />
        )}
      </p>
      {isOffered(delivery, "download") ? (
        <Button variant="primary" onClick={() => setOpen(true)}>
          {say("massReset.download")}
        </Button>
      ) : state === "waiting" ? (
        <Notice kind="info" title={say("massReset.onlyStarter")} />
      ) : null}
      {isOpen ? <DownloadDialog delivery={delivery} close={() => setOpen(false)} /> : null}
    </>
  );
}

function People({ massReset: { key, delivery } }: { readonly massReset: MassReset }) {
  const say = useText();
  const source = useMemo(() => sourceOf(key, say), [key, say]);
  return (
    <>
      <p>{say(`massReset.deliveryHelp.${delivery}`)}</p>
      <ResourceTable source={source} />
    </>
  );
}

function sourceOf(massResetKey: string, say: Say): TableSource<PasswordDelivery> {
  return {
    name: "massResetDeliveries",
    prefix: "delivery",
    title: "massReset.deliveryTitle",
    path: deliveriesPath,
    empty: "massReset.deliveriesEmpty",
    where: `massResetKey eq ${massResetKey}`,
    keyProperty: "key",
    usualOrder: "createdAt",
    expand: "user",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "user",
        title: "massReset.reader",
        cell: ({ user }) => <PersonName person={user} />,
        text: ({ user, userKey }) => user?.id ?? userKey ?? "",
      },
      {
        name: "state",
        title: "massReset.state",
        cell: ({ state }) => (
          <StateLabel look={deliveryLooks[state]}>{say(`massReset.deliveryState.${state}`)}</StateLabel>
        ),
        text: ({ state }) => say(`massReset.deliveryState.${state}`),
      },
      {
        name: "accounts",
        title: "massReset.accounts",
        cell: ({ accounts }) => accounts,
        text: ({ accounts }) => String(accounts),
      },
      {
        name: "deliveredAt",
        title: "massReset.delivered",
        cell: ({ deliveredAt }) => (deliveredAt === null ? null : <Moment at={deliveredAt} />),
        text: ({ deliveredAt }) => deliveredAt ?? "",
      },
      {
        name: "expiresAt",
        title: "massReset.expires",
        sortBy: "expiresAt",
        cell: ({ expiresAt }) => <Moment at={expiresAt} />,
        text: ({ expiresAt }) => expiresAt,
      },
    ],
    filters: [
      {
        name: "state",
        title: "massReset.state",
        choices: passwordDeliveryStates.map((state) => ({
          value: state,
          text: `massReset.deliveryState.${state}` as const,
          where: `state eq '${state}'`,
        })),
      },
    ],
  };
}
