import { Title } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import type { Account } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { Notice } from "../../components/notice.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { AccountOwner } from "../accounts/account-facts.tsx";
import { AccountStates, accountStateWords } from "../accounts/account-states.tsx";
import { membershipWords } from "./membership-words.ts";

interface GroupMembersProps {
  readonly groupKey: string;
  readonly name: string;
  /** True if the target system does not show all members. */
  readonly isHiding: boolean;
}

/** Accounts in a group. Joining and leaving need a request, so that approvers decide about it. */
export function GroupMembers({ groupKey, name, isHiding }: GroupMembersProps) {
  const say = useText();
  const may = useMay();
  const source = useMemo<TableSource<Account>>(
    () => ({
      name: "groupMembers",
      title: "group.members",
      path: pathOf("groups()/members", groupKey),
      empty: "group.noMembers",
      keyProperty: "key",
      usualOrder: "shortId",
      expand: `user,groupMemberships($filter=groupKey eq ${groupKey};$top=1)`,
      keyOf: ({ key }) => key,
      columns: [
        {
          name: "account",
          title: "accounts.account",
          sortBy: "shortId",
          cell: ({ key, shortId }) => <Link to={paths.account(key)}>{shortId}</Link>,
          text: ({ shortId }) => shortId,
        },
        {
          name: "owner",
          title: "accounts.owner",
          cell: (account) => <AccountOwner account={account} />,
          text: ({ user }) => user?.id ?? "",
        },
        {
          name: "state",
          title: "people.state",
          cell: (account) => <AccountStates account={account} />,
          text: (account) => accountStateWords(account, say).join(", "),
        },
        {
          name: "membership",
          title: "membership.title",
          cell: (account) => <span className="gatehouse-small">{wordsOf(account, say)}</span>,
          text: (account) => wordsOf(account, say),
        },
      ],
    }),
    [groupKey, say],
  );
  return (
    <section aria-labelledby="members-title" className="gatehouse-below">
      <Title headingLevel="h2" id="members-title">
        {say("group.members")}
      </Title>
      <p className="gatehouse-small">
        {say("group.membersExplained")} <Link to={paths.ask}>{say("ask.title")}</Link>
        {may("groups_grants_get_list") ? (
          <>
            {" · "}
            <Link to={paths.grantsTo(name)}>{say("grants.toGroup")}</Link>
          </>
        ) : null}
      </p>
      {isHiding ? <Notice kind="warning" title={say("group.membersHidden")} /> : null}
      <ResourceTable source={source} />
    </section>
  );
}

function wordsOf({ groupMemberships: [membership] = [] }: Account, say: Say): string {
  return membership === undefined ? "" : membershipWords(membership, say);
}
