import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { groupsOfQuery } from "../../api/groups-and-roles.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { membershipWords } from "../groups/membership-words.ts";
import { firstOf } from "./first-of.ts";

const HeldRoles = openedLater(async () => (await withTexts("roles", import("./held-roles.tsx"))).HeldRoles);

interface AccessCardsProps {
  readonly userKey: string;
  /** Number of rows in each card; all rows by default. */
  readonly most?: number;
  /** Link to the list of all rows. */
  readonly footer?: ReactNode;
}

/** Groups of a user's accounts, and the user's roles, as far as policies allow the reader to see them. */
export function AccessCards({ userKey, ...shown }: AccessCardsProps) {
  const say = useText();
  const may = useMay();
  return (
    <>
      {may("users_accounts_get_list") && may("accounts_groupmemberships_get_list") ? (
        <Groups userKey={userKey} {...shown} />
      ) : null}
      {may("users_roles_get_list") ? (
        <HeldRoles userKey={userKey} title={say("held.roles")} empty={say("held.noRoles")} {...shown} />
      ) : null}
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
