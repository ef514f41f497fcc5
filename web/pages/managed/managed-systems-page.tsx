import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { managedSystems } from "../../api/declared/managed-systems.ts";
import { managedSystemsPath } from "../../api/managed.ts";
import type { ManagedSystem } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** Page of the systems whose privileged passwords are managed. */
export function ManagedSystemsPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("managedSystems.title")} />
      <p>{say("managedSystems.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<ManagedSystem> {
  const policiesOf = ({ policies = [] }: ManagedSystem) => policies.map(({ id }) => id).join(", ");
  const stateOf = ({ enabled }: ManagedSystem) => say(enabled ? "managed.managed" : "managed.disabled");
  return {
    name: "managedSystems",
    title: "managedSystems.title",
    path: managedSystemsPath,
    empty: "managedSystems.empty",
    keyProperty: "key",
    usualOrder: "id",
    keyOf: ({ key }) => key,
    expand: "policies($select=id)",
    columns: [
      {
        name: "id",
        title: "declared.managedSystems.id",
        sortBy: "id",
        cell: ({ key, id }) => <Link to={paths.managedSystem(key)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.managedSystems.description",
        sortBy: "description",
        cell: ({ description }) => description,
        text: ({ description }) => description,
      },
      {
        name: "target",
        title: "declared.managedSystems.targetSystemKey",
        sortBy: "targetSystemKey",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "mode",
        title: "declared.managedSystems.mode",
        cell: ({ mode }) => say(`declared.managedSystems.mode.${mode}`),
        text: ({ mode }) => say(`declared.managedSystems.mode.${mode}`),
      },
      {
        name: "policies",
        title: "managedPolicies.title",
        cell: policiesOf,
        text: policiesOf,
      },
      {
        name: "state",
        title: "declared.managedSystems.enabled",
        cell: stateOf,
        text: stateOf,
      },
    ],
    filters: [
      {
        name: "mode",
        title: "declared.managedSystems.mode",
        choices: valueChoices(
          "mode",
          managedSystems.properties.mode.members,
          (mode) => `declared.managedSystems.mode.${mode}`,
        ),
      },
      {
        name: "state",
        title: "declared.managedSystems.enabled",
        choices: [
          {
            value: "enabled",
            text: "managed.managed",
            where: "enabled eq true",
          },
          {
            value: "disabled",
            text: "managed.disabled",
            where: "enabled eq false",
          },
        ],
      },
    ],
  };
}
