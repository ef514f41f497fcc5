import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import type { Role, RoleAssignment } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { rolesPath } from "../../api/roles.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { nameOfPerson, personColumn } from "../people/person-column.tsx";

const AssignDialog = openedLater(async () => (await import("./assign-dialog.tsx")).AssignDialog);

const reasons = ["request", "named", "excluded"] as const;

/** Named reasons for and against a membership in a role: they are added and ended here. */
export function RoleAssignments({ role }: { readonly role: Role }) {
  const say = useText();
  const may = useMay();
  const [assigned, setAssigned] = useState<"named" | "excluded">();
  const [ended, setEnded] = useState<RoleAssignment>();
  const mayEnd = may("roles_assignments_delete");
  const source = useMemo(() => sourceOf(role.key, say, mayEnd ? setEnded : undefined), [role.key, say, mayEnd]);
  return (
    <section aria-labelledby="role-assignments-title" className="gatehouse-below">
      <Title headingLevel="h2" id="role-assignments-title">
        {say("role.assignments")}
      </Title>
      <p>{say("role.assignmentsExplained")}</p>
      <ResourceTable
        source={source}
        add={
          may("roles_assignments_post_create") && may("people_get_list") ? (
            <>
              <Button variant="secondary" onClick={() => setAssigned("named")}>
                {say("role.name")}
              </Button>
              <Button variant="secondary" onClick={() => setAssigned("excluded")}>
                {say("role.exclude")}
              </Button>
            </>
          ) : null
        }
      />
      {assigned === undefined ? null : (
        <AssignDialog role={role} because={assigned} close={() => setAssigned(undefined)} />
      )}
      {ended === undefined ? null : (
        <ConfirmDialog
          title={say("role.endAssignment")}
          of={nameOfPerson(ended)}
          explained={say(`role.end.${ended.because}`)}
          action={say("role.endAssignment")}
          isDanger
          call={call("DELETE roles()/assignments()", { key: [role.key, ended.key] })}
          sets={[rolesPath, pathOf("roles()/assignments", role.key)]}
          close={() => setEnded(undefined)}
        />
      )}
    </section>
  );
}

function sourceOf(
  roleKey: string,
  say: Say,
  end: ((assignment: RoleAssignment) => void) | undefined,
): TableSource<RoleAssignment> {
  return {
    name: "roleAssignments",
    prefix: "assignments",
    title: "role.assignments",
    path: pathOf("roles()/assignments", roleKey),
    empty: "role.noAssignments",
    keyProperty: "key",
    usualOrder: "key",
    expand: "person",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      personColumn("role.person", nameOfPerson),
      {
        name: "because",
        title: "role.because",
        cell: ({ because, requestKey }) =>
          requestKey === null ? (
            say(`role.because.${because}`)
          ) : (
            <Link to={paths.request(requestKey)}>{say(`role.because.${because}`)}</Link>
          ),
        text: ({ because }) => say(`role.because.${because}`),
      },
      {
        name: "reason",
        title: "role.reason",
        cell: ({ reason }) => reason,
        text: ({ reason }) => reason ?? "",
      },
      {
        name: "until",
        title: "role.until",
        sortBy: "until",
        cell: ({ until }) => (until === null ? say("role.noEnd") : <Moment at={until} />),
        text: ({ until }) => until ?? "",
      },
      ...(end === undefined
        ? []
        : [
            {
              name: "end",
              title: "role.endAssignment" as const,
              cell: (assignment: RoleAssignment) => (
                <Button
                  variant="link"
                  isInline
                  isDanger
                  aria-label={say("role.endAssignmentOf", { name: nameOfPerson(assignment) })}
                  onClick={() => end(assignment)}
                >
                  {say("role.endAssignment")}
                </Button>
              ),
            },
          ]),
    ],
    filters: [
      {
        name: "because",
        title: "role.because",
        choices: valueChoices("because", reasons, (value) => `role.because.${value}`),
      },
      { name: "person", title: "role.person", enters: "person", where: (key) => `userKey eq ${key}` },
    ],
  };
}
