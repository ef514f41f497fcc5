import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { roleStates } from "#domain/roles/role-content.ts";

import type { Role } from "../../api/model.ts";
import { rolesPath } from "../../api/roles.ts";
import { PageTitle } from "../../components/announce.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { AddRoleDialog } from "./add-role-dialog.tsx";
import { roleLooks } from "./role-words.ts";

/** Page of the roles that the user owns, or administers. */
export function RolesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("roles_post_create") ? (
    <Button variant="primary" onClick={() => setAdding(true)}>
      {say("roles.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("roles.title")} />
      <p>{say("roles.explained")}</p>
      <ResourceTable source={source} add={add} />
      {isAdding ? <AddRoleDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<Role> {
  return {
    name: "roles",
    title: "roles.title",
    path: rolesPath,
    empty: "roles.empty",
    keyProperty: "key",
    usualOrder: "id",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "id",
        title: "declared.roles.id",
        sortBy: "id",
        cell: ({ key, id }) => <Link to={paths.role(key)}>{id}</Link>,
        text: ({ id }) => id,
      },
      {
        name: "description",
        title: "declared.roles.description",
        cell: ({ description }) => description,
        text: ({ description }) => description ?? "",
      },
      {
        name: "state",
        title: "declared.roles.state",
        cell: ({ state }) => <StateLabel look={roleLooks[state]}>{say(`declared.roles.state.${state}`)}</StateLabel>,
        text: ({ state }) => say(`declared.roles.state.${state}`),
      },
      {
        name: "number",
        title: "declared.roles.number",
        cell: ({ number }) => number,
        text: ({ number }) => String(number ?? ""),
      },
      {
        name: "condition",
        title: "declared.roles.condition",
        cell: ({ condition }) => (condition === null ? null : <code>{condition}</code>),
        text: ({ condition }) => condition ?? "",
        isHidden: true,
      },
    ],
    filters: [
      {
        name: "state",
        title: "declared.roles.state",
        choices: valueChoices("state", roleStates, (state) => `declared.roles.state.${state}`),
      },
    ],
  };
}
