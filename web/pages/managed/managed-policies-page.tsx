import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { managedPoliciesPath } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

/** Page of the policies that rule the randomization and check-out of privileged passwords. */
export function ManagedPoliciesPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("managedPolicies.title")} />
      <p>{say("managedPolicies.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<ManagedSystemPolicy> {
  const intervalOf = ({ changeIntervalHours }: ManagedSystemPolicy) =>
    say("managedPolicy.hours", { hours: changeIntervalHours });
  return {
    name: "managedPolicies",
    title: "managedPolicies.title",
    path: managedPoliciesPath,
    empty: "managedPolicies.empty",
    keyProperty: "id",
    usualOrder: "id",
    keyOf: ({ id }) => id,
    columns: [
      {
        name: "id",
        title: "declared.managedSystemPolicies.id",
        sortBy: "id",
        cell: ({ id }) => <Link to={paths.managedPolicy(id)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.managedSystemPolicies.description",
        sortBy: "description",
        cell: ({ description }) => description,
        text: ({ description }) => description,
      },
      {
        name: "mode",
        title: "declared.managedSystemPolicies.mode",
        cell: ({ mode }) => say(`declared.managedSystemPolicies.mode.${mode}`),
        text: ({ mode }) => say(`declared.managedSystemPolicies.mode.${mode}`),
      },
      {
        name: "interval",
        title: "declared.managedSystemPolicies.changeIntervalHours",
        sortBy: "changeIntervalHours",
        cell: intervalOf,
        text: intervalOf,
      },
      {
        name: "minutes",
        title: "declared.managedSystemPolicies.checkoutMaxMinutes",
        sortBy: "checkoutMaxMinutes",
        cell: ({ checkoutMaxMinutes }) => say("borrowable.atMost", { minutes: checkoutMaxMinutes }),
        text: ({ checkoutMaxMinutes }) => String(checkoutMaxMinutes),
      },
    ],
  };
}
