import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { checkoutStatuses } from "#domain/checkouts/checkout-status.ts";

import { checkoutsPath, listedCheckouts } from "../../api/checkouts.ts";
import type { Checkout } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { CheckoutState } from "./checkout-state.tsx";
import { accountOf } from "./checkout-words.ts";

/** Page of all check-outs that the user may see: their own ones, and those under policies that permit it. */
export function CheckoutHistoryPage() {
  const say = useText();
  const { user } = useSession();
  const source = useMemo(() => sourceOf(say, user.key), [say, user.key]);
  return (
    <PageSection>
      <EntityHeader name={say("checkouts.history")} list={{ path: paths.checkouts, title: "checkouts.title" }} />
      <ResourceTable source={source} />
    </PageSection>
  );
}

const momentCell = (at: string | null) => (at === null ? null : <Moment at={at} />);

function sourceOf(say: Say, userKey: string): TableSource<Checkout> {
  return {
    name: "checkouts",
    title: "checkouts.history",
    path: checkoutsPath,
    empty: "checkouts.nothing",
    keyProperty: "key",
    usualOrder: "requestedAt desc",
    keyOf: ({ key }) => key,
    ...listedCheckouts,
    columns: [
      {
        name: "account",
        title: "account.name",
        cell: (checkout) => <Link to={paths.checkout(checkout.key)}>{accountOf(checkout, say)}</Link>,
        text: (checkout) => accountOf(checkout, say),
      },
      {
        name: "person",
        title: "checkout.person",
        cell: ({ user }) => <PersonName person={user} />,
        text: ({ user }) => user?.id ?? "",
      },
      {
        name: "reason",
        title: "checkout.reason",
        cell: ({ reason }) => reason,
        text: ({ reason }) => reason,
      },
      {
        name: "status",
        title: "account.state",
        cell: ({ status }) => <CheckoutState status={status} />,
        text: ({ status }) => say(`checkout.status.${status}`),
      },
      {
        name: "requestedAt",
        title: "checkout.requested",
        sortBy: "requestedAt",
        cell: ({ requestedAt }) => <Moment at={requestedAt} />,
        text: ({ requestedAt }) => requestedAt,
      },
      {
        name: "endedAt",
        title: "checkout.ended",
        cell: ({ endedAt }) => momentCell(endedAt),
        text: ({ endedAt }) => endedAt ?? "",
      },
      {
        name: "changedAt",
        title: "checkout.changed",
        isHidden: true,
        cell: ({ changedAt }) => momentCell(changedAt),
        text: ({ changedAt }) => changedAt ?? "",
      },
    ],
    filters: [
      {
        name: "whose",
        title: "checkout.person",
        choices: [
          {
            value: "me",
            text: "checkouts.mine",
            where: `userKey eq ${userKey}`,
          },
          {
            value: "others",
            text: "checkouts.ofOthers",
            where: `userKey ne ${userKey}`,
          },
        ],
      },
      {
        name: "status",
        title: "account.state",
        choices: valueChoices("status", checkoutStatuses, (status) => `checkout.status.${status}`),
      },
      {
        name: "emergency",
        title: "checkout.emergency",
        choices: [
          {
            value: "yes",
            text: "value.true",
            where: "breakGlass eq true",
          },
          {
            value: "open",
            text: "checkouts.toReview",
            where: "breakGlass eq true and endedAt ne null and reviewedAt eq null",
          },
        ],
      },
      {
        name: "change",
        title: "checkout.changed",
        choices: [
          {
            value: "missing",
            text: "checkouts.unchanged",
            where: "awaitsChange eq true",
          },
        ],
      },
    ],
  };
}
