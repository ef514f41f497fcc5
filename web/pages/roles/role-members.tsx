import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import type { Role, RoleAssignment, RoleMember } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { assignmentsQuery } from "../../api/roles.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { nameOfPerson, personColumn } from "../people/person-column.tsx";
import { type KnownAssignments, reasonWords } from "./member-reasons.ts";

/** People who have a role now, each with the reason. */
export function RoleMembers({ role }: { readonly role: Role }) {
  const say = useText();
  const may = useMay();
  const { key, condition, state } = role;
  const { data } = useQuery({ ...assignmentsQuery(key), enabled: may("roles_assignments_get_list") });
  const known = useMemo(() => byUser(data), [data]);
  const source = useMemo(
    () => sourceOf({ roleKey: key, isChosen: state === "inForce" && condition !== null, known, say }),
    [key, state, condition, known, say],
  );
  return (
    <section aria-labelledby="role-members-title" className="gatehouse-below">
      <Title headingLevel="h2" id="role-members-title">
        {say("role.members")}
      </Title>
      <p>{say("role.membersExplained")}</p>
      <ResourceTable source={source} />
    </section>
  );
}

type KnownByUser = ReadonlyMap<string, KnownAssignments> | undefined;

function byUser(rows: readonly Pick<RoleAssignment, "userKey" | "because" | "until">[] | undefined): KnownByUser {
  return rows === undefined ? undefined : Map.groupBy(rows, ({ userKey }) => userKey);
}

interface MemberTerms {
  readonly roleKey: string;
  /** True if a condition chooses members. */
  readonly isChosen: boolean;
  readonly known: KnownByUser;
  readonly say: Say;
}

function sourceOf({ roleKey, isChosen, known, say }: MemberTerms): TableSource<RoleMember> {
  const reasonOf = ({ userKey }: RoleMember) =>
    known === undefined ? say("role.because.unknown") : reasonWords(known.get(userKey) ?? [], isChosen, say);
  return {
    name: "roleMembers",
    prefix: "members",
    title: "role.members",
    path: pathOf("roles()/memberships", roleKey),
    empty: "role.noMembers",
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
        cell: reasonOf,
        text: reasonOf,
      },
      {
        name: "from",
        title: "role.since",
        cell: ({ from }) => <Moment at={from} />,
        text: ({ from }) => from,
      },
    ],
    filters: [{ name: "person", title: "role.person", enters: "person", where: (key) => `userKey eq ${key}` }],
  };
}
