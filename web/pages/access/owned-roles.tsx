import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { readableRolesQuery } from "../../api/roles.ts";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Roles that the user owns, and so prepares; nothing without any, and for those who manage all roles on a page of their own. */
export function OwnedRoles() {
  const say = useText();
  const may = useMay();
  const rows = useQuery({
    ...readableRolesQuery,
    enabled: may("roles_get_list") && !may("roles_post_create"),
  });
  if (rows.data === undefined || rows.data.value.length === 0) return null;
  return (
    <PartCard
      title={say("held.ownedRoles")}
      rows={rows}
      empty=""
      footer={<Link to={paths.roles}>{say("roles.title")}</Link>}
    >
      {(roles) => (
        <ul className="gatehouse-plain-list">
          {roles.map(({ key, id, description }) => (
            <li key={key}>
              <Link to={paths.role(key)}>{id}</Link>{" "}
              {description === null ? null : <span className="gatehouse-small">{description}</span>}
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
