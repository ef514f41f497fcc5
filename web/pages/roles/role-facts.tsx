import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { roles } from "../../api/declared/roles.ts";
import type { Person, Role, RoleEntitlement } from "../../api/model.ts";
import { containedInQuery, ownersQuery } from "../../api/roles.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Properties of a role, its owners, its phases and the roles that contain it. */
export function RoleFacts({ role }: { readonly role: Role }) {
  const say = useText();
  const may = useMay();
  const { key, condition, authorizationPhases } = role;
  const owners = useQuery({ ...ownersQuery(key), enabled: may("roles_owners_get_list") });
  const containers = useQuery({ ...containedInQuery(key), enabled: may("roles_containedin_get_list") });
  const more = [
    ...(owners.data === undefined ? [] : [{ term: say("role.owners"), value: <Owners owners={owners.data} /> }]),
    ...(containers.data === undefined
      ? []
      : [{ term: say("role.containedIn"), value: <Containers rows={containers.data} /> }]),
  ];
  return (
    <>
      <DeclaredFacts
        of={roles}
        row={role}
        leftOut={["id", "state", "draft"]}
        showsUnset
        own={{
          condition: condition === null ? say("role.noCondition") : <code>{condition}</code>,
          authorizationPhases: (
            <Link to={paths.rolePhases(key)}>{say("role.phasesCount", { count: authorizationPhases.length })}</Link>
          ),
        }}
        more={more}
      />
      {[owners.error, containers.error].map((error) =>
        error === null ? null : <ErrorAlert key={error.message} error={error} />,
      )}
    </>
  );
}

function Owners({ owners }: { readonly owners: readonly Person[] }) {
  const say = useText();
  if (owners.length === 0) return say("role.noOwners");
  return (
    <ul className="gatehouse-plain-list">
      {owners.map((person) => (
        <li key={person.key}>
          <Link to={paths.person(person.key)}>
            <PersonName person={person} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Containers({ rows }: { readonly rows: readonly RoleEntitlement[] }) {
  const say = useText();
  const direct = rows.filter(({ throughRoleKey }) => throughRoleKey === null);
  const keys = new Set(direct.map(({ roleKey }) => roleKey));
  const indirect = rows.filter(({ throughRoleKey, roleKey }) => throughRoleKey !== null && !keys.has(roleKey));
  if (rows.length === 0) return say("role.containedNowhere");
  return (
    <ul className="gatehouse-plain-list">
      {[...direct, ...indirect].map(({ key, roleKey, role, throughRoleKey }) => (
        <li key={key}>
          <Link to={paths.role(roleKey)}>{role?.id ?? roleKey}</Link>{" "}
          {throughRoleKey === null ? null : <span className="gatehouse-small">{say("role.indirectly")}</span>}
        </li>
      ))}
    </ul>
  );
}
