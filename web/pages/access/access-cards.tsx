import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { groupsOfQuery, rolesOfQuery } from "../../api/groups-and-roles.ts";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { membershipWords } from "../groups/membership-words.ts";

interface AccessCardsProps {
  readonly userKey: string;
  /** Number of rows in each card; all rows by default. */
  readonly most?: number;
  /** Link to the list of all rows. */
  readonly footer?: ReactNode;
}

/** Groups of a user's accounts, and the user's roles, as far as policies allow the reader to see them. */
export function AccessCards({ userKey, ...shown }: AccessCardsProps) {
  const may = useMay();
  return (
    <>
      {may("users_accounts_get_list") && may("accounts_groupmemberships_get_list") ? (
        <Groups userKey={userKey} {...shown} />
      ) : null}
      {may("users_roles_get_list") ? <Roles userKey={userKey} {...shown} /> : null}
    </>
  );
}

function Groups({ userKey, most, footer }: AccessCardsProps) {
  const say = useText();
  const rows = firstOf(useQuery(groupsOfQuery(userKey)), most);
  return (
    <PartCard title={say("held.groups")} rows={rows} empty={say("held.noGroups")} footer={footer}>
      {(groups) => (
        <ul className="gatehouse-plain-list">
          {groups.map(({ key, account, group, membership }) => (
            <li key={key}>
              {say("account.on", { account: group.displayId, target: group.targetSystemKey })}{" "}
              <span className="gatehouse-small">
                {[say("held.as", { account }), membershipWords(membership, say)]
                  .filter((text) => text !== "")
                  .join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}

function Roles({ userKey, most, footer }: AccessCardsProps) {
  const say = useText();
  const rows = firstOf(useQuery(rolesOfQuery(userKey)), most);
  return (
    <PartCard title={say("held.roles")} rows={rows} empty={say("held.noRoles")} footer={footer}>
      {(roles) => (
        <ul className="gatehouse-plain-list">
          {roles.map(({ key, id, description }) => (
            <li key={key}>
              {id} {description === null ? null : <span className="gatehouse-small">{description}</span>}
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}

/** Returns the first rows of a list, with the number of all. */
function firstOf<Row>({ data, error }: UseQueryResult<readonly Row[]>, most = Infinity) {
  if (data === undefined) return { data, error };
  return { data: { value: data.slice(0, most), "@odata.count": data.length }, error };
}
